import StageKit

/// The way from a keyframe's value to the next one's.
enum KeyframeEasing: Sendable {
  /// The value stays until the next keyframe.
  case hold
  case linear
  case curve(UnitCurve)
  /// A curve for each number of the value.
  case curves([UnitCurve])

  /// The shares of the next value after a share of the time.
  func shares(at time: Double) -> Vector {
    switch self {
    case .hold: return .zero
    case .linear: return Vector(repeating: time)
    case .curve(let curve): return Vector(repeating: curve.value(at: time))
    case .curves(let curves):
      var result = Vector(repeating: curves[curves.count - 1].value(at: time))
      for index in 0..<min(4, curves.count) { result[index] = curves[index].value(at: time) }
      return result
    }
  }
}

/// The stretch of an animation from a keyframe to the next one.
struct Keyframe<Value: AnimatableValue>: Sendable {
  /// In frames.
  var time: Double
  var start: Value
  var end: Value
  var easing: KeyframeEasing
  /// The curve along which a position moves; nil for a straight line.
  var motion: MotionPath?
}

/// A value that may change over time; frames are the unit of time.
struct Property<Value: AnimatableValue>: Sendable {
  /// The value of all times, or after the last keyframe.
  private let final: Value
  private let keyframes: [Keyframe<Value>]
  /// The time of the last keyframe.
  private let end: Double
  /// The value by an expression, which takes the place of all others.
  private var expression: (@Sendable (Double) -> Value)?

  /// A value that never changes.
  init(_ constant: Value) {
    final = constant
    keyframes = []
    end = 0
  }

  /// A value that keyframes change, each of which lasts until the next one, the last one until `end`.
  init(_ keyframes: [Keyframe<Value>], end: Double, final: Value) {
    self.final = final
    self.keyframes = keyframes
    self.end = end
  }

  /// The same with values by an expression.
  func following(_ expression: @escaping @Sendable (Double) -> Value) -> Property {
    var result = self
    result.expression = expression
    return result
  }

  /// True if it never changes.
  var isConstant: Bool { keyframes.isEmpty && expression == nil }

  /// True if keyframes change it.
  var hasKeys: Bool { !keyframes.isEmpty }

  /// The values of its keyframes.
  var keyValues: [Value] { keyframes.isEmpty ? [] : keyframes.map(\.start) + [final] }

  /// The times of its keyframes.
  var times: [Double] { keyframes.map(\.time) + (keyframes.isEmpty ? [] : [end]) }

  /// The value at a frame: the first before the first keyframe, the last after the last one.
  func value(at frame: Double) -> Value {
    if let expression { return expression(frame) }
    guard !keyframes.isEmpty, frame < end else { return final }
    if frame <= keyframes[0].time { return keyframes[0].start }
    var (low, high) = (0, keyframes.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if keyframes[middle].time <= frame { low = middle } else { high = middle - 1 }
    }
    // Each part is read where it is, since a whole keyframe is large.
    if case .hold = keyframes[low].easing { return keyframes[low].start }
    let time = keyframes[low].time
    let span = (low + 1 < keyframes.count ? keyframes[low + 1].time : end) - time
    let share = span > 0 ? min(max((frame - time) / span, 0), 1) : 1
    let shares = keyframes[low].easing.shares(at: share)
    let mixed = Value.mixed(keyframes[low].start, keyframes[low].end, shares)
    return keyframes[low].motion.map { mixed.placed(on: $0, at: shares.x) } ?? mixed
  }

  /// The same with every value changed.
  func map<Other: AnimatableValue>(_ change: @escaping @Sendable (Value) -> Other) -> Property<Other> {
    var result = Property<Other>(
      keyframes.map {
        Keyframe(
          time: $0.time, start: change($0.start), end: change($0.end), easing: $0.easing, motion: $0.motion)
      }, end: end, final: change(final))
    if let expression { result.expression = { change(expression($0)) } }
    return result
  }
}
