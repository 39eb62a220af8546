import JobFile
import Planning
import Reporting
import Synchronization

/// A run that draws a share of the segments and keeps them in the store; it writes no files.
final class ShareRun: RunKind {
  private let core: RunCore
  private let share: Share
  private let numbers: SegmentNumbers
  private let receipts: ShareReceipts?
  /// Why jobs failed, by their files, for the receipt.
  private let failures = Mutex<[String: String]>([:])

  init(_ core: RunCore, _ share: Share) {
    self.core = core
    self.share = share
    numbers = SegmentNumbers(of: core.jobs, core.settings, from: share.firstNumber)
    receipts = core.settings.keepsReceipts ? ShareReceipts(core) : nil
  }

  var writesFiles: Bool { false }

  /// Each share begins with other jobs, so that they hash different ones first.
  var order: [Int] {
    let own = core.jobs.indices.filter { numbers.mayConcern(share, job: $0, file: core.jobs[$0].id) }
    let first = own.count * share.index / share.count
    return Array(own[first...] + own[..<first])
  }

  func share(ofJob index: Int) -> Share? {
    var share = share
    share.firstNumber = numbers.ranges[index].lowerBound
    return share
  }

  func begin() { keepReceipt(isOver: false) }
  func end(isOver: Bool) { keepReceipt(isOver: isOver) }

  /// Keeps what became of this share, for the run that merges it.
  private func keepReceipt(isOver: Bool) {
    guard let receipts else { return }
    var receipt = ShareReceipts.begun(core.jobs)
    receipt.isOver = isOver
    receipt.failures = failures.withLock { $0 }
    receipts.keep(receipt, of: share)
  }

  func failed(_ job: Int, _ failure: JobFailure) {
    failures.withLock { $0[ShareReceipts.path(core.jobs[job])] = failure.summary }
  }

  /// There may be more memory another time, or on another machine.
  func memoryFailure(_ errors: [Diagnostic]) -> JobFailure {
    .temporary(errors.first?.textWithoutFile ?? "too little memory")
  }

  func step(of drawing: JobDrawing, _ layout: SegmentLayout) throws -> JobStep {
    let assembler = try assembler(drawing.spec, layout, drawing)
    return assembler.segments.isEmpty ? .skip : .assemble(assembler)
  }

  /// Reads the segments of the share: a damaged one cannot be replaced, since there are no stages to draw it.
  func step(of spec: RenderSpec, _ layout: SegmentLayout) throws -> JobStep? {
    let assembler = try assembler(spec, layout, nil)
    if assembler.segments.isEmpty { return .skip }
    guard assembler.storedSegments.count == assembler.segments.count else { return nil }
    for segment in assembler.segments {
      let found = assembler.find(segment)
      if found.reason == .damaged { core.observe(assembler.damage(of: segment)) }
      if !found.missing.isEmpty { return nil }
    }
    return .complete(assembler)
  }

  private func assembler(
    _ spec: RenderSpec, _ layout: SegmentLayout, _ drawing: JobDrawing?
  ) throws(JobFailure) -> OutputAssembler {
    let own = zip(0..., layout.distinct).filter { ordinal, _ in
      numbers.share(ofSegment: ordinal, job: spec.index, file: spec.job.id, share) == share.index
    }.map(\.1)
    return try OutputAssembler(spec, layout: layout, drawing: drawing, segments: own, store: core.store)
  }

  /// Keeps what drawing and encoding the segment took, for runs that are divided by it.
  func drew(_ segment: Int, of assembler: OutputAssembler, seconds: Double) {
    let key = SegmentCost.key(of: segment, assembler.layout, assembler.spec)
    core.store?.keep(SegmentCost(seconds: seconds).bytes, as: .costs, under: key)
  }
}
