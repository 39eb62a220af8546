import CEBUR128
import Foundation
import MediaBase

/// Measures loudness as ITU-R BS.1770 and EBU R 128 define it.
public final class LoudnessMeter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channelCount: Int
  /// The greatest magnitude of a sample, full scale being 1.
  public private(set) var peak: Float = 0

  /// For stereo at 48,000 samples a second unless said otherwise. Six channels are those of 5.1, and one is heard from one
  /// loudspeaker. Measuring true peaks takes most of the time.
  public init(
    channelCount: Int = 2, sampleRate: Int = SoundClip.sampleRate, measuresPeaks: Bool = true
  ) throws(MediaError) {
    self.channelCount = channelCount
    let mode = EBUR128_MODE_I.rawValue | (measuresPeaks ? EBUR128_MODE_TRUE_PEAK.rawValue : 0)
    state = ebur128_init(UInt32(channelCount), UInt(sampleRate), Int32(mode))
    if state == nil { throw LibAV.outOfMemory("measure loudness") }
  }

  deinit { ebur128_destroy(&state) }

  /// Takes the next samples, those of all channels in turn.
  public func take(_ samples: [Float]) {
    samples.withUnsafeBufferPointer { buffer in
      _ = ebur128_add_frames_float(state, buffer.baseAddress, samples.count / channelCount)
      for sample in buffer where abs(sample) > peak { peak = abs(sample) }
    }
  }

  /// In LUFS; nil for silence and for less than 0.4 s.
  public var integrated: Double? {
    var value = 0.0
    guard ebur128_loudness_global(state, &value) == 0, value.isFinite, value > -70 else { return nil }
    return value
  }

  /// In dBTP; nil for silence.
  public var truePeak: Double? {
    var most = 0.0
    for channel in 0..<channelCount {
      var value = 0.0
      guard ebur128_true_peak(state, UInt32(channel), &value) == 0 else { continue }
      most = max(most, value)
    }
    return most > 0 ? 20 * log10(most) : nil
  }
}
