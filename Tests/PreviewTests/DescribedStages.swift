import JobFile
import Rendering
import Reporting
import StageKit
import Testing

/// A kind of square.
enum Kind: ParameterVariant {
  case plain
  case round(Round)

  /// Corners.
  struct Round: ParameterGroup {
    @Parameter("Their radii.", .nonnegative(.points)) var radii: [Double] = [1, 2]
  }

  static let alternatives: [Alternative<Kind>] = [
    .init("plain", "Nothing more.") { (_: NoParameters) in .plain },
    .init("round", "With corners.", Kind.round),
  ]

  static var placeholder: Kind { .plain }
}

/// A square that moves to the right by ten points each second, and blinks.
struct Mover: Stage, ParameterGroup {
  @Parameter("Its side.", .positive(.points)) var size: Animated<Double> = 8
  @Parameter("Its color.") var color: Color = .white
  @Parameter("Where it begins.") var offset: Point = .zero
  @Parameter("What it is filled with.") var paint: PaintValue = .color(.black)
  @Parameter("Its kind.", default: "plain") var kind: Kind
  let place = Output<Point>("Where it is.")
  let landed = Moment("When it is there.")
  let blinked = Moment("When it blinks.", .cue)
  static let definition = StageDefinition(Self.self, "mover", version: 1, "A square that moves.")

  var moments: [Moment.Time] { [landed.at(0.5)] }
  var duration: Double? { 0.5 }

  func cues(until seconds: Double) -> [Moment.Time] {
    blinked.repeated(from: 0.25, every: 0.5, until: seconds)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let corner = Point(offset.x + 10 * time.seconds, offset.y)
    var frame = StageFrame()
    frame[place] = corner
    frame.drawing.fill(.rect(Rect(x: corner.x, y: corner.y, width: 8, height: 8)), .white)
    return frame
  }
}

/// Moves what it holds by 20 points to the right.
struct Shifted: Stage, ParameterGroup {
  let place = Input<Point?>("Where.")
  static let definition = StageDefinition(Self.self, "shifted", version: 1, "Moves others.", content: .stages)

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for layer in inputs.layers {
      frame.drawing.append(DisplayList([.group(Group(layer.drawing, transform: .translation(20, 0)))]))
    }
    return frame
  }
}

/// Shows another job at twice its pace.
struct Screen: Stage, ParameterGroup {
  @Parameter("The job file that it shows.", as: .job) var file: FileReference
  @Parameter() var time: TimeParameters?
  static let definition = StageDefinition(Self.self, "screen", version: 1, "Shows a job.", content: .job)
  var timeRemap: TimeRemap? { try? (time ?? TimeParameters()).remap(duration: 2) }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for layer in inputs.layers { frame.drawing.append(layer.drawing) }
    return frame
  }
}

let describedStages = StageRegistry([Mover.self, Shifted.self, Screen.self])

/// A job that was read from a text and planned.
func planned(_ text: String, file: String = "jobs/a.json") throws -> PlannedJob {
  let reading = JobReader.read(bytes: Array(text.utf8), file: file, registry: describedStages)
  guard let job = reading.job, reading.isValid else {
    throw StageError(reading.diagnostics.map(\.description).joined(separator: "\n"))
  }
  return try PlannedJob(job, registry: describedStages)
}

extension JSONValue {
  /// The value that a path such as `stages.0.parameters.color.value` leads to, where lists take indexes, or names of their items.
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
