import CLibAV
import Formats
import StageKit

/// Encodes one segment, on the calling thread alone.
///
/// Equal frames under equal settings give equal bytes, in every run and on every processor. Use one encoder for one
/// segment, from one thread at a time; any number may work in parallel.
public final class SegmentEncoder {
  public let settings: VideoSettings
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var packets: [Packet] = []
  private var submitted = 0
  private var isFinished = false
  /// What the encoder says of itself in its first packet.
  private var identity = ""

  private static let operation = "open the H.264 encoder"

  public init(_ settings: VideoSettings) throws(VideoError) {
    LibAV.begin()
    self.settings = settings
    let codec = avcodec_find_encoder_by_name("libx264")
    context = avcodec_alloc_context3(codec)
    frame = av_frame_alloc()
    packet = av_packet_alloc()
    guard let codec else {
      throw VideoError(
        Self.operation, reason: "this build of libavcodec has no libx264", hint: "Install one that has")
    }
    guard let context, let frame, packet != nil else { throw LibAV.outOfMemory(Self.operation) }
    try configure(context)
    try LibAV.check(avcodec_open2(context, codec, nil), Self.operation)
    frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    frame.pointee.linesize.0 = context.pointee.width
    frame.pointee.linesize.1 = context.pointee.width / 2
    frame.pointee.linesize.2 = context.pointee.width / 2
    context.pointee.setColor(of: frame)
  }

  deinit {
    avcodec_free_context(&context)
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  private func configure(_ context: UnsafeMutablePointer<AVCodecContext>) throws(VideoError) {
    let rate = settings.frameRate
    context.pointee.width = Int32(settings.width)
    context.pointee.height = Int32(settings.height)
    context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    context.pointee.framerate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    context.pointee.color_range = AVCOL_RANGE_MPEG
    context.pointee.color_primaries = AVCOL_PRI_BT709
    context.pointee.color_trc = AVCOL_TRC_BT709
    context.pointee.colorspace = AVCOL_SPC_BT709
    context.pointee.chroma_sample_location = settings.chromaLocation.libavValue
    context.pointee.thread_count = 1
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    context.pointee.flags |= Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP)
    guard let options = context.pointee.priv_data else { throw LibAV.outOfMemory(Self.operation) }
    try LibAV.set("preset", settings.preset, of: options, Self.operation)
    try LibAV.set("crf", "\(settings.crf)", of: options, Self.operation)
    if settings.crf > 0 { try LibAV.set("profile", "high", of: options, Self.operation) }
    // Key frames come only where `encode` asks for them: `min-keyint` at half of "infinite" is x264's greatest.
    try LibAV.set("forced-idr", "1", of: options, Self.operation)
    try LibAV.set(
      "x264-params",
      "keyint=infinite:min-keyint=536870912:open-gop=0:lookahead-threads=1:sliced-threads=0"
        + ":stitchable=1:cpu-independent=1:force-cfr=1:chromaloc=\(settings.chromaLocation.bitstreamValue)",
      of: options, Self.operation)
  }

  /// Appends a frame; its bytes are read where they are, during the call alone. Throws if it is not of the settings' size
  /// and format.
  public func encode(_ picture: FramePlanes) throws(VideoError) {
    let operation = "encode frame \(submitted) of its segment"
    LibAV.begin()
    guard !isFinished, let context, let frame else { throw VideoError(operation, reason: "the segment is finished") }
    guard picture.width == settings.width, picture.height == settings.height, picture.format == .yuv420p8 else {
      throw VideoError(
        operation,
        reason: "\(picture.width) × \(picture.height) pixels in \(picture.format.name), not \(settings.width) × "
          + "\(settings.height) in yuv420p")
    }
    frame.pointee.pts = Int64(submitted)
    frame.pointee.pict_type = submitted % settings.gop == 0 ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    let starts = picture.format.planes.indices.map { picture.range(ofPlane: $0).lowerBound }
    try picture.bytes.withUnsafeBufferPointer { (bytes) throws(VideoError) in
      try send(bytes, planesAt: starts, context, frame, operation)
    }
    submitted += 1
  }

  /// Lends a frame's bytes to the encoder, and takes them back.
  private func send(
    _ bytes: UnsafeBufferPointer<UInt8>, planesAt starts: [Int], _ context: UnsafeMutablePointer<AVCodecContext>,
    _ frame: UnsafeMutablePointer<AVFrame>, _ operation: String
  ) throws(VideoError) {
    defer {
      av_buffer_unref(&frame.pointee.buf.0)
      frame.pointee.data = (nil, nil, nil, nil, nil, nil, nil, nil)
    }
    frame.pointee.buf.0 = lent(bytes)
    guard let buffer = frame.pointee.buf.0 else { throw LibAV.outOfMemory(operation) }
    withUnsafeMutableBytes(of: &frame.pointee.data) { data in
      let pointers = data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
      for (plane, start) in starts.enumerated() { pointers[plane] = buffer.pointee.data + start }
    }
    try LibAV.check(avcodec_send_frame(context, frame), operation)
    try drain(operation)
    guard av_buffer_get_ref_count(buffer) == 1 else {
      isFinished = true
      throw VideoError(operation, reason: "the encoder keeps the picture, which it is only lent")
    }
  }

  /// Gives back all frames so far as a segment; nothing can be encoded afterwards. Throws if there are no frames.
  public func finish() throws(VideoError) -> EncodedSegment {
    let operation = "finish a segment of \(submitted) frames"
    LibAV.begin()
    guard !isFinished, submitted > 0, let context else {
      throw VideoError(operation, reason: isFinished ? "it is finished already" : "it is empty")
    }
    isFinished = true
    try LibAV.check(avcodec_send_frame(context, nil), operation)
    try drain(operation)
    guard packets.count == submitted else {
      throw VideoError(operation, reason: "the encoder gave \(packets.count) packets")
    }
    let parameterSets = Array(
      UnsafeBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size)))
    defer { packets = [] }
    return try EncodedSegment(
      packets: packets, parameterSets: parameterSets, reorderDelay: Int(context.pointee.has_b_frames))
  }

  private func drain(_ operation: String) throws(VideoError) {
    guard let context, let packet else { return }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == CLIBAV_ERROR_AGAIN || result == CLIBAV_ERROR_EOF { return }
      try LibAV.check(result, operation)
      defer { av_packet_unref(packet) }
      let data = UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size))
      let note = leadingUserData(data)
      if identity.isEmpty {
        identity = String(decoding: data[..<note].filter { (32..<127).contains($0) }, as: UTF8.self)
      }
      packets.append(
        Packet(
          frame: Int(packet.pointee.pts), isKey: packet.pointee.flags & AV_PKT_FLAG_KEY != 0,
          data: Array(data[note...])))
    }
  }

  /// The encoder's name, version and options for a tiny picture under the default settings.
  static let encoderIdentity: String = {
    guard let rate = FrameRate(30), let settings = try? VideoSettings(width: 16, height: 16, frameRate: rate) else {
      return "none"
    }
    return identity(settings)
  }()

  /// The encoder's name, version and options for one picture under some settings; "none" where there is no encoder.
  static func identity(_ settings: VideoSettings) -> String {
    let picture = FramePlanes(.yuv420p8, width: settings.width, height: settings.height)
    guard
      let encoder = try? SegmentEncoder(settings), (try? encoder.encode(picture)) != nil,
      (try? encoder.finish()) != nil
    else { return "none" }
    return encoder.identity
  }
}

/// A plane as libav counts who uses it, read-only, without a copy; nil where there is no memory for the count.
private func lent(_ plane: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<AVBufferRef>? {
  av_buffer_create(
    UnsafeMutablePointer(mutating: plane.baseAddress), plane.count, { _, _ in }, nil, AV_BUFFER_FLAG_READONLY)
}

/// The bytes at the start of a packet that hold only the encoder's remarks about itself (supplemental enhancement
/// information, user data): nothing that decoding needs, several hundred bytes in the first packet of every encoder.
private func leadingUserData(_ data: UnsafeBufferPointer<UInt8>) -> Int {
  func startCode(from first: Int) -> (start: Int, end: Int)? {
    var index = first
    while index + 3 < data.count {
      if data[index] == 0, data[index + 1] == 0, data[index + 2] == 1 {
        return (index > first && data[index - 1] == 0 ? index - 1 : index, index + 3)
      }
      index += 1
    }
    return nil
  }
  guard let first = startCode(from: 0), first.end + 1 < data.count, data[first.end] & 31 == 6,
    data[first.end + 1] == 5, let next = startCode(from: first.end)
  else { return 0 }
  return next.start
}

extension VideoSettings.ChromaLocation {
  var libavValue: AVChromaLocation { self == .left ? AVCHROMA_LOC_LEFT : AVCHROMA_LOC_CENTER }

  /// H.264, table E-1 figure: `chroma_sample_loc_type`.
  var bitstreamValue: Int { self == .left ? 0 : 1 }
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
