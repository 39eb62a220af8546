import StageKit

/// The settings of a sound other than its file, its name and its start.
public struct SoundOptions: ParameterGroup {
  /// The lowering of a sound while another is heard.
  public struct Duck: ParameterGroup {
    @Parameter("The id of the sound that is to be heard well.") public var under: String
    @Parameter("The change of its gain while the other is heard, in dB.", .range(-60...0)) public var by = -12.0
    @Parameter("The time that it takes to sink before the other is heard.", .range(0...10, .seconds)) public
      var attack =
      0.1
    @Parameter("The time that it takes to rise again.", .range(0...10, .seconds)) public var release = 0.4

    /// The usual times.
    public init() {}
  }

  @Parameter(
    "The part of the file that is heard: where it begins, and where it ends unless that is its end, in seconds.",
    .nonnegative(.seconds))
  public var trim: [Double]?
  @Parameter("The change of its gain from that of its file, in dB; keyframes count from its start.", .range(-96...24))
  public var gain: Animated<Double> = 0
  @Parameter("The balance from -1, left, to 1, right; keyframes count from its start.", .range(-1...1))
  public var pan: Animated<Double> = 0
  @Parameter("The time that it takes from silence to its gain.", .nonnegative(.seconds)) public var fadeIn = 0.0
  @Parameter("The time that it takes from its gain to silence, before it ends.", .nonnegative(.seconds))
  public var fadeOut = 0.0
  @Parameter("Whether it begins again and again, without a gap, until the video ends.") public var loop = false
  @Parameter("The speed at which it is played; the pitch changes too.", .range(0.1...10)) public var speed = 1.0
  @Parameter("Lowers it while another sound is heard.") public var duck: Duck?

  /// All of the file, as it is.
  public init() {}
}
