import Geometry

/// The ways in which a layer comes in, leaves and draws the eye in between: keys that a job gives any stage that draws.
public struct LayerMotion: ParameterGroup {
  @Parameter("The way in which it comes in, from its start on.") public var enter: LayerTransition?
  @Parameter("The way in which it leaves, until its end: of its 'duration', or of the video.")
  public var exit: LayerTransition?
  @Parameter("A short motion that draws the eye to it.") public var emphasis: LayerEmphasis?

  /// No motion.
  public init() {}

  /// True if a layer stays as it is.
  public var isNone: Bool { enter == nil && exit == nil && emphasis == nil }

  /// The time after which it is at rest until it leaves, in seconds after the layer's start; nil if it never is.
  public var settlingTime: Double? {
    let entered = enter?.duration ?? 0
    guard let emphasis else { return entered }
    return emphasis.settlingTime(entered: entered).map { max($0, entered) }
  }

  /// The pose at a number of seconds after the layer's start, `remaining` seconds before it is gone.
  public func pose(at seconds: Double, remaining: Double) -> LayerPose {
    var pose = enter?.pose(entering: seconds) ?? LayerPose()
    if let emphasis { pose = pose.combined(with: emphasis.pose(at: seconds, entered: enter?.duration ?? 0)) }
    if let exit { pose = pose.combined(with: exit.pose(leaving: remaining)) }
    return pose
  }
}
