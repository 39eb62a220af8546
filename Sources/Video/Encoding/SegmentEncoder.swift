import CLibAV
import Formats
import Foundation
import MediaBase

/// Encodes one segment, with the number of threads that the format's encoder sets.
///
/// Equal frames in equal formats give equal bytes, in every run and on every processor. Use one encoder for one segment,
/// from one thread, which also frees it; any number may work in parallel, but those of an exclusive encoder wait for one
/// another.
public final class SegmentEncoder {
  public let format: OutputFormat
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var packets: [Packet] = []
  private var submitted = 0
  private var isFinished = false
  /// Held from opening to freeing an encoder of which only one thread may have any.
  private static let exclusive = NSRecursiveLock()
  private var isLocked = false
  /// The description of the encoder in its first packet; empty where there is none.
  private var remark = ""

  private var operation: String { "open the encoder \(format.encoder.encoder)" }

  public init(_ format: OutputFormat) throws(MediaError) {
    LibAV.begin()
    self.format = format
    let codec = avcodec_find_encoder_by_name(format.encoder.encoder)
    context = avcodec_alloc_context3(codec)
    frame = av_frame_alloc()
    packet = av_packet_alloc()
    guard let codec else {
      throw MediaError(
        operation, reason: "this build of libavcodec does not have it", hint: "Install one that has")
    }
    guard let context, let frame, packet != nil else { throw LibAV.outOfMemory(operation) }
    try configure(context)
    if format.encoder.isExclusive { Self.exclusive.lock() }
    isLocked = format.encoder.isExclusive
    try RealTimeThreads.avoided { () throws(MediaError) in
      try LibAV.check(avcodec_open2(context, codec, nil), operation)
    }
    frame.pointee.format = context.pointee.pix_fmt.rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    context.pointee.setColor(of: frame)
  }

  deinit {
    avcodec_free_context(&context)
    if isLocked { Self.exclusive.unlock() }
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  private func configure(_ context: UnsafeMutablePointer<AVCodecContext>) throws(MediaError) {
    let rate = format.frameRate
    context.pointee.width = Int32(format.width)
    context.pointee.height = Int32(format.height)
    context.pointee.pix_fmt = format.pixelFormat.libavFormat
    // Without a ratio, PNG files would have one of 0:1.
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    context.pointee.framerate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    let color = format.colorTags
    context.pointee.color_range = color.range
    context.pointee.color_primaries = color.primaries
    context.pointee.color_trc = color.transfer
    context.pointee.colorspace = color.matrix
    context.pointee.chroma_sample_location = color.chromaLocation
    if let name = format.encoder.sampleFormat {
      context.pointee.pix_fmt = av_get_pix_fmt(name)
      context.pointee.colorspace = AVCOL_SPC_BT470BG
      context.pointee.chroma_sample_location = AVCHROMA_LOC_CENTER
    }
    context.pointee.thread_count = 1
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    if format.encoder.groupLength != nil { context.pointee.flags |= Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP) }
    for option in format.encoder.options {
      // The encoder's own options come before those that all encoders share.
      try LibAV.check(
        av_opt_set(context, option.name, option.value, AV_OPT_SEARCH_CHILDREN),
        "\(operation): option \(option.name)=\(option.value)")
    }
  }

  /// Appends a frame; its bytes are read during the call alone. Throws if it is not of the format's size and pixels.
  public func encode(_ picture: FramePlanes) throws(MediaError) {
    let operation = "encode frame \(submitted) of its segment"
    LibAV.begin()
    guard !isFinished, let context, let frame else { throw MediaError(operation, reason: "the segment is finished") }
    guard picture.width == format.width, picture.height == format.height, picture.format == format.pixelFormat else {
      throw MediaError(
        operation,
        reason: "\(picture.width) × \(picture.height) pixels in \(picture.format.name), not \(format.width) × "
          + "\(format.height) in \(format.pixelFormat.name)")
    }
    frame.pointee.pts = Int64(submitted)
    let isForced = format.encoder.groupLength.map { submitted % $0 == 0 } ?? false
    frame.pointee.pict_type = isForced ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    if format.encoder.keepsFrames || format.encoder.sampleFormat != nil {
      try sendCopy(of: picture, context, frame, operation)
    } else {
      try lend(picture, to: context, as: frame, operation: operation)
    }
    submitted += 1
  }

  /// Lends a frame's bytes to the encoder, and takes them back.
  private func lend(
    _ picture: FramePlanes, to context: UnsafeMutablePointer<AVCodecContext>, as frame: UnsafeMutablePointer<AVFrame>,
    operation: String
  ) throws(MediaError) {
    try picture.bytes.withUnsafeBufferPointer { (bytes) throws(MediaError) in
      defer {
        av_buffer_unref(&frame.pointee.buf.0)
        frame.pointee.data = (nil, nil, nil, nil, nil, nil, nil, nil)
      }
      frame.pointee.buf.0 = lent(bytes)
      guard let buffer = frame.pointee.buf.0 else { throw LibAV.outOfMemory(operation) }
      withUnsafeMutableBytes(of: &frame.pointee.data) { data in
        let pointers = data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
        for plane in picture.format.planes.indices {
          pointers[plane] = buffer.pointee.data + picture.range(ofPlane: plane).lowerBound
        }
      }
      withUnsafeMutableBytes(of: &frame.pointee.linesize) { sizes in
        let strides = sizes.bindMemory(to: Int32.self)
        for plane in picture.format.planes.indices { strides[plane] = Int32(picture.rowBytes(ofPlane: plane)) }
      }
      try LibAV.check(avcodec_send_frame(context, frame), operation)
      try drain(operation)
      guard av_buffer_get_ref_count(buffer) == 1 else {
        isFinished = true
        throw MediaError(operation, reason: "the encoder keeps the picture, which it is only lent")
      }
    }
  }

  private func sendCopy(
    of picture: FramePlanes, _ context: UnsafeMutablePointer<AVCodecContext>, _ frame: UnsafeMutablePointer<AVFrame>,
    _ operation: String
  ) throws(MediaError) {
    defer {
      av_buffer_unref(&frame.pointee.buf.0)
      frame.pointee.data = (nil, nil, nil, nil, nil, nil, nil, nil)
    }
    try LibAV.check(av_frame_get_buffer(frame, 0), operation)
    if format.encoder.sampleFormat == nil {
      picture.copy(to: frame)
    } else {
      picture.copyYUV(to: frame, .full601)
    }
    try LibAV.check(avcodec_send_frame(context, frame), operation)
    try drain(operation)
  }

  /// Returns all frames so far as a segment; nothing can be encoded afterwards. Throws if there are no frames.
  public func finish() throws(MediaError) -> EncodedSegment {
    let operation = "finish a segment of \(submitted) frames"
    LibAV.begin()
    guard !isFinished, submitted > 0, let context else {
      throw MediaError(operation, reason: isFinished ? "it is finished already" : "it is empty")
    }
    isFinished = true
    try LibAV.check(avcodec_send_frame(context, nil), operation)
    try drain(operation)
    guard packets.count == submitted else {
      throw MediaError(operation, reason: "the encoder gave \(packets.count) packets")
    }
    let parameterSets =
      format.encoder.hasParameterSets
      ? Array(UnsafeBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size))) : []
    guard parameterSets.isEmpty != format.encoder.hasParameterSets else {
      throw MediaError(operation, reason: "the encoder gave no parameter sets")
    }
    defer { packets = [] }
    return try EncodedSegment(
      packets: packets, parameterSets: parameterSets,
      reorderDelay: format.encoder.reorderDelay ?? Int(context.pointee.has_b_frames))
  }

  private func drain(_ operation: String) throws(MediaError) {
    guard let context, let packet else { return }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == CLIBAV_ERROR_AGAIN || result == CLIBAV_ERROR_EOF { return }
      try LibAV.check(result, operation)
      defer { av_packet_unref(packet) }
      let data = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
      let encoderInfoLength = format.codec.encoderInfoLength(data.span)
      if remark.isEmpty {
        // The text comes after lengths and an identifier.
        let texts = data[..<encoderInfoLength].split { !(32..<127).contains($0) }
        remark = texts.max { $0.count < $1.count }.map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      packets.append(
        Packet(
          frame: Int(packet.pointee.pts), isKey: packet.pointee.flags & AV_PKT_FLAG_KEY != 0,
          data: ColorProfile.tagged(Array(data[encoderInfoLength...]), format), alpha: alpha(of: packet)))
    }
  }

  /// The addition 1 of Matroska to a packet, which is its alpha (its number has 8 bytes).
  private func alpha(of packet: UnsafePointer<AVPacket>) -> [UInt8] {
    var size = 0
    guard let data = av_packet_get_side_data(packet, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size), size > 8 else {
      return []
    }
    return Array(UnsafeBufferPointer(start: data + 8, count: size - 8))
  }

  /// The description of an encoder in its first packet: name, version and options; empty where there is none, "none" where
  /// the encoder cannot be opened.
  static func remark(_ format: OutputFormat) -> String {
    let picture = FramePlanes(format.pixelFormat, width: format.width, height: format.height)
    guard let encoder = try? SegmentEncoder(format), (try? encoder.encode(picture)) != nil,
      (try? encoder.finish()) != nil
    else { return "none" }
    return encoder.remark
  }
}

/// A read-only reference to a plane for libav, without a copy; nil where memory runs out.
private func lent(_ plane: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<AVBufferRef>? {
  av_buffer_create(
    UnsafeMutablePointer(mutating: plane.baseAddress), plane.count, { _, _ in }, nil, AV_BUFFER_FLAG_READONLY)
}

extension AVCodecContext {
  /// Tags a frame with the colors that the context is set to.
  func setColor(of frame: UnsafeMutablePointer<AVFrame>) {
    frame.pointee.color_range = color_range
    frame.pointee.color_primaries = color_primaries
    frame.pointee.color_trc = color_trc
    frame.pointee.colorspace = colorspace
    frame.pointee.chroma_location = chroma_sample_location
  }
}
