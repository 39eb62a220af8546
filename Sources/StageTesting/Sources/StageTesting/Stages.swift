import JobFile
import StageKit

/// The stage that a job with these parameters makes, by itself on a canvas of 200 × 100 points unless the context has
/// another; errors of the reader are thrown as one error.
@discardableResult
public func make<S: Stage>(
  _ type: S.Type, _ parameters: String, _ context: any StageContext = FakeContext(size: Size(200, 100))
) throws -> S {
  let stages = S.definition.content == .stages ? " \"stages\": []," : ""
  let inputs = S.definition.inputs.filter { !$0.isOptional }.map { "\"\($0.name)\": \"other.\($0.name)\"" }
  let job = """
    { "canvas": { "size": [200, 100], "duration": 5 },
      "stages": [{ "id": "it", "stage": "\(S.definition.name)",\(stages)
        "inputs": { \(inputs.joined(separator: ", ")) }, "parameters": \(parameters) }] }
    """
  let reading = JobReader.read(
    bytes: Array(job.utf8), file: "job.json", registry: StageRegistry([S.self]))
  guard reading.isValid, let entry = reading.job?.stages.first else {
    // Callers know parameters, not their path in the job.
    let errors = reading.diagnostics.map { $0.textWithoutFile.replacing("stages[0].parameters.", with: "") }
    throw StageError(errors.joined(separator: "; "))
  }
  return try S(entry.parameters, context)
}

/// The drawing of a stage at a time, with layers in it.
public func draw(
  _ stage: some Stage, at seconds: Double = 0, _ inputs: [String: PortValue] = [:], layers: [ContentLayer] = []
) throws -> DisplayList {
  try stage.frame(at: StageTime(seconds: seconds), Inputs(inputs, layers: layers)).drawing
}

extension ParameterValues {
  /// ParameterValues as a job's object would give them.
  public static func fields(_ entries: (String, ParameterValue)...) -> ParameterValues { ParameterValues(entries) }
}

extension ContentLayer {
  /// A layer that fills its box with a color, for tests of stages that hold others or take drawings.
  public static func square(_ id: String, _ box: Rect, color: Color = .white) -> ContentLayer {
    ContentLayer(id: id, drawing: DisplayList { $0.fill(.rect(box), color) }, box: box)
  }
}

extension StageFrame {
  /// The value published under the name of an output; nil if there is none of that type.
  public func value<Value: PortRepresentable>(_ output: String) -> Value? { values[output].flatMap { Value($0) } }
}
