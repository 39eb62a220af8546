import CWebP
import Formats
import MediaBase

/// Encodes frames as an animated WebP. The encoded frames stay in memory until the end, as libwebp has it.
final class WebPEncoder: AnimationEncoder {
  let needsSurvey = false

  private let format: OutputFormat
  private let write: ([UInt8]) throws(MediaError) -> Void
  private var encoder: OpaquePointer?
  private var configuration = WebPConfig()
  private var last: FramePlanes?

  private static let operation = "encode the animated picture"

  init(_ format: OutputFormat, write: @escaping ([UInt8]) throws(MediaError) -> Void) throws(MediaError) {
    self.format = format
    self.write = write
    var options = WebPAnimEncoderOptions()
    guard WebPAnimEncoderOptionsInit(&options) != 0, WebPConfigInit(&configuration) != 0 else {
      throw MediaError(Self.operation, reason: "libwebp is of another version than this program was built with")
    }
    options.anim_params.loop_count = Int32(PlaysOption(reading: format.options).plays ?? 0)
    // Clear, in the order blue, green, red, alpha; players do not use it.
    options.anim_params.bgcolor = 0
    let quality = WebP.Options(reading: format.options).quality
    configuration.lossless = quality == nil ? 1 : 0
    configuration.quality = Float(quality ?? 60)
    configuration.method = 4
    configuration.alpha_quality = 100
    configuration.use_sharp_yuv = 1
    encoder = WebPAnimEncoderNew(Int32(format.width), Int32(format.height), &options)
    guard encoder != nil else { throw LibAV.outOfMemory(Self.operation) }
  }

  deinit { WebPAnimEncoderDelete(encoder) }

  func survey(_ frame: FramePlanes) {}

  func add(_ frame: FramePlanes, at time: Int) throws(MediaError) {
    if frame == last { return }
    last = frame
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw LibAV.outOfMemory(Self.operation) }
    defer { WebPPictureFree(&picture) }
    picture.use_argb = 1
    picture.width = Int32(format.width)
    picture.height = Int32(format.height)
    let hasAlpha = format.pixelFormat.alpha != .none
    let imported = frame.bytes.withUnsafeBufferPointer { bytes in
      hasAlpha
        ? WebPPictureImportRGBA(&picture, bytes.baseAddress, Int32(format.width * 4))
        : WebPPictureImportRGB(&picture, bytes.baseAddress, Int32(format.width * 3))
    }
    guard imported != 0 else { throw LibAV.outOfMemory(Self.operation) }
    guard WebPAnimEncoderAdd(encoder, &picture, Int32(clamping: time), &configuration) != 0 else { throw failure }
  }

  func finish(at end: Int) throws(MediaError) {
    guard WebPAnimEncoderAdd(encoder, nil, Int32(clamping: end), nil) != 0 else { throw failure }
    var data = WebPData()
    defer { WebPDataClear(&data) }
    guard WebPAnimEncoderAssemble(encoder, &data) != 0 else { throw failure }
    try write(try signed(&data))
  }

  /// The file with the program's signature, as a chunk of XMP.
  private func signed(_ data: inout WebPData) throws(MediaError) -> [UInt8] {
    let mux = WebPMuxCreate(&data, 0)
    defer { WebPMuxDelete(mux) }
    let result = FileSignature.webp.withUnsafeBufferPointer { text in
      var chunk = WebPData(bytes: text.baseAddress, size: text.count)
      return WebPMuxSetChunk(mux, "XMP ", &chunk, 1)
    }
    var file = WebPData()
    defer { WebPDataClear(&file) }
    guard result == WEBP_MUX_OK, WebPMuxAssemble(mux, &file) == WEBP_MUX_OK else {
      throw MediaError(Self.operation, reason: "it cannot be signed")
    }
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
  }

  private var failure: MediaError {
    MediaError(Self.operation, reason: WebPAnimEncoderGetError(encoder).map { String(cString: $0) } ?? "out of memory")
  }
}
