import CLibAV
import Files
import Formats
import Foundation
import MediaBase
import StageKit

/// What a movie or a picture file is, found by reading all packets and decoding all frames.
public struct MediaProbe: Sendable {
  /// libav's name of the container: `mov,mp4,m4a,3gp,3g2,mj2`.
  public let container: String
  public var facts = DeliveryFacts()
  /// Of the colors, libav's names of range, primaries, transfer and matrix.
  public internal(set) var colors: [String] = []
  /// The shape of a pixel, width divided by height.
  public internal(set) var pixelAspect = 1.0
  /// When each frame is shown, in seconds, in order.
  public internal(set) var times: [Double] = []
  /// The frames that begin groups.
  public internal(set) var keyFrames: [Int] = []
  /// Frames of which the file's index speaks; nil where it does not.
  public internal(set) var indexedFrames: Int?
  /// How many frames were decoded.
  public internal(set) var decodedFrames = 0
  /// What went wrong, in words.
  public internal(set) var faults: [String] = []
  /// For each frame but the first, the mean absolute change of luma from the frame before it, in code values of 8 bits.
  public internal(set) var changes: [Double] = []
  /// The least and the greatest alpha of all pixels, from 0 to 1; nil without alpha.
  public internal(set) var alpha: ClosedRange<Double>?

  /// Reads a file to its end. Throws where it cannot be opened, or has no pictures; what is wrong within is in `faults`.
  ///
  /// Without `decodes` frames are not decoded, which takes nearly all of the time: `facts` are whole all the same, but for
  /// animated WebP.
  public init(_ path: String, decodes: Bool = true) throws(MediaError) {
    if Self.isWebP(path) {
      // libav decodes still ones alone.
      container = "webp"
      try readWebP(path)
    } else {
      let session = try ProbeSession(path)
      container = session.container
      session.readPackets(into: &self)
      if decodes { try ProbeSession(path).decode(into: &self) }
      if decodes, session.hasAlphaStream { try ProbeSession(path, ofAlpha: true).decodeAlpha(into: &self) }
    }
    facts.ending = (path as NSString).pathExtension.lowercased()
    facts.bytes = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    if container.contains("mp4"), let boxes = try? topLevelBoxes(at: path, named: path) {
      facts.isIndexFirst = boxes.first { $0.type == "moov" || $0.type == "mdat" }?.type == "moov"
      facts.hasEditList = Self.hasEditList(path, boxes)
      // libav reads the colors of still AVIF alone.
      if boxes.allSatisfy({ $0.type != "moov" }), Self.contains(Self.alphaItem, in: "meta", of: path, boxes) == true {
        facts.hasAlpha = true
      }
    }
  }

  private static func isWebP(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    guard let header = try? file.read(upToCount: 12), header.count == 12 else { return false }
    return header.prefix(4).elementsEqual("RIFF".utf8) && header.suffix(4).elementsEqual("WEBP".utf8)
  }

  private mutating func readWebP(_ path: String) throws(MediaError) {
    let reader = try WebPReader(path: path, named: path, .rgba8)
    facts.codec = "webp"
    facts.pixelFormat = "rgba"
    var measure = FrameMeasure()
    do throws(MediaError) {
      while let frame = try reader.next() {
        (facts.width, facts.height) = (frame.picture.width, frame.picture.height)
        times.append(Double(frame.time) / 1000)
        facts.seconds = Double(frame.time + frame.duration) / 1000
        measure.take(frame.picture)
        decodedFrames += 1
      }
    } catch {
      faults.append("decoding fails near frame \(decodedFrames)")
    }
    keyFrames = Array(times.indices)
    changes = measure.changes
    facts.hasAlpha = measure.alpha != 1...1
    if facts.hasAlpha == true { alpha = measure.alpha }
    if let seconds = facts.seconds, seconds > 0 { facts.framesPerSecond = Double(times.count) / seconds }
  }

  private static func hasEditList(_ path: String, _ boxes: [MovieBox]) -> Bool? {
    contains("elst", in: "moov", of: path, boxes)
  }

  /// What an AVIF file calls an item that is the alpha of another (ISO/IEC 23008-12, 7.5.2.4).
  private static let alphaItem = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

  /// Whether a text is in the first box of a type; nil where there is none.
  private static func contains(_ text: String, in type: String, of path: String, _ boxes: [MovieBox]) -> Bool? {
    guard let box = boxes.first(where: { $0.type == type }), box.size < 256 << 20,
      let file = FileHandle(forReadingAtPath: path)
    else { return nil }
    defer { try? file.close() }
    guard (try? file.seek(toOffset: box.offset)) != nil, let data = try? file.read(upToCount: Int(box.size)) else {
      return nil
    }
    return data.range(of: Data(text.utf8)) != nil
  }
}

/// An open file with one of its video streams.
private final class ProbeSession {
  let path: String
  let container: String
  /// Whether there is a second stream that is alpha, as in animated AVIF.
  let hasAlphaStream: Bool
  private var demuxer: UnsafeMutablePointer<AVFormatContext>?
  private let stream: UnsafeMutablePointer<AVStream>
  private var packet = av_packet_alloc()
  private var frame = av_frame_alloc()

  /// Of the stream that is the alpha of another where that is asked for.
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
    hasAlphaStream = isAVIF && demuxer.pointee.nb_streams == 2
    let index =
      isAVIF && demuxer.pointee.nb_streams > 0
      ? (ofAlpha ? 1 : 0) : av_find_best_stream(demuxer, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
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

  /// What the container says, without decoding.
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
    probe.facts.width = Int(parameters.width)
    probe.facts.height = Int(parameters.height)
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
    }
    let aspect = parameters.sample_aspect_ratio
    if aspect.num > 0, aspect.den > 0 { probe.pixelAspect = Double(aspect.num) / Double(aspect.den) }
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
    probe.decodedFrames = decode(&probe.faults) { measure.take($0) }
    probe.changes = measure.changes
    if probe.facts.hasAlpha == true { probe.alpha = measure.alpha }
  }

  /// Decodes frames that are the alpha of others, and notes what fails.
  func decodeAlpha(into probe: inout MediaProbe) {
    var measure = FrameMeasure()
    let count = decode(&probe.faults) { measure.take(alphaIn: $0) }
    if count != probe.decodedFrames { probe.faults.append("\(probe.decodedFrames) frames have \(count) of alpha") }
    probe.alpha = measure.alpha
  }

  /// Passes all frames to `body`, and returns how many there are.
  private func decode(_ faults: inout [String], _ body: (AVFrame) -> Void) -> Int {
    guard let parameters = stream.pointee.codecpar, let packet, let frame else { return 0 }
    let codec = LibAV.alphaDecoder(of: stream.pointee) ?? avcodec_find_decoder(parameters.pointee.codec_id)
    var decoder = avcodec_alloc_context3(codec)
    defer { avcodec_free_context(&decoder) }
    guard let codec, let decoder, avcodec_parameters_to_context(decoder, parameters) >= 0 else {
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
        body(frame.pointee)
        count += 1
      }
      if LibAV.loggedError { isDamaged = true }
      if isDamaged, !faults.contains(where: { $0.hasPrefix("decoding fails") }) {
        faults.append("decoding fails near frame \(count)\(LibAV.log.map { " (\($0))" } ?? "")")
      }
    }
    return count
  }
}

/// Measures decoded frames: how luma changes from each to the next, and the range of alpha.
private struct FrameMeasure {
  private(set) var changes: [Double] = []
  private(set) var alpha: ClosedRange<Double>?
  private var last: [UInt16] = []

  /// Takes a picture of red, green, blue and alpha.
  mutating func take(_ picture: FramePlanes) {
    take(luma: stride(from: 1, to: picture.bytes.count, by: 4).map { UInt16(picture.bytes[$0]) }, full: 255)
    take(alpha: stride(from: 3, to: picture.bytes.count, by: 4).map { UInt16(picture.bytes[$0]) }, full: 255)
  }

  mutating func take(_ frame: AVFrame) {
    guard let layout = av_pix_fmt_desc_get(AVPixelFormat(frame.format)) else { return }
    let count = Int(layout.pointee.nb_components)
    let isRGB = layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    // Green stands for luma.
    let full = Double((1 << Int(layout.pointee.comp.0.depth)) - 1)
    take(luma: samples(frame, layout, component: isRGB && count >= 3 ? 1 : 0), full: full)
    guard layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 else { return }
    take(alpha: samples(frame, layout, component: count - 1), full: full)
  }

  /// Takes a frame of gray as alpha.
  mutating func take(alphaIn frame: AVFrame) {
    guard let layout = av_pix_fmt_desc_get(AVPixelFormat(frame.format)) else { return }
    let full = Double((1 << Int(layout.pointee.comp.0.depth)) - 1)
    take(alpha: samples(frame, layout, component: 0), full: full)
  }

  private mutating func take(luma: [UInt16], full: Double) {
    if last.count == luma.count, !luma.isEmpty {
      var sum = 0
      for index in luma.indices { sum += abs(Int(luma[index]) - Int(last[index])) }
      changes.append(Double(sum) / Double(luma.count) * 255 / full)
    }
    last = luma
  }

  private mutating func take(alpha values: [UInt16], full: Double) {
    guard let low = values.min(), let high = values.max() else { return }
    let range = Double(low) / full...Double(high) / full
    alpha = alpha.map { min($0.lowerBound, range.lowerBound)...max($0.upperBound, range.upperBound) } ?? range
  }

  /// The samples of a component, row by row.
  private func samples(
    _ frame: AVFrame, _ layout: UnsafePointer<AVPixFmtDescriptor>, component: Int
  ) -> [UInt16] {
    let (width, height) = (Int(frame.width), Int(frame.height))
    guard layout.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL) == 0 else { return [] }
    var sources: [UnsafePointer<UInt8>?] = [
      frame.data.0.map { UnsafePointer($0) }, frame.data.1.map { UnsafePointer($0) },
      frame.data.2.map { UnsafePointer($0) }, frame.data.3.map { UnsafePointer($0) },
    ]
    let strides = [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
    var result = [UInt16](repeating: 0, count: width * height)
    result.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      for row in 0..<height {
        av_read_image_line2(
          base + row * width, &sources, strides, layout, 0, Int32(row), Int32(component), Int32(width), 0, 2)
      }
    }
    return result
  }
}
