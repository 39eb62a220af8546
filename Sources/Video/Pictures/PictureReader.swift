import CLibAV
import Files
import Foundation
import Graphics
import MediaBase

/// The maximum number of pixels of a picture.
public let maxPictureArea = 100_000_000

/// Reads a PNG, JPEG, WebP, AVIF, HEIC, TIFF or JPEG XL file for a canvas of a gamut, premultiplied, upright as the file says; of a file of several
/// pictures the first one, or the one that it calls its main one.
///
/// Colors are converted to the gamut from those that the file says, and HDR is tone-mapped; those of sRGB stay in it, as do the
/// colors of `PictureTraits`, and the picture says so; of more than 8 bits per channel the upper 8 remain after that, rounded. A
/// JPEG picture of more than `maxPictureArea` pixels is decoded at a half, a quarter or an eighth of its size. Throws if the file is
/// damaged in any part, holds another format or more pixels, or has more than 256 MiB.
///
/// It is halved `halvings` times, at most `PictureTraits.maxHalvings`.
public func readPicture(at path: String, gamut: ColorGamut = .sRGB, halvings: Int = 0) throws(MediaError) -> Image {
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
  return try readPicture([UInt8](bytes), name: path, gamut: gamut, halvings: halvings)
}

/// Reads a picture from the bytes of a file, `name` in errors; see `readPicture(at:)`.
///
/// One of more than `maxPixels`, after the halvings, is not decoded; the error's code is then −ENOMEM. Takes 12 bytes a pixel at most. With
/// `convertsColors` false, the components are those in the file, as of pictures whose colors are numbers.
public func readPicture(
  _ bytes: [UInt8], name: String? = nil, maxPixels: Int = maxPictureArea, convertsColors: Bool = true,
  gamut: ColorGamut = .sRGB, halvings: Int = 0
) throws(MediaError) -> Image {
  let operation = "read the picture"
  let traits = convertsColors ? PictureTraits(bytes, in: gamut) : nil
  let picture: StraightPicture
  switch PictureKind(bytes) {
  case .heif: picture = try readHEIF(bytes, name, maxPixels, traits, operation)
  case .tiff: picture = try readTIFF(bytes, name, maxPixels, traits, operation)
  case .webP where traits?.animation != nil:
    picture = try readFirstFrame(bytes, name, maxPixels, operation, gamut)
  default: picture = try readByLibAV(bytes, name, maxPixels, traits, halvings, operation)
  }
  var pixels = picture.pixels
  premultiply(&pixels)
  guard
    let image = Image(
      width: picture.width, height: picture.height, premultiplied: pixels, gamut: traits?.gamut ?? .sRGB)
  else {
    throw MediaError(operation, reason: "it is empty", file: name)
  }
  return upright(image, orientation: picture.orientation)
}

/// Rows of red, green, blue and straight alpha as they lie in a file.
private struct StraightPicture {
  var pixels: [UInt8] = []
  var width = 0
  var height = 0
  /// As EXIF numbers it.
  var orientation = 1
}

/// A PNG, JPEG, WebP or JPEG XL file.
private func readByLibAV(
  _ bytes: [UInt8], _ name: String?, _ maxPixels: Int, _ traits: PictureTraits?, _ halvings: Int, _ operation: String
) throws(MediaError) -> StraightPicture {
  var picture = StraightPicture(orientation: exifOrientation(ofPicture: bytes))
  let known = traits ?? PictureTraits(bytes)
  if let size = known.reduced(halvings: halvings)?.size ?? known.size {
    try checkArea(size.width, size.height, name, maxPixels, operation)
  }
  let isInked = traits?.components == .inks && traits?.source != nil
  let inks = isInked ? JPEGInks(bytes) : nil
  try decodePicture(
    inks?.bytes ?? bytes, name: name, maxPixels: maxPixels, halvings: (traits?.halvings ?? 0) + halvings, operation
  ) { frame throws(MediaError) in
    if let inks, let conversion = traits?.conversion {
      picture.pixels = try inks.pixels(of: frame, operation)
      try conversion.convert(&picture.pixels, operation)
    } else {
      picture.pixels = try colorPixels(of: frame, traits, operation)
    }
    (picture.width, picture.height) = (Int(frame.pointee.width), Int(frame.pointee.height))
  }
  return picture
}

/// The first frame of an animated WebP.
private func readFirstFrame(
  _ bytes: [UInt8], _ name: String?, _ maxPixels: Int, _ operation: String, _ gamut: ColorGamut
) throws(MediaError) -> StraightPicture {
  let clip = try WebPClip(bytes, named: name, maxPixels: maxPixels, gamut: gamut)
  let frame = try clip.pixels(at: 0, clip.index())
  return StraightPicture(pixels: frame.pixels, width: frame.width, height: frame.height)
}

private func readHEIF(
  _ bytes: [UInt8], _ name: String?, _ maxPixels: Int, _ traits: PictureTraits?, _ operation: String
) throws(MediaError) -> StraightPicture {
  let file = try HEIFPicture(bytes, name: name, operation)
  try checkArea(file.width, file.height, name, maxPixels, operation)
  var picture = StraightPicture(width: file.width, height: file.height)
  try file.decode { frame, alpha throws(MediaError) in
    // Colors that were multiplied by alpha are converted once they are divided by it.
    picture.pixels = try colorPixels(of: frame, file.isPremultiplied ? nil : traits, operation)
    guard let alpha else { return }
    for (pixel, value) in alpha.enumerated() { picture.pixels[pixel * 4 + 3] = value }
    if file.isPremultiplied {
      unpremultiply(&picture.pixels)
      try traits?.conversion?.convert(&picture.pixels, operation)
    }
  }
  return picture
}

private func readTIFF(
  _ bytes: [UInt8], _ name: String?, _ maxPixels: Int, _ traits: PictureTraits?, _ operation: String
) throws(MediaError) -> StraightPicture {
  let file = try TIFFPictureFile(bytes, name: name, operation)
  try checkArea(file.width, file.height, name, maxPixels, operation)
  var picture = StraightPicture(width: file.width, height: file.height, orientation: file.orientation)
  try file.decode { frame throws(MediaError) in
    guard file.components == .inks else {
      picture.pixels = try colorPixels(of: frame, traits, operation)
      return
    }
    picture.pixels = copiedPixels(of: frame, width: file.width, height: file.height)
    if let conversion = traits?.conversion {
      try conversion.convert(&picture.pixels, operation)
    } else {
      drawInks(&picture.pixels)
    }
  }
  return picture
}

/// A frame's pixels, by the colors that the file says.
private func colorPixels(
  of frame: UnsafeMutablePointer<AVFrame>, _ traits: PictureTraits?, _ operation: String
) throws(MediaError) -> [UInt8] {
  if let mapper = traits?.toneMapper { return try mapper.pixels(of: frame, operation) }
  return try straightPixels(of: frame, operation, traits?.conversion)
}

/// Throws for more pixels than a picture may have, or than there is memory for.
func checkArea(
  _ width: Int, _ height: Int, _ name: String?, _ maxPixels: Int, _ operation: String
) throws(MediaError) {
  let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
  if isTooLarge || area > maxPictureArea {
    throw MediaError(
      operation, reason: "it has \(width) × \(height) pixels, more than \(maxPictureArea)", file: name,
      hint: "Make it smaller first.")
  }
  if area > maxPixels {
    throw MediaError(operation, reason: "there is not enough memory for its pixels", file: name, code: -ENOMEM)
  }
}

/// Makes red, green and blue of inks without a profile: each is what its ink and black leave of the light.
private func drawInks(_ pixels: inout [UInt8]) {
  for pixel in stride(from: 0, to: pixels.count - 3, by: 4) {
    let paper = 255 - UInt32(pixels[pixel + 3])
    for channel in pixel..<pixel + 3 {
      pixels[channel] = UInt8(truncatingIfNeeded: ((255 - UInt32(pixels[channel])) * paper + 127) / 255)
    }
    pixels[pixel + 3] = 255
  }
}

/// Divides each color by its alpha, rounded to nearest.
private func unpremultiply(_ pixels: inout [UInt8]) {
  for pixel in stride(from: 0, to: pixels.count - 3, by: 4) {
    let alpha = UInt32(pixels[pixel + 3])
    if alpha == 255 || alpha == 0 { continue }
    for channel in pixel..<pixel + 3 {
      pixels[channel] = UInt8(truncatingIfNeeded: min((UInt32(pixels[channel]) * 255 + alpha / 2) / alpha, 255))
    }
  }
}

/// Decodes the bytes of a PNG, JPEG, WebP or JPEG XL file and passes the frame to `body`; a JPEG picture at its size halved up to
/// three times, by smaller inverse transforms.
func decodePicture(
  _ bytes: [UInt8], name: String?, maxPixels: Int, halvings: Int = 0, _ operation: String,
  _ body: (UnsafeMutablePointer<AVFrame>) throws(MediaError) -> Void
) throws(MediaError) {
  LibAV.begin()
  let format: AVCodecID
  switch PictureKind(bytes) {
  case .png: format = AV_CODEC_ID_PNG
  case .jpeg: format = AV_CODEC_ID_MJPEG
  case .webP: format = AV_CODEC_ID_WEBP
  case .jpegXL: format = AV_CODEC_ID_JPEGXL
  default:
    guard let other = unreadPictureFormat(of: bytes) else {
      throw MediaError(
        operation, reason: "it is not a PNG, JPEG, WebP, AVIF, HEIC, TIFF or JPEG XL file", file: name)
    }
    throw MediaError(
      operation, reason: "it is \(other), which is not read", file: name, hint: "Convert it to PNG, JPEG or WebP.")
  }
  if format == AV_CODEC_ID_WEBP, let animation = PictureTraits(bytes).animation {
    throw MediaError(
      operation, reason: "it is \(animation.name), which is not read here", file: name,
      hint: "Convert it to PNG.")
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
  guard let codec else {
    throw MediaError(operation, reason: "libav is built without its decoder here", file: name)
  }
  guard let context, let packet, let frame else { throw LibAV.outOfMemory(operation) }
  context.pointee.thread_count = 1
  context.pointee.max_pixels = Int64(maxPictureArea) << Int64(2 * halvings)
  context.pointee.lowres = Int32(halvings)
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
