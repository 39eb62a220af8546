import CLibAV
import Formats
import MediaBase

/// Decodes an animated AVIF: colors of one stream and, where there is one, alpha of a second. To be used from one thread at
/// a time.
final class AVIFReader: FrameReader {
  /// A stream and the frames that it gave and nobody took yet.
  private final class Stream {
    let index: Int32
    let decoder: UnsafeMutablePointer<AVCodecContext>
    var frames: [UnsafeMutablePointer<AVFrame>] = []

    init(_ index: Int32, _ decoder: UnsafeMutablePointer<AVCodecContext>) {
      self.index = index
      self.decoder = decoder
    }

    deinit {
      var decoder: UnsafeMutablePointer<AVCodecContext>? = decoder
      avcodec_free_context(&decoder)
      for frame in frames { AVIFReader.free(frame) }
    }
  }

  private let name: String
  private var demuxer: UnsafeMutablePointer<AVFormatContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var streams: [Stream] = []
  private var isDrained = false

  private static let operation = "decode the animated picture"

  /// The streams of a file's animation: its colors, then its alpha. Newer versions of libav also give the file's still picture as
  /// streams, which have no duration; these are all that a still file has.
  static func tracks(of file: AVFormatContext) -> [UnsafeMutablePointer<AVStream>] {
    let all = (0..<Int(file.nb_streams)).compactMap { file.streams[$0] }
    let animated = all.filter { $0.pointee.duration != CLIBAV_NO_TIME }
    return animated.isEmpty ? all : animated
  }

  init(path: String, named name: String) throws(MediaError) {
    LibAV.begin()
    self.name = name
    packet = av_packet_alloc()
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    av_dict_set(&options, "enable_drefs", "0", 0)
    let result = avformat_open_input(&demuxer, "file:" + path, av_find_input_format("mov"), &options)
    av_dict_free(&options)
    try LibAV.check(result, Self.operation, file: name)
    do throws(MediaError) {
      guard let demuxer, packet != nil else { throw LibAV.outOfMemory(Self.operation) }
      let tracks = Self.tracks(of: demuxer.pointee)
      guard (1...2).contains(tracks.count) else {
        throw MediaError(Self.operation, reason: "it does not have one stream of colors and one of alpha", file: name)
      }
      for stream in tracks {
        let index = stream.pointee.index
        guard let codec = avcodec_find_decoder(stream.pointee.codecpar.pointee.codec_id),
          let decoder = avcodec_alloc_context3(codec)
        else { throw MediaError(Self.operation, reason: "no decoder for stream \(index)", file: name) }
        streams.append(Stream(index, decoder))
        try LibAV.check(avcodec_parameters_to_context(decoder, stream.pointee.codecpar), Self.operation, file: name)
        decoder.pointee.pkt_timebase = stream.pointee.time_base
        decoder.pointee.thread_count = 1
        try LibAV.check(avcodec_open2(decoder, codec, nil), Self.operation, file: name)
      }
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private func close() {
    avformat_close_input(&demuxer)
    av_packet_free(&packet)
  }

  private static func free(_ frame: UnsafeMutablePointer<AVFrame>) {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
  }

  func next() throws(MediaError) -> MovieFrame? {
    LibAV.begin()
    while !isDrained, streams.contains(where: { $0.frames.isEmpty }) { try readPacket() }
    guard !streams.contains(where: { $0.frames.isEmpty }) else { return nil }
    let frames = streams.map { $0.frames.removeFirst() }
    defer { for frame in frames { Self.free(frame) } }
    let (color, alpha) = (frames[0], frames.count > 1 ? frames[1] : nil)
    guard color.pointee.format == AV_PIX_FMT_YUV444P.rawValue, let decoding = Decoding(color.pointee),
      alpha.map({ $0.pointee.pts == color.pointee.pts && $0.pointee.format == AV_PIX_FMT_GRAY8.rawValue }) ?? true
    else { throw MediaError(Self.operation, reason: "its colors or its alpha are in another format", file: name) }
    return MovieFrame(
      time: Int(color.pointee.pts), duration: Int(clibav_frame_duration(color)),
      picture: Self.picture(color, alpha, decoding))
  }

  private func readPacket() throws(MediaError) {
    let result = av_read_frame(demuxer, packet)
    if result == CLIBAV_ERROR_EOF {
      isDrained = true
      for stream in streams { try decode(nil, stream) }
      return
    }
    try LibAV.check(result, Self.operation, file: name)
    defer { av_packet_unref(packet) }
    if let packet, let stream = streams.first(where: { $0.index == packet.pointee.stream_index }) {
      try decode(packet, stream)
    }
  }

  private func decode(_ packet: UnsafeMutablePointer<AVPacket>?, _ stream: Stream) throws(MediaError) {
    try LibAV.check(avcodec_send_packet(stream.decoder, packet), Self.operation, file: name)
    while let frame = av_frame_alloc() {
      let result = avcodec_receive_frame(stream.decoder, frame)
      guard result >= 0 else {
        Self.free(frame)
        if result == CLIBAV_ERROR_AGAIN || result == CLIBAV_ERROR_EOF { return }
        throw LibAV.failure(result, Self.operation, file: name)
      }
      stream.frames.append(frame)
    }
  }

  /// Weights of luma and of differences of colors in 1/65536, as a frame's tags ask for them.
  private struct Decoding {
    var black = 0
    var luma = 65536.0
    var redOfRed = 0
    var greenOfRed = 0
    var greenOfBlue = 0
    var blueOfBlue = 0

    /// ITU-R BT.601-7, 2.5.1, or BT.709-6, 3.2 and 3.3, solved for the colors; in limited range by 255/219 and 255/224. Nil
    /// for other matrices.
    init?(_ frame: AVFrame) {
      let (red, blue): (Double, Double)
      switch frame.colorspace {
      case AVCOL_SPC_BT709: (red, blue) = (0.2126, 0.0722)
      case AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT470BG: (red, blue) = (0.299, 0.114)
      default: return nil
      }
      var chroma = 65536.0
      switch frame.color_range {
      case AVCOL_RANGE_JPEG: break
      case AVCOL_RANGE_MPEG: (black, luma, chroma) = (16, 65536 * 255.0 / 219, 65536 * 255.0 / 224)
      default: return nil
      }
      let green = 1 - red - blue
      func weight(_ value: Double) -> Int { Int((value * chroma).rounded()) }
      redOfRed = weight(2 * (1 - red))
      blueOfBlue = weight(2 * (1 - blue))
      greenOfRed = weight(2 * red * (1 - red) / green)
      greenOfBlue = weight(2 * blue * (1 - blue) / green)
    }
  }

  /// As packed red, green, blue and alpha.
  private static func picture(
    _ color: UnsafeMutablePointer<AVFrame>, _ alpha: UnsafeMutablePointer<AVFrame>?, _ decoding: Decoding
  ) -> FramePlanes {
    let (width, height) = (Int(color.pointee.width), Int(color.pointee.height))
    let (data, strides) = (color.pointee.data, color.pointee.linesize)
    var planes = FramePlanes(alpha == nil ? .rgb8 : .rgba8, width: width, height: height)
    guard let luma = data.0, let blueness = data.1, let redness = data.2 else { return planes }
    let step = alpha == nil ? 3 : 4
    let scale = Int(decoding.luma.rounded())
    func byte(_ value: Int) -> UInt8 { UInt8(max(0, min(255, (value + 32768) >> 16))) }
    planes.withBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let sample = (y * width + x) * step
          let value = (Int(luma[y * Int(strides.0) + x]) - decoding.black) * scale
          let blue = Int(blueness[y * Int(strides.1) + x]) - 128
          let red = Int(redness[y * Int(strides.2) + x]) - 128
          bytes[sample] = byte(value + decoding.redOfRed * red)
          bytes[sample + 1] = byte(value - decoding.greenOfBlue * blue - decoding.greenOfRed * red)
          bytes[sample + 2] = byte(value + decoding.blueOfBlue * blue)
          if let plane = alpha?.pointee.data.0, let stride = alpha?.pointee.linesize.0 {
            bytes[sample + 3] = plane[y * Int(stride) + x]
          }
        }
      }
    }
    return planes
  }
}
