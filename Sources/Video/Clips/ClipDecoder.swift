import CLibAV
import Formats
import Foundation
import Graphics
import MediaBase

/// Decodes single frames of a file's pictures by libav. To be used from one thread at a time.
final class ClipDecoder: ClipSource {
  private static let demuxers = "mov,matroska,gif,apng,mpegts,avi,mxf"

  private let path: String
  let name: String
  private(set) var demuxer: UnsafeMutablePointer<AVFormatContext>?
  private var decoder: UnsafeMutablePointer<AVCodecContext>?
  private var packet = av_packet_alloc()
  private(set) var frame = av_frame_alloc()
  /// The one that is decoded next.
  private var next = av_frame_alloc()
  /// The frame before, which stays where one that the file lists is none to be seen.
  private var previous = av_frame_alloc()
  private(set) var stream: UnsafeMutablePointer<AVStream>?
  private let converter = FrameConverter()
  /// The colors of the frame that was decoded last, and their conversion, where one is needed and possible.
  var colors: (source: ColorSource, conversion: ColorConversion?)?
  private var isDrained = false
  /// The time of the frame that was decoded last, in ticks of the stream.
  var decoded: Int64?
  /// The time of the field that was shown last.
  var lastField: Int64?
  /// The first times that are shown where decoding begins at key frames after which others are needed first.
  private var settled: [Int64: Int64] = [:]
  /// The time of the last frame of the file that can be decoded, where others follow it in the index.
  private var lastDecodable: Int64?
  /// The key frame at which decoding began; nil for the start of the file.
  private var entered: Int64?
  /// The index without fields, of a clip whose fields are pictures.
  var wholeFrames: ClipIndex?
  var toneMapper: ToneMapper?
  let toneMapping: ToneMapping?
  /// Makes pictures of fields; nil for clips of whole frames.
  private(set) var deinterlacer: Deinterlacer?
  /// Decodes the alpha of an animated AVIF, which is a stream of its own; nil for all others.
  private var alpha: ClipDecoder?
  /// The gamut that colors are converted to.
  let target: ColorGamut
  /// True if the colors of the frame that was decoded last are in that gamut already.
  var isNative = false
  /// The stream to decode, of those of an animated AVIF: 0 for its colors, 1 for its alpha.
  private let track: Int

  /// `toneMapping` is that of the clip, which its first frame says; nil to find it there. With `deinterlaces`, each field is a
  /// picture.
  init(
    path: String, named name: String, toneMapping: ToneMapping? = nil, deinterlaces: Bool = false, track: Int = 0,
    gamut: ColorGamut = .sRGB
  ) throws(MediaError) {
    (self.path, self.name, self.toneMapping, self.track) = (path, name, toneMapping, track)
    target = gamut
    deinterlacer = deinterlaces ? Deinterlacer() : nil
    do throws(MediaError) {
      try open()
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
    av_packet_free(&packet)
    av_frame_free(&frame)
    av_frame_free(&previous)
    av_frame_free(&next)
  }

  private func close() {
    deinterlacer?.forget()
    avcodec_free_context(&decoder)
    avformat_close_input(&demuxer)
    stream = nil
  }

  private func open() throws(MediaError) {
    let operation = "open the clip"
    LibAV.begin()
    let isAVIF = try isAnimatedAVIF(operation)
    var opened = avformat_alloc_context()
    guard opened != nil, packet != nil, frame != nil, previous != nil else { throw LibAV.outOfMemory(operation) }
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    av_dict_set(&options, "format_whitelist", Self.demuxers, 0)
    av_dict_set(&options, "enable_drefs", "0", 0)
    av_dict_set(&options, "ignore_loop", "1", 0)
    let result = avformat_open_input(&opened, "file:" + path, nil, &options)
    av_dict_free(&options)
    try LibAV.check(result, operation, file: name)
    demuxer = opened
    guard let context = demuxer else { throw LibAV.outOfMemory(operation) }
    // AVI has only the order in which frames are decoded.
    if ["avi", "mxf"].contains(format) || isStream { context.pointee.flags |= AVFMT_FLAG_GENPTS }
    try LibAV.check(avformat_find_stream_info(context, nil), operation, file: name)
    let best = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    let tracks = isAVIF ? AVIFReader.tracks(of: context.pointee) : []
    let chosen = isAVIF ? tracks.dropFirst(track).first : best >= 0 ? context.pointee.streams[Int(best)] : nil
    guard let found = chosen else { throw MediaError(operation, reason: "it has no pictures", file: name) }
    stream = found
    let number = found.pointee.index
    if tracks.count > 1, track == 0, alpha == nil { alpha = try ClipDecoder(path: path, named: name, track: 1) }
    if hasOwnDolbyColors(found) {
      throw MediaError(
        operation, reason: "its colors are Dolby Vision's own (profile 5), which are not read", file: name,
        hint: "Export it as HDR10 or HLG.")
    }
    for index in 0..<Int(context.pointee.nb_streams) where index != Int(number) {
      context.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
    let codec =
      LibAV.alphaDecoder(of: found.pointee) ?? avcodec_find_decoder(found.pointee.codecpar.pointee.codec_id)
    decoder = avcodec_alloc_context3(codec)
    guard let codec, let decoder else {
      throw MediaError(operation, reason: "there is no decoder for its pictures", file: name)
    }
    try LibAV.check(avcodec_parameters_to_context(decoder, found.pointee.codecpar), operation, file: name)
    decoder.pointee.pkt_timebase = found.pointee.time_base
    decoder.pointee.thread_count = 1
    try LibAV.check(avcodec_open2(decoder, codec, nil), operation, file: name)
  }

  /// Throws for pictures of the same family that are no clips.
  private func isAnimatedAVIF(_ operation: String) throws(MediaError) -> Bool {
    let head = fileHead(at: path) ?? []
    guard let kind = heifName(of: head) else { return false }
    if isAVIFSequence(head) { return true }
    throw MediaError(
      operation, reason: "it is \(kind) without an animation", file: name, hint: "Show it with the stage 'picture'.")
  }

  /// The name of the demuxer; of several names the first.
  private var format: String {
    guard let demuxer else { return "" }
    return String(cString: demuxer.pointee.iformat.pointee.name).split(separator: ",").first.map(String.init) ?? ""
  }

  /// True if the file is a stream, which has no index.
  private var isStream: Bool { format == "mpegts" }

  /// Those of sRGB, or of sRGB-like colors that cannot be converted, stay.
  private(set) var gamut = ColorGamut.sRGB

  // MARK: The index

  /// Reads the times of all frames. To be called once, first.
  func index() throws(MediaError) -> ClipIndex {
    let operation = "read the clip"
    guard let stream else { throw LibAV.outOfMemory(operation) }
    LibAV.begin()
    var (times, keys): ([Int64], [Int64]) = ([], [])
    var places: [Int64: Int64] = [:]
    var end: Int64 = .min
    var count: Int64 = 0
    let fields = isStream && stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_H264 ? FieldPairs() : nil
    while try readPacket(operation), let packet {
      defer { av_packet_unref(packet) }
      if let fields, fields.isSecond(packet) { continue }
      count += 1
      // Frames that an edit list leaves out are decoded and not shown.
      if packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 { continue }
      let time = packet.pointee.pts == CLIBAV_NO_TIME ? packet.pointee.dts : packet.pointee.pts
      if time == CLIBAV_NO_TIME { continue }
      times.append(time)
      if packet.pointee.flags & AV_PKT_FLAG_KEY != 0 {
        keys.append(time)
        if isStream, packet.pointee.pos >= 0 { places[time] = packet.pointee.pos }
      }
      end = max(end, time + max(packet.pointee.duration, 0))
    }
    if isCutOff {
      throw MediaError(operation, reason: "it is cut off after \(count) frames", file: name)
    }
    times.sort()
    // A recording of a stream may begin anywhere: what comes before the first key frame cannot be decoded.
    if isStream, let first = keys.min() { times.removeAll { $0 < first } }
    let tick = Double(stream.pointee.time_base.num) / Double(stream.pointee.time_base.den)
    let start = hasSound ? demuxer.flatMap { LibAV.start(of: $0.pointee) } ?? 0 : -.infinity
    // The start shows the last one of the frames before it.
    if let shown = times.lastIndex(where: { Double($0) * tick < start + tick / 2 }) { times.removeFirst(shown) }
    guard let first = times.first, let latest = times.last else {
      throw MediaError(operation, reason: "it has no frames", file: name)
    }
    if stream.pointee.nb_frames > count {
      throw MediaError(
        operation, reason: "it is cut off: of \(stream.pointee.nb_frames) frames it has \(count)", file: name)
    }
    if end <= latest { end = latest + (times.count > 1 ? max((latest - first) / Int64(times.count - 1), 1) : 1) }
    let distance = hasSound ? Double(first) * tick - start : 0
    let lead = abs(distance) < tick / 2 ? 0 : distance
    close()
    try open()
    return ClipIndex(times: times, keys: keys.sorted(), places: places, tick: tick, end: end, lead: lead)
  }

  /// Damage that demuxers do not report as an error, once all packets are read.
  private var isCutOff: Bool {
    // Matroska and WebM only log it.
    if LibAV.loggedError, LibAV.log?.contains("ended prematurely") == true { return true }
    // Each PNG ends with a chunk that says so (PNG, third edition, 11.2.4).
    guard format == "apng", let file = FileHandle(forReadingAtPath: path), let size = try? file.seekToEnd(), size >= 12
    else { return false }
    defer { try? file.close() }
    try? file.seek(toOffset: size - 12)
    guard let end = try? file.readToEnd() else { return false }
    return !end.dropFirst(4).starts(with: Data("IEND".utf8))
  }

  private func readPacket(_ operation: String) throws(MediaError) -> Bool {
    while true {
      let result = av_read_frame(demuxer, packet)
      if result == CLIBAV_ERROR_EOF { return false }
      try LibAV.check(result, operation, file: name)
      if packet?.pointee.stream_index == stream?.pointee.index { return true }
      av_packet_unref(packet)
    }
  }

  // MARK: Decoding

  /// True if the frame that was decoded last can be taken apart into its fields.
  var canDeinterlace: Bool { frame.map { Deinterlacer.reads($0.pointee.format) } ?? false }

  var last: Int64? { deinterlacer == nil ? decoded : lastField }

  /// From now on each field is a picture, at the times of `ClipIndex.fields`.
  func deinterlace() { deinterlacer = Deinterlacer() }

  /// The frame that is shown from `time` on, as straight red, green, blue and alpha.
  func pixels(at time: Int64, _ index: ClipIndex) throws(MediaError) -> (pixels: [UInt8], width: Int, height: Int) {
    let operation = "decode the clip"
    LibAV.begin()
    if let deinterlacer { return try fieldPixels(at: time, index, deinterlacer, operation) }
    var picture = try framePixels(at: time, index, operation)
    if let alpha {
      // A gray picture of the same frame.
      let values = try alpha.pixels(at: time, index).pixels
      guard values.count == picture.pixels.count else {
        throw MediaError(operation, reason: "its colors and its alpha have several sizes", file: name)
      }
      for place in stride(from: 3, to: values.count, by: 4) { picture.pixels[place] = values[place - 3] }
    }
    return picture
  }

  private func framePixels(
    at time: Int64, _ index: ClipIndex, _ operation: String
  ) throws(MediaError) -> (pixels: [UInt8], width: Int, height: Int) {
    var isThere = try isBefore(time, index) ? advance(operation) : enter(before: time, index, operation)
    var last: Int64?
    var before: [(key: Int64, settled: Int64?)] = []
    while let frame, let previous {
      guard isThere else {
        if lastDecodable != nil, decoded == lastDecodable { break }
        // Behind a key frame near the end libav may give none of the last frames.
        if last != nil, decoded == last {
          lastDecodable = decoded
          for entry in before { settled[entry.key] = entry.settled }
          break
        }
        guard let key = entered else { break }
        before.append((key, settled[key]))
        (settled[key], last) = (.max, decoded)
        isThere = try enter(before: time, index, operation)
        continue
      }
      let found = frame.pointee.best_effort_timestamp
      decoded = found
      if found < time {
        isThere = try advance(operation)
        continue
      }
      // Some packets give no frame: then the one before them stays, or else the next one is shown.
      let isPrevious = found > time && previous.pointee.width > 0
      return try pixels(of: isPrevious ? previous : frame, operation)
    }
    if let frame, frame.pointee.width > 0 { return try pixels(of: frame, operation) }
    throw MediaError(operation, reason: "none of its frames can be decoded", file: name, log: LibAV.log)
  }

  func pixels(
    of frame: UnsafeMutablePointer<AVFrame>, _ operation: String
  ) throws(MediaError) -> (pixels: [UInt8], width: Int, height: Int) {
    let mapper = toneMapper(of: frame)
    if [AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RGB].contains(frame.pointee.colorspace) {
      let primaries = frame.pointee.color_primaries
      if primaries == AVCOL_PRI_BT2020 || mapper != nil && primaries == AVCOL_PRI_UNSPECIFIED {
        frame.pointee.colorspace = AVCOL_SPC_BT2020_NCL
      } else if frame.pointee.height >= 720 {
        frame.pointee.colorspace = AVCOL_SPC_BT709
      }
    }
    if let mapper {
      colors = nil
      gamut = target
      let pixels = try mapper.pixels(of: frame, operation)
      return (pixels, Int(frame.pointee.width), Int(frame.pointee.height))
    }
    let conversion = conversion(of: frame)
    var pixels = try straightPixels(of: frame, operation, conversion, converter)
    let isWide = conversion == nil && frame.pointee.color_primaries == AVCOL_PRI_BT2020
    if isWide { WideGamut.convert(&pixels, to: target) }
    gamut = isWide || isNative || conversion != nil ? target : .sRGB
    return (pixels, Int(frame.pointee.width), Int(frame.pointee.height))
  }

  // MARK: Entering

  /// The key frame from which a frame can be shown; nil for the start of the file.
  func entry(before time: Int64, _ index: ClipIndex) -> Int64? {
    index.keys.last { (settled[$0] ?? $0) <= time }
  }

  /// True if decoding stands so shortly before a frame that going on is best.
  private func isBefore(_ time: Int64, _ index: ClipIndex) -> Bool {
    let entry = entry(before: time, index)
    return decoded.map { $0 < time && index.isNear($0, entry: entry) } ?? (entry ?? index.times[0] <= index.times[0])
  }

  /// Decodes the first frame from the last key frame on from which `time` can be shown; false where there is no frame.
  ///
  /// In H.264 a key frame may be no more than the point from which pictures recover: others follow before the first that is shown.
  func enter(before time: Int64, _ index: ClipIndex, _ operation: String) throws(MediaError) -> Bool {
    while true {
      let key = entry(before: time, index)
      try seek(to: key, index, operation)
      entered = key
      let isThere = try advance(operation)
      let found = isThere ? frame?.pointee.best_effort_timestamp : nil
      guard let key, found.map({ $0 > time }) ?? true else {
        decoded = found
        return isThere
      }
      settled[key] = found ?? .max
    }
  }

  /// Goes to a key frame, or to the start of the file. What cannot seek begins again, as no file can to times below 0.
  private func seek(to key: Int64?, _ index: ClipIndex, _ operation: String) throws(MediaError) {
    (decoded, lastField) = (nil, nil)
    isDrained = false
    deinterlacer?.forget()
    for kept in [frame, previous] { if let kept { av_frame_unref(kept) } }
    guard let stream, let demuxer else { throw LibAV.outOfMemory(operation) }
    // By time, streams are entered behind the key frame.
    let isFound =
      if isStream {
        key.flatMap { index.places[$0] }.map { av_seek_frame(demuxer, -1, $0, AVSEEK_FLAG_BYTE) >= 0 } ?? false
      } else if let key, key >= 0, !["gif", "apng"].contains(format) {
        avformat_seek_file(demuxer, stream.pointee.index, .min, key, key, 0) >= 0
      } else {
        false
      }
    if isFound {
      avcodec_flush_buffers(decoder)
    } else {
      close()
      try open()
    }
  }

  /// Decodes the next frame; false at the end, where the last one stays.
  func advance(_ operation: String) throws(MediaError) -> Bool {
    guard let decoder, let frame, let previous, let next else { return false }
    av_frame_unref(next)
    let isThere = try LibAV.decodeFrame(
      decoder, into: next, packet: packet, isDrained: &isDrained, operation, file: name
    ) { () throws(MediaError) in try readPacket(operation) }
    guard isThere else { return false }
    av_frame_unref(previous)
    av_frame_move_ref(previous, frame)
    av_frame_move_ref(frame, next)
    return true
  }
}

/// True for pictures of Dolby Vision that show right colors by its own metadata alone.
private func hasOwnDolbyColors(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
  guard let side = clibav_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, nil) else { return false }
  let found = UnsafeRawPointer(side).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
  return found.dv_profile == 5
}
