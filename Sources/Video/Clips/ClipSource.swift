import Graphics
import MediaBase

/// Decodes single pictures of a clip's file. To be used from one thread at a time.
protocol ClipSource: AnyObject {
  /// The time of the picture that was decoded last, or of the last one that was needed for it.
  var last: Int64? { get }

  /// Reads the times of all pictures. To be called once, first.
  func index() throws(MediaError) -> ClipIndex

  /// The picture that is shown from `time` on, as straight red, green, blue and alpha.
  func pixels(at time: Int64, _ index: ClipIndex) throws(MediaError) -> (pixels: [UInt8], width: Int, height: Int)

  // Facts that the first decoded picture gives; see `ClipFile`.
  var hasSound: Bool { get }
  var unconvertedColors: UnconvertedColors? { get }
  var isConverted: Bool { get }
  /// That of the pixels.
  var gamut: ColorGamut { get }
  var usedToneMapping: ToneMapping? { get }
  var unknownMatrix: String? { get }
  /// As EXIF numbers it.
  var orientation: Int { get }
  var isTilted: Bool { get }
  var pixelAspect: Double { get }
}

extension ClipSource {
  var hasSound: Bool { false }
  var usedToneMapping: ToneMapping? { nil }
  var unknownMatrix: String? { nil }
  var orientation: Int { 1 }
  var isTilted: Bool { false }
  var pixelAspect: Double { 1 }
}
