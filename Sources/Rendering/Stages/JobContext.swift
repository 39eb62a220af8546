import CMemoryPolicy
import Elevation
import Foundation
import JobFile
import MapFiles
import MediaBase
import Memory
import Planning
import Raster
import Reporting
import Routes
import SVG
import StageKit
import Synchronization
import Text
import Video

/// What the stages of one job are given: files, pictures, text, and a place for what they prepare.
final class JobContext: Sendable {
  let job: Job
  let files: JobFiles
  let resources: Resources
  /// What depends on the job's sounds.
  private let soundResources = Resources()
  private let text: TextEngine
  private let fonts: JobFonts
  let diskCache: PreparationDiskCache?
  /// What jobs before this one have made; nil where none is planned.
  private let recent: RecentResources?
  /// What the job takes beside its workers; nil where memory is not limited.
  let memory: MemoryAccount?
  private let reservations = Mutex<[MemoryReservation]>([])
  private let warnings: Mutex<Warnings>
  private let footage = Mutex<[(entry: StageEntry, fault: @Sendable () -> StageError?)]>([])
  /// Those of jobs that this one shows, in the order in which they were planned.
  private let nestedContexts = Mutex<[(nested: NestedJob, context: JobContext)]>([])
  /// The fonts of stages' texts, by the path of the stage's entry.
  private let fontUses = Mutex<[String: Set<FontUse>]>([:])
  /// Of all texts that were laid out, repeated ones included.
  private let characters = Mutex(0)

  /// The maximum number of characters in all texts of a job: each takes about 700 bytes of outlines.
  private static let maxCharacters = 500_000

  private struct Warnings {
    var list: DiagnosticList
    var known: Set<Diagnostic> = []
  }

  /// Without `diskCache` nothing outlives the run.
  init(
    _ job: Job, text: TextEngine, diskCache: PreparationDiskCache? = nil, memory: MemoryAccount? = nil,
    resources: Resources = Resources(), recent: RecentResources? = nil, outerFonts: FontCollection = FontCollection()
  ) {
    self.job = job
    self.memory = memory
    self.diskCache = diskCache
    self.recent = recent
    files = JobFiles(job)
    fonts = JobFonts(job, text, outer: outerFonts)
    self.text = text
    self.resources = resources
    warnings = Mutex(Warnings(list: DiagnosticList(file: job.file)))
  }

  /// The stages' warnings, each once for a stage, in the order in which they came.
  var allWarnings: [Diagnostic] {
    warnings.withLock { $0.list.sorted } + nested.flatMap { $0.context.allWarnings }
  }

  /// What is wrong with its fonts, and those of the jobs that it shows.
  var fontErrors: [Diagnostic] {
    fonts.errors + nested.flatMap { nested, context in context.fontErrors.map { nested.diagnostic($0, in: job) } }
  }

  /// The jobs that this one shows, in the order in which they were planned.
  var nested: [(nested: NestedJob, context: JobContext)] { nestedContexts.withLock { $0 } }

  /// The fonts of a stage's texts; `holders` are the entries that show the job that the stage is part of, the outermost
  /// first.
  func fonts(of entry: StageEntry, in holders: [StageEntry]) -> Set<FontUse> {
    guard let holder = holders.first else { return fontUses.withLock { $0[entry.path] ?? [] } }
    let contexts = nested.filter { $0.nested.job.file == holder.nested?.job.file }.map(\.context)
    return contexts.reduce(into: []) { $0.formUnion($1.fonts(of: entry, in: Array(holders.dropFirst()))) }
  }

  /// The context of a job that this one shows; both share what stages prepare.
  func nested(_ nested: NestedJob) -> JobContext {
    let context = JobContext(
      nested.job, text: text, diskCache: diskCache, memory: memory, resources: resources, recent: recent,
      outerFonts: fonts.collection)
    nestedContexts.withLock { $0.append((nested, context)) }
    return context
  }

  /// Reserves memory for the rest of the job; errors name `name`.
  private func hold(_ bytes: Int, for purpose: StaticString, _ name: String) throws(StageError) {
    guard let memory else { return }
    guard let reservation = memory.reserve(bytes, for: purpose) else {
      throw StageError(
        "\(name): \(memory.refusal?.description ?? "needs too much memory")",
        hint: "Make it smaller, or allow more with --max-memory.")
    }
    keep(reservation)
  }

  /// The frames of a file of video; opened once for all jobs that are planned one after the other.
  func clipFile(_ file: FileReference) throws -> ClipFile {
    try files.check(file)
    let digest = FileDigest.whole(file.path)
    let key = Digest { hasher in
      hasher.combine("clip file")
      hasher.combine(digest)
    }
    func open() throws -> ClipFile {
      do throws(MediaError) {
        return try ClipFile(path: file.path, named: file.literal, digest: digest)
      } catch {
        throw StageError("\(error)", hint: error.hint)
      }
    }
    return try resources.value(key) {
      let clip = try recent?.value(key, open) ?? open()
      try hold(clip.maxKeptBytes, for: "the clip", file.literal)
      return clip
    }
  }

  /// The first stage whose footage could not be read when it was drawn, of this job or of those that it shows.
  var footageFault: (entry: StageEntry, reason: StageError)? {
    for source in footage.withLock({ $0 }) { if let fault = source.fault() { return (source.entry, fault) } }
    return nested.lazy.compactMap(\.context.footageFault).first
  }

  /// Remembers footage that a stage shows, whose faults are found when it is drawn.
  private func note(_ entry: StageEntry, fault: @escaping @Sendable () -> StageError?) {
    footage.withLock { $0.append((entry, fault)) }
  }

  /// Keeps a reservation for the rest of the job.
  func keep(_ reservation: MemoryReservation) { reservations.withLock { $0.append(reservation) } }

  /// Throws `PlanningAborted` where stages hold so much, of what is not reserved, that the process is beyond its limit.
  func checkResidentMemory() throws(PlanningAborted) {
    guard let memory, var held = MachineMemory.resident(), held > memory.budget.residentLimit else { return }
    recent?.removeAll()
    malloc_return_to_system()
    held = MachineMemory.resident() ?? held
    guard held > memory.budget.residentLimit else { return }
    memory.refuse(held - memory.budget.residentLimit, for: "what stages made")
    throw PlanningAborted(
      reason: StageError(
        "the stages before this one take too much memory: the program holds \(held >> 20) MiB, "
          + "and may hold \(memory.budget.residentLimit >> 20) MiB",
        hint: "Split the job, make its data smaller, or allow more with --max-memory."))
  }

  /// The context of one of the job's stages, which is made from some of the job's sounds.
  func context(of entry: StageEntry, heard: [PlannedSound] = []) -> any StageContext {
    View(base: self, entry: entry, heard: heard)
  }

  private struct View: StageContext {
    let base: JobContext
    let entry: StageEntry
    let heard: [PlannedSound]

    var composition: Composition {
      var composition = base.job.composition
      composition.isMirrored = composition.isMirrored && entry.mirrors
      return composition
    }
    var contentComposition: Composition? { entry.nested?.job.composition }

    func bytes(of file: FileReference) throws -> [UInt8] {
      try prepared(file.digest) {
        try base.files.bytes(of: file) { size in try base.hold(size, for: "the file", file.literal) }
      }
    }

    func image(_ file: FileReference) throws -> Image {
      let bytes = try bytes(of: file)
      return try prepared(file.digest) {
        let key = Digest { $0.combine(bytes: bytes.span) }
        let image = try base.diskCache.map { try $0.value(key) { try read(bytes, file) } } ?? read(bytes, file)
        try base.hold(image.width * image.height * 4, for: "the picture", file.literal)
        return image
      }
    }

    func vectorImage(_ file: FileReference, color: Color) throws -> VectorImage {
      let bytes = try bytes(of: file)
      let key = Digest { hasher in
        hasher.combine("SVG")
        hasher.combine(bytes: bytes.span)
        color.digest(into: &hasher)
      }
      let resources = SVGPicture.Resources(color: color) {
        try read($0, file)
      } layout: {
        try layout($0)
      }
      let picture = try prepared(key) { try SVGPicture(bytes, name: file.literal, resources) }
      for omission in picture.omissions { warn(omission) }
      return picture.image
    }

    func mapFeatures(
      _ file: FileReference, around center: Coordinate?, reach: Double
    ) throws -> GeoJSON.FeatureCollection {
      try base.files.checkAccess(file)
      do {
        return try MapFile.features(ofFile: file.path, around: center, reach: reach)
      } catch let error as MapFileError {
        throw StageError("\(file.literal): \(error)", hint: error.hint)
      }
    }

    func tracks(_ file: FileReference) throws -> [RouteTrack] {
      let key = Digest { hasher in
        hasher.combine("tracks")
        hasher.combine(file)
      }
      return try prepared(key) {
        do {
          return try RouteFile.tracks(try bytes(of: file))
        } catch let error as RouteFileError {
          throw StageError("\(file.literal)\(error.place.map { ":\($0)" } ?? ""): \(error)", hint: error.hint)
        }
      }
    }

    func heights(_ file: FileReference, encoding: HeightEncoding) throws -> HeightGrid {
      do {
        let bytes = try bytes(of: file)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
          return try HeightGrid(tile: try image(file), name: file.literal, encoding: encoding)
        }
        return try HeightGrid(geoTIFF: bytes) { try base.hold($0, for: "the heights", file.literal) }
      } catch let error as HeightsError {
        throw StageError("\(file.literal): \(error)", hint: error.hint)
      }
    }

    func combine(_ a: Path, _ b: Path, by operation: PathOperation, tolerance: Double) throws -> Path {
      guard tolerance > 0, let path = combined(a, b, by: operation, tolerance: tolerance) else {
        throw StageError("these outlines are too large or too entangled to be combined")
      }
      return path
    }

    func footage(_ file: FileReference, framesPerSecond: Double) throws -> Footage {
      if PictureSequence.begins(with: file) {
        let sequence = try PictureSequence(file, try image(file), base.files)
        base.note(entry) { sequence.fault }
        return sequence.footage(framesPerSecond: framesPerSecond)
      }
      let clip = try base.clipFile(file)
      base.note(entry) { clip.fault.map { StageError("\($0)", hint: $0.hint) } }
      return Footage(
        size: Size(Double(clip.width) * clip.pixelAspect, Double(clip.height)), times: clip.times,
        duration: clip.duration
      ) { clip.frame($0) }
    }

    private static let bytesPerPixelWhileDecoding = 12

    private func read(_ bytes: [UInt8], _ file: FileReference) throws -> Image {
      let available = base.memory?.budget.available ?? .max
      let maxPixels = min(available / Self.bytesPerPixelWhileDecoding, maxPictureArea)
      do {
        return try readPicture(bytes, name: file.literal, maxPixels: maxPixels)
      } catch  where error.code == -ENOMEM {
        base.memory?.refuse(maxPixels * Self.bytesPerPixelWhileDecoding, for: "the picture")
        throw StageError("\(error)", hint: "Allow more memory with --max-memory.")
      } catch {
        throw StageError("\(error)")
      }
    }

    func sound(of track: String?) throws -> TrackSound {
      let sounds = track.map { id in heard.filter { $0.entry.id == id } } ?? heard
      if sounds.isEmpty { throw StageError("the job has no sounds", hint: "Add \"sounds\".") }
      return try base.soundResources.value(Digest { $0.combine(track ?? "all sounds") }) {
        try base.hold(base.soundBytes, for: "the sound", track ?? "the sound")
        do throws(JobFailure) {
          return try base.sound(sounds, isDucked: track == nil)
        } catch {
          guard case .badJob(let faults) = error, let first = faults.first else { throw StageError("\(error)") }
          throw StageError("\(first.path): \(first.message)", hint: first.hint)
        }
      }
    }

    func layout(_ request: TextRequest) throws -> TextLayout {
      var request = request
      if request.style.language.isEmpty { request.style.language = composition.locale }
      // The engine rejects a text that is too long by itself.
      let count = request.text.unicodeScalars.prefix(20_001).count
      let total = base.characters.withLock { total in
        total += count
        return total
      }
      guard total <= JobContext.maxCharacters else {
        throw StageError("with this one the job's texts have more than \(JobContext.maxCharacters) characters")
      }
      let key = Digest { hasher in
        request.digest(into: &hasher)
        base.fonts.collection.digest(into: &hasher)
      }
      let text = try prepared(key) { [request] in
        if let font = request.style.file { try base.files.check(font) }
        return try base.text.text(request, fonts: base.fonts.collection)
      }
      for substitution in text.layout.substitutions { warn(substitution) }
      base.fontUses.withLock { $0[entry.path, default: []].formUnion(text.fonts) }
      return text.layout
    }

    func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String {
      guard let messages = base.job.messages else { throw StageError("there are no messages here") }
      let tag = locale.isEmpty ? composition.locale : locale
      do throws(MessageError) {
        return try messages.format(pattern, values, locale: tag.isEmpty ? "en" : tag)
      } catch {
        throw StageError(error.message)
      }
    }

    func prepared<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
      try base.resources.value(key, make)
    }

    func stored<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
      try prepared(key) {
        guard let recent = base.recent else { return try storedOnDisk(key, make) }
        return try recent.value(key) { try storedOnDisk(key, make) }
      }
    }

    private func storedOnDisk<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
      guard let diskCache = base.diskCache else { return try make() }
      let withCode = Digest { hasher in
        hasher.combine(ProgramIdentity.stages)
        hasher.combine(key)
      }
      return try diskCache.value(withCode, make)
    }

    func warn(_ message: String) {
      let warning = base.job.diagnostic(.warning, at: entry.position, path: entry.path, message)
      base.warnings.withLock { if $0.known.insert(warning).inserted { $0.list.add(.warning, warning) } }
    }
  }
}
