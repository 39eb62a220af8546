/// What a job gave: the text of a baseline, and the same of a new run to compare with it.
///
/// Written as JSON with sorted keys, so that equal results give equal bytes and differences can be read line by line.
public struct JobRecord: Codable, Hashable, Sendable {
  /// Raised whenever older records can no longer be compared.
  public static let currentFormat = 1

  public var format = Self.currentFormat
  /// The job's name in the baseline: its file's name without the extension.
  public var job: String
  /// What differences are let pass; nil for what the run says. Never written by the program but kept: edited by hand.
  public var tolerance: Tolerance?
  /// What the job's own scale was multiplied by.
  public var scale: Double
  public var video: VideoRecord
  public var outputs: [OutputRecord]
  public var platform: Platform
  /// Ids of the stages that are drawn, from the bottom of the picture to its top.
  public var drawingOrder: [String]
  /// In dependency order.
  public var stages: [StageRecord]
  /// A digest of every frame's pixels, see `FrameSeries`: red, green, blue, alpha as drawn.
  public var pixels: [String]
  /// The frames of which there are pictures, in order.
  public var references: [Int]
}

/// What does not depend on any stage.
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
  /// Whether the last frame leads to the first as any frame leads to the next: the video can be played in a loop.
  public var loops: Bool
}

/// A delivered output: how it was encoded, what it holds, and how near it comes to what was drawn.
public struct OutputRecord: Codable, Hashable, Sendable {
  public var file: String
  public var codec: String
  /// The codec's options as text, defaults filled in.
  public var options: [String: String]
  public var bytes: Int
  /// Of the file's bytes.
  public var digest: String
  /// The options that the encoder names in its own words.
  public var encoderOptions: String
  /// The frames that decoding can start at.
  public var keyFrames: [Int]
  /// The least of any frame against what was drawn, in decibels, rounded to 0.1.
  public var lumaPSNR: Double
  public var chromaPSNR: Double
  /// The least of any frame's luma, rounded to 0.001.
  public var ssim: Double
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
  public var isHidden: Bool
  public var z: Double
  /// What it takes from other stages and which moments it waits for: `camera ← map.camera`, `after map.arrived + 0.2`.
  public var connections: [String]
  /// The ids of the stages that it needs directly.
  public var needs: [String]
  /// Every parameter by its path, such as `moves[0].to.distance`, defaults filled in; files with their content's digest.
  public var parameters: [String: String]
  /// What it had to say.
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
