import Formats
import Reporting
import StageKit

/// A file to deliver, or a numbered file for each frame.
public struct OutputEntry: Sendable {
  /// Relative, without `..`, ending as its container's files do; with `{frame}` where each frame is a file.
  public var file: String
  public var codec: any Codec
  /// The codec's options that are set; the others have their defaults.
  public var options: ParameterValues
  public var container: Container
  /// The size of its pictures; nil for the canvas's.
  public var size: OutputSize?
  /// True where the job itself says how the canvas is fitted into its pictures.
  public var hasFit = false
  /// Nil for the canvas's.
  public var frameRate: FrameRate?
  /// The frames of the job whose time it shows; nil for all.
  public var range: Range<Int>?
  /// The color below its pictures; nil for the canvas's.
  public var background: Color?
  /// The colors of its pictures.
  public var colors = DeliveredColors.standard(.sRGB)
  /// True if its pictures have colors above alpha, opaque and twice as high.
  public var isStacked = false
  /// The arrangement of its frames in one picture; nil for separate frames.
  public var sprite: SpriteSheet?
  /// The position of `"loop": true`, which asks for an end that leads into the start; nil without it.
  public var loop: SourcePosition?
  /// Its own settings of sound; nil if it has no sound.
  public var sound: OutputSound? = OutputSound()
  /// The way in which it carries the job's subtitles; nil if it does not.
  public var subtitles: OutputSubtitles?
  /// The platform that it is made for, by whose rules the finished file is judged; nil for none.
  public var profile: DeliveryProfile?
  /// Violations of that platform's rules that are known before the file is made.
  public var knownFaults: [String] = []
  public var position: SourcePosition
  /// Such as `outputs[0]`.
  public var path: String

  public init(
    file: String, codec: any Codec, options: ParameterValues = ParameterValues(), container: Container,
    size: OutputSize? = nil, frameRate: FrameRate? = nil, range: Range<Int>? = nil, background: Color? = nil,
    sprite: SpriteSheet? = nil, loop: SourcePosition? = nil, profile: DeliveryProfile? = nil, position: SourcePosition,
    path: String
  ) {
    self.file = file
    self.codec = codec
    self.options = options
    self.container = container
    self.size = size
    self.frameRate = frameRate
    self.range = range
    self.background = background
    self.sprite = sprite
    self.loop = loop
    self.profile = profile
    self.position = position
    self.path = path
  }
}
