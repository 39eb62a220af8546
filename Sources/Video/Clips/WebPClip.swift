import CWebP
import Foundation
import Graphics
import MediaBase

/// The frames of an animated WebP, put together by libwebp. To be used from one thread at a time.
final class WebPClip: ClipSource {
  private let name: String?
  /// The bytes, owned by this object; the decoder refers to them.
  private let data: UnsafeMutableBufferPointer<UInt8>
  private let decoder: OpaquePointer
  private let info: WebPAnimInfo
  private let traits: PictureTraits
  private lazy var conversion = traits.conversion
  /// The last time that was decoded, and the pixels of that frame.
  private(set) var last: Int64?
  private var canvas: [UInt8] = []
  /// When the frame after `last` begins.
  private var next: Int64 = 0

  private static let operation = "decode the clip"

  var unconvertedColors: UnconvertedColors? { traits.colors }
  var isConverted: Bool { traits.isConverted }
  var gamut: ColorGamut { traits.gamut }

  /// True for the first bytes of a file of this kind.
  static func reads(_ head: [UInt8]) -> Bool { PictureTraits(head).animation == .webp }

  convenience init(path: String, named name: String, gamut: ColorGamut = .sRGB) throws(MediaError) {
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw MediaError(Self.operation, reason: "it cannot be read", file: name)
    }
    try self.init([UInt8](contents), named: name, gamut: gamut)
  }

  init(
    _ bytes: [UInt8], named name: String?, maxPixels: Int = maxPictureArea, gamut: ColorGamut = .sRGB
  ) throws(MediaError) {
    // The decoder makes room for two frames at once.
    var (width, height): (Int32, Int32) = (0, 0)
    guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0 else {
      throw MediaError(Self.operation, reason: "it is damaged or cut off", file: name)
    }
    try checkArea(Int(width), Int(height), name, maxPixels, Self.operation)
    self.name = name
    data = .allocate(capacity: bytes.count)
    _ = data.initialize(from: bytes)
    traits = PictureTraits([UInt8](data.prefix(PictureTraits.headSize)), in: gamut)
    var options = WebPAnimDecoderOptions()
    WebPAnimDecoderOptionsInit(&options)
    options.color_mode = MODE_RGBA
    var bytes = WebPData(bytes: data.baseAddress, size: data.count)
    var info = WebPAnimInfo()
    guard let decoder = WebPAnimDecoderNew(&bytes, &options) else {
      data.deallocate()
      throw MediaError(Self.operation, reason: "it is damaged or cut off", file: name)
    }
    WebPAnimDecoderGetInfo(decoder, &info)
    (self.decoder, self.info) = (decoder, info)
  }

  deinit {
    WebPAnimDecoderDelete(decoder)
    data.deallocate()
  }

  /// Frames that are shown for no time are left out, unless they are the last. Ticks are milliseconds.
  func index() throws(MediaError) -> ClipIndex {
    var frame = WebPIterator()
    defer { WebPDemuxReleaseIterator(&frame) }
    guard let demuxer = WebPAnimDecoderGetDemuxer(decoder), WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else {
      throw MediaError(Self.operation, reason: "it has no frames", file: name)
    }
    var (times, time): ([Int64], Int64) = ([], 0)
    repeat {
      if frame.duration > 0 || frame.frame_num == frame.num_frames { times.append(time) }
      time += Int64(max(frame.duration, 0))
    } while WebPDemuxNextFrame(&frame) != 0
    return ClipIndex(times: times, keys: [0], tick: 0.001, end: max(time, (times.last ?? 0) + 1), lead: 0)
  }

  func pixels(at time: Int64, _ index: ClipIndex) throws(MediaError) -> (pixels: [UInt8], width: Int, height: Int) {
    if last.map({ $0 > time }) ?? true {
      WebPAnimDecoderReset(decoder)
      (last, next) = (nil, 0)
    }
    while next <= time, WebPAnimDecoderHasMoreFrames(decoder) != 0 {
      var pixels: UnsafeMutablePointer<UInt8>?
      var end: Int32 = 0
      guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else {
        last = nil
        throw MediaError(Self.operation, reason: "it is damaged", file: name)
      }
      (last, next) = (next, Int64(end))
      if next > time || WebPAnimDecoderHasMoreFrames(decoder) == 0 {
        let count = Int(info.canvas_width) * Int(info.canvas_height) * 4
        canvas = [UInt8](UnsafeBufferPointer(start: pixels, count: count))
        try conversion?.convert(&canvas, Self.operation)
      }
    }
    return (canvas, Int(info.canvas_width), Int(info.canvas_height))
  }
}
