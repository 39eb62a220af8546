import CWebP
import Files
import Formats
import Foundation
import MediaBase

/// Decodes an animated WebP by libwebp's demuxer; times are in milliseconds. To be used from one thread at a time.
final class WebPReader: FrameReader {
  /// The number of times that it plays, 0 for ever.
  let plays: Int
  /// True if it has one picture alone.
  let isStill: Bool

  private let name: String
  /// The bytes, owned by this object; the decoder refers to them.
  private let data: UnsafeMutableBufferPointer<UInt8>
  private var decoder: OpaquePointer?
  private let pixelFormat: PixelFormat
  private let width: Int
  private let height: Int
  private var time = 0

  private static let operation = "decode the animated picture"

  init(path: String, named name: String, _ pixelFormat: PixelFormat) throws(MediaError) {
    self.name = name
    self.pixelFormat = pixelFormat
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw MediaError(Self.operation, reason: "it cannot be read", file: name)
    }
    data = .allocate(capacity: contents.count)
    _ = data.initialize(from: contents)
    var options = WebPAnimDecoderOptions()
    WebPAnimDecoderOptionsInit(&options)
    options.color_mode = MODE_RGBA
    var info = WebPAnimInfo()
    var bytes = WebPData(bytes: data.baseAddress, size: data.count)
    decoder = WebPAnimDecoderNew(&bytes, &options)
    guard decoder != nil, WebPAnimDecoderGetInfo(decoder, &info) != 0 else {
      WebPAnimDecoderDelete(decoder)
      data.deallocate()
      throw MediaError(Self.operation, reason: "it is no WebP", file: name)
    }
    width = Int(info.canvas_width)
    height = Int(info.canvas_height)
    plays = Int(info.loop_count)
    isStill = info.frame_count == 1
  }

  deinit {
    WebPAnimDecoderDelete(decoder)
    data.deallocate()
  }

  func next() throws(MediaError) -> MovieFrame? {
    guard WebPAnimDecoderHasMoreFrames(decoder) != 0 else { return nil }
    var pixels: UnsafeMutablePointer<UInt8>?
    var end: Int32 = 0
    guard WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0, let pixels else {
      throw MediaError(Self.operation, reason: "it is damaged", file: name)
    }
    let step = pixelFormat.planes[0].components.count
    var picture = FramePlanes(pixelFormat, width: width, height: height)
    picture.withBytes { bytes in
      for pixel in 0..<width * height {
        for channel in 0..<step { bytes[pixel * step + channel] = pixels[pixel * 4 + channel] }
      }
    }
    defer { time = Int(end) }
    return MovieFrame(time: time, duration: Int(end) - time, picture: picture)
  }
}
