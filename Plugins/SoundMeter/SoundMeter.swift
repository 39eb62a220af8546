import StageKit

@_cdecl("pipeline_stages_SoundMeter") public func stages() { StageModule.offer(SoundMeter.self) }

/// The loudness, bands and beats of a sound as numbers that other stages take or follow.
///
/// It measures what is heard at the video's time, so it starts with the video.
public struct SoundMeter: Stage {
  /// The parameters of a meter.
  public struct Parameters: ParameterGroup {
    @Parameter("The sound that it measures; without it, all of them together.", as: .track) var track: String?
    @Parameter("The speed at which level and bands rise: the time constant.", .range(0...10, .seconds)) var attack =
      0.01
    @Parameter("The speed at which level and bands fall: the time constant.", .range(0...10, .seconds)) var release =
      0.2
    @Parameter("The number of decibels that level and bands span, from 0 to 1.", NumberSchema(minimum: 1, maximum: 120))
    var range = 40.0
    @Parameter(
      "The reference for 1: each one's loudest moment in the whole sound, or the power of a sine of full scale.")
    var reference = MeterReference.loudest
    @Parameter("The end of the bass, in Hz.", .range(30...20_000)) var bassUpTo = 160.0
    @Parameter("The start of the treble, in Hz.", .range(30...20_000)) var trebleFrom = 4000.0
    @Parameter("The time after a beat until 'beat' has come back to 0.", .positive(.seconds)) var decay = 0.35

    let level = Output<Double>("The level, from 0 to 1, by power and evenly in decibels.")
    let loudness = Output<Double>(
      "The momentary loudness of ITU-R BS.1770, over the last 0.4 s, in LUFS; -70 and less is -70.")
    let bass = Output<Double>("The level of its bass, from 0 to 1.")
    let mid = Output<Double>("The level between bass and treble, from 0 to 1.")
    let treble = Output<Double>("The level of its treble, from 0 to 1.")
    let beat = Output<Double>("1 at each beat, from where it falls to 0.")
    let beats = Output<Double>("The number of beats so far.")
    let onBeat = Moment("A beat of the music.", .cue, name: "beat")

    /// The parameters of a meter.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "sound-meter", version: 1,
    "Measures a sound: its loudness, bass, middle, treble and beats, for other stages to follow.",
    draws: false,
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

  private let parameters: Parameters
  private let levels: [(output: Output<Double>, envelope: Envelope)]
  private let loudnesses: [Double]
  private let beatTimes: [Double]

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let (low, high) = (parameters.bassUpTo, parameters.trebleFrom)
    guard low <= high else {
      throw StageError(
        "the treble begins below the end of the bass, at \(low) Hz", parameter: parameters.$trebleFrom.location
      )
    }
    let sound = try parameters.$track.locating { try context.sound(of: parameters.track) }
    let key = Digest { hasher in
      hasher.combine("sound-meter 1")
      hasher.combine(sound.digest)
      hasher.combine(low)
      hasher.combine(high)
    }
    let analysis = try context.cachedOnDisk(key) { SoundAnalysis(of: sound, bassUpTo: low, trebleFrom: high) }
    let scale = MeterScale(range: parameters.range, reference: parameters.reference)
    levels = [
      (parameters.level, analysis.level), (parameters.bass, analysis.bass), (parameters.mid, analysis.mid),
      (parameters.treble, analysis.treble),
    ].map { output, powers in
      (
        output,
        Envelope(scale.levels(ofPowers: powers), attack: parameters.attack, release: parameters.release)
      )
    }
    loudnesses = analysis.loudness
    beatTimes = analysis.beats
  }

  public func cues(until seconds: Double) -> [Moment.Time] {
    beatTimes.map { parameters.onBeat.at($0) }.ordered(until: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let seconds = time.jobSeconds
    var frame = StageFrame()
    for (output, envelope) in levels { frame[output] = envelope.value(at: seconds) }
    frame[parameters.loudness] = Envelope.value(of: loudnesses, at: seconds, otherwise: Loudness.silence)
    let count = beatTimes.partition(until: seconds)
    let share = count > 0 ? min((seconds - beatTimes[count - 1]) / parameters.decay, 1) : 1
    frame[parameters.beat] = share <= 0 ? 1 : (1 - share) * (1 - share)
    frame[parameters.beats] = Double(count)
    return frame
  }
}

extension [Double] {
  /// The number of these ascending times that have come; up to 1e-9 early.
  fileprivate func partition(until seconds: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= seconds + 1e-9 { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
