import CLibAV
import Files
import Formats
import Foundation
import MediaBase
import StageKit

/// An open file with one of its video streams.
final class MediaProbeSession {
  let path: String
  let container: String
  /// True if there is a second stream that is alpha, as in animated AVIF.
  let hasAlphaStream: Bool
  private var demuxer: UnsafeMutablePointer<AVFormatContext>?
  private let stream: UnsafeMutablePointer<AVStream>
  private var packet = av_packet_alloc()
  private var frame = av_frame_alloc()

  /// Opens the file's stream, or the one that is the alpha of another.
  init(_ path: String, ofAlpha: Bool = false) throws(MediaError) {
    let operation = "open the file"
    LibAV.begin()
    self.path = path
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    let result = avformat_open_input(&demuxer, "file:" + path, nil, &options)
    av_dict_free(&options)
    try LibAV.check(result, operation, file: path)
    guard let demuxer else { throw LibAV.outOfMemory(operation) }
    container = demuxer.pointee.iformat.map { String(cString: $0.pointee.name) } ?? "unknown"
    let found = avformat_find_stream_info(demuxer, nil)
    // libav would choose the one of more bytes.
    let brand = av_dict_get(demuxer.pointee.metadata, "major_brand", nil, 0).map { String(cString: $0.pointee.value) }
    let isAVIF = brand == "avif" || brand == "avis"
    let tracks = isAVIF ? AVIFReader.tracks(of: demuxer.pointee) : []
    hasAlphaStream = tracks.count == 2
    let index =
      tracks.indices.contains(ofAlpha ? 1 : 0)
      ? tracks[ofAlpha ? 1 : 0].pointee.index : av_find_best_stream(demuxer, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard found >= 0, index >= 0, let stream = demuxer.pointee.streams?[Int(index)] else {
      avformat_close_input(&self.demuxer)
      throw MediaError(operation, reason: "it has no pictures", file: path, log: LibAV.log)
    }
    self.stream = stream
  }

  deinit {
    avformat_close_input(&demuxer)
    av_packet_free(&packet)
    av_frame_free(&frame)
  }

  private var tick: Double { Double(stream.pointee.time_base.num) / Double(max(1, stream.pointee.time_base.den)) }

  // MARK: Packets

  /// Reads the description in the container, without decoding.
  func readPackets(into probe: inout MediaProbe) {
    guard let parameters = stream.pointee.codecpar, let packet else { return }
    describe(parameters.pointee, into: &probe)
    var entries: [(time: Int64, decodeTime: Int64, isKey: Bool)] = []
    var end: Int64 = 0
    while true {
      LibAV.begin()
      let result = av_read_frame(demuxer, packet)
      if result < 0 {
        if result != CLIBAV_ERROR_EOF { probe.faults.append("packets cannot be read: \(LibAV.text(for: result))") }
        break
      }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.pointee.index else { continue }
      if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { probe.faults.append("packet \(entries.count) is damaged") }
      let time = packet.pointee.pts == CLIBAV_NO_TIME ? packet.pointee.dts : packet.pointee.pts
      entries.append((time, packet.pointee.dts, packet.pointee.flags & AV_PKT_FLAG_KEY != 0))
      end = max(end, time + packet.pointee.duration)
    }
    let shown = entries.indices.sorted { (entries[$0].time, $0) < (entries[$1].time, $1) }
    probe.times = shown.map { Double(entries[$0].time) * tick }
    probe.keyFrames = shown.indices.filter { entries[shown[$0]].isKey }
    if stream.pointee.nb_frames > 0 { probe.indexedFrames = Int(stream.pointee.nb_frames) }
    if let first = probe.times.first { probe.facts.seconds = Double(end) * tick - first }
    setGroups(entries, into: &probe)
  }

  private func describe(_ parameters: AVCodecParameters, into probe: inout MediaProbe) {
    let rate = stream.pointee.avg_frame_rate
    probe.facts.codec = String(cString: avcodec_get_name(parameters.codec_id))
    probe.stored = (Int(parameters.width), Int(parameters.height))
    probe.setOrientation(orientation(of: stream))
    probe.facts.isInterlaced = isInterlaced(parameters)
    if rate.num > 0, rate.den > 0 { probe.facts.framesPerSecond = Double(rate.num) / Double(rate.den) }
    let format = AVPixelFormat(parameters.format)
    probe.facts.pixelFormat = av_get_pix_fmt_name(format).map { String(cString: $0) }
    if let name = avcodec_profile_name(parameters.codec_id, parameters.profile) {
      probe.facts.codecProfile = String(cString: name)
    }
    if parameters.codec_id == AV_CODEC_ID_H264, parameters.level > 0 {
      probe.facts.level = Double(parameters.level) / 10
    }
    let isTransparent = av_dict_get(stream.pointee.metadata, "alpha_mode", nil, 0) != nil
    let flags = av_pix_fmt_desc_get(format)?.pointee.flags ?? 0
    probe.facts.hasAlpha = hasAlphaStream || isTransparent || flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    probe.colors = [
      MovieInfo.name(parameters.color_range), MovieInfo.name(parameters.color_primaries),
      MovieInfo.name(parameters.color_trc), MovieInfo.name(parameters.color_space),
    ]
    if flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0 {
      probe.facts.isRec709 = probe.colors == ["tv", "bt709", "bt709", "bt709"]
      probe.facts.isFullRange = parameters.color_range == AVCOL_RANGE_JPEG
    }
    probe.facts.hdr =
      parameters.color_trc == AVCOL_TRC_SMPTE2084 ? "PQ" : parameters.color_trc == AVCOL_TRC_ARIB_STD_B67 ? "HLG" : nil
    let aspect = parameters.sample_aspect_ratio
    if aspect.num > 0, aspect.den > 0 {
      let ratio = Double(aspect.num) / Double(aspect.den)
      probe.pixelAspect = probe.orientation >= 5 ? 1 / ratio : ratio
    }
  }

  /// Lengths of groups, whether they are closed, and how many frames in a row are shown before one decoded earlier.
  private func setGroups(
    _ entries: [(time: Int64, decodeTime: Int64, isKey: Bool)], into probe: inout MediaProbe
  ) {
    let keys = probe.keyFrames
    let isIntra = keys.count == probe.times.count
    if !isIntra, let end = probe.facts.seconds, let first = probe.times.first {
      let starts = keys.map { probe.times[$0] } + [first + end]
      probe.facts.groupSeconds = zip(starts, starts.dropFirst()).map { $1 - $0 }.max()
    }
    var isClosed = true
    var lastKey = Int64.min
    var latest = Int64.min
    var run = 0
    var longest = 0
    for entry in entries {
      if entry.isKey {
        lastKey = entry.time
      } else if entry.time < lastKey {
        isClosed = false
      }
      // A frame that is shown before one that was decoded earlier refers to a later one.
      run = entry.time < latest ? run + 1 : 0
      longest = max(longest, run)
      latest = max(latest, entry.time)
    }
    probe.facts.hasClosedGroups = isClosed
    if !isIntra { probe.facts.bFrames = longest }
  }

  // MARK: Frames

  /// Decodes all frames, measures them, and notes what fails.
  func decode(into probe: inout MediaProbe) {
    var measure = FrameMeasure()
    var isInterlaced = false
    probe.decodedFrames = decode(&probe.faults) { frame in
      isInterlaced = isInterlaced || clibav_is_interlaced(frame) != 0
      measure.take(frame.pointee)
    }
    if isInterlaced { probe.facts.isInterlaced = true }
    probe.changes = measure.changes
    probe.isBlack = measure.isBlack
    if probe.facts.hasAlpha == true { probe.alpha = measure.alpha }
  }

  /// Decodes frames that are the alpha of others, and notes what fails.
  func decodeAlpha(into probe: inout MediaProbe) {
    var measure = FrameMeasure()
    let count = decode(&probe.faults) { measure.take(alphaIn: $0.pointee) }
    if count != probe.decodedFrames { probe.faults.append("\(probe.decodedFrames) frames have \(count) of alpha") }
    probe.alpha = measure.alpha
  }

  /// Passes all frames to `body`, and returns how many there are.
  private func decode(_ faults: inout [String], _ body: (UnsafeMutablePointer<AVFrame>) -> Void) -> Int {
    guard let parameters = stream.pointee.codecpar, let packet, let frame else { return 0 }
    let codec = LibAV.alphaDecoder(of: stream.pointee) ?? avcodec_find_decoder(parameters.pointee.codec_id)
    var decoder = avcodec_alloc_context3(codec)
    // Released after the decoder, which writes to it.
    let log = try? decoder.map { context throws(MediaError) in try DecoderLog(of: context) }
    defer { withExtendedLifetime(log) { avcodec_free_context(&decoder) } }
    guard let codec, let decoder, let log, avcodec_parameters_to_context(decoder, parameters) >= 0 else {
      faults.append("there is no decoder for \(String(cString: avcodec_get_name(parameters.pointee.codec_id)))")
      return 0
    }
    decoder.pointee.thread_count = 0
    decoder.pointee.err_recognition |= AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
    guard avcodec_open2(decoder, codec, nil) >= 0 else {
      faults.append("its decoder cannot be opened")
      return 0
    }
    var count = 0
    var isDamaged = false
    var isAtEnd = false
    while !isAtEnd {
      LibAV.begin()
      isAtEnd = av_read_frame(demuxer, packet) < 0
      if !isAtEnd, packet.pointee.stream_index != stream.pointee.index {
        av_packet_unref(packet)
        continue
      }
      let sent = avcodec_send_packet(decoder, isAtEnd ? nil : packet)
      if !isAtEnd { av_packet_unref(packet) }
      if sent < 0 { isDamaged = true }
      while avcodec_receive_frame(decoder, frame) >= 0 {
        if frame.pointee.decode_error_flags != 0 { isDamaged = true }
        body(frame)
        count += 1
      }
      let error = log.error
      if error != nil || LibAV.loggedError { isDamaged = true }
      if isDamaged, !faults.contains(where: { $0.hasPrefix("decoding fails") }) {
        faults.append("decoding fails near frame \(count)\((error ?? LibAV.log).map { " (\($0))" } ?? "")")
      }
    }
    return count
  }
}

/// True if a stream's frames hold the rows of two fields, as far as its container or its codec says it for all of them.
func isInterlaced(_ parameters: AVCodecParameters) -> Bool {
  [AV_FIELD_TT, AV_FIELD_BB, AV_FIELD_TB, AV_FIELD_BT].contains(parameters.field_order)
}
