import Reporting
import StageKit

extension StageReader {
  /// The id of the stage that grades the canvas, which no other can have.
  static let canvasGradeID = "canvas.grade"

  /// The stage that grades the canvas, above all others.
  func canvasGrade(_ place: Place) -> StageEntry? {
    let (found, path) = place
    guard let definition = definitions.first(where: { $0.name == "grade" }) else {
      context.report(found, path, "the stage module ColorGrade, which grades, is missing")
      return nil
    }
    context.usesRow = false
    let reader = ParameterReader(context: context, takesOutputs: true)
    guard let parameters = reader.parameters(found, path, definition.parameters, at: "") else { return nil }
    var entry = StageEntry(
      id: Self.canvasGradeID, definition: definition, parameters: parameters, z: .greatestFiniteMagnitude,
      position: found.position, path: path.text, parameterPositions: reader.positions, follows: reader.follows,
      tracks: reader.tracks)
    entry.parametersPath = path.text
    entry.computed = reader.computed
    entry.ignoresLayoutChecks = true
    entry.usesRow = context.usesRow
    return entry
  }
}
