import Coding

/// The samples of one sound of a job: stereo at 48 kHz from the video's start to its end.
///
/// Its gain, fades, pan and speed are applied; what depends on the other sounds, as ducking and loudness, is not.
///
/// ```swift
/// let sound = try context.sound(of: "music")
/// let powers = SoundSpectrum(size: 512).powers(of: sound, around: Int(time.seconds) * TrackSound.sampleRate)
/// ```
public struct TrackSound: Sendable {
  /// Samples a second.
  public static let sampleRate = 48_000

  /// Full scale is from -1 to 1; louder samples are possible.
  public let left: [Float]
  /// The samples of the right channel; their number is that of the left.
  public let right: [Float]
  /// The digest of all samples.
  public let digest: Digest

  /// Sound whose channels have the same number of samples; the digest of all of them is computed unless given.
  public init(left: [Float], right: [Float], digest: Digest? = nil) {
    self.left = left
    self.right = right
    self.digest =
      digest
      ?? Digest { hasher in
        for plane in [left, right] {
          hasher.combine(plane.count)
          for sample in plane { hasher.combine(UInt64(sample.bitPattern)) }
        }
      }
  }

  /// In seconds.
  public var duration: Double { Double(left.count) / Double(Self.sampleRate) }
}
