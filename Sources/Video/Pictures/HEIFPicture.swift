import CLibAV
import CLibHEIF
import MediaBase

/// The picture that an AVIF or HEIC file shows, read by libheif: put together from tiles, cut, turned and mirrored as the file
/// says.
final class HEIFPicture {
  private let name: String?
  private let operation: String
  private var context: OpaquePointer?
  private var handle: OpaquePointer?

  /// Upright, in pixels.
  let width: Int
  let height: Int

  /// Reads what the file says of its picture, without decoding it. Throws where it says what cannot be.
  init(_ bytes: [UInt8], name: String?, _ operation: String) throws(MediaError) {
    (self.name, self.operation) = (name, operation)
    guard Self.isWhole(bytes) else { throw MediaError(operation, reason: "it is cut off", file: name) }
    guard let context = heif_context_alloc() else { throw LibAV.outOfMemory(operation) }
    var handle: OpaquePointer?
    var error = heif_context_read_from_memory(context, bytes, bytes.count, nil)
    if error.code == heif_error_Ok { error = heif_context_get_primary_image_handle(context, &handle) }
    if error.code != heif_error_Ok {
      let failure = Self.failure(error, name, operation)
      heif_context_free(context)
      throw failure
    }
    (width, height) = (Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle)))
    (self.context, self.handle) = (context, handle)
  }

  deinit {
    heif_image_handle_release(handle)
    heif_context_free(context)
  }

  /// True where the last box ends with the file (ISO/IEC 14496-12, 4.2): decoders show parts of what is cut off.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    func number(at place: Int, _ count: Int) -> UInt64? {
      place + count <= bytes.count ? bytes[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) } : nil
    }
    var place = 0
    while place < bytes.count {
      guard let size = number(at: place, 4) else { return false }
      // 0 stands for all that follows, 1 for a number after the box's name.
      if size == 0 { return true }
      guard let length = size == 1 ? number(at: place + 8, 8) : size, length >= 8,
        length <= UInt64(bytes.count - place)
      else { return false }
      place += Int(length)
    }
    return true
  }

  /// True where the file's colors were multiplied by alpha.
  var isPremultiplied: Bool { heif_image_handle_is_premultiplied_alpha(handle) != 0 }

  /// Its EXIF data, from the mark of the order of bytes on; nil without any.
  var exif: [UInt8]? {
    var id: heif_item_id = 0
    guard heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: heif_image_handle_get_metadata_size(handle, id))
    guard bytes.count > 4, heif_image_handle_get_metadata(handle, id, &bytes).code == heif_error_Ok else { return nil }
    // They begin with the number of bytes before the mark (ISO/IEC 23008-12, A.2.1).
    let start = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } + 4
    return start < bytes.count ? Array(bytes[start...]) : nil
  }

  /// The file's profile, or else its code points; nil without either.
  var source: ColorSource? {
    let size = heif_image_handle_get_raw_color_profile_size(handle)
    if size > 0 {
      var profile = [UInt8](repeating: 0, count: size)
      if heif_image_handle_get_raw_color_profile(handle, &profile).code == heif_error_Ok { return .profile(profile) }
    }
    return codes.map { .codes(primaries: Int($0.primaries), transfer: Int($0.transfer)) }
  }

  /// The code points of ITU-T H.273 in the file's box `colr`.
  private var codes: (primaries: UInt32, transfer: UInt32, matrix: UInt32, isFullRange: Bool)? {
    var found: UnsafeMutablePointer<heif_color_profile_nclx>?
    defer { heif_nclx_color_profile_free(found) }
    guard heif_image_handle_get_nclx_color_profile(handle, &found).code == heif_error_Ok else { return nil }
    return Self.codes(found)
  }

  private static func codes(
    _ found: UnsafeMutablePointer<heif_color_profile_nclx>?
  ) -> (primaries: UInt32, transfer: UInt32, matrix: UInt32, isFullRange: Bool)? {
    guard let colors = found?.pointee else { return nil }
    return (
      colors.color_primaries.rawValue, colors.transfer_characteristics.rawValue,
      colors.matrix_coefficients.rawValue, colors.full_range_flag != 0
    )
  }

  // MARK: Decoding

  /// Decodes the picture and passes its colors, and its alpha of one byte a pixel, where it has one.
  func decode(
    _ body: (UnsafeMutablePointer<AVFrame>, [UInt8]?) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard let options = heif_decoding_options_alloc() else { throw LibAV.outOfMemory(operation) }
    defer { heif_decoding_options_free(options) }
    options.pointee.strict_decoding = 1
    var codes: UnsafeMutablePointer<heif_color_profile_nclx>?
    defer { heif_nclx_color_profile_free(codes) }
    if heif_image_handle_get_nclx_color_profile(handle, &codes).code == heif_error_Ok {
      clibheif_keep_codes(options, codes)
    }
    var image: OpaquePointer?
    let error = heif_decode_image(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, options)
    defer { heif_image_release(image) }
    guard error.code == heif_error_Ok, let image else { throw Self.failure(error, name, operation) }
    var frame = try frame(of: image)
    defer { av_frame_free(&frame) }
    guard let frame else { throw LibAV.outOfMemory(operation) }
    try body(frame, try alpha(of: image))
  }

  /// A copy of the planes, to be freed, with the file's tags, or else those of its coded picture.
  ///
  /// libheif 1.15 gives red, green and blue in full range, converted by the file's matrix, unless luma and chroma are those of BT.601 in
  /// full range; later ones say what they give.
  private func frame(of image: OpaquePointer) throws(MediaError) -> UnsafeMutablePointer<AVFrame>? {
    var inside: UnsafeMutablePointer<heif_color_profile_nclx>?
    _ = heif_image_get_nclx_color_profile(image, &inside)
    defer { heif_nclx_color_profile_free(inside) }
    let codes = codes ?? Self.codes(inside)
    // Where libheif says what it hands over, the file's matrix and range are not those any more.
    let given = Self.codes(inside) ?? codes
    let isRGB = heif_image_get_colorspace(image) == heif_colorspace_RGB
    let kind: String
    switch heif_image_get_chroma_format(image) {
    case CLIBHEIF_CHROMA_GRAY: kind = "gray"
    case heif_chroma_420: kind = "yuv420p"
    case heif_chroma_422: kind = "yuv422p"
    case heif_chroma_444: kind = isRGB || given?.matrix == AVCOL_SPC_RGB.rawValue ? "gbrp" : "yuv444p"
    default: throw MediaError(operation, reason: "its pixels are of a kind that is not read", file: name)
    }
    let channels =
      kind == "gray"
      ? [heif_channel_Y]
      : isRGB
        ? [heif_channel_G, heif_channel_B, heif_channel_R] : [heif_channel_Y, heif_channel_Cb, heif_channel_Cr]
    let bits = heif_image_get_bits_per_pixel_range(image, channels[0])
    let format = av_get_pix_fmt(bits == 8 ? kind : "\(kind)\(bits)le")
    guard format != AV_PIX_FMT_NONE,
      channels.allSatisfy({ heif_image_get_bits_per_pixel_range(image, $0) == bits })
    else {
      throw MediaError(operation, reason: "its components have \(bits) bits, which is not read", file: name)
    }
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    guard let target = frame, let layout = av_pix_fmt_desc_get(format)?.pointee else {
      throw LibAV.outOfMemory(operation)
    }
    (target.pointee.format, target.pointee.width) = (format.rawValue, Int32(width))
    target.pointee.height = Int32(height)
    try LibAV.check(av_frame_get_buffer(target, 0), operation, file: name)
    let planes = [target.pointee.data.0, target.pointee.data.1, target.pointee.data.2]
    let strides = [target.pointee.linesize.0, target.pointee.linesize.1, target.pointee.linesize.2]
    for (index, channel) in channels.enumerated() {
      let (x, y) = index == 0 || isRGB ? (0, 0) : (Int(layout.log2_chroma_w), Int(layout.log2_chroma_h))
      let (wide, high) = ((width + (1 << x) - 1) >> x, (height + (1 << y) - 1) >> y)
      let source = try plane(channel, of: image, width: wide, height: high)
      av_image_copy_plane(
        planes[index], strides[index], source.start, source.stride, Int32(wide * (bits > 8 ? 2 : 1)), Int32(high))
    }
    // Without tags: BT.601 in full range (ISO/IEC 23000-22, 7.3.6.4).
    target.pointee.color_primaries = AVColorPrimaries(codes?.primaries ?? 1)
    target.pointee.color_trc = AVColorTransferCharacteristic(codes?.transfer ?? 13)
    target.pointee.colorspace = isRGB ? AVCOL_SPC_RGB : AVColorSpace(given?.matrix ?? 6)
    target.pointee.color_range = isRGB || given?.isFullRange ?? true ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    frame = nil
    return target
  }

  private func plane(
    _ channel: heif_channel, of image: OpaquePointer, width: Int, height: Int
  ) throws(MediaError) -> (start: UnsafePointer<UInt8>, stride: Int32) {
    var stride: Int32 = 0
    guard let start = heif_image_get_plane_readonly(image, channel, &stride),
      heif_image_get_width(image, channel) == width, heif_image_get_height(image, channel) == height
    else { throw MediaError(operation, reason: "its parts have several sizes", file: name) }
    return (start, stride)
  }

  private func alpha(of image: OpaquePointer) throws(MediaError) -> [UInt8]? {
    guard heif_image_has_channel(image, heif_channel_Alpha) != 0 else { return nil }
    let source = try plane(heif_channel_Alpha, of: image, width: width, height: height)
    let bits = heif_image_get_bits_per_pixel_range(image, heif_channel_Alpha)
    guard (8...16).contains(bits) else {
      throw MediaError(operation, reason: "its alpha has \(bits) bits, which is not read", file: name)
    }
    let greatest = UInt32(1) << UInt32(bits) - 1
    var alpha = [UInt8](repeating: 255, count: width * height)
    for row in 0..<height {
      let line = UnsafeRawPointer(source.start + row * Int(source.stride))
      for column in 0..<width {
        let value =
          bits == 8
          ? UInt32(line.load(fromByteOffset: column, as: UInt8.self))
          : UInt32(line.loadUnaligned(fromByteOffset: column * 2, as: UInt16.self))
        alpha[row * width + column] = UInt8(truncatingIfNeeded: (min(value, greatest) * 255 + greatest / 2) / greatest)
      }
    }
    return alpha
  }

  private static func failure(_ error: heif_error, _ name: String?, _ operation: String) -> MediaError {
    let message = error.message.map { String(cString: $0) }
    if error.code == heif_error_Memory_allocation_error {
      return MediaError(
        operation, reason: "there is not enough memory for its pixels", file: name, code: -ENOMEM, log: message)
    }
    let isUnknown = error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype
    let lacksDecoder =
      error.code == heif_error_Plugin_loading_error || error.subcode == heif_suberror_Unsupported_codec
    return MediaError(
      operation,
      reason: isUnknown || lacksDecoder
        ? "it is of a kind that is not read\(PictureDecoders.remark)" : "it is damaged",
      file: name, log: message)
  }
}
