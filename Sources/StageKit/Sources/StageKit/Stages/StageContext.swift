import Coding
import Geometry
import Graphics
import TimedText

/// The size, frame rate, duration, background, locale and safe area of a job's video.
///
/// ```swift
/// let canvas = context.composition
/// let isTall = canvas.size.height > canvas.size.width
/// frame.drawing.fill(.rect(canvas.safeArea), isTall ? .white : .black)
/// ```
public struct Composition: Hashable, Sendable {
  /// In points, from (0, 0) at the top left.
  public var size: Size
  /// Pixels for each point.
  public var scale: Double
  /// As the nearest double to the job's fraction.
  public var framesPerSecond: Double
  /// In seconds.
  public var duration: Double
  /// The color below all stages; it may be translucent.
  public var background: Color
  /// The job's language and region as a BCP 47 tag, such as `de-CH`; empty where the job does not say.
  public var locale: String
  /// The area, in points, that target platforms do not cover; the whole canvas if no platform is set.
  public var safeArea: Rect
  /// True if the job is laid out from the right to the left; pictures and text are as ever.
  public var isMirrored: Bool
  /// The gamut in which the canvas is drawn; colors and pictures of others are converted to it.
  public var gamut: ColorGamut

  /// The size in points, the duration in seconds; without a `safeArea` all of the canvas is safe.
  public init(
    size: Size, scale: Double, framesPerSecond: Double, duration: Double, background: Color, locale: String = "",
    safeArea: Rect? = nil, isMirrored: Bool = false, gamut: ColorGamut = .sRGB
  ) {
    self.size = size
    self.scale = scale
    self.framesPerSecond = framesPerSecond
    self.duration = duration
    self.background = background
    self.locale = locale
    self.safeArea = safeArea ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
    self.isMirrored = isMirrored
    self.gamut = gamut
  }

  /// All of it, in points.
  public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }
}

/// A file that a job names.
///
/// ```swift
/// @Parameter("The picture.", as: .file(extensions: FileReference.pictureEndings)) var picture: FileReference
/// frame.drawing.image(try context.image(picture), in: box)
/// ```
public struct FileReference: Hashable, Sendable, Digestible {
  /// The endings of the pictures that `StageContext.image` reads: PNG, JPEG, WebP, AVIF, HEIC, TIFF and JPEG XL.
  public static let pictureEndings = ["png", "jpg", "jpeg", "webp", "avif", "heic", "heif", "tif", "tiff", "jxl"]

  /// The endings of videos, which may have sound: MP4, QuickTime, 3GPP, WebM, Matroska, MPEG transport streams, AVI and MXF.
  public static let videoEndings = [
    "mp4", "m4v", "mov", "3gp", "3g2", "webm", "mkv", "ts", "mts", "m2ts", "avi", "mxf",
  ]

  /// The endings of the fonts that `StageContext.layout` uses: TrueType, OpenType, collections of these, WOFF and WOFF2.
  public static let fontEndings = ["ttf", "otf", "ttc", "otc", "woff", "woff2"]

  /// The path as the job has it.
  public var literal: String
  /// Absolute, or relative to the current folder.
  public var path: String

  /// A file by its path in the job, and by the path at which the host finds it.
  public init(literal: String, path: String) {
    self.literal = literal
    self.path = path
  }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(path) }
}

/// A stage's only way to the world outside: the host decides what a job may read, and keeps what is costly to make.
public protocol StageContext: Sendable {
  /// The video that the stage is a part of.
  var composition: Composition { get }

  /// The number of stages that the stage holds and that are drawn in it.
  var contentCount: Int { get }

  /// The canvas of the job that the stage shows; nil for stages that show none.
  var contentComposition: Composition? { get }

  /// The bytes of a file. Throws `StageError` where it cannot be read.
  func bytes(of file: FileReference) throws -> [UInt8]

  /// The decoded picture in a file (PNG, JPEG, WebP, AVIF, HEIC, TIFF, JPEG XL), in sRGB and upright. Throws `StageError` where it cannot be read.
  func image(_ file: FileReference) throws -> Image

  /// The same of a picture file that another file holds, by its bytes. Throws `StageError` where it cannot be read, and by
  /// default always.
  func image(_ bytes: [UInt8], in file: FileReference) throws -> Image

  /// The place and the time at which a picture was taken, by the EXIF data of its file (JPEG, PNG, WebP, AVIF, HEIC). Throws
  /// `StageError` where the file cannot be read; knows nothing by default.
  func pictureOrigin(_ file: FileReference) throws -> PictureOrigin

  /// The picture of an SVG file; where it says `currentColor` it is `color`. Warns of what is not drawn. Throws `StageError`
  /// where it cannot be read.
  func vectorImage(_ file: FileReference, color: Color) throws -> VectorImage

  /// The features of a part of the world, around a center, or the middle of what the file covers, as far as `reach` meters to each
  /// side. Those of vector tiles (PMTiles, MBTiles) have their layers' names as properties `layer`; those of extracts of
  /// OpenStreetMap (PBF) have its tags. Throws `StageError` where they cannot be read.
  func mapFeatures(_ file: FileReference, around center: Coordinate?, reach: Double) throws -> GeoJSON.FeatureCollection

  /// The features in a file of vector tiles (PMTiles, MBTiles), tile by tile. Throws `StageError` where they cannot be read, and by
  /// default always.
  func mapTiles(_ file: FileReference) throws -> MapTiles

  /// The pictures of the ground in a file of PMTiles or MBTiles, or in the folders that a picture lies in whose path ends with
  /// its zoom, column and row, such as `satellite/12/2132/1493.jpg`. Throws `StageError` where they cannot be read, and by
  /// default always.
  func imagery(_ file: FileReference) throws -> MapImagery

  /// The ways in a file with one of `RouteSource.fileExtensions`, one at least. Throws `StageError` where they cannot be read.
  func tracks(_ file: FileReference) throws -> [RouteTrack]

  /// The cues of a file of subtitles (SubRip, WebVTT, ASS, SSA, TTML, EBU STL, Whisper's JSON). Warns of what is not kept.
  /// Throws `StageError` with all of its faults where it cannot be read.
  func subtitles(_ file: FileReference) throws -> SubtitleTrack

  /// The heights of the ground in a GeoTIFF file, in a square degree of the SRTM (`N43E007.hgt`), or in a PNG or WebP tile whose
  /// name ends with its zoom, column and row. Throws `StageError` where they cannot be read.
  func heights(_ file: FileReference, encoding: HeightEncoding) throws -> HeightGrid

  /// The frames of a video (`FileReference.videoEndings`) or an animation, or of pictures whose names are numbered on from the
  /// file's, `framesPerSecond` of them a second. Throws `StageError` where it cannot be read, or shows colors that
  /// cannot be drawn.
  func clip(_ file: FileReference, framesPerSecond: Double) throws -> VideoClip

  /// Text as outlines. Throws `StageError` where a named font file cannot be used.
  func layout(_ request: TextRequest) throws -> TextLayout

  /// The value of `make`, which is called once for all stages and workers that ask under the same key.
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value

  /// The value of `make`, as by `cached(_:_:)`, kept on disk between runs.
  ///
  /// The key must cover all that the value depends on: the bytes of files, not their names. The host adds the code of the
  /// stages. `make` must not warn, since it is not called if the value is on disk. Use it if making the value takes longer
  /// than reading it.
  func cachedOnDisk<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value

  /// The value of an input that is `foreseen` at a number of seconds of the stage's own time, before and after its
  /// frames, too; at `.infinity` the value at rest, when the stage that publishes it has settled, without its entrance and exit.
  /// A path lies where it does at rest, with the form that it has then.
  ///
  /// For what must be known before the first frame, such as the way of what a camera follows. Cost: one frame of each stage
  /// that the value comes from. Throws `StageError` where an input that must be connected has no value then.
  func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value

  /// The unit of the numbers that an input takes, as the output that a job connects to it declares; `.none` where none is
  /// connected, or it declares none, and by default always.
  func unit<Value>(of input: Input<Value>) -> NumberSchema.Unit

  /// The samples of one of the job's sounds, by its id, or of all of them together for nil. Throws `StageError` if
  /// there is no such sound, or it cannot be read.
  func sound(of track: String?) throws -> TrackSound

  /// Combines two nonzero-filled outlines. The result does not cross or overlap itself. Curves become lines that are
  /// off by at most `tolerance`, in the outlines' own units. Takes time about linear in the lines and crossings. Throws
  /// `StageError` if the outlines are too entangled.
  func combine(_ a: Path, _ b: Path, by operation: PathOperation, tolerance: Double) throws -> Path

  /// A text with values in it, by ICU's messages, such as `{price, number, ::currency/EUR}`, and by the rules of a locale
  /// (BCP 47); the job's for an empty one. It may be asked for in a frame: equal arguments give equal texts. Throws
  /// `StageError` where the pattern has a fault.
  func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String

  /// Warns the user; the job renders all the same.
  func warn(_ message: String)
}

extension StageContext {
  public func image(_ bytes: [UInt8], in file: FileReference) throws -> Image {
    throw StageError("\(file.literal): pictures within files are not read here")
  }

  public func pictureOrigin(_ file: FileReference) throws -> PictureOrigin { PictureOrigin() }

  /// Keeps the value for this run only.
  public func cachedOnDisk<Value: Storable>(_ key: Digest, _ make: () throws -> Value) throws -> Value {
    try cached(key, make)
  }

  /// It holds no stages.
  public var contentCount: Int { 0 }

  /// It shows no job.
  public var contentComposition: Composition? { nil }

  /// There are no pictures made of outlines.
  public func vectorImage(_ file: FileReference, color: Color) throws -> VectorImage {
    throw StageError("there are no SVG files here")
  }

  /// There are no maps in files.
  public func mapFeatures(
    _ file: FileReference, around center: Coordinate?, reach: Double
  ) throws -> GeoJSON.FeatureCollection {
    throw StageError("there are no map files here")
  }

  public func mapTiles(_ file: FileReference) throws -> MapTiles {
    throw StageError("there are no map files here")
  }

  public func imagery(_ file: FileReference) throws -> MapImagery {
    throw StageError("there is no imagery here")
  }

  /// There are no ways but those of GeoJSON files.
  public func tracks(_ file: FileReference) throws -> [RouteTrack] {
    let bytes = try bytes(of: file)
    do {
      return try GeoJSON.parse(bytes).tracks
    } catch {
      throw StageError("\(file.literal):\(error)")
    }
  }

  /// There are no subtitles but those in SubRip and WebVTT.
  public func subtitles(_ file: FileReference) throws -> SubtitleTrack {
    let bytes = try bytes(of: file)
    do {
      return try SubtitleTrack(bytes, format: file.literal.lowercased().hasSuffix(".vtt") ? .vtt : .srt)
    } catch {
      throw StageError(error, in: file)
    }
  }

  /// There are no heights.
  public func heights(_ file: FileReference, encoding: HeightEncoding) throws -> HeightGrid {
    throw StageError("there are no heights here")
  }

  /// There are no clips.
  public func clip(_ file: FileReference, framesPerSecond: Double) throws -> VideoClip {
    throw StageError("there are no clips here")
  }

  /// Outlines cannot be combined.
  public func combine(_ a: Path, _ b: Path, by operation: PathOperation, tolerance: Double) throws -> Path {
    throw StageError("outlines cannot be combined here")
  }

  /// There are no messages.
  public func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String {
    throw StageError("there are no messages here")
  }

  /// Nothing is connected.
  public func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value { try Inputs()[input] }

  public func unit<Value>(of input: Input<Value>) -> NumberSchema.Unit { .none }

  /// There is no sound.
  public func sound(of track: String?) throws -> TrackSound { throw StageError("there is no sound here") }
}

extension StageError {
  /// All faults of a file of subtitles, each with its line, and the first remedy.
  public init(_ error: SubtitleError, in file: FileReference) {
    self.init(
      error.faults.map { $0.text(in: file.literal) }.joined(separator: "; "),
      hint: error.faults.compactMap(\.hint).first)
  }
}
