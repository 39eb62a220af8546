import StageKit

/// What a job may say of a sound, beside its file, its name and when it begins.
public enum SoundOptions {
  public static let trim = ParameterKey.numbers(
    "trim",
    "The part of the file that is heard: where it begins, and where it ends unless that is its end, in seconds.",
    .nonnegative(.seconds)
  ).optional

  public static let gain = ParameterKey.number(
    "gain", "How much louder it is than in its file, in dB; keyframes count from its start.", default: 0,
    .range(-96...24)
  ).animated

  public static let pan = ParameterKey.number(
    "pan", "From -1, left, to 1, right; keyframes count from its start.", default: 0, .range(-1...1)
  ).animated

  public static let fadeIn = ParameterKey.number(
    "fadeIn", "How long it takes from silence to its gain.", default: 0, .nonnegative(.seconds))

  public static let fadeOut = ParameterKey.number(
    "fadeOut", "How long it takes from its gain to silence, before it ends.", default: 0, .nonnegative(.seconds))

  public static let loop = ParameterKey.boolean(
    "loop", "Whether it begins again and again, without a gap, until the video ends.", default: false)

  public static let speed = ParameterKey.number(
    "speed", "How fast it is played; the pitch changes too.", default: 1, .range(0.1...10))

  public static let duckUnder = ParameterKey.text("under", "The id of the sound that is to be heard well.")
  public static let duckBy = ParameterKey.number(
    "by", "How much louder it is while the other is heard, in dB.", default: -12, .range(-60...0))
  public static let duckAttack = ParameterKey.number(
    "attack", "How long before the other is heard it begins to sink.", default: 0.1, .range(0...10, .seconds))
  public static let duckRelease = ParameterKey.number(
    "release", "How long it takes to rise again.", default: 0.4, .range(0...10, .seconds))

  public static let duck = ParameterKey.object(
    "duck", "Lowers it while another sound is heard.", [duckUnder, duckBy, duckAttack, duckRelease]
  ).optional

  public static let all: [any AnyParameter] = [trim, gain, pan, fadeIn, fadeOut, loop, speed, duck]
}
