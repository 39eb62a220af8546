/// A stretch of time that others play in, with a curve that bends it for all of them.
///
/// It clips: what has not ended when a pass of the group ends is cut, and begins anew with the next. It does not scale,
/// so a group of 2 s around a pulse of 1 s makes a pause of 1 s. The group's curve acts before those of its children.
public struct TimingGroup: Hashable, Sendable {
  /// When and how often the group plays.
  public var timing: Timing

  /// The easing of a pass of the group.
  public var curve: Easing

  /// A group whose curve bends each of its passes.
  public init(timing: Timing, curve: Easing = .linear) {
    self.timing = timing
    self.curve = curve
  }

  /// The parent time of the group's children; nil when the group neither plays nor fills.
  ///
  /// The group's progress, bent by its curve, times its duration. For groups within groups, give it to the inner one.
  public func time(at parent: Double) -> Double? {
    guard let progress = timing.progress(at: parent), timing.duration.isFinite else {
      return timing.passTime(at: parent)
    }
    return curve.value(at: progress, over: timing.duration, before: timing.phase(at: parent) == .before)
      * timing.duration
  }

  /// The progress of a child, bent by the group's curve and then by its own; nil if the group or the child shows
  /// nothing.
  public func progress(of child: Timing, curve childCurve: Easing = .linear, at parent: Double) -> Double? {
    guard let time = time(at: parent), let progress = child.progress(at: time) else { return nil }
    return childCurve.value(at: progress, over: child.duration, before: child.phase(at: time) == .before)
  }
}
