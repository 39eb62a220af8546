import JobFile
import Planning
import StageKit

/// The numbers that a plan's stages publish, in columns.
public struct ValueTable: Sendable {
  private struct Cell {
    let stage: Int
    let output: String
    let component: Int
  }

  /// Such as `camera.position.x`; those of one stage side by side.
  public let columns: [String]
  private let cells: [Cell]

  public init(_ plan: RenderPlan) {
    var columns: [String] = []
    var cells: [Cell] = []
    for (index, planned) in plan.stages.enumerated() {
      for output in planned.entry.definition.outputs {
        let names = Self.columns(of: output, in: planned.entry)
        columns += names
        cells += names.indices.map { Cell(stage: index, output: output.name, component: $0) }
      }
    }
    (self.columns, self.cells) = (columns, cells)
  }

  /// The columns of an output: one for each of its components; none of drawings.
  public static func columns(of output: PortDefinition, in entry: StageEntry) -> [String] {
    PortValue.componentNames(of: output.type).map { "\(entry.id).\(output.name)" + ($0.isEmpty ? "" : ".\($0)") }
  }

  /// A frame's value in each column; nil where it is missing.
  public func values(of frame: EvaluatedFrame) -> [Double?] {
    cells.map { frame.values[$0.stage]?[$0.output]?.components[$0.component].value }
  }
}
