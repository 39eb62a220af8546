import JobFile
import Planning
import Rendering
import Reporting
import StageKit

/// The description of a job for a page: its canvas, its stages with their parameters and times, and their dependencies.
struct JobDescription {
  private let plan: RenderPlan
  private let shown: [ShownStage]
  private let texts: JobTexts
  private let warnings: [Diagnostic]

  /// A job as planned, from a text; `warnings` are those that were found before it was planned.
  init(_ prepared: PlannedJob, texts: JobTexts, warnings: [Diagnostic]) {
    plan = prepared.plan
    shown = prepared.plan.shownStages
    self.texts = texts
    self.warnings = warnings + prepared.warnings
  }

  /// Its own text's members, but nothing of the document that it was read from.
  var members: [JSONValue.Member] {
    let job = plan.job
    return [
      .init("name", .string(job.name)), .init("width", .number(Double(job.pixelWidth))),
      .init("height", .number(Double(job.pixelHeight))), .init("canvas", canvas),
      .init("fps", .number(job.frameRate.framesPerSecond)), .init("frames", .number(Double(job.frameCount))),
      .init("seconds", .number(job.frameRate.seconds(ofFrame: job.frameCount))),
      .init("loop", .boolean(job.loop != nil)), .init("stages", stages), .init("edges", edges),
      .init("variables", variables), .init("sounds", sounds), .init("parts", parts), .init("axes", axes),
      .init("skip", texts.outline(of: nil)?.value(at: "variants.skip") ?? []),
      .init("warnings", .array(warnings.map { DiagnosticDescription($0, in: texts).json })),
    ]
  }

  private var canvas: JSONValue {
    let composition = plan.job.composition
    return [
      "width": .number(composition.size.width), "height": .number(composition.size.height),
      "scale": .number(composition.scale),
      "background": composition.background == .clear ? "clear" : .string(composition.background.cssText),
      "safeArea": composition.safeArea.json,
    ]
  }

  private var stages: JSONValue {
    var all: [String: JobTexts] = [:]
    return .array(
      shown.map { stage in
        if stage.outers.isEmpty { return StageDescription(stage, in: texts).json }
        let own = all[stage.job.file] ?? texts.texts(ofJob: stage.job.file)
        all[stage.job.file] = own
        return StageDescription(stage, in: own).json
      })
  }

  /// Between stages of one job, as indices of `stages`.
  private var edges: JSONValue {
    // The stages of each job, whose first one has the prefix that all of them have.
    let jobs = Dictionary(grouping: shown.indices) { shown[$0].id.dropLast(shown[$0].entry.id.count) }
    return .array(
      jobs.values.sorted { $0[0] < $1[0] }.flatMap { places in
        StageGraph(shown[places[0]].job).edges.map { edge in
          [
            "from": .number(Double(places[edge.from])), "to": .number(Double(places[edge.to])),
            "label": .string(edge.label), "kind": .string(edge.reason.kind),
          ]
        }
      })
  }

  /// Those of the job's own text, first those that have fields, in the order of these; then those of the files that it extends and
  /// includes, where they stand.
  private var variables: JSONValue {
    let variables = texts.variables
    let fields = Dictionary(plan.job.fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let made = plan.job.fields.compactMap { field in variables.first { $0.key == field.name } }
    return .array(
      (made + variables.filter { fields[$0.key] == nil }).map { variable in
        .members([
          "name": .string(variable.key), "path": .string(variable.path), "value": variable.value,
          "field": fields[variable.key]?.json, "file": variable.position.file.map { .string($0) },
          "line": .number(Double(variable.position.line)), "column": .number(Double(variable.position.column)),
        ])
      })
  }

  /// The parts of the job's own text besides its stages and variables, each with the values that it has and may have.
  private var parts: JSONValue {
    guard let outline = texts.outline(of: nil) else { return [] }
    func part(_ kind: String, _ path: String, _ keys: [ParameterDeclaration]) -> JSONValue {
      let place = outline.position(of: path) ?? SourcePosition(line: 1, column: 1)
      return [
        "kind": .string(kind), "path": .string(path),
        "parameters": .array(keys.map { ParameterDescription(key: $0, of: path, place, in: texts).json() }),
      ]
    }
    func list(_ kind: String, _ path: String, _ keys: [ParameterDeclaration]) -> [JSONValue] {
      (outline.value(at: path)?.items ?? []).enumerated().compactMap { index, item in
        if case .object = item { part(kind, "\(path)[\(index)]", keys) } else { nil }
      }
    }
    let first = [part("film", "", JobParts.job), part("canvas", "canvas", JobParts.canvas)]
    return .array(
      first + list("output", "outputs", JobParts.output) + list("sound", "sounds", JobParts.sound))
  }

  /// The axes of variants in the job's own text, with their values as they are written; of strings and rows the file is one.
  private var axes: JSONValue {
    guard let outline = texts.outline(of: nil) else { return [] }
    return .array(
      outline.members(of: "variants").filter { $0.key != "skip" }.map { axis in
        [
          "name": .string(axis.key), "path": .string(axis.path),
          "source": axis.value["strings"] ?? axis.value["data"] ?? .null,
          "values": .array(
            outline.members(of: axis.path).map { value in
              ["name": .string(value.key), "path": .string(value.path), "json": value.value]
            }),
        ]
      })
  }

  /// Those of the job itself come first, in the order of the text.
  private var sounds: JSONValue { .array(plan.sounds.map { SoundDescription($0, in: texts).json }) }
}

extension JobField {
  fileprivate var json: JSONValue {
    .members([
      "label": .string(label), "group": group.map { .string($0) }, "help": help.map { .string($0) },
      "schema": schema?.description,
    ])
  }
}

extension StageGraph.Edge.Reason {
  fileprivate var kind: String {
    switch self {
    case .value: "value"
    case .follow: "follow"
    case .moment: "moment"
    case .sound: "sound"
    case .matte: "matte"
    case .content: "content"
    case .place: "place"
    case .parent: "parent"
    case .space: "space"
    }
  }
}
