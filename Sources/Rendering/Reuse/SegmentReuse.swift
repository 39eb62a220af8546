import Formats
import Planning
import StageKit
import Synchronization
import Video

/// What the store had of a segment.
struct SegmentLookup {
  /// For each of the job's outputs the segment; nil where it must be encoded.
  var parts: [EncodedSegment?]
  /// Whether it is rendered all the same, and compared.
  var isVerified: Bool
  var reason: SegmentOutcome.Reason

  /// The outputs to encode for.
  var missing: [Int] { parts.indices.filter { isVerified || parts[$0] == nil } }
}

/// A segment as it was encoded for some of a job's outputs.
struct RenderedSegment {
  let outputs: [Int]
  let parts: [EncodedSegment]
  /// How many of its frames were drawn; the others are equal to those before them.
  let drawn: Int
}

/// Finds one job's segments in the store, adds new ones, and counts where its frames come from.
final class SegmentReuse: Sendable {
  private let task: RenderTask
  private let layout: SegmentLayout
  /// Those that the run asks for, of the distinct ones.
  private let segments: [Int]
  private let store: SegmentStore?
  private let canvas: Digest
  /// How each output was made the last time.
  private let last: [OutputProvenance?]
  private let account: Mutex<Account>
  /// By the segment's number among those of the run, then by output.
  private let ahead: SegmentReadAhead?
  private let ordinals: [Int: Int]

  private struct Account {
    var counts = FrameCounts()
    var reasons: [SegmentOutcome.Reason]
  }

  /// Without `segments` the run asks for the whole video.
  init(_ task: RenderTask, _ layout: SegmentLayout, segments: [Int]? = nil, _ store: SegmentStore?) {
    self.task = task
    self.layout = layout
    self.segments = segments ?? layout.distinct
    self.store = store
    canvas = task.canvasDigest
    last = task.paths.map { store?.record(of: $0) }
    var account = Account(reasons: layout.originals.map { .repeats($0) })
    if segments == nil {
      account.counts.repeated = layout.segments.indices.filter { layout.originals[$0] != $0 }
        .reduce(0) { $0 + layout.segments[$1].count }
    }
    self.account = Mutex(account)
    let (segments, canvas) = (self.segments, canvas)
    ordinals = Dictionary(uniqueKeysWithValues: zip(segments, 0...))
    ahead = store.map { store in
      SegmentReadAhead(count: segments.count * task.formats.count) { entry in
        var watch = task.meter.stopwatch
        defer { task.meter.measure { watch.lap(&$0.storing) } }
        let segment = segments[entry / task.formats.count]
        let key = Self.key(layout.contents[segment], canvas, task.formats[entry % task.formats.count])
        return store.segment(key, frameCount: layout.segments[segment].count)
      }
    }
  }

  var counts: FrameCounts { account.withLock { $0.counts } }

  /// How many of the segments are in the store for every output.
  var storedCount: Int { stored(segments).count }

  /// Of some segments those of which the store has an entry for every output; none is read.
  func stored(_ segments: [Int]) -> Set<Int> {
    guard let store else { return [] }
    let keys = segments.flatMap { self.keys(of: $0) }
    let known = Set(zip(keys, store.holds(keys)).filter(\.1).map(\.0))
    return Set(segments.filter { known.isSuperset(of: self.keys(of: $0)) })
  }

  /// A segment's keys in the store, one for each output.
  func keys(of segment: Int) -> [Digest] { task.formats.map { key(segment, $0) } }

  /// What is left to do, by the entries of the store, which are not read.
  var forecast: RenderForecast {
    var forecast = RenderForecast(segments: layout.segments.count, stored: 0, framesToDraw: 0)
    let stored = stored(layout.distinct)
    for segment in layout.distinct {
      if stored.contains(segment) {
        forecast.stored += layout.originals.count { $0 == segment }
      } else {
        forecast.framesToDraw += Set(layout.segments[segment].map { layout.digest(ofFrame: $0) }).count
      }
    }
    return forecast
  }

  var outcomes: [SegmentOutcome] {
    account.withLock { account in
      zip(layout.segments, account.reasons).map { SegmentOutcome(frames: $0, reason: $1) }
    }
  }

  func find(_ segment: Int) -> SegmentLookup {
    var found = SegmentLookup(parts: task.formats.map { _ in nil }, isVerified: false, reason: .noStore)
    guard let store, let ahead, let ordinal = ordinals[segment] else { return found }
    found.reason = .stored
    for (output, format) in task.formats.enumerated() {
      let wanted = layout.segments[segment]
      switch ahead.result(ordinal * task.formats.count + output) {
      case .found(let part): found.parts[output] = part
      case .damaged: found.reason = .damaged
      case .missing:
        if found.reason == .stored { found.reason = last[output]?.reason(for: wanted, in: record(format)) ?? .new }
      }
    }
    let isWhole = !found.parts.contains { $0 == nil }
    if isWhole && store.verifiedShare > 0 && Double.random(in: 0..<1) < store.verifiedShare {
      found.isVerified = true
      found.reason = .verified
    }
    if isWhole && !found.isVerified {
      account.withLock { account in
        account.reasons[segment] = .stored
        account.counts.stored += layout.segments[segment].count
      }
    }
    return found
  }

  /// Stores what was rendered. Throws `VideoError` where the store had other bytes, which it replaces, and `StoreError` where
  /// the run is for what is stored and it cannot be.
  func keep(_ rendered: RenderedSegment, of segment: Int, after found: SegmentLookup) throws {
    var watch = task.meter.stopwatch
    var isDifferent = false
    for (output, part) in zip(rendered.outputs, rendered.parts) {
      if found.parts[output] == part { continue }
      if found.parts[output] != nil { isDifferent = true }
      try store?.keep(part, under: key(segment, task.formats[output]))
    }
    account.withLock { account in
      account.reasons[segment] = found.reason
      account.counts.drawn += rendered.drawn
      account.counts.repeated += layout.segments[segment].count - rendered.drawn
    }
    task.meter.measure { watch.lap(&$0.storing) }
    if isDifferent {
      let frames = layout.segments[segment]
      throw VideoError(
        "trust the store",
        reason: "frames \(frames.lowerBound)..\(frames.upperBound - 1) differ from a new rendering and are replaced",
        hint: "Please report this. 'pipeline cache clear' removes everything from the store")
    }
  }

  /// Stores how the outputs were made, so that the next run can say what has changed.
  func recordOutputs() {
    for (path, format) in zip(task.paths, task.formats) { store?.keep(record(format), of: path) }
  }

  private func key(_ segment: Int, _ format: OutputFormat) -> Digest {
    Self.key(layout.contents[segment], canvas, format)
  }

  private static func key(_ content: Digest, _ canvas: Digest, _ format: OutputFormat) -> Digest {
    SegmentStore.key(content: content, canvas: canvas, format: format)
  }

  private func record(_ format: OutputFormat) -> OutputProvenance {
    OutputProvenance(
      program: SegmentStore.program, settings: format.digest, canvas: canvas, firstFrame: layout.firstFrame,
      frames: layout.frameDigests, starts: layout.segments.map(\.lowerBound))
  }
}
