import StageKit

@_cdecl("pipeline_abi_SoundMeter") public func soundMeterABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_SoundMeter") public func soundMeterStages() { StageModule.offer(SoundMeter.self) }

/// The loudness, bands and beats of a sound as numbers that other stages take or follow.
///
/// It measures what is heard at the video's time, so it starts with the video.
public struct SoundMeter: Stage {
  static let track = ParameterKey.track("track", "The sound that it measures; without it, all of them together.")
  static let attack = ParameterKey.number(
    "attack", "How fast level and bands rise: the time constant.", default: 0.01, .range(0...10, .seconds))
  static let release = ParameterKey.number(
    "release", "How fast level and bands fall: the time constant.", default: 0.2, .range(0...10, .seconds))
  static let range = ParameterKey.number(
    "range", "How many decibels level and bands span, from 0 to 1.", default: 40,
    NumberSchema(minimum: 1, maximum: 120))
  static let reference = ParameterKey.choice(
    "reference",
    "What is 1: each one's loudest moment in the whole sound, or the power of a sine of full scale.",
    default: MeterReference.loudest)
  static let bassUpTo = ParameterKey.number(
    "bassUpTo", "Where the bass ends, in Hz.", default: 160, .range(30...20_000))
  static let trebleFrom = ParameterKey.number(
    "trebleFrom", "Where the treble begins, in Hz.", default: 4000, .range(30...20_000))
  static let decay = ParameterKey.number(
    "decay", "How long after a beat 'beat' has come back to 0.", default: 0.35, .positive(.seconds))

  static let level = Output<Double>("level", "How loud it is, from 0 to 1, by power and evenly in decibels.")
  static let loudness = Output<Double>(
    "loudness", "The momentary loudness of ITU-R BS.1770, over the last 0.4 s, in LUFS; -70 and less is -70.")
  static let bass = Output<Double>("bass", "How loud its bass is, from 0 to 1.")
  static let mid = Output<Double>("mid", "How loud what lies between bass and treble is, from 0 to 1.")
  static let treble = Output<Double>("treble", "How loud its treble is, from 0 to 1.")
  static let beat = Output<Double>("beat", "1 at each beat, from where it falls to 0.")
  static let beats = Output<Double>("beats", "How many beats there have been so far.")
  static let onBeat = Moment("beat", "A beat of the music.")

  public static let definition = StageDefinition(
    name: "sound-meter", version: 1,
    summary: "Measures a sound: its loudness, bass, middle, treble and beats, for other stages to follow.",
    parameters: [track, attack, release, range, reference, bassUpTo, trebleFrom, decay],
    outputs: [level, loudness, bass, mid, treble, beat, beats], cues: [onBeat], draws: false,
    example: .init(
      at: 1.15,
      """
      {
        "name": "drum",
        "canvas": { "size": [480, 300], "fps": 30, "duration": 4, "background": "#12151B" },
        "stages": [
          { "id": "meter", "stage": "sound-meter" },
          {
            "id": "drum",
            "stage": "shape",
            "parameters": {
              "circle": { "radius": 70 },
              "fill": "#FF7AB8",
              "scale": { "follow": "meter.beat", "keyframes": [{ "at": 0, "value": 1 }, { "at": 1, "value": 1.4 }] }
            }
          }
        ],
        "sounds": [{ "file": "sounds/land.wav" }, { "file": "sounds/land.wav", "start": 1 }],
        "outputs": [{ "file": "drum.mp4" }]
      }
      """))

  private let levels: [(output: Output<Double>, envelope: Envelope)]
  private let loudnesses: [Double]
  private let beatTimes: [Double]
  private let decayTime: Double

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let (low, high) = (parameters[Self.bassUpTo], parameters[Self.trebleFrom])
    guard low <= high else {
      throw StageError(
        "the treble begins below the end of the bass, at \(low) Hz", parameter: parameters.location(of: Self.trebleFrom)
      )
    }
    let sound = try parameters.locating(Self.track) { try context.sound(of: parameters[Self.track]) }
    let key = Digest { hasher in
      hasher.combine("sound-meter 1")
      hasher.combine(sound.digest)
      hasher.combine(low)
      hasher.combine(high)
    }
    let analysis = try context.stored(key) { SoundAnalysis(of: sound, bassUpTo: low, trebleFrom: high) }
    let scale = MeterScale(range: parameters[Self.range], reference: parameters[Self.reference])
    levels = [
      (Self.level, analysis.level), (Self.bass, analysis.bass), (Self.mid, analysis.mid),
      (Self.treble, analysis.treble),
    ].map { output, powers in
      (
        output,
        Envelope(scale.levels(ofPowers: powers), attack: parameters[Self.attack], release: parameters[Self.release])
      )
    }
    loudnesses = analysis.loudness
    beatTimes = analysis.beats
    decayTime = parameters[Self.decay]
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    beatTimes.map { Self.onBeat.at($0) }.ordered(until: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let seconds = time.jobSeconds
    var frame = StageFrame()
    for (output, envelope) in levels { frame[output] = envelope.value(at: seconds) }
    frame[Self.loudness] = Envelope.value(of: loudnesses, at: seconds, otherwise: Loudness.silence)
    let count = beatTimes.partition(until: seconds)
    let share = count > 0 ? min((seconds - beatTimes[count - 1]) / decayTime, 1) : 1
    frame[Self.beat] = share <= 0 ? 1 : (1 - share) * (1 - share)
    frame[Self.beats] = Double(count)
    return frame
  }
}

extension [Double] {
  /// How many of these ascending times have come; up to 1e-9 early.
  fileprivate func partition(until seconds: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= seconds + 1e-9 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
