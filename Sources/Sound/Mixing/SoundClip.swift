import Formats

/// Sound in memory: 48,000 samples a second, full scale from -1 to 1.
public struct SoundClip: Hashable, Sendable {
  /// 1 or 2.
  public let channelCount: Int
  /// Left and right in turn where there are two channels.
  public let samples: [Float]

  /// `samples` are whole frames of one or two channels.
  public init(channelCount: Int, samples: [Float]) {
    self.channelCount = channelCount
    self.samples = samples
  }

  public static let sampleRate = SoundFormat.sampleRate

  /// Samples of each channel.
  public var count: Int { samples.count / channelCount }

  /// The crossfade of `looped`, in seconds.
  public static let crossfade = 0.01

  /// The first `count` samples, of which the first 10 ms come out of what follows them, so that they can be repeated without
  /// a click.
  public func looped(count: Int) -> SoundClip {
    let rest = min(self.count - count, Int(Self.crossfade * Double(Self.sampleRate)), count)
    guard rest > 0 else { return self }
    var result = Array(samples.prefix(count * channelCount))
    for index in 0..<rest * channelCount {
      let share = Float(index / channelCount) / Float(rest)
      result[index] = samples[count * channelCount + index] * (1 - share) + result[index] * share
    }
    return SoundClip(channelCount: channelCount, samples: result)
  }

  /// In seconds.
  public var duration: Double { Double(count) / Double(Self.sampleRate) }
}
