import CLibAV
import Files
import Formats
import MediaBase

/// Encodes frames as an animated picture by encoders and a muxer of libav: APNG, and AVIF with alpha as a second stream.
///
/// Frames that are equal to the one before are not stored again; it is shown longer. The signature comes after what the
/// muxer writes.
final class MuxedPictureEncoder: AnimationEncoder {
  /// One of the file's streams.
  struct Stream {
    /// libav's name of the encoder.
    var encoder: String
    /// libav's name.
    var pixelFormat: String
    var range = AVCOL_RANGE_JPEG
    /// That of colors that are no red, green and blue.
    var matrix = AVCOL_SPC_BT709
    var options: [(name: String, value: String)] = []
    /// Copies a frame's samples to one that libav owns.
    var fill: (FramePlanes, UnsafeMutablePointer<AVFrame>) -> Void
  }

  /// A stream that is being encoded.
  private final class OpenStream {
    let fill: (FramePlanes, UnsafeMutablePointer<AVFrame>) -> Void
    var context: UnsafeMutablePointer<AVCodecContext>?
    var frame: UnsafeMutablePointer<AVFrame>?

    init(_ stream: Stream) {
      fill = stream.fill
      context = avcodec_alloc_context3(avcodec_find_encoder_by_name(stream.encoder))
      frame = av_frame_alloc()
    }

    deinit {
      avcodec_free_context(&context)
      av_frame_free(&frame)
    }
  }

  let needsSurvey = false

  private let format: OutputFormat
  private let output: AtomicFile
  private var streams: [OpenStream] = []
  private var muxer: UnsafeMutablePointer<AVFormatContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private let makeStreams: (_ isStill: Bool) -> [Stream]
  private let muxerOptions: [(name: String, value: String)]
  private let prepare: (UnsafeMutablePointer<AVPacket>) throws(MediaError) -> Void
  private let setFinalDuration: (UnsafeMutablePointer<AVFormatContext>, _ ticks: Int) throws(MediaError) -> Void
  private let timeScale: Int
  private let signature: [UInt8]?
  /// The duration of each frame whose packets have not arrived, by its time.
  private var durations: [Int64: Int64] = [:]
  private var last: (frame: FramePlanes, time: Int)?

  private static let operation = "encode the animated picture"

  /// `streams` is called once it is known whether there is a single picture. `prepare` is called with each packet
  /// before it is written, and `setFinalDuration` before the file ends, for muxers that need the duration of the last
  /// frame.
  init(
    _ format: OutputFormat, _ output: AtomicFile, muxer name: String,
    _ streams: @escaping (_ isStill: Bool) -> [Stream],
    muxerOptions: [(name: String, value: String)] = [], signature: [UInt8]? = nil,
    prepare: @escaping (UnsafeMutablePointer<AVPacket>) throws(MediaError) -> Void = { _ in },
    setFinalDuration: @escaping (UnsafeMutablePointer<AVFormatContext>, Int) throws(MediaError) -> Void = { _, _ in }
  ) throws(MediaError) {
    LibAV.begin()
    self.format = format
    self.output = output
    self.signature = signature
    makeStreams = streams
    self.muxerOptions = muxerOptions
    self.prepare = prepare
    self.setFinalDuration = setFinalDuration
    timeScale = format.container.timeScale(at: format.frameRate)
    packet = av_packet_alloc()
    let url = "file:" + output.temporaryPath
    try LibAV.check(avformat_alloc_output_context2(&muxer, nil, name, url), Self.operation, file: output.path)
    guard packet != nil, let muxer else { throw LibAV.outOfMemory(Self.operation) }
    muxer.pointee.flags |= AVFMT_FLAG_BITEXACT
  }

  /// Opens the streams and writes the file's header.
  private func begin(isStill: Bool) throws(MediaError) {
    guard let muxer else { return }
    let url = "file:" + output.temporaryPath
    for stream in makeStreams(isStill) { streams.append(try open(stream, in: muxer)) }
    for option in muxerOptions {
      try LibAV.set(option.name, option.value, of: muxer.pointee.priv_data, Self.operation)
    }
    try LibAV.check(avio_open(&muxer.pointee.pb, url, AVIO_FLAG_WRITE), Self.operation, file: output.path)
    try LibAV.check(avformat_write_header(muxer, nil), Self.operation, file: output.path)
  }

  deinit {
    if let muxer, muxer.pointee.pb != nil { avio_closep(&muxer.pointee.pb) }
    avformat_free_context(muxer)
    av_packet_free(&packet)
  }

  private func open(
    _ stream: Stream, in muxer: UnsafeMutablePointer<AVFormatContext>
  ) throws(MediaError) -> OpenStream {
    let opened = OpenStream(stream)
    guard let context = opened.context, let frame = opened.frame, let track = avformat_new_stream(muxer, nil),
      let codec = avcodec_find_encoder_by_name(stream.encoder)
    else {
      throw MediaError(
        Self.operation, reason: "this build of libavcodec does not have \(stream.encoder)",
        hint: "Install one that has")
    }
    context.pointee.width = Int32(format.width)
    context.pointee.height = Int32(format.height)
    context.pointee.pix_fmt = av_get_pix_fmt(stream.pixelFormat)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.time_base = AVRational(num: 1, den: Int32(timeScale))
    context.pointee.color_range = stream.range
    context.pointee.color_primaries = format.colorTags.primaries
    context.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
    let isRGB = av_pix_fmt_desc_get(context.pointee.pix_fmt).pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    context.pointee.colorspace = isRGB ? AVCOL_SPC_RGB : stream.matrix
    context.pointee.thread_count = 1
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    for option in stream.options {
      try LibAV.check(
        av_opt_set(context, option.name, option.value, AV_OPT_SEARCH_CHILDREN),
        "\(Self.operation): option \(option.name)=\(option.value)")
    }
    try LibAV.check(avcodec_open2(context, codec, nil), Self.operation)
    try LibAV.check(avcodec_parameters_from_context(track.pointee.codecpar, context), Self.operation)
    track.pointee.time_base = context.pointee.time_base
    let rate = format.frameRate
    track.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    track.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
    frame.pointee.format = context.pointee.pix_fmt.rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    context.pointee.setColor(of: frame)
    return opened
  }

  func survey(_ frame: FramePlanes) {}

  func add(_ frame: FramePlanes, at time: Int) throws(MediaError) {
    if last?.frame == frame { return }
    try flush(until: time, isStill: false)
    last = (frame, time)
  }

  /// Encodes the last frame, which is shown until a time.
  private func flush(until end: Int, isStill: Bool) throws(MediaError) {
    guard let last else { return }
    LibAV.begin()
    if streams.isEmpty { try begin(isStill: isStill) }
    durations[Int64(last.time)] = Int64(end - last.time)
    for (index, stream) in streams.enumerated() {
      guard let context = stream.context, let frame = stream.frame else { continue }
      try LibAV.check(av_frame_get_buffer(frame, 0), Self.operation)
      stream.fill(last.frame, frame)
      frame.pointee.pts = Int64(last.time)
      let result = avcodec_send_frame(context, frame)
      av_buffer_unref(&frame.pointee.buf.0)
      av_buffer_unref(&frame.pointee.buf.1)
      av_buffer_unref(&frame.pointee.buf.2)
      frame.pointee.data = (nil, nil, nil, nil, nil, nil, nil, nil)
      try LibAV.check(result, Self.operation)
      try drain(context, index)
    }
  }

  func finish(at end: Int) throws(MediaError) {
    try flush(until: end, isStill: streams.isEmpty)
    guard let muxer, let last else { return }
    for (index, stream) in streams.enumerated() {
      guard let context = stream.context else { continue }
      try LibAV.check(avcodec_send_frame(context, nil), Self.operation)
      try drain(context, index)
    }
    try setFinalDuration(muxer, end - last.time)
    try LibAV.check(av_write_trailer(muxer), Self.operation, file: output.path)
    avio_flush(muxer.pointee.pb)
    try LibAV.check(muxer.pointee.pb.pointee.error, Self.operation, file: output.path)
    try LibAV.check(avio_closep(&muxer.pointee.pb), Self.operation, file: output.path)
    guard let signature else { return }
    try output.appendAtEnd(signature)
  }

  private func drain(_ context: UnsafeMutablePointer<AVCodecContext>, _ stream: Int) throws(MediaError) {
    guard let muxer, let packet, let track = muxer.pointee.streams?[stream] else { return }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == CLIBAV_ERROR_AGAIN || result == CLIBAV_ERROR_EOF { return }
      try LibAV.check(result, Self.operation)
      defer { av_packet_unref(packet) }
      packet.pointee.duration = durations[packet.pointee.pts] ?? 0
      if stream == streams.count - 1 { durations[packet.pointee.pts] = nil }
      try prepare(packet)
      packet.pointee.stream_index = Int32(stream)
      av_packet_rescale_ts(packet, context.pointee.time_base, track.pointee.time_base)
      try LibAV.check(av_interleaved_write_frame(muxer, packet), Self.operation, file: output.path)
    }
  }
}
