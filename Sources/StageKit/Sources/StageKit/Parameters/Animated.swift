import Geometry
import Graphics
import Timing

extension Point: Interpolatable {}
extension Color: Interpolatable {}

/// A constant, or keyframes over a stage's own time or over a number that another stage publishes.
///
/// ```swift
/// @Parameter("The size.", .positive(.points)) var size: Animated<Double> = 20
/// frame.drawing.fill(.circle(center: box.center, radius: size.value(at: time.seconds)), .white)
/// ```
public struct Animated<Value: Interpolatable>: Sendable, TimeVarying {
  private let constant: Value
  private let keyframes: Keyframes<Value>?
  private let repeats: Repeat
  /// The number that takes the place of time, by this stage's time; nil for keyframes over time.
  private let followed: NumberSeries?
  /// True if its keyframes are over another stage's number.
  let isFollowing: Bool
  /// The numbers that the value is made of, where each has keyframes of its own.
  private let axes: Axes?

  private struct Axes: Sendable {
    let numbers: [Animated<Double>]
    let value: @Sendable ([Double]) -> Value
  }

  /// A value that never changes.
  public init(_ constant: Value) {
    self.constant = constant
    keyframes = nil
    repeats = .once
    followed = nil
    isFollowing = false
    axes = nil
  }

  /// An animation whose frames' values are `values`; nil if their number differs from that of its frames.
  init?(_ animation: AnimationValue, values: [Value]) {
    guard values.count == animation.frames.count, let first = values.first,
      let keyframes = Keyframes(
        times: animation.frames.map(\.time), values: values,
        curves: animation.frames.dropLast(animation.mode == .springs ? 0 : 1).map(\.curve), mode: animation.mode,
        handles: Self.handles(of: animation, values))
    else { return nil }
    constant = first
    repeats = Repeat(count: animation.repeatCount, autoreverse: animation.autoreverse)
    self.keyframes = keyframes
    isFollowing = animation.follow != nil
    followed = animation.follow?.numbers
    axes = nil
  }

  /// For each span the inner points of its curve in space; none where all are straight.
  private static func handles(of animation: AnimationValue, _ values: [Value]) -> [(Value, Value)?] {
    let frames = animation.frames
    guard frames.contains(where: { $0.inward != nil || $0.outward != nil }), let points = values as? [Point] else {
      return []
    }
    return frames.indices.dropLast().map { index in
      let (out, back) = (frames[index].outward, frames[index + 1].inward)
      guard out != nil || back != nil,
        let first = (points[index] + (out ?? .zero)) as? Value,
        let second = (points[index + 1] + (back ?? .zero)) as? Value
      else { return nil }
      return (first, second)
    }
  }

  /// A value of several numbers, each of which changes by itself.
  init(_ numbers: [Animated<Double>], _ value: @escaping @Sendable ([Double]) -> Value) {
    constant = value(numbers.map { $0.value(at: 0) })
    keyframes = nil
    repeats = .once
    followed = nil
    isFollowing = false
    axes = numbers.allSatisfy(\.isConstant) ? nil : Axes(numbers: numbers, value: value)
  }

  /// True if it has no keyframes.
  public var isConstant: Bool { keyframes == nil && axes == nil }

  /// The constant, or the values of all keyframes in order; where each axis has keyframes of its own, all combinations of
  /// these.
  public var values: [Value] {
    guard let axes else { return keyframes?.values ?? [constant] }
    let combinations = axes.numbers.reduce([[]]) { lists, axis in
      lists.flatMap { list in axis.values.map { list + [$0] } }
    }
    return combinations.map(axes.value)
  }

  public var settlingTime: Double? {
    if let axes {
      var latest = 0.0
      for axis in axes.numbers {
        guard let time = axis.settlingTime else { return nil }
        latest = max(latest, time)
      }
      return latest
    }
    guard let keyframes, let first = keyframes.times.first else { return 0 }
    let (times, last) = (keyframes.times, keyframes.restTime)
    if isFollowing { return times.count > 1 ? followed?.settlingTime ?? (followed == nil ? 0 : nil) : 0 }
    let end = first + (last - first) * (last > first ? repeats.passes : 1)
    return end.isFinite ? max(0, end) : nil
  }

  /// The value at a number of seconds after the stage's start, or at what the followed number is then; the first before the
  /// first keyframe, the last after the last one.
  public func value(at seconds: Double) -> Value {
    if let axes { return axes.value(axes.numbers.map { $0.value(at: seconds) }) }
    guard let keyframes else { return constant }
    if isFollowing { return followed?.value(at: seconds).map { keyframes.value(at: $0) } ?? constant }
    let start = keyframes.times.first ?? 0
    let span = keyframes.restTime - start
    guard span > 0, span.isFinite else { return keyframes.value(at: seconds) }
    return keyframes.value(at: start + span * repeats.progress(at: seconds - start, duration: span))
  }
}
