/// The description of the sound in a file's header.
public struct SoundInfo: Hashable, Sendable {
  /// libav's name of the codec: `mp3`.
  public let codec: String
  /// Samples a second.
  public let sampleRate: Int
  public let channelCount: Int
  /// libav's name of how channels are laid out: `5.1`.
  public let layout: String
  /// In seconds; nil where the file does not say it, or only by its size.
  public let duration: Double?
}
