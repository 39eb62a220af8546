import StageKit
import StageTesting

@testable import SoundMeter

#if canImport(Glibc)
  import Glibc
#endif

/// A sound of some seconds from a function of time, the same on both sides unless `right` is given.
func sound(_ seconds: Double, right: ((Double) -> Double)? = nil, _ left: (Double) -> Double) -> TrackSound {
  let times = (0..<Int(seconds * 48_000)).map { Double($0) / 48_000 }
  let samples = times.map { Float(left($0)) }
  return TrackSound(left: samples, right: right.map { right in times.map { Float(right($0)) } } ?? samples)
}

func sine(_ frequency: Double, _ seconds: Double, amplitude: Double = 1) -> Double {
  amplitude * sin(2 * .pi * frequency * seconds)
}

/// Clicks that ring at 1 kHz for 20 ms, from `start` on.
func clicks(_ beatsAMinute: Double, start: Double, _ seconds: Double) -> Double {
  guard seconds >= start else { return 0 }
  let since = (seconds - start).truncatingRemainder(dividingBy: 60 / beatsAMinute)
  return since < 0.02 ? 0.8 * sin(2 * .pi * 1000 * since) * exp(-since * 150) : 0
}

func meter(_ sound: TrackSound, _ parameters: String = "{}") throws -> SoundMeter {
  try make(SoundMeter.self, parameters, FakeContext(sounds: [nil: sound]))
}

func value(_ output: Output<Double>, of meter: SoundMeter, at seconds: Double) throws -> Double {
  guard let value = meter.frame(at: StageTime(seconds: seconds), Inputs())[output] else {
    throw StageError("no \(output.definition.name)")
  }
  return value
}
