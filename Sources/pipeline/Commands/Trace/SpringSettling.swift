import StageKit

/// A spring that a job gives to a stage, with the time that it takes.
struct SpringSettling {
  /// The path of the parameter, such as `scale.keyframes[0].curve`.
  let path: String
  let spring: Spring
  /// The time from the spring's keyframe to the next, in seconds; nil if there is no next one.
  let span: Double?

  /// All springs of a stage's parameters, in their order.
  static func all(in parameters: ParameterValues, below path: String = "") -> [SpringSettling] {
    parameters.entries.flatMap { springs(in: $0.value, at: path + $0.name) }
  }

  private static func springs(in value: ParameterValue, at path: String) -> [SpringSettling] {
    switch value {
    case .curve(.spring(let spring)): [SpringSettling(path: path, spring: spring, span: nil)]
    case .list(let items): items.enumerated().flatMap { springs(in: $1, at: "\(path)[\($0)]") }
    case .object(let fields): all(in: fields, below: path + ".")
    case .variant(let name, let fields): all(in: fields, below: "\(path).\(name).")
    case .animation(let animation): springs(in: animation, at: path)
    default: []
    }
  }

  private static func springs(in animation: AnimationValue, at path: String) -> [SpringSettling] {
    zip(animation.frames, animation.frames.dropFirst()).enumerated().compactMap { index, frames in
      guard case .spring(let spring) = frames.0.curve else { return nil }
      return SpringSettling(
        path: "\(path).keyframes[\(index)].curve", spring: spring,
        span: animation.follow == nil ? frames.1.time - frames.0.time : nil)
    }
  }

  /// Such as `scale.keyframes[0].curve: the spring settles after 0.62 s; the next keyframe is 0.5 s later`.
  var text: String {
    let span = span.map { "; the next keyframe is \(Format.seconds($0)) later" } ?? ""
    return "\(path): the spring \(spring.settlingLabel)\(span)"
  }
}

extension Spring {
  /// Such as `settles after 0.62 s`.
  var settlingLabel: String {
    settlingDuration.isFinite ? "settles after \(Format.seconds(settlingDuration))" : "never settles"
  }
}
