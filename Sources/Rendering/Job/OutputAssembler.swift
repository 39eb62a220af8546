import Files
import Formats
import Foundation
import JobFile
import MediaBase
import Memory
import Planning
import Reporting
import Synchronization
import Video

/// Puts one job's finished segments together to its files, unless they are for the store alone, and reports what became of
/// them.
///
/// Segments may be delivered in any order from any thread; those that come before their turn wait, encoded, in memory.
/// Those that show the same are delivered once.
final class OutputAssembler: Sendable {
  let spec: RenderSpec
  let layout: SegmentLayout
  /// Draws segments that are not in the store; nil where nothing is drawn.
  let drawing: JobDrawing?
  /// Those that the run asks for, of the distinct ones, in order.
  let segments: [Int]
  let writesFiles: Bool
  /// True if `deliver` is to be called with the job's sound, too.
  let hasSound: Bool
  /// Nil where nothing is stored.
  let store: SegmentStore?
  private let reuse: SegmentReuse
  /// Locked while segments are written and the files are finished; `phase` is for those who must not wait for that.
  private let state: Mutex<State>
  private let phase = Mutex(Phase.rendering)
  /// Memory for putting segments together; not waited for, since nothing can be written later.
  private let joinMemory: MemoryReservation?
  private let temporaryPaths: [String]
  private let waiting = Mutex(0)
  private let knownMemory: Mutex<Int>
  /// The number of frames that were reported, by segments that were begun.
  private let reported = Mutex<[Int: Int]>([:])

  private struct State {
    /// For each rendition, one for each of its outputs.
    var writers: [[any OutputWriter]] = []
    var soundWriters: [SoundFileWriter] = []
    /// Nil until it is made.
    var sounds: [SoundTarget: EncodedSound]?
    /// By the first segment that shows the same.
    var waiting: [Int: [EncodedSegment]] = [:]
    var written = 0
  }

  private enum Phase {
    case rendering
    /// The files are being checked and put in their places; it is too late to end the job.
    case finishing
    case delivered
    case failed
  }

  /// Without `segments`, files are written of all. Throws `JobFailure` where the job's files cannot be begun.
  init(
    _ spec: RenderSpec, layout: SegmentLayout, drawing: JobDrawing?, segments: [Int]? = nil, store: SegmentStore?
  ) throws(JobFailure) {
    self.spec = spec
    self.layout = layout
    self.drawing = drawing
    self.store = store
    self.segments = segments ?? layout.distinct
    writesFiles = segments == nil
    let reuse = SegmentReuse(spec, layout, segments: segments, store)
    self.reuse = reuse
    var writers: [[any OutputWriter]] = []
    var soundWriters: [SoundFileWriter] = []
    do {
      for rendition in writesFiles ? spec.renditions : [] {
        writers.append([])
        for (place, output) in rendition.outputs.enumerated() {
          let path = spec.paths[output]
          try Self.makeFolder((path as NSString).deletingLastPathComponent)
          let writer = try spec.formats[output].writer(
            to: path, numbering: spec.numbering(of: output, from: rendition.frames.lowerBound),
            finished: reuse.finishedPicture(of: writers.count - 1, at: place))
          if spec.job.outputs[output].subtitles == .track {
            writer.add(spec.subtitles(of: rendition).map(\.subtitles))
          }
          writers[writers.count - 1].append(writer)
        }
        // Behind those of the outputs, which take segments and sound.
        for file in spec.subtitleFiles(of: rendition) {
          writers[writers.count - 1].append(
            try SubtitleFileWriter(path: file.path, track: file.subtitles.track, format: file.format))
        }
      }
      for (output, _, path) in writesFiles ? spec.soundFiles : [] {
        try Self.makeFolder((path as NSString).deletingLastPathComponent)
        soundWriters.append(try SoundFileWriter(path: path, container: output.container))
      }
    } catch {
      for writer in soundWriters { writer.cancel() }
      for writer in writers.joined() { writer.cancel() }
      throw error as? JobFailure ?? .render("\(error)")
    }
    joinMemory = writesFiles ? spec.context.memory?.reserveIfAvailable(spec.joinMemory) : nil
    hasSound = writesFiles && !spec.soundTargets.isEmpty
    temporaryPaths = writers.joined().map(\.temporaryPath) + soundWriters.map(\.temporaryPath)
    // A frame as it is drawn, as it is stored for reuse and as it is encoded, and the encoders.
    let needs = spec.renditions.map { $0.width * $0.height * 15 + spec.encoderMemory($0.outputs) }
    knownMemory = Mutex(needs.max() ?? 0)
    state = Mutex(State(writers: writers, soundWriters: soundWriters, sounds: hasSound ? nil : [:]))
  }

  var index: Int { spec.index }

  /// The number of frames that the run asks for, with those that repeat others.
  var frameCount: Int {
    (writesFiles ? Array(layout.segments.indices) : segments).reduce(0) { $0 + layout.segments[$1].count }
  }

  /// The number of frames that need not be drawn once a segment is there.
  func reusedFrames(of segment: Int, isStored: Bool) -> Int {
    if writesFiles { return layout.reusedFrames(of: segment, isStored: isStored) }
    return isStored ? layout.segments[segment].count : 0
  }

  /// That a segment was damaged in the store.
  func damage(of segment: Int) -> RenderEvent {
    let frames = layout.segments[segment]
    return .noted(
      "\(spec.job.id): frames \(frames.lowerBound)..\(frames.upperBound - 1) were damaged in the cache; "
        + "they are removed from it and rendered anew")
  }

  /// The memory that a worker is likely to take for a segment, in bytes: the most that any took so far.
  var workerMemory: Int { knownMemory.withLock { $0 } }

  /// A worker took `bytes` for a segment.
  func learn(workerMemory bytes: Int) { knownMemory.withLock { $0 = max($0, bytes) } }

  /// True if the `count`th frame of a segment is done for the first time: one that was refused memory is drawn again.
  func isNew(frame count: Int, of segment: Int) -> Bool {
    reported.withLock { reported in
      guard count > reported[segment, default: 0] else { return false }
      reported[segment] = count
      return true
    }
  }

  /// The size of segments that wait for an earlier one, in bytes.
  var waitingBytes: Int { waiting.withLock { $0 } }

  private static func bytes(of waiting: [Int: [EncodedSegment]], from first: Int) -> Int {
    waiting.reduce(0) { sum, entry in
      entry.key < first ? sum : entry.value.reduce(sum) { $0 + $1.byteCount }
    }
  }

  var hasFailed: Bool { phase.withLock { $0 == .failed } }

  /// True if the job is delivered or failed.
  var isOver: Bool { phase.withLock { $0 == .delivered || $0 == .failed } }

  /// The number of segments in the store, and of all.
  var storedSegments: (count: Int, total: Int) { (reuse.storedCount, segments.count) }

  /// The segment as the store has it, for each output; nil where it has none, or where it is to be verified.
  func find(_ segment: Int) -> SegmentLookup { reuse.find(segment) }

  /// Keeps what was rendered of a segment; throws as `SegmentReuse.keep`.
  func keep(_ rendered: RenderedSegment, of segment: Int, after found: SegmentLookup) throws {
    try reuse.keep(rendered, of: segment, after: found)
  }

  /// Takes a segment, encoded for every output of its rendition. Returns the job's summary with the last one; throws `MediaError`.
  func deliver(_ segment: [EncodedSegment], at position: Int) throws -> JobSummary? {
    try state.withLock { state in
      guard !hasFailed else { return nil }
      guard writesFiles else {
        state.written += 1
        return finishWithoutFiles(state.written)
      }
      state.waiting[position] = segment
      return try advance(&state)
    }
  }

  /// Takes the job's sound, without which no file is begun. Returns the job's summary if it comes last; throws `MediaError`.
  func deliver(_ sounds: [SoundTarget: EncodedSound]) throws -> JobSummary? {
    try state.withLock { state in
      guard !hasFailed else { return nil }
      state.sounds = sounds
      for (writers, rendition) in zip(state.writers, spec.renditions) {
        for (writer, output) in zip(writers, rendition.outputs) {
          if let sound = spec.sounds[output].flatMap({ sounds[$0] }) { writer.add(sound) }
        }
      }
      return try advance(&state)
    }
  }

  /// Writes the segments whose turn it is, and finishes the files after the last one.
  private func advance(_ state: inout State) throws -> JobSummary? {
    guard let sounds = state.sounds else {
      waiting.withLock { $0 = Self.bytes(of: state.waiting, from: state.written) }
      return nil
    }
    var watch = spec.meter.stopwatch
    defer { waiting.withLock { $0 = Self.bytes(of: state.waiting, from: state.written) } }
    while state.written < layout.segments.count, let next = state.waiting[layout.originals[state.written]] {
      let writers = state.writers[layout.video(ofSegment: state.written)]
      for (writer, part) in zip(writers, next) { try writer.append(part) }
      // Copies in loops use the same segment again, so it is kept until the last of them.
      if layout.isLastUse(state.written) { state.waiting[layout.originals[state.written]] = nil }
      state.written += 1
    }
    guard state.written == layout.segments.count, move(from: .rendering, to: .finishing) else {
      spec.meter.measure { watch.lap(&$0.writing) }
      return nil
    }
    do {
      for writer in state.writers.joined() { try writer.finish() }
      for (writer, file) in zip(state.soundWriters, spec.soundFiles) {
        if let sound = sounds[file.target] { try writer.finish(sound) }
      }
    } catch {
      // Only from this phase can `fail` end the job and cancel its writers.
      _ = move(from: .finishing, to: .rendering)
      throw error
    }
    _ = move(from: .finishing, to: .delivered)
    reuse.recordOutputs()
    spec.meter.measure { watch.lap(&$0.writing) }
    return summary()
  }

  /// The summary once `kept` segments are kept, if they are all.
  private func finishWithoutFiles(_ kept: Int) -> JobSummary? {
    guard kept == segments.count, move(from: .rendering, to: .delivered) else { return nil }
    return summary()
  }

  /// Ends the job without files; true for the first who does, false where it is delivered or about to be.
  func fail() -> Bool {
    guard move(from: .rendering, to: .failed) else { return false }
    state.withLock { state in
      state.waiting = [:]
      for writer in state.writers.joined() { writer.cancel() }
      for writer in state.soundWriters { writer.cancel() }
    }
    return true
  }

  /// Removes unfinished files at once, whatever else goes on; only to be followed by the end of the process.
  func abandon() { for path in temporaryPaths { UnfinishedFiles.remove(path) } }

  private func move(from old: Phase, to new: Phase) -> Bool {
    phase.withLock { phase in
      guard phase == old else { return false }
      phase = new
      return true
    }
  }

  /// The job as it is delivered.
  func summary() -> JobSummary {
    let elapsed = spec.began.duration(to: .now)
    let count =
      writesFiles
      ? layout.videos.reduce(0) { $0 + $1.frameDigests.count }
      : segments.reduce(0) { $0 + layout.segments[$1].count }
    let durations =
      spec.renditions.map { $0.rate.seconds(ofFrame: $0.frames.count) }
      + spec.soundFiles.map { Double($0.target.part.count) / Double(SoundFormat.sampleRate) }
    let outcomes = reuse.outcomes
    return JobSummary(
      name: spec.job.name, files: writesFiles ? files : [], frames: count, counts: reuse.counts,
      segments: writesFiles ? outcomes : segments.map { outcomes[$0] },
      duration: writesFiles ? durations.max() ?? 0 : spec.job.frameRate.seconds(ofFrame: count),
      elapsed: Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18,
      timings: spec.meter.timings)
  }

  /// In the order of the job's outputs.
  private var files: [DeliveredFile] {
    let delivered = spec.renditions.flatMap { rendition in rendition.outputs.map { ($0, rendition.frames) } }
    return delivered.sorted { $0.0 < $1.0 }.map { output, frames in
      let path = spec.paths[output]
      let numbering = spec.numbering(of: output, from: frames.lowerBound)
      let isNumbered = spec.formats[output].container.isNumbered
      let paths = isNumbered ? frames.map { numbering.name(path, frame: $0) } : [path]
      return DeliveredFile(
        path: path, bytes: paths.map(Self.size).reduce(0, +), colors: colors(spec.formats[output].colors))
    } + spec.soundFiles.map { DeliveredFile(path: $0.path, bytes: Self.size($0.path)) }
  }

  private func colors(_ delivered: DeliveredColors) -> String? {
    let canvas = DeliveredColors.standard(spec.job.composition.gamut)
    switch delivered {
    case canvas: return canvas == .standard(.sRGB) ? nil : canvas.name
    case .standard: return "\(delivered.name), converted from \(canvas.name)"
    case .hdr(_, let white):
      return "\(delivered.name), converted from \(canvas.name) with white at \(JSONValue.numberText(white)) cd/m²"
    }
  }

  private static func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
  }

  private static func makeFolder(_ path: String) throws(JobFailure) {
    do { try FileSystem.createFolder(path) } catch { throw .render(error.message) }
  }
}
