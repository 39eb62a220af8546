import CEBUR128
import Foundation
import MediaBase

/// Measures loudness as ITU-R BS.1770 and EBU R 128 define it.
public final class LoudnessMeter {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channelCount: Int
  /// Nil where true peaks are not measured.
  private var peaks: TruePeakMeter?
  /// The greatest magnitude of a sample, full scale being 1.
  public private(set) var peak: Float = 0

  /// For stereo at 48,000 samples a second unless said otherwise. Six channels are those of 5.1, and one is heard from one
  /// loudspeaker.
  public init(
    channelCount: Int = 2, sampleRate: Int = SoundClip.sampleRate, measuresPeaks: Bool = true
  ) throws(MediaError) {
    self.channelCount = channelCount
    if measuresPeaks { peaks = TruePeakMeter(channelCount: channelCount) }
    state = ebur128_init(UInt32(channelCount), UInt(sampleRate), Int32(EBUR128_MODE_I.rawValue))
    if state == nil { throw LibAV.outOfMemory("measure loudness") }
  }

  deinit { ebur128_destroy(&state) }

  /// Takes the next samples, those of all channels in turn.
  public func take(_ samples: [Float]) {
    peaks?.take(samples)
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
    guard let most = peaks?.finalPeak, most > 0 else { return nil }
    return 20 * log10(Double(most))
  }
}
