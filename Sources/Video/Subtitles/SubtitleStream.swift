import CLibAV
import Formats
import MediaBase
import StageKit

/// A stream of subtitles in a movie that is written: its packets, in the order of their times.
struct SubtitleStream {
  let packets: [SubtitlePacket]
  private let index: Int32
  private var next = 0

  /// Adds the stream to a muxer whose header is not written yet.
  init(
    _ subtitles: MovieSubtitles, in muxer: UnsafeMutablePointer<AVFormatContext>, _ container: Container,
    at rate: FrameRate, _ operation: String
  ) throws(MediaError) {
    guard let stream = avformat_new_stream(muxer, nil), let parameters = stream.pointee.codecpar else {
      throw LibAV.outOfMemory(operation)
    }
    index = stream.pointee.index
    packets = subtitles.packets(in: container)
    parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    parameters.pointee.codec_id = container.subtitleCodec
    if container.family == .baseMedia {
      parameters.pointee.codec_tag = "tx3g".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      let description = TimedTextSample.description
      let padded = description.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
      guard let copy = av_mallocz(padded)?.bindMemory(to: UInt8.self, capacity: padded) else {
        throw LibAV.outOfMemory(operation)
      }
      for (index, byte) in description.enumerated() { copy[index] = byte }
      parameters.pointee.extradata = copy
      parameters.pointee.extradata_size = Int32(description.count)
    }
    stream.pointee.time_base = AVRational(num: 1, den: Int32(Self.timeScale(container, at: rate)))
    // As each container writes languages; libav translates them to QuickTime's numbers.
    if let code = subtitles.languageCode(in: container) {
      try LibAV.check(av_dict_set(&stream.pointee.metadata, "language", code, 0), operation)
    }
  }

  /// Ticks a second. libav's muxer compares the ticks of timed text with those of other streams, without regard to
  /// their scales, to find gaps; so these must not be fewer than theirs.
  static func timeScale(_ container: Container, at rate: FrameRate) -> Int {
    guard container.family == .baseMedia else { return 1000 }
    let most = max(container.timeScale(at: rate), SoundFormat.sampleRate)
    return (most + 999) / 1000 * 1000
  }

  /// Writes the packets that begin up to an instant in seconds; all without one.
  mutating func write(
    to muxer: UnsafeMutablePointer<AVFormatContext>, upTo seconds: Double? = nil, _ operation: String, file: String
  ) throws(MediaError) {
    var allocated = av_packet_alloc()
    defer { av_packet_free(&allocated) }
    guard let packet = allocated, let stream = muxer.pointee.streams?[Int(index)] else {
      throw LibAV.outOfMemory(operation)
    }
    let milliseconds = AVRational(num: 1, den: 1000)
    while next < packets.count {
      let source = packets[next]
      if let seconds, Double(source.start) > seconds * 1000 { return }
      try LibAV.check(av_new_packet(packet, Int32(clamping: source.data.count)), operation, file: file)
      defer { av_packet_unref(packet) }
      source.data.withUnsafeBytes { UnsafeMutableRawPointer(packet.pointee.data)?.copyMemory($0) }
      if !source.settings.isEmpty {
        let size = source.settings.utf8.count
        guard let settings = av_packet_new_side_data(packet, AV_PKT_DATA_WEBVTT_SETTINGS, size) else {
          throw LibAV.outOfMemory(operation)
        }
        for (index, byte) in source.settings.utf8.enumerated() { settings[index] = byte }
      }
      packet.pointee.stream_index = index
      packet.pointee.flags |= AV_PKT_FLAG_KEY
      packet.pointee.pts = av_rescale_q(Int64(source.start), milliseconds, stream.pointee.time_base)
      packet.pointee.dts = packet.pointee.pts
      packet.pointee.duration = av_rescale_q(
        Int64(source.end - source.start), milliseconds, stream.pointee.time_base)
      try LibAV.check(av_write_frame(muxer, packet), operation, file: file)
      next += 1
    }
  }
}

extension Container {
  fileprivate var subtitleCodec: AVCodecID {
    switch family {
    case .baseMedia: AV_CODEC_ID_MOV_TEXT
    case .matroska: self == .webm ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_SUBRIP
    case .pictures: AV_CODEC_ID_NONE
    }
  }
}

extension MovieSubtitles {
  /// Its language as a container writes it; nil where it is not known.
  func languageCode(in container: Container) -> String? {
    let isAfterEnglishName = container.family == .matroska || container == .mov
    return language.flatMap { LanguageCode.iso639($0, afterEnglishName: isAfterEnglishName) }
  }

  /// As a container holds them.
  func packets(in container: Container) -> [SubtitlePacket] {
    let track = track.cut(from: 0, to: duration)
    return container.family == .baseMedia
      ? track.timedTextPackets(until: duration) : track.packets(container == .webm ? .vtt : .srt)
  }
}
