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

  /// In seconds.
  public var duration: Double { Double(count) / Double(Self.sampleRate) }
}
