import CLibAV
import Foundation
import Graphics

/// Writes a picture as a PNG file, which appears under its name only when it is whole; see `encodePNG`.
public func writePNG(_ image: Image, to path: String) throws(VideoError) {
  let output = try OutputFile(for: path)
  var bytes = try encodePNG(image)
  bytes.insert(contentsOf: pictureMark, at: pictureMarkOffset)
  var failure: VideoError?
  bytes.withUnsafeBytes { raw in
    do throws(VideoError) { try output.write(raw) } catch { failure = error }
  }
  if let failure { throw failure }
  try output.commit()
}

/// The bytes of a PNG file: sRGB of 8 bits, with straight alpha unless the picture is opaque. Equal pictures give equal
/// bytes. Where alpha is below 255 the division that straightens colors rounds to nearest, so a picture comes back from
/// its file as it went.
public func encodePNG(_ image: Image) throws(VideoError) -> [UInt8] {
  let operation = "encode a PNG of \(image.width) × \(image.height) pixels"
  LibAV.begin()
  let codec = avcodec_find_encoder(AV_CODEC_ID_PNG)
  var context = avcodec_alloc_context3(codec)
  var packet = av_packet_alloc()
  var frame = av_frame_alloc()
  defer {
    avcodec_free_context(&context)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }
  guard let codec, let context, let packet, let frame else { throw LibAV.outOfMemory(operation) }
  let pixels = image.pixels
  let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
  context.pointee.pix_fmt = isOpaque ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA
  context.pointee.width = Int32(clamping: image.width)
  context.pointee.height = Int32(clamping: image.height)
  context.pointee.time_base = AVRational(num: 1, den: 1)
  // Square pixels: where nothing is said, a ratio of 0:1 would be written.
  context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
  context.pointee.color_range = AVCOL_RANGE_JPEG
  context.pointee.color_primaries = AVCOL_PRI_BT709
  context.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
  context.pointee.colorspace = AVCOL_SPC_RGB
  context.pointee.thread_count = 1
  context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
  if let options = context.pointee.priv_data { try LibAV.set("pred", "mixed", of: options, operation) }
  try LibAV.check(avcodec_open2(context, codec, nil), operation)
  frame.pointee.format = context.pointee.pix_fmt.rawValue
  frame.pointee.width = context.pointee.width
  frame.pointee.height = context.pointee.height
  context.pointee.setColor(of: frame)
  try LibAV.check(av_frame_get_buffer(frame, 0), operation)
  fill(frame, from: image, channels: isOpaque ? 3 : 4)
  try LibAV.check(avcodec_send_frame(context, frame), operation)
  try LibAV.check(avcodec_send_frame(context, nil), operation)
  try LibAV.check(avcodec_receive_packet(context, packet), operation)
  return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
}

private func fill(_ frame: UnsafeMutablePointer<AVFrame>, from image: Image, channels: Int) {
  guard let data = frame.pointee.data.0 else { return }
  let pixels = image.pixels
  for row in 0..<image.height {
    var target = data + row * Int(frame.pointee.linesize.0)
    for pixel in stride(from: row * image.width * 4, to: (row + 1) * image.width * 4, by: 4) {
      let alpha = UInt32(pixels[pixel + 3])
      for channel in 0..<3 {
        let value = UInt32(pixels[pixel + channel])
        target[channel] = alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
      }
      if channels == 4 { target[3] = UInt8(alpha) }
      target += channels
    }
  }
}
