import JobFile
import Rendering
import Reporting
import StageKit
import Testing

/// A square that moves to the right by ten points each second, and blinks.
struct Mover: Stage {
  static let size = ParameterKey.number("size", "Its side.", default: 8, .positive(.points)).animated
  static let color = ParameterKey.color("color", "Its color.", default: .white)
  static let offset = ParameterKey.point("offset", "Where it begins.", default: .zero)
  static let paint = ParameterKey.paint("paint", "What it is filled with.", default: .color(.black))
  static let kind = ParameterKey.variant(
    "kind", "Its kind.", default: "plain",
    [
      .init("plain", "Nothing more.", []),
      .init(
        "round", "With corners.", [ParameterKey.numbers("radii", "Their radii.", default: [1, 2], .nonnegative(.points))]),
    ])
  static let place = Output<Point>("place", "Where it is.")
  static let landed = Moment("landed", "When it is there.")
  static let blinked = Moment("blinked", "When it blinks.")
  static let definition = StageDefinition(
    name: "mover", version: 1, summary: "A square that moves.", parameters: [size, color, offset, paint, kind],
    outputs: [place], moments: [landed], cues: [blinked])

  let offset: Point

  init(_ parameters: ParameterValues, _ context: any StageContext) { offset = parameters[Self.offset] }

  var moments: [Moment.Time] { [Self.landed.at(0.5)] }
  var duration: Double? { 0.5 }

  func cues(until seconds: Double) -> [Moment.Time] {
    Self.blinked.repeated(from: 0.25, every: 0.5, until: seconds)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let corner = Point(offset.x + 10 * time.seconds, offset.y)
    var frame = StageFrame()
    frame[Self.place] = corner
    frame.drawing.fill(.rect(Rect(x: corner.x, y: corner.y, width: 8, height: 8)), .white)
    return frame
  }
}

/// Moves what it holds by 20 points to the right.
struct Shifted: Stage {
  static let definition = StageDefinition(
    name: "shifted", version: 1, summary: "Moves others.", inputs: [Input<Point?>("place", "Where.")], content: .stages)

  init(_ parameters: ParameterValues, _ context: any StageContext) {}

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for layer in inputs.layers {
      frame.drawing.append(DisplayList([.group(Group(layer.drawing, transform: .translation(20, 0)))]))
    }
    return frame
  }
}

let describedStages = StageRegistry([Mover.self, Shifted.self])

/// A job that was read from a text and planned.
func planned(_ text: String, file: String = "jobs/a.json") throws -> PlannedJob {
  let reading = JobReader.read(bytes: Array(text.utf8), file: file, registry: describedStages)
  guard let job = reading.job, reading.isValid else {
    throw StageError(reading.diagnostics.map(\.description).joined(separator: "\n"))
  }
  return try PlannedJob(job, registry: describedStages)
}

extension JSONValue {
  /// What a path such as `stages.0.parameters.color.value` leads to, where lists take indexes, or names of their items.
  func at(_ path: String) -> JSONValue? {
    var value = self
    for step in path.split(separator: ".") {
      switch value {
      case .object(let members):
        guard let member = members.first(where: { $0.key == step }) else { return nil }
        value = member.value
      case .array(let items):
        let named = items.first { $0.at("name") == .string(String(step)) || $0.at("id") == .string(String(step)) }
        if let index = Int(step), items.indices.contains(index) {
          value = items[index]
        } else if let named {
          value = named
        } else {
          return nil
        }
      default: return nil
      }
    }
    return value
  }
}
