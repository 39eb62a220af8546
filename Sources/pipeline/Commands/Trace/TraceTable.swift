import Planning
import Rendering

/// The published values of a plan, a row for each frame.
struct TraceTable {
  private let plan: RenderPlan
  private let table: ValueTable

  init(_ plan: RenderPlan) {
    self.plan = plan
    table = ValueTable(plan)
  }

  var header: String { (["frame", "seconds"] + table.columns).joined(separator: ",") }

  func cells(frame: Int) throws -> [Double?] { table.values(of: try plan.evaluate(at: plan.seconds(ofFrame: frame))) }

  func csv(_ frame: Int, _ cells: [Double?]) -> String {
    (["\(frame)", "\(plan.seconds(ofFrame: frame))"] + cells.map { $0.map { "\($0)" } ?? "" }).joined(separator: ",")
  }

  func json(_ frame: Int, _ cells: [Double?]) -> String {
    let fields = zip(table.columns, cells).map { column, value in
      "\"\(column)\":\(value.map { $0.isFinite ? "\($0)" : "null" } ?? "null")"
    }
    return "{"
      + (["\"frame\":\(frame)", "\"seconds\":\(plan.seconds(ofFrame: frame))"] + fields).joined(separator: ",") + "}"
  }
}
