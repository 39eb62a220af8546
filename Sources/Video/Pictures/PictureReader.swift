import CLibAV
import Files
import Foundation
import Graphics
import MediaBase

/// The maximum number of pixels of a picture.
public let maxPictureArea = 100_000_000

/// Reads a PNG, JPEG or WebP file as sRGB, premultiplied, upright as its EXIF orientation says.
///
/// Colors are converted from those that the file says, unless they are among the colors of `PictureTraits`; of 16 bits per
/// channel the upper 8 remain after that, rounded. Throws if the file is damaged in any part, holds another format, an
/// animation, more than `maxPictureArea` pixels or more than 256 MiB.
public func readPicture(at path: String) throws(MediaError) -> Image {
  let operation = "read the picture"
  var status = stat()
  if stat(path, &status) != 0 { throw LibAV.systemFailure(operation, file: path) }
  guard status.st_mode & S_IFMT == S_IFREG else { throw MediaError(operation, reason: "it is not a file", file: path) }
  guard status.st_size <= 256 << 20 else {
    throw MediaError(operation, reason: "it has \(status.st_size) bytes, more than 256 MiB", file: path)
  }
  let bytes: Data
  do {
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
  } catch {
    throw MediaError(operation, reason: SystemError.message(of: error), file: path)
  }
  return try readPicture([UInt8](bytes), name: path)
}

/// Reads a picture from the bytes of a PNG, JPEG or WebP file, `name` in errors; see `readPicture(at:)`.
///
/// One of more than `maxPixels` is not decoded; the error's code is then −ENOMEM. Takes 12 bytes a pixel at most. With
/// `convertsColors` false, the components are those in the file, as of pictures whose colors are numbers.
public func readPicture(
  _ bytes: [UInt8], name: String? = nil, maxPixels: Int = maxPictureArea, convertsColors: Bool = true
) throws(MediaError) -> Image {
  let operation = "read the picture"
  let traits = convertsColors ? PictureTraits(bytes) : nil
  let conversion = traits.flatMap { traits in traits.source.flatMap { ColorConversion($0, traits.components) } }
  var (pixels, width, height): ([UInt8], Int, Int) = ([], 0, 0)
  let inks = conversion != nil && traits?.components == .inks ? JPEGInks(bytes) : nil
  try decodePicture(inks?.bytes ?? bytes, name: name, maxPixels: maxPixels, operation) { frame throws(MediaError) in
    if let inks, let conversion {
      pixels = try inks.pixels(of: frame, operation)
      try conversion.convert(&pixels, operation)
    } else {
      pixels = try straightPixels(of: frame, operation, conversion)
    }
    (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
  }
  premultiply(&pixels)
  guard let image = Image(width: width, height: height, premultiplied: pixels) else {
    throw MediaError(operation, reason: "it is empty", file: name)
  }
  return upright(image, orientation: exifOrientation(ofPicture: bytes))
}

/// Decodes the bytes of a picture file and passes the frame to `body`.
func decodePicture(
  _ bytes: [UInt8], name: String?, maxPixels: Int, _ operation: String,
  _ body: (UnsafeMutablePointer<AVFrame>) throws(MediaError) -> Void
) throws(MediaError) {
  LibAV.begin()
  guard let format = pictureFormat(of: bytes) else {
    guard let other = unreadPictureFormat(of: bytes) else {
      throw MediaError(operation, reason: "it is not a PNG, JPEG or WebP file", file: name)
    }
    throw MediaError(
      operation, reason: "it is \(other), which is not read", file: name, hint: "Convert it to PNG, JPEG or WebP.")
  }
  if format == AV_CODEC_ID_WEBP, let animation = PictureTraits(bytes).animation {
    throw MediaError(
      operation, reason: "it is \(animation.name), which cannot be read yet", file: name,
      hint: "Convert it to WebM with alpha or to APNG, and show that as a clip.")
  }
  let codec = avcodec_find_decoder(format)
  var context = avcodec_alloc_context3(codec)
  var packet = av_packet_alloc()
  var frame = av_frame_alloc()
  defer {
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }
  guard let codec, let context, let packet, let frame else { throw LibAV.outOfMemory(operation) }
  context.pointee.thread_count = 1
  context.pointee.max_pixels = Int64(maxPictureArea)
  context.pointee.opaque = UnsafeMutableRawPointer(bitPattern: max(maxPixels, 1))
  context.pointee.get_buffer2 = { context, frame, flags in
    guard let context, let frame else { return -EINVAL }
    let area = Int(frame.pointee.width) * Int(frame.pointee.height)
    return area > Int(bitPattern: context.pointee.opaque) ? -ENOMEM : avcodec_default_get_buffer2(context, frame, flags)
  }
  context.pointee.err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
  try LibAV.check(avcodec_open2(context, codec, nil), operation, file: name)
  try LibAV.check(av_new_packet(packet, Int32(clamping: bytes.count)), operation, file: name)
  bytes.withUnsafeBytes { source in
    if let start = source.baseAddress { memcpy(packet.pointee.data, start, source.count) }
  }
  for step in [
    { avcodec_send_packet(context, packet) }, { avcodec_send_packet(context, nil) },
    { avcodec_receive_frame(context, frame) },
  ] {
    let result = step()
    // Some decoders give no code.
    if result == -ENOMEM || (result < 0 && LibAV.log?.contains("get_buffer() failed") == true) {
      throw MediaError(operation, reason: "there is not enough memory for its pixels", file: name, code: -ENOMEM)
    }
    try LibAV.check(result, operation, file: name)
  }
  if LibAV.loggedError || frame.pointee.decode_error_flags != 0 {
    throw MediaError(operation, reason: "it is damaged", file: name, log: LibAV.log)
  }
  // WebP files do not say where chroma lies: its decoder of reference interpolates it as if in the middle.
  if format == AV_CODEC_ID_WEBP, frame.pointee.chroma_location == AVCHROMA_LOC_UNSPECIFIED {
    frame.pointee.chroma_location = AVCHROMA_LOC_CENTER
  }
  try body(frame)
}

private func pictureFormat(of bytes: [UInt8]) -> AVCodecID? {
  if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return AV_CODEC_ID_PNG }
  if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return AV_CODEC_ID_MJPEG }
  if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
    return AV_CODEC_ID_WEBP
  }
  return nil
}

/// Multiplies each color by its alpha, rounded to nearest.
func premultiply(_ pixels: inout [UInt8]) {
  pixels.withUnsafeMutableBufferPointer { pixels in
    for pixel in stride(from: 0, to: pixels.count & ~3, by: 4) {
      let alpha = UInt32(pixels[pixel + 3])
      if alpha == 255 { continue }
      for channel in pixel..<pixel + 3 {
        pixels[channel] = UInt8(truncatingIfNeeded: (UInt32(pixels[channel]) &* alpha &+ 127) / 255)
      }
    }
  }
}
