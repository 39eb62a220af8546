import JobFile
import Planning
import Rendering
import Reporting
import StageKit
import Video

/// Requests for the stages that jobs can have.
extension PreviewServer {
  /// Answers with all kinds of stages: what they take from others, what they give, and an example.
  func stages(_ request: HTTPRequest) {
    let stages = session.settings.registry.definitions.map { definition -> JSONValue in
      [
        "name": .string(definition.name), "summary": .string(definition.summary), "draws": .boolean(definition.draws),
        "inputs": .array(definition.inputs.map(Self.port)), "outputs": .array(definition.outputs.map(Self.port)),
        "holds": .boolean(definition.content == .stages),
        "example": definition.example.map { .string($0.json) } ?? .null,
      ]
    }
    let files = JobAddition.fileKinds.filter { kind, _ in
      kind == "sound" || session.settings.registry[kind] != nil
    }
    request.answer([
      "stages": .array(stages),
      "files": .object(files.map { kind, endings in .init(kind, .array(endings.map { .string($0) })) }),
    ])
  }

  private static func port(_ port: PortDefinition) -> JSONValue {
    [
      "name": .string(port.name), "type": .string(port.type.rawValue), "optional": .boolean(port.isOptional),
      "summary": .string(port.summary),
    ]
  }

  /// A picture of a stage's example, small; none where it has no example, or one that needs files that are not here.
  func stagePicture(_ request: HTTPRequest) {
    let name = request.query("stage")
    guard let definition = name.flatMap({ session.settings.registry[$0]?.definition }),
      let example = definition.example
    else { return request.fail(404, "there is no picture") }
    let isJob = JSONValue(parsing: Array(example.json.utf8))?["canvas"] != nil
    let canvas = ##""canvas": { "size": [480, 300], "fps": 30, "duration": 4, "background": "#12151B" }"##
    let text = isJob ? example.json : ##"{ "name": "example", \##(canvas), "stages": [\##(example.json)] }"##
    let folder = session.settings.jobFolder.map { $0 + "/" } ?? ""
    let checked = CheckedJobFile(
      bytes: Array(text.utf8), file: "\(folder)\(definition.name).example.json", registry: session.settings.registry,
      policy: session.settings.policy, messages: session.settings.messages)
    guard let job = checked.jobs.first else { return request.fail(404, "there is no picture") }
    do {
      let prepared = try PlannedJob(job, registry: session.settings.registry, shared: SharedPlanning())
      let scale = Self.stagePictureWidth / Double(job.pixelWidth)
      let image = try prepared.image(at: example.seconds, scale: scale)
      request.answer(try encodePNG(image), type: "image/png")
    } catch {
      request.fail(422, "\(error)")
    }
  }

  private static let stagePictureWidth = 320.0
}
