import JobFile
import Planning

/// A run that writes the files from segments that shares drew; it draws nothing.
struct MergeRun: RunKind {
  private let core: RunCore
  /// The division of the run, where it is known; its index has no meaning.
  private let shares: Share?
  private let numbers: SegmentNumbers
  private let receipts: ShareReceipts?

  init(_ core: RunCore, _ shares: Share?) {
    self.core = core
    self.shares = shares
    numbers = SegmentNumbers(of: core.jobs, core.settings, from: 0)
    receipts = ShareReceipts(core)
  }

  var writesFiles: Bool { true }
  var order: [Int] { Array(core.jobs.indices) }

  func step(of drawing: JobDrawing, _ layout: SegmentLayout) throws -> JobStep { try merge(drawing.spec, layout) }

  /// Only the stages tell when the sounds of jobs that they show are heard.
  func step(of spec: RenderSpec, _ layout: SegmentLayout) throws -> JobStep? {
    spec.job.hasNestedSounds ? nil : try merge(spec, layout)
  }

  /// Throws `JobFailure` where a segment is not in the store.
  private func merge(_ spec: RenderSpec, _ layout: SegmentLayout) throws(JobFailure) -> JobStep {
    let stored = SegmentReuse(spec, layout, core.store).stored(layout.distinct)
    let absent = layout.distinct.filter { !stored.contains($0) }
    guard absent.isEmpty else { throw missing(absent, layout: layout, spec: spec) }
    return .assemble(try OutputAssembler(spec, layout: layout, drawing: nil, store: core.store))
  }

  func missing(_ segment: Int, of assembler: OutputAssembler, isDamaged: Bool) -> JobFailure {
    missing(
      [segment], layout: assembler.layout, spec: assembler.spec,
      known: isDamaged ? "it was damaged in the cache and is removed" : nil)
  }

  /// That segments are missing, with the reason for each.
  private func missing(
    _ segments: [Int], layout: SegmentLayout, spec: RenderSpec, known: String? = nil
  ) -> JobFailure {
    var parts: [MissingSegments] = []
    for segment in segments {
      let frames = layout.segments[segment]
      let ordinal = layout.distinct.firstIndex(of: segment) ?? 0
      let reason = known ?? reason(ofSegment: ordinal, of: spec)
      let part = parts.firstIndex { $0.reason == reason } ?? parts.count
      if part == parts.count { parts.append(MissingSegments(stretches: [], reason: reason)) }
      if let last = parts[part].stretches.last, last.segments.upperBound + 1 == segment,
        layout.video(ofSegment: segment - 1) == layout.video(ofSegment: segment)
      {
        parts[part].stretches[parts[part].stretches.count - 1] = .init(
          segments: last.segments.lowerBound...segment, frames: last.frames.lowerBound..<frames.upperBound,
          file: last.file)
      } else {
        let file = spec.file(of: segment, layout)
        parts[part].stretches.append(.init(segments: segment...segment, frames: frames, file: file))
      }
    }
    return .incomplete(parts)
  }

  private func reason(ofSegment ordinal: Int, of spec: RenderSpec) -> String {
    guard let receipts else { return "the cache was given up" }
    return receipts.reason(ofSegment: ordinal, of: spec.job, spec.index, numbers, in: shares)
  }
}
