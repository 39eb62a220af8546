import StageKit

/// A fault in a stage's own code; unset properties change nothing.
protocol Slip: Sendable {
  static func parameters(_ parameters: ParameterValues) -> ParameterValues
  static func context(_ context: any StageContext) -> any StageContext
  static func time(_ time: StageTime) -> StageTime
  static func frame(_ frame: StageFrame) -> StageFrame
}

extension Slip {
  static func parameters(_ parameters: ParameterValues) -> ParameterValues { parameters }
  static func context(_ context: any StageContext) -> any StageContext { context }
  static func time(_ time: StageTime) -> StageTime { time }
  static func frame(_ frame: StageFrame) -> StageFrame { frame }
}

/// A stage as a build with that fault would have it.
struct Slipped<Base: Stage, Fault: Slip>: Stage {
  static var definition: StageDefinition { Base.definition }
  let base: Base

  init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    base = try Base(Fault.parameters(parameters), Fault.context(context))
  }

  var moments: [Moment.Time] { base.moments }
  var duration: Double? { base.duration }

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    Fault.frame(try base.frame(at: Fault.time(time), inputs))
  }
}

extension ParameterValues {
  /// The same with the value under a path of names replaced, where it is.
  func replacing(_ path: [String], _ change: (ParameterValue) -> ParameterValue) -> ParameterValues {
    ParameterValues(
      entries.map { entry in
        guard entry.name == path.first else { return (entry.name, entry.value) }
        if path.count == 1 { return (entry.name, change(entry.value)) }
        guard case .object(let inner) = entry.value else { return (entry.name, entry.value) }
        return (entry.name, .object(inner.replacing(Array(path.dropFirst()), change)))
      }, path: self.path)
  }
}

/// Time runs a little faster near the middle, as with another easing.
enum OtherEasing: Slip {
  static func time(_ time: StageTime) -> StageTime {
    let middle = max(0, 1 - abs(time.seconds - 1))
    return StageTime(seconds: time.seconds + 0.03 * middle, jobSeconds: time.jobSeconds)
  }
}

/// A published value drifts by a hundredth, and what is drawn with it does not.
enum DriftingHead: Slip {
  static func frame(_ frame: StageFrame) -> StageFrame {
    var frame = frame
    let head = Output<Point>("", name: "head")
    frame[head] = frame[head].map { Point($0.x * 1.01, $0.y) }
    return frame
  }
}

/// Plain colors come out with one more of blue in 255.
enum BluerByOne: Slip {
  static func frame(_ frame: StageFrame) -> StageFrame {
    var frame = frame
    frame.drawing = bluer(frame.drawing)
    return frame
  }

  private static func bluer(_ list: DisplayList) -> DisplayList {
    DisplayList(
      list.commands.map { command in
        switch command {
        case .fill(let path, let rule, .color(var color), let transform):
          color.blue += 1.0 / 255
          return .fill(path, rule: rule, paint: .color(color), transform: transform)
        case .group(var group):
          group.content = bluer(group.content)
          return .group(group)
        default: return command
        }
      })
  }
}

/// One control point of a path is moved by 0.2 points.
enum MovedControlPoint: Slip {
  static func parameters(_ parameters: ParameterValues) -> ParameterValues {
    parameters.replacing(["path"]) { value in
      guard case .path(let path) = value else { return value }
      var isMoved = false
      return .path(
        Path { builder in
          for element in path.elements {
            if case .cubic(let a, let b, let end) = element, !isMoved {
              builder.cubic(Point(a.x + 0.2, a.y), b, to: end)
              isMoved = true
            } else {
              builder.append(element)
            }
          }
        })
    }
  }
}

/// Shadows are half as soft.
enum HalvedShadow: Slip {
  static func parameters(_ parameters: ParameterValues) -> ParameterValues {
    parameters.replacing(["shadow", "blur"]) { if case .number(let blur) = $0 { .number(blur / 2) } else { $0 } }
  }
}

/// The font that was asked for is not found, and another one takes its place.
enum SubstitutedFont: Slip {
  static func context(_ context: any StageContext) -> any StageContext { Fonts(base: context) }

  private struct Fonts: StageContext {
    let base: any StageContext
    var composition: Composition { base.composition }
    func bytes(of file: FileReference) throws -> [UInt8] { try base.bytes(of: file) }
    func image(_ file: FileReference) throws -> Image { try base.image(file) }
    func layout(_ request: TextRequest) throws -> TextLayout {
      var request = request
      request.style.families = ["No such font"]
      return try base.layout(request)
    }
    func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
      try base.cached(key, make)
    }
    func warn(_ message: String) { base.warn(message) }
  }
}

/// Equal parameters give the same picture, but the stage says that it is another version.
enum NoSlip: Slip {}
