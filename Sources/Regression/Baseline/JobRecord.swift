/// The results of a job: a baseline's, or a new run's to compare with it.
///
/// Written as JSON with sorted keys, so that equal results give equal bytes and differences can be read line by line.
public struct JobRecord: Codable, Hashable, Sendable {
  /// Raised whenever older records can no longer be compared.
  public static let currentFormat = 2

  public var format = Self.currentFormat
  /// The job's name in the baseline: its file's name without the extension.
  public var job: String
  /// The differences that pass; nil for those of the run. Edited by hand; the program leaves it as it is.
  public var tolerance: Tolerance?
  /// Rectangles of pixels at the record's scale that are not compared, such as of a clock; nil for none. Edited by hand; the
  /// program leaves them as they are.
  public var masks: [PictureDifference.Region]?
  /// Why the record was last accepted; nil where nobody said it.
  public var accepted: String?
  /// The factor of the job's own scale.
  public var scale: Double
  public var video: VideoRecord
  public var outputs: [OutputRecord]
  public var platform: Platform
  /// Ids of the stages that are drawn, from the bottom of the picture to its top.
  public var drawingOrder: [String]
  /// In dependency order.
  public var stages: [StageRecord]
  /// In the order of the job; nil where there are none.
  public var sounds: [SoundRecord]?
  /// Those that outputs carry, in the order of the job; nil in records of versions that held none.
  public var subtitles: [SubtitleRecord]?
  /// Outputs of sound alone, in the order of the job; nil in records of versions that held none.
  public var soundFiles: [SoundFileRecord]?
  /// A digest of every frame's pixels, see `FrameSeries`: red, green, blue, alpha as drawn.
  public var pixels: [String]
  /// The frames of which there are pictures, in order.
  public var references: [Int]
}

/// The properties of the video that depend on no stage.
public struct VideoRecord: Codable, Hashable, Sendable {
  /// In pixels, at the record's scale.
  public var width: Int
  public var height: Int
  public var frames: Int
  /// Such as `60` or `30000/1001`.
  public var framesPerSecond: String
  /// In seconds.
  public var duration: Double
  /// In CSS.
  public var background: String
  /// The canvas's color space, such as `srgb`; nil in records of versions that held none.
  public var color: String?
  /// True if the last frame leads to the first as any frame leads to the next: the video can be played in a loop.
  public var loops: Bool
}

/// A delivered output: its encoding, its content, and its quality compared with the drawing.
public struct OutputRecord: Codable, Hashable, Sendable {
  public var file: String
  public var codec: String
  /// The codec's options as text, defaults filled in.
  public var options: [String: String]
  /// The options that the job leaves at their defaults, sorted; nil in baselines, which need none.
  public var defaults: [String]?
  public var bytes: Int
  /// A digest of the file's bytes.
  public var digest: String
  /// The options as the encoder writes them into its stream.
  public var encoderOptions: String
  /// The frames that decoding can start at.
  public var keyFrames: [Int]
  /// The lowest of any frame, in decibels, rounded to 0.1.
  public var lumaPSNR: Double
  public var chromaPSNR: Double
  /// The lowest of any frame's luma, rounded to 0.001.
  public var ssim: Double
  /// Each frame's `FrameScore`, see `FrameSeries`; nil for lossless codecs.
  public var quality: [String]?
  /// The level of the file's sound in each tenth of a second, for each channel, in dB of full scale: `-20.1/-20.3`, `-` for
  /// silence. See `FrameSeries`; nil without sound.
  public var sound: [String]?
}

/// One stage of a job, as planned and through all frames.
public struct StageRecord: Codable, Hashable, Sendable {
  public var id: String
  /// Its definition's name and version.
  public var stage: String
  public var version: Int
  /// In seconds from the video's start.
  public var start: Double
  public var end: Double?
  /// When its moments come, in seconds from the video's start.
  public var moments: [String: Double]
  /// When its cues come up to the video's end, by their names; nil where it has none but its moments, and in records of
  /// versions that held none.
  public var cues: [String: [Double]]?
  /// The id of the stage that holds it, or shows the job that it is a part of; nil for stages of the job itself.
  public var holder: String?
  /// The ids of the stages whose drawings it takes; nil for none.
  public var shows: [String]?
  /// The ids of the stages that it holds and draws, from the bottom to the top; nil where there are none, and in records of
  /// versions that held none.
  public var layers: [String]?
  public var isHidden: Bool
  public var z: Double
  /// The values that it takes from other stages, and the moments that it waits for: `camera ← map.camera`, `after map.arrived + 0.2`.
  public var connections: [String]
  /// The ids of the stages that it needs directly.
  public var needs: [String]
  /// Every parameter by its path, such as `moves[0].to.distance`, defaults filled in; files with their content's digest.
  public var parameters: [String: String]
  /// The paths of those that the job leaves at their defaults; nil in baselines, which need none.
  public var defaults: [String]?
  /// The fonts of its texts with their files' digests, sorted; nil where it has none.
  public var fonts: [String]?
  public var warnings: [String]
  /// Each published number through all frames, see `FrameSeries`: to six digits, `-` where it is missing.
  public var values: [String: [String]]
  /// A digest of its exact values through all frames.
  public var valueDigests: [String]
  /// A digest of its display list through all frames; `-` where it is not shown.
  public var drawings: [String]
  /// A digest of its pixels alone in each of the reference frames; `-` where it is not shown.
  public var pixels: [String]
}
