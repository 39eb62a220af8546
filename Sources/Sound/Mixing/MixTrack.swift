import StageKit

/// A sound on the timeline.
public struct MixTrack: Sendable {
  public var id: String
  public var clip: SoundClip
  /// Samples of the timeline at which it begins, in ascending order; below 0 where it began before.
  public var starts: [Int]
  /// True if it begins again and again until the end.
  public var loops = false
  /// In dB, by seconds after a start.
  public var gain = Animated(0.0)
  /// The pan from -1, left, to 1, right, by seconds after a start.
  public var pan = Animated(0.0)
  /// In samples, as is `fadeOut`.
  public var fadeIn = 0
  public var fadeOut = 0
  /// The attenuation while another track is heard.
  public var duck: Duck?

  public init(id: String, clip: SoundClip, starts: [Int] = [0]) {
    self.id = id
    self.clip = clip
    self.starts = starts
  }

  /// Lowers a track while another is heard.
  public struct Duck: Hashable, Sendable {
    /// The id of the other.
    public var under: String
    /// In dB, at most 0.
    public var by: Double
    /// The time before the other track in which it begins to sink, in seconds.
    public var attack: Double
    /// The time in which it rises again, in seconds.
    public var release: Double

    public init(under: String, by: Double, attack: Double, release: Double) {
      self.under = under
      self.by = by
      self.attack = attack
      self.release = release
    }
  }
}
