import JobFile
import Planning

/// A run that draws what is not in the store, and writes the files.
struct DeliveryRun: RunKind {
  let core: RunCore

  var writesFiles: Bool { true }
  var order: [Int] { Array(core.jobs.indices) }

  /// Stages are always made, so that their warnings and errors are of now.
  func step(of spec: RenderSpec, _ layout: SegmentLayout) -> JobStep? { nil }

  func step(of drawing: JobDrawing, _ layout: SegmentLayout) throws -> JobStep {
    .assemble(try OutputAssembler(drawing.spec, layout: layout, drawing: drawing, store: core.store))
  }
}
