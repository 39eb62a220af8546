import CLibAV
import Formats
import MediaBase

/// A decoded frame and when it is shown, in ticks of the movie's time scale.
public struct MovieFrame: Hashable, Sendable {
  public let time: Int
  /// 0 where the file does not say it.
  public let duration: Int
  public let picture: FramePlanes

  public init(time: Int, duration: Int = 0, picture: FramePlanes) {
    self.time = time
    self.duration = duration
    self.picture = picture
  }
}

/// A packet as a container holds it, times in ticks of its stream.
struct MoviePacket {
  /// The index of its stream in the file.
  let stream: Int
  /// When its frame is shown.
  let time: Int
  let decodeTime: Int
  let isKey: Bool
  let isCorrupt: Bool
  let data: [UInt8]

  init(_ packet: AVPacket) {
    stream = Int(packet.stream_index)
    time = Int(packet.pts)
    decodeTime = Int(packet.dts)
    isKey = packet.flags & AV_PKT_FLAG_KEY != 0
    isCorrupt = packet.flags & AV_PKT_FLAG_CORRUPT != 0
    data = Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
  }
}

/// Decodes a movie file's frames in presentation order; throws at anything unexpected.
///
/// Reads files with one video stream in a pixel format of one of the codecs, and leaves out sound and subtitles; opens no
/// other file. To be used from
/// one thread at a time.
public final class MovieReader {
  public let path: String
  public let info: MovieInfo

  private let name: String
  private let pixelFormat: PixelFormat?
  private var demuxer: UnsafeMutablePointer<AVFormatContext>?
  private var decoder: UnsafeMutablePointer<AVCodecContext>?
  private var log: DecoderLog?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private let stream: UnsafeMutablePointer<AVStream>
  private var isDrained = false

  /// The default container is that of the path's ending, else MP4. Decoding uses `threads` threads, 0 meaning one for
  /// each core; frames do not depend on it.
  public convenience init(path: String, container: Container? = nil, threads: Int = 1) throws(MediaError) {
    try self.init(
      path: path, named: path, container: container ?? Containers.forFile(path) ?? .mp4, threads: threads)
  }

  /// Errors name `name` instead of a path.
  init(path: String, named name: String, container: Container, threads: Int) throws(MediaError) {
    let operation = "open the movie"
    let demuxerName: String
    switch container.storage {
    case .movie(_, let demuxer), .animation(let demuxer?): demuxerName = demuxer
    case .animation(nil), .numberedFiles, .sheet:
      throw MediaError(operation, reason: "\(container.name) hold no movies", file: name)
    }
    LibAV.begin()
    self.path = path
    self.name = name
    var opened = avformat_alloc_context()
    guard let context = opened else { throw LibAV.outOfMemory(operation) }
    context.pointee.error_recognition |= AV_EF_EXPLODE
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    if container.family == .baseMedia { av_dict_set(&options, "enable_drefs", "0", 0) }
    let result = avformat_open_input(&opened, "file:" + path, av_find_input_format(demuxerName), &options)
    av_dict_free(&options)
    try LibAV.check(result, operation, file: name)
    demuxer = opened
    if let first = context.pointee.streams?[0] { context.pointee.video_codec = LibAV.alphaDecoder(of: first.pointee) }
    do throws(MediaError) {
      try LibAV.check(avformat_find_stream_info(context, nil), operation, file: name)
      let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
      let pictures = streams.filter { $0.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO }
      guard pictures.count == 1, let first = pictures.first, let parameters = first.pointee.codecpar else {
        throw MediaError(operation, reason: "it does not have just one video stream", file: name)
      }
      stream = first
      let info = MovieInfo(first.pointee, parameters.pointee)
      self.info = info
      pixelFormat = PixelFormat.decodable.first { $0.name == info.pixelFormat }
    } catch {
      avformat_close_input(&demuxer)
      throw error
    }
    try openDecoder(threads: threads, operation)
  }

  deinit {
    avcodec_free_context(&decoder)
    avformat_close_input(&demuxer)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }

  private func openDecoder(threads: Int, _ operation: String) throws(MediaError) {
    let codec = demuxer?.pointee.video_codec ?? avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id)
    decoder = avcodec_alloc_context3(codec)
    packet = av_packet_alloc()
    frame = av_frame_alloc()
    guard let codec, let decoder, packet != nil, frame != nil else {
      throw MediaError(operation, reason: "no decoder for \(info.codec)", file: name)
    }
    try LibAV.check(avcodec_parameters_to_context(decoder, stream.pointee.codecpar), operation, file: name)
    decoder.pointee.pkt_timebase = stream.pointee.time_base
    decoder.pointee.thread_count = Int32(clamping: max(0, threads))
    log = try DecoderLog(of: decoder)
    decoder.pointee.err_recognition |= AV_EF_EXPLODE | AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
    try LibAV.check(avcodec_open2(decoder, codec, nil), operation, file: name)
  }

  /// The next frame, or nil after the last; throws at the first fault that libav finds or reports.
  public func next() throws(MediaError) -> MovieFrame? {
    guard try advance(), let frame else { return nil }
    guard let pixelFormat, frame.pointee.format == pixelFormat.libavFormat.rawValue,
      let picture = FramePlanes(frame.pointee, as: pixelFormat)
    else { throw MediaError("decode the movie", reason: "its pixels are in no format of an output", file: name) }
    return MovieFrame(
      time: Int(frame.pointee.pts), duration: Int(clibav_frame_duration(frame)), picture: picture)
  }

  /// Decodes the next frame into `frame`; false after the last.
  private func advance() throws(MediaError) -> Bool {
    let operation = "decode the movie"
    LibAV.begin()
    guard let decoder, let frame else { return false }
    let isDecoded = try LibAV.decodeFrame(
      decoder, into: frame, packet: packet, isDrained: &isDrained, operation, file: name
    ) { () throws(MediaError) in try readPacket() }
    if let error = log?.error { throw MediaError(operation, reason: "a damaged frame", file: name, log: error) }
    if isDecoded, LibAV.loggedError || frame.pointee.decode_error_flags != 0 {
      throw MediaError(operation, reason: "a damaged frame", file: name, log: LibAV.log)
    }
    return isDecoded
  }

  /// Reads the next packet into `packet`, of the pictures or of any stream; false after the last.
  private func readPacket(ofPictures: Bool = true) throws(MediaError) -> Bool {
    while true {
      let result = av_read_frame(demuxer, packet)
      if result == CLIBAV_ERROR_EOF { return false }
      try LibAV.check(result, "read the movie's packets", file: name)
      if !ofPictures || packet?.pointee.stream_index == stream.pointee.index { return true }
      av_packet_unref(packet)
    }
  }

  /// The index of the pictures' stream.
  var pictureStream: Int { Int(stream.pointee.index) }

  /// The streams of sound.
  var soundStreams: [AVStream] { streams(of: AVMEDIA_TYPE_AUDIO) }

  /// The streams of subtitles.
  var subtitleStreams: [AVStream] { streams(of: AVMEDIA_TYPE_SUBTITLE) }

  private func streams(of type: AVMediaType) -> [AVStream] {
    guard let demuxer else { return [] }
    return (0..<Int(demuxer.pointee.nb_streams)).compactMap { demuxer.pointee.streams[$0]?.pointee }
      .filter { $0.codecpar?.pointee.codec_type == type }
  }

  /// The next packet, without decoding it, of the pictures or of any stream; nil after the last.
  func nextPacket(ofPictures: Bool = true) throws(MediaError) -> MoviePacket? {
    LibAV.begin()
    guard try readPacket(ofPictures: ofPictures), let packet else { return nil }
    defer { av_packet_unref(packet) }
    return MoviePacket(packet.pointee)
  }
}
