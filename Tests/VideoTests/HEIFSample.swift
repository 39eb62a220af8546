import CLibHEIF
import Foundation
import Testing

@testable import Video

/// HEIC files, written by libheif without loss.
struct HEIFSample {
  /// ITU-T H.273's primaries, transfer function and matrix, and whether the range is full; nil to say nothing.
  var codes: (primaries: UInt16, transfer: UInt16, matrix: UInt16, isFullRange: Bool)?
  var profile: [UInt8] = []
  /// As EXIF numbers it.
  var orientation: UInt32 = 1
  var isPremultiplied = false

  private struct Failure: Error { let message: String }

  private func check(_ error: heif_error) throws {
    if error.code != heif_error_Ok { throw Failure(message: error.message.map { String(cString: $0) } ?? "") }
  }

  /// The file of a sample of luma and chroma, with an alpha of 8 bits where given.
  func bytes(_ sample: ColorSample, alpha: [UInt8] = []) throws -> [UInt8] {
    let isGray = sample.planes.count == 1
    let (x, y) = (sample.layout.log2_chroma_w, sample.layout.log2_chroma_h)
    let chroma =
      isGray ? CLIBHEIF_CHROMA_GRAY : x == 0 ? heif_chroma_444 : y == 0 ? heif_chroma_422 : heif_chroma_420
    var image: OpaquePointer?
    try check(
      heif_image_create(
        Int32(sample.width), Int32(sample.height), isGray ? heif_colorspace_monochrome : heif_colorspace_YCbCr, chroma,
        &image))
    defer { heif_image_release(image) }
    let depth = Int(sample.layout.comp.0.depth)
    for (index, channel) in [heif_channel_Y, heif_channel_Cb, heif_channel_Cr].prefix(sample.planes.count).enumerated()
    {
      let (shiftX, shiftY) = index == 0 ? (0, 0) : (Int(x), Int(y))
      let (width, height) = (
        (sample.width + (1 << shiftX) - 1) >> shiftX, (sample.height + (1 << shiftY) - 1) >> shiftY
      )
      try add(sample.planes[index], channel, width, height, depth: depth, to: image)
    }
    if !alpha.isEmpty {
      try add(alpha.map { Int($0) }, heif_channel_Alpha, sample.width, sample.height, depth: 8, to: image)
    }
    heif_image_set_premultiplied_alpha(image, isPremultiplied ? 1 : 0)
    if !profile.isEmpty { try check(heif_image_set_raw_color_profile(image, "prof", profile, profile.count)) }
    let colors = heif_nclx_color_profile_alloc()
    defer { heif_nclx_color_profile_free(colors) }
    if let codes, let colors {
      try check(heif_nclx_color_profile_set_color_primaries(colors, codes.primaries))
      try check(heif_nclx_color_profile_set_transfer_characteristics(colors, codes.transfer))
      try check(heif_nclx_color_profile_set_matrix_coefficients(colors, codes.matrix))
      colors.pointee.full_range_flag = codes.isFullRange ? 1 : 0
      try check(heif_image_set_nclx_color_profile(image, colors))
    }
    return try encoded(image, colors, chroma: isGray ? "420" : x == 0 ? "444" : y == 0 ? "422" : "420")
  }

  private func add(
    _ samples: [Int], _ channel: heif_channel, _ width: Int, _ height: Int, depth: Int, to image: OpaquePointer?
  ) throws {
    try check(heif_image_add_plane(image, channel, Int32(width), Int32(height), Int32(depth)))
    var stride: Int32 = 0
    let plane = try #require(heif_image_get_plane(image, channel, &stride))
    for row in 0..<height {
      for column in 0..<width {
        let sample = samples[row * width + column]
        let place = plane + row * Int(stride)
        if depth == 8 {
          place[column] = UInt8(sample)
        } else {
          (place[2 * column], place[2 * column + 1]) = (UInt8(sample & 255), UInt8(sample >> 8))
        }
      }
    }
  }

  private func encoded(
    _ image: OpaquePointer?, _ colors: UnsafeMutablePointer<heif_color_profile_nclx>?, chroma: String
  ) throws -> [UInt8] {
    let context = heif_context_alloc()
    defer { heif_context_free(context) }
    var encoder: OpaquePointer?
    try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder))
    defer { heif_encoder_release(encoder) }
    try check(heif_encoder_set_lossless(encoder, 1))
    try check(heif_encoder_set_parameter(encoder, "chroma", chroma))
    let options = try #require(heif_encoding_options_alloc())
    defer { heif_encoding_options_free(options) }
    options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    options.pointee.output_nclx_profile = codes == nil ? nil : colors
    options.pointee.image_orientation = heif_orientation(orientation)
    try check(heif_context_encode_image(context, image, encoder, options, nil))
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try check(heif_context_write_to_file(context, path))
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
