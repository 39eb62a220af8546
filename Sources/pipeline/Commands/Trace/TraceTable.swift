import Planning
import StageKit

/// The published values of a plan, a row for each frame.
struct TraceTable {
  private let plan: RenderPlan
  private let columns: [Column]

  private struct Column {
    let name: String
    let stage: Int
    let output: String
    let component: Int
  }

  init(_ plan: RenderPlan) {
    self.plan = plan
    columns = plan.stages.enumerated().flatMap { index, planned in
      planned.entry.definition.outputs.flatMap { output in
        PortValue.componentNames(of: output.type).enumerated().map { component, name in
          Column(
            name: "\(planned.entry.id).\(output.name)" + (name.isEmpty ? "" : ".\(name)"), stage: index,
            output: output.name, component: component)
        }
      }
    }
  }

  var header: String { (["frame", "seconds"] + columns.map(\.name)).joined(separator: ",") }

  func cells(frame: Int) throws -> [Double?] {
    let values = try plan.evaluate(at: plan.seconds(ofFrame: frame)).values
    return columns.map { column in values[column.stage]?[column.output]?.components[column.component].value }
  }

  func csv(_ frame: Int, _ cells: [Double?]) -> String {
    (["\(frame)", "\(plan.seconds(ofFrame: frame))"] + cells.map { $0.map { "\($0)" } ?? "" }).joined(separator: ",")
  }

  func json(_ frame: Int, _ cells: [Double?]) -> String {
    let fields = zip(columns, cells).map { column, value in
      "\"\(column.name)\":\(value.map { $0.isFinite ? "\($0)" : "null" } ?? "null")"
    }
    return "{"
      + (["\"frame\":\(frame)", "\"seconds\":\(plan.seconds(ofFrame: frame))"] + fields).joined(separator: ",") + "}"
  }
}
