import Planning
import Reporting
import StageKit

/// The numbers and points of a stage that keyframes change, over a part of the video.
struct MotionList {
  /// A value with keyframes over time.
  struct Motion {
    /// Below the stage's parameters, such as `stroke.width`.
    let location: String
    /// For each of the value's numbers what it is at each instant.
    let axes: [[Double]]
    /// The times of its keyframes, in seconds of the video; nil for those that never come.
    let times: [Double?]
    let mode: KeyframeMode
  }

  /// The stage's own time at each instant, in seconds from its start.
  let times: [Double]
  private(set) var motions: [Motion] = []

  /// `count` instants, evenly apart, from the lower bound of a range of seconds of the video to its upper one.
  init(_ shown: ShownStage, _ stage: PlannedStage, over seconds: ClosedRange<Double>, count: Int) {
    let step = (seconds.upperBound - seconds.lowerBound) / Double(max(count - 1, 1))
    times = (0..<count).map { stage.time(at: shown.jobTime(at: seconds.lowerBound + Double($0) * step)).seconds }
    for entry in stage.entry.parameters.entries { add(entry.value, entry.name, of: shown, stage) }
  }

  private mutating func add(_ value: ParameterValue, _ location: String, of shown: ShownStage, _ stage: PlannedStage) {
    switch value {
    case .animation(let animation):
      guard animation.follow == nil, let axes = Self.axes(of: value, at: times) else { return }
      motions.append(
        Motion(
          location: location, axes: axes,
          times: animation.frames.map { stage.videoTime(of: stage.start + $0.time).flatMap(shown.videoTime) },
          mode: animation.mode))
    case .list(let items):
      for (index, item) in items.enumerated() { add(item, "\(location)[\(index)]", of: shown, stage) }
    case .object(let values):
      for entry in values.entries { add(entry.value, "\(location).\(entry.name)", of: shown, stage) }
    case .variant(let name, let values):
      for entry in values.entries { add(entry.value, "\(location).\(name).\(entry.name)", of: shown, stage) }
    default: break
    }
  }

  /// Nil for values that are neither numbers nor points.
  private static func axes(of value: ParameterValue, at times: [Double]) -> [[Double]]? {
    if let numbers = try? Animated<Double>.read(value) { return [times.map { numbers.value(at: $0) }] }
    guard let points = try? Animated<Point>.read(value) else { return nil }
    let values = times.map { points.value(at: $0) }
    return [values.map(\.x), values.map(\.y)]
  }

  var json: JSONValue {
    [
      "times": .array(times.map { .number($0) }),
      "motions": .array(
        motions.map { motion in
          [
            "location": .string(motion.location),
            "axes": .array(motion.axes.map { .array($0.map { .number($0) }) }),
            "times": .array(motion.times.map { $0.map { .number($0) } ?? .null }),
            "mode": .string(motion.mode.rawValue),
          ]
        }),
    ]
  }
}
