import Compression
import Elevation
import Foundation
import JobFile
import LottieFiles
import MapFiles
import Planning
import Raster
import RouteFiles
import SVG
import StageKit
import SubtitleFiles
import Text
import Video

/// The context of one stage of a job.
struct JobStageContext: StageContext {
  let base: JobContext
  let entry: StageEntry
  let heard: [PlannedSound]
  let foreseen: ForeseenInputs

  var composition: Composition {
    var composition = base.job.composition
    composition.isMirrored = composition.isMirrored && entry.mirrors
    return composition
  }
  var contentCount: Int {
    guard let index = base.job.stages.firstIndex(where: { $0.path == entry.path }) else { return 0 }
    return base.job.stages.count { $0.parent == index && $0.definition.draws && $0.isVisible != false }
  }
  var contentComposition: Composition? { entry.nested?.job.composition }

  func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value {
    try foreseen.value(of: input, at: seconds)
  }

  func unit<Value>(of input: Input<Value>) -> NumberSchema.Unit { foreseen.unit(of: input) }

  func bytes(of file: FileReference) throws -> [UInt8] {
    try cached(file.digest) {
      try base.files.bytes(of: file) { size in try base.hold(size, for: "the file", file.literal) }
    }
  }

  func image(_ file: FileReference) throws -> Image {
    let image = try picture(file)
    let traits = try base.traits(of: file)
    for remark in traits.remarks { warn(of: file, remark) }
    if let animation = traits.animation {
      warn(of: file, "is \(animation.name), of which only the first picture is shown. The stage 'clip' plays it.")
    }
    return image
  }

  func image(_ bytes: [UInt8], in file: FileReference) throws -> Image {
    let key = Digest { hasher in
      hasher.combine("picture in a file")
      hasher.combine(composition.gamut.rawValue)
      hasher.combine(bytes: bytes.span)
    }
    return try cached(key) {
      if let large = try large(bytes, file, key, nil) { return large }
      let image = try read(bytes, file)
      try base.hold(image.width * image.height * 4, for: "a picture in", file.literal)
      return image
    }
  }

  func pictureOrigin(_ file: FileReference) throws -> PictureOrigin { PictureOrigin(ofPicture: try bytes(of: file)) }

  /// A picture's colors in sRGB or the canvas's gamut; or, with `convertsColors` false, the components in its file, whatever they mean.
  private func picture(_ file: FileReference, convertsColors: Bool = true) throws -> Image {
    let bytes = try bytes(of: file)
    let memoryKey = Digest { hasher in
      hasher.combine(file)
      hasher.combine(convertsColors)
      hasher.combine(composition.gamut.rawValue)
    }
    return try cached(memoryKey) {
      let key = Digest { hasher in
        hasher.combine("picture 2")
        hasher.combine(bytes: bytes.span)
        hasher.combine(convertsColors ? VideoLibraries.colorVersion : 0)
        if composition.gamut != .sRGB { hasher.combine(composition.gamut.rawValue) }
      }
      if convertsColors, let large = try large(bytes, file, key, base.diskCache) { return large }
      func read() throws -> Image { try self.read(bytes, file, convertsColors: convertsColors) }
      let image = try base.diskCache.map { try $0.value(key, read) } ?? read()
      try base.hold(image.width * image.height * 4, for: "the picture", file.literal)
      return image
    }
  }

  func vectorImage(_ file: FileReference, color: Color) throws -> VectorImage {
    let bytes = try bytes(of: file)
    let key = Digest { hasher in
      hasher.combine("SVG")
      hasher.combine(composition.gamut.rawValue)
      hasher.combine(bytes: bytes.span)
      color.digest(into: &hasher)
      // Pictures beside it are found from its folder.
      hasher.combine(file)
    }
    var resources = SVGPicture.Resources(color: color) {
      try read($0, file)
    } layout: {
      try layout($0)
    }
    resources.gamut = composition.gamut
    resources.file = { try self.bytes(of: file.beside($0)) }
    resources.remarks = { PictureTraits($0).remarks }
    let picture = try cached(key) { try SVGPicture(bytes, name: file.literal, resources) }
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

  func mapTiles(_ file: FileReference) throws -> MapTiles {
    try base.files.checkAccess(file)
    @Sendable func named<Value>(_ body: () throws -> Value) throws -> Value {
      do {
        return try body()
      } catch let error as MapFileError {
        throw StageError("\(file.literal): \(error)", hint: error.hint)
      }
    }
    let tiles = try named { try TileFile(path: file.path, of: .features) }
    return MapTiles(zooms: tiles.zooms, bounds: tiles.bounds, attribution: tiles.attribution) { zoom, column, row in
      guard let bytes = try named({ try tiles.bytes(zoom: zoom, column: column, row: row) }) else { return nil }
      return MapTiles.Tile(digest: Digest { $0.combine(bytes: bytes.span) }) {
        try named { try tiles.features(zoom: zoom, column: column, row: row) }
      }
    }
  }

  func imagery(_ file: FileReference) throws -> MapImagery {
    let key = Digest { hasher in
      hasher.combine("imagery")
      hasher.combine(file)
    }
    let source = try cached(key) { try TilePictures(file, base) }
    base.note(entry) { source.fault }
    return source.imagery
  }

  func tracks(_ file: FileReference) throws -> [RouteTrack] {
    let key = Digest { hasher in
      hasher.combine("tracks")
      hasher.combine(file)
    }
    func text(_ error: RouteFileError) -> String {
      "\(file.literal)\(error.place.map { ":\($0)" } ?? ""): \(error)"
    }
    let (tracks, fault, remarks) = try cached(key) {
      do {
        return try RouteFile.tracks(try bytes(of: file), ending: (file.path as NSString).pathExtension)
      } catch let error as RouteFileError {
        throw StageError(text(error), hint: error.hint)
      }
    }
    if let fault {
      let count = tracks.reduce(0) { $0 + $1.places.count }
      warn(
        once: "\(text(fault)); what is there is read, with \(count) \(count == 1 ? "position" : "positions")", of: file)
    }
    for remark in remarks { warn(once: text(remark), of: file) }
    return tracks
  }

  func subtitles(_ file: FileReference) throws -> SubtitleTrack {
    let key = Digest { hasher in
      hasher.combine("subtitles")
      hasher.combine(file)
    }
    let (track, remarks) = try cached(key) {
      do {
        return try SubtitleFile.read(try bytes(of: file), name: file.literal)
      } catch let error as SubtitleError {
        throw StageError(error, in: file)
      }
    }
    for remark in remarks { warn(once: remark.text(in: file.literal), of: file) }
    return track
  }

  func heights(_ file: FileReference, encoding: HeightEncoding) throws -> HeightGrid {
    do {
      let bytes = try bytes(of: file)
      let isTIFF = bytes.starts(with: [0x49, 0x49]) || bytes.starts(with: [0x4D, 0x4D])
      if PictureSequence.begins(with: file), !isTIFF {
        return try HeightGrid(tile: try picture(file, convertsColors: false), name: file.literal, encoding: encoding)
      }
      if isTIFF { return try HeightGrid(geoTIFF: bytes) { try base.hold($0, for: "the heights", file.literal) } }
      guard bytes.starts(with: [0x50, 0x4B]) else {
        return try HeightGrid(squareDegree: bytes, name: file.literal)
      }
      let archive = try ZipArchive(bytes)
      guard let name = archive.names.first(where: { $0.lowercased().hasSuffix(".hgt") }) else {
        throw StageError("\(file.literal): there is no file of heights (.hgt) in the archive")
      }
      // 3,601 rows at most, of as many heights.
      let heights = try archive.file(name, maxSize: 1 << 26) ?? []
      return try HeightGrid(squareDegree: heights, name: name)
    } catch let error as HeightsError {
      throw StageError("\(file.literal): \(error)", hint: error.hint)
    } catch let error as ZipError {
      throw StageError("\(file.literal): \(error.message)", hint: error.hint)
    }
  }

  func combine(_ a: Path, _ b: Path, by operation: PathOperation, tolerance: Double) throws -> Path {
    guard tolerance > 0, let path = combined(a, b, by: operation, tolerance: tolerance) else {
      throw StageError("these outlines are too large or too entangled to be combined")
    }
    return path
  }

  func clip(_ file: FileReference, framesPerSecond: Double) throws -> VideoClip {
    if try base.isSequence(file) {
      let sequence = try PictureSequence(file, try picture(file), base.files, composition.gamut, traits: base.traits)
      for (file, remark) in sequence.remarks { warn(of: file, remark) }
      if let gap = sequence.gap { warn(gap) }
      base.note(entry) { sequence.fault }
      return sequence.clip(framesPerSecond: framesPerSecond)
    }
    let clip = try base.clipFile(file)
    if let mapping = clip.toneMapping { warn(of: file, mapping.remark) }
    if let colors = clip.unconvertedColors { warn(of: file, colors.remark) }
    if let matrix = clip.unknownMatrix {
      warn(of: file, "has colors by the matrix '\(matrix)', which is not known: another one is used")
    }
    if clip.isTilted {
      warn(of: file, "is turned by its display matrix by other than quarters: it is shown at the nearest quarter")
    }
    if let pulldown = clip.pulldown { warn(of: file, pulldown.remark) }
    if clip.isDeinterlaced {
      warn(of: file, "is interlaced: each of its fields is made a whole picture by bwdif")
    } else if clip.isInterlaced {
      warn(
        of: file,
        "is interlaced, in a pixel format that is not deinterlaced: both fields of a frame are shown at once, as combs where "
          + "things move. Deinterlace it first, such as with ffmpeg's filter bwdif.")
    }
    base.note(entry) { clip.fault.map { StageError($0.message, hint: $0.hint) } }
    return VideoClip(
      size: Size(Double(clip.width) * clip.pixelAspect, Double(clip.height)), times: clip.times,
      duration: clip.duration
    ) { clip.frame($0) }
  }

  /// A picture of many pixels, which is read when it is drawn; nil for smaller ones.
  private func large(
    _ bytes: [UInt8], _ file: FileReference, _ key: Digest, _ diskCache: PreparationDiskCache?
  ) throws -> Image? {
    let (name, gamut) = (file.literal, composition.gamut)
    let traits = PictureTraits(bytes, in: gamut)
    guard traits.isLarge else { return nil }
    // A picture that can be decoded smaller is not worth storing whole.
    let store = traits.maxHalvings > 0 ? nil : diskCache
    let picture = LargePicture(traits, name: name) { halvings in
      func read() throws -> Image {
        do {
          return try readPicture(bytes, name: name, gamut: gamut, halvings: halvings)
        } catch {
          throw StageError(error.message, hint: error.hint)
        }
      }
      return try store.map { try $0.value(key, read) } ?? read()
    }
    try picture.check(base.memory)
    base.note(entry) { picture.fault }
    return picture.image(digest: Digest { $0.combine("\(key) \(VideoLibraries.colorVersion)") })
  }

  private func read(_ bytes: [UInt8], _ file: FileReference, convertsColors: Bool = true) throws -> Image {
    let available = base.memory?.budget.available ?? .max
    let maxPixels = min(available / LargePicture.bytesPerPixelWhileDecoding, maxPictureArea)
    do {
      return try readPicture(
        bytes, name: file.literal, maxPixels: maxPixels, convertsColors: convertsColors, gamut: composition.gamut)
    } catch  where error.code == -ENOMEM {
      base.memory?.refuse(maxPixels * LargePicture.bytesPerPixelWhileDecoding, for: "the picture")
      throw StageError("\(error)", hint: "Allow more memory with --max-memory.")
    } catch {
      throw StageError(error.message, hint: error.hint)
    }
  }

  private func warn(of file: FileReference, _ predicate: String) {
    warn(once: "'\(file.literal)' \(predicate)", of: file)
  }

  /// Warns of a file, once for all stages of the job, and of those that it shows.
  private func warn(once text: String, of file: FileReference) {
    let key = Digest { hasher in
      hasher.combine("warning")
      hasher.combine(file)
      hasher.combine(text)
    }
    _ = try? cached(key) {
      warn(text)
      return true
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
    let text = try cached(key) { [request] in
      if let font = request.style.file { try base.files.check(font) }
      var text = try base.text.text(request, fonts: base.fonts.collection)
      if request.unitesContours { text.layout.uniteContours() }
      return text
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

  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    try base.resources.value(key, make)
  }

  func cachedOnDisk<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    try cached(key) {
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
