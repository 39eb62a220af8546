import Formats
import Reporting
import StageKit

/// An output's settings of sound.
public struct OutputSound: Hashable, Sendable {
  /// True if there is to be a track though nothing is heard: `"sound": true`.
  public var isAsked = false
  /// Nil for the one of its container.
  public var codec: SoundCodec?
  /// In kb/s; nil for the codec's own.
  public var bitRate: Int?
  /// Nil for the job's.
  public var loudness: Loudness?

  public init(codec: SoundCodec? = nil, bitRate: Int? = nil, loudness: Loudness? = nil) {
    self.codec = codec
    self.bitRate = bitRate
    self.loudness = loudness
  }
}

/// A file of the job's sound alone.
public struct SoundOutput: Sendable {
  /// Relative, without `..`, ending as its container's files do.
  public var file: String
  public var container: SoundContainer
  public var sound: OutputSound
  /// The frames of the job whose time it holds; nil for all.
  public var range: Range<Int>?
  /// True if its end leads into its start.
  public var isLoop = false
  public var position: SourcePosition
  /// Such as `outputs[0]`.
  public var path: String
}

extension Job {
  /// True if anything is heard: sounds of its own, or of jobs and clips that its stages show.
  public var hasSounds: Bool { !sounds.isEmpty || hasNestedSounds }

  /// True if jobs or clips that its stages show have sounds.
  public var hasNestedSounds: Bool {
    stages.contains { $0.heardFile != nil || $0.isVisible != false && $0.nested?.job.hasSounds == true }
  }

  /// The encoding of an output's sound; nil if it has none.
  ///
  /// Only planning finds whether the files of clips have sound: `hears` says whether any of the job's sounds is left.
  public func soundFormat(of output: OutputEntry, hears: Bool = true) -> SoundFormat? {
    guard hasSounds, let sound = output.sound, hears || sound.isAsked, output.sprite == nil,
      let codec = sound.codec ?? output.container.defaultSoundCodec(beside: output.codec)
    else { return nil }
    return format(sound, codec, output.profile)
  }

  /// The encoding of a file of sound alone.
  public func soundFormat(of output: SoundOutput) -> SoundFormat {
    format(output.sound, output.sound.codec ?? output.container.codecs[0], nil)
  }

  private func format(_ sound: OutputSound, _ codec: SoundCodec, _ profile: DeliveryProfile?) -> SoundFormat {
    SoundFormat(
      codec: codec, bitRate: sound.bitRate ?? (codec == .aac ? profile?.soundBitRate : nil),
      loudness: sound.loudness ?? loudness ?? profile?.loudness ?? .standard)
  }

  /// The samples of the timeline that frames of the job last.
  public func samples(of frames: Range<Int>) -> Range<Int> {
    func sample(_ frame: Int) -> Int {
      let (seconds, rest) = (frame * frameRate.denominator).quotientAndRemainder(dividingBy: frameRate.numerator)
      let part = Double(rest) * Double(SoundFormat.sampleRate) / Double(frameRate.numerator)
      return seconds * SoundFormat.sampleRate + Int(part.rounded())
    }
    return sample(frames.lowerBound)..<sample(frames.upperBound)
  }
}
