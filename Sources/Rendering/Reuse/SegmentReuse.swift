import Formats
import MediaBase
import Planning
import StageKit
import Synchronization
import Video

/// The entries that the store has for a segment.
struct SegmentLookup {
  /// The segment for each output of its rendition; nil where it must be encoded.
  var parts: [EncodedSegment?]
  /// True if it is rendered all the same, and compared.
  var isVerified: Bool
  var reason: SegmentOutcome.Reason

  /// The outputs to encode for, by their places in the rendition.
  var missing: [Int] { parts.indices.filter { isVerified || parts[$0] == nil } }
}

/// A segment as it was encoded for some outputs of its rendition.
struct RenderedSegment {
  /// By their places in the rendition.
  let outputs: [Int]
  let parts: [EncodedSegment]
  /// The number of frames that were drawn; the others are equal to those before them.
  let drawn: Int
  /// The processor time of threads that its encoders started.
  let encoderSeconds: Double
}

/// Finds one job's segments in the store, adds new ones, and counts where its frames come from.
final class SegmentReuse: Sendable {
  private let spec: RenderSpec
  private let layout: SegmentLayout
  /// Those that the run asks for, of the distinct ones.
  private let segments: [Int]
  private let store: SegmentStore?
  /// The record of how each output was made the last time.
  private let last: [OutputProvenance?]
  private let account: Mutex<Account>
  /// Entries for each segment of the run, then for each output.
  private let ahead: SegmentReadAhead?
  /// The first entry of each segment of the run.
  private let entries: [Int: Int]

  private struct Account {
    var counts = FrameCounts()
    var reasons: [SegmentOutcome.Reason]
  }

  /// Without `segments` the run asks for the whole video.
  init(_ spec: RenderSpec, _ layout: SegmentLayout, segments: [Int]? = nil, _ store: SegmentStore?) {
    self.spec = spec
    self.layout = layout
    self.segments = segments ?? layout.distinct
    self.store = store
    last = spec.paths.map { store?.record(of: $0) }
    var account = Account(reasons: layout.originals.map { .repeats($0) })
    if segments == nil {
      account.counts.repeated = layout.segments.indices.filter { layout.originals[$0] != $0 }
        .reduce(0) { $0 + layout.segments[$1].count }
    }
    self.account = Mutex(account)
    let reads = self.segments.flatMap { segment in
      spec.renditions[layout.video(ofSegment: segment)].outputs.indices.map { (segment: segment, index: $0) }
    }
    entries = Dictionary(zip(reads.map(\.segment), 0...), uniquingKeysWith: { first, _ in first })
    ahead = store.map { store in
      SegmentReadAhead(count: reads.count) { entry in
        var watch = spec.meter.stopwatch
        defer { spec.meter.measure { watch.lap(&$0.storing) } }
        let segment = reads[entry].segment
        let key = Self.key(ofSegment: segment, output: reads[entry].index, layout: layout, spec: spec)
        return store.segment(key, frameCount: layout.segments[segment].count)
      }
    }
  }

  var counts: FrameCounts { account.withLock { $0.counts } }

  /// The number of segments that are in the store for every output.
  var storedCount: Int { stored(segments).count }

  /// Those of some segments for which the store has an entry for every output; none is read.
  func stored(_ segments: [Int]) -> Set<Int> {
    guard let store else { return [] }
    let keys = segments.flatMap { self.keys(of: $0) }
    let known = Set(zip(keys, store.holds(keys)).filter(\.1).map(\.0))
    return Set(segments.filter { known.isSuperset(of: self.keys(of: $0)) })
  }

  /// A segment's keys in the store, one for each output.
  func keys(of segment: Int) -> [Digest] {
    rendition(of: segment).outputs.indices.map { Self.key(ofSegment: segment, output: $0, layout: layout, spec: spec) }
  }

  private func rendition(of segment: Int) -> Rendition { spec.renditions[layout.video(ofSegment: segment)] }

  /// The remaining work, judged by the entries of the store, which are not read.
  var forecast: RenderForecast {
    var forecast = RenderForecast(segments: layout.segments.count, stored: 0, framesToDraw: 0)
    let stored = stored(layout.distinct)
    for segment in layout.distinct {
      if stored.contains(segment) {
        forecast.stored += layout.originals.count { $0 == segment }
      } else {
        forecast.framesToDraw += Set(layout.frameDigests(ofSegment: segment)).count
      }
    }
    return forecast
  }

  var outcomes: [SegmentOutcome] {
    account.withLock { account in
      layout.segments.indices.map { segment in
        SegmentOutcome(
          frames: layout.segments[segment], reason: account.reasons[segment], file: spec.file(of: segment, layout))
      }
    }
  }

  func find(_ segment: Int) -> SegmentLookup {
    let outputs = rendition(of: segment).outputs
    var found = SegmentLookup(parts: outputs.map { _ in nil }, isVerified: false, reason: .noStore)
    guard let store, let ahead, let first = entries[segment] else { return found }
    found.reason = .stored
    for (index, output) in outputs.enumerated() {
      let wanted = layout.segments[segment]
      switch ahead.result(first + index) {
      case .found(let part): found.parts[index] = part
      case .damaged: found.reason = .damaged
      case .missing:
        if found.reason == .stored {
          found.reason = last[output]?.reason(for: wanted, in: record(segment, index)) ?? .new
        }
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

  /// Stores what was rendered. Throws `MediaError` where the store had other bytes, which it replaces, and `StoreError` where
  /// the run is for what is stored and it cannot be.
  func keep(_ rendered: RenderedSegment, of segment: Int, after found: SegmentLookup) throws {
    var watch = spec.meter.stopwatch
    var isDifferent = false
    // Outputs of equal formats have one entry.
    var kept: Set<Digest> = []
    for (output, part) in zip(rendered.outputs, rendered.parts) {
      if found.parts[output] == part { continue }
      if found.parts[output] != nil { isDifferent = true }
      let key = Self.key(ofSegment: segment, output: output, layout: layout, spec: spec)
      if kept.insert(key).inserted { try store?.keep(part, under: key) }
    }
    account.withLock { account in
      account.reasons[segment] = found.reason
      account.counts.drawn += rendered.drawn
      account.counts.repeated += layout.segments[segment].count - rendered.drawn
    }
    spec.meter.measure { watch.lap(&$0.storing) }
    if isDifferent {
      let frames = layout.segments[segment]
      throw MediaError(
        "trust the cache",
        reason: "frames \(frames.lowerBound)..\(frames.upperBound - 1) differ from a new rendering and are replaced",
        hint: "Please report this. 'pipeline cache clear' removes everything from the cache")
    }
  }

  /// Stores how the outputs were made, so that the next run can say what has changed.
  func recordOutputs() {
    for (rendition, video) in zip(spec.renditions, layout.videos) {
      for (index, output) in rendition.outputs.enumerated() {
        store?.keep(record(video.segments.lowerBound, index), of: spec.paths[output])
      }
    }
  }

  /// The store's copy of a video's animated picture, for the output at an index in its rendition; nil if there is none.
  func finishedPicture(of video: Int, at place: Int) -> FinishedPicture? {
    let format = spec.formats[spec.renditions[video].outputs[place]]
    guard let store, case .animation = format.container.storage else { return nil }
    let key = Digest { hasher in
      hasher.combine("animated picture 1")
      hasher.combine(format.codec.name)
      for option in format.options.entries {
        hasher.combine(option.name)
        hasher.combine("\(option.value)")
      }
      for segment in layout.videos[video].segments {
        hasher.combine(Self.key(ofSegment: layout.originals[segment], output: place, layout: layout, spec: spec))
      }
    }
    let pictures = PreparationDiskCache(store)
    return FinishedPicture(bytes: pictures.bytes(under: key)) { pictures.keep($0, under: key) }
  }

  /// A segment's key in the store for an output, by its place in the rendition.
  private static func key(ofSegment segment: Int, output index: Int, layout: SegmentLayout, spec: RenderSpec) -> Digest
  {
    let rendition = spec.renditions[layout.video(ofSegment: segment)]
    return SegmentStore.key(
      content: layout.contents[segment], canvas: rendition.canvasDigest(ofOutput: index),
      format: spec.formats[rendition.outputs[index]])
  }

  /// A record of how the output at an index in a segment's rendition is made.
  private func record(_ segment: Int, _ index: Int) -> OutputProvenance {
    let rendition = rendition(of: segment)
    let video = layout.videos[layout.video(ofSegment: segment)]
    return OutputProvenance(
      program: SegmentStore.program, settings: spec.formats[rendition.outputs[index]].digest,
      canvas: rendition.canvasDigest(ofOutput: index), firstFrame: video.firstFrame, frames: video.frameDigests,
      starts: layout.segments[video.segments].map(\.lowerBound))
  }
}
