import CLibAV
import Foundation
import MediaBase

/// Reads the sound of a file.
///
/// Opens no other file. Samples that an encoder added before and after the sound are left out, where the file says so. To
/// be used from one thread at a time.
public final class SoundFileReader {
  public let info: SoundInfo

  private let name: String
  private let path: String
  private var demuxer: UnsafeMutablePointer<AVFormatContext>?
  private let stream: UnsafeMutablePointer<AVStream>

  /// The sample rates that are read.
  public static let sampleRates = 4_000...768_000

  /// The formats of files that hold sound themselves, and name no others.
  private static let demuxers =
    "wav,w64,aiff,caf,au,mp3,aac,flac,ogg,mov,matroska,ac3,eac3,dts,asf,wv,ape,amr,tta,tak,mpc,mpc8,mpegts,mpeg,avi,mxf"

  /// Opens a file and reads its headers. Errors name `name`. Throws where there is no sound, or none that can be read.
  public init(path: String, named name: String) throws(MediaError) {
    let operation = "read the sound"
    LibAV.begin()
    (self.name, self.path) = (name, path)
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    av_dict_set(&options, "format_whitelist", Self.demuxers, 0)
    av_dict_set(&options, "enable_drefs", "0", 0)
    let result = avformat_open_input(&demuxer, "file:" + path, nil, &options)
    av_dict_free(&options)
    if result < 0 {
      // The results of demuxers for files of other formats.
      let isForeign = [CLIBAV_ERROR_INVALID_DATA, CLIBAV_ERROR_EOF, -EINVAL].contains(result)
      throw MediaError(
        operation, reason: isForeign ? "it is no file of sound that is known" : LibAV.text(for: result), file: name,
        code: result, log: isForeign ? nil : LibAV.log,
        hint: isForeign ? "WAV, AIFF, FLAC, MP3, M4A, Ogg and the sound of movies are read." : nil)
    }
    guard let demuxer else { throw LibAV.outOfMemory(operation) }
    let found = avformat_find_stream_info(demuxer, nil)
    let index = found < 0 ? found : av_find_best_stream(demuxer, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0, let stream = demuxer.pointee.streams?[Int(index)], let parameters = stream.pointee.codecpar else {
      avformat_close_input(&self.demuxer)
      throw MediaError(operation, reason: "it has no sound", file: name)
    }
    for other in 0..<Int(demuxer.pointee.nb_streams) where other != Int(index) {
      demuxer.pointee.streams[other]?.pointee.discard = AVDISCARD_ALL
    }
    self.stream = stream
    info = Self.info(of: stream.pointee, parameters.pointee, demuxer.pointee)
    do throws(MediaError) { try check(parameters.pointee, operation) } catch {
      avformat_close_input(&self.demuxer)
      throw error
    }
  }

  deinit { avformat_close_input(&demuxer) }

  private static func info(
    of stream: AVStream, _ parameters: AVCodecParameters, _ demuxer: AVFormatContext
  ) -> SoundInfo {
    var layout = parameters.ch_layout
    var text = [CChar](repeating: 0, count: 64)
    _ = av_channel_layout_describe(&layout, &text, text.count)
    let isGuess = demuxer.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
    var duration: Double?
    if !isGuess, stream.duration > 0 {
      duration = Double(stream.duration) * Double(stream.time_base.num) / Double(stream.time_base.den)
    }
    return SoundInfo(
      codec: String(cString: avcodec_get_name(parameters.codec_id)), sampleRate: Int(parameters.sample_rate),
      channelCount: Int(layout.nb_channels),
      layout: String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
      duration: duration)
  }

  private func check(_ parameters: AVCodecParameters, _ operation: String) throws(MediaError) {
    let tag = withUnsafeBytes(of: parameters.codec_tag.littleEndian) { String(decoding: $0, as: UTF8.self) }
    let isEncrypted =
      ["drms", "enca"].contains(tag) || av_dict_get(stream.pointee.metadata, "enc_key_id", nil, 0) != nil
    if isEncrypted {
      throw MediaError(
        operation, reason: "it is encrypted (DRM)", file: name, hint: "Use a file without copy protection.")
    }
    if !Self.sampleRates.contains(info.sampleRate) {
      throw MediaError(
        operation,
        reason: "it has \(info.sampleRate) Hz; \(Self.sampleRates.lowerBound) to "
          + "\(Self.sampleRates.upperBound) are read", file: name)
    }
    // Layouts that nobody defined cannot be folded to stereo.
    let isKnown = parameters.ch_layout.order == AV_CHANNEL_ORDER_NATIVE || info.channelCount <= 2
    if info.channelCount < 1 || !isKnown {
      throw MediaError(
        operation, reason: "how its \(info.channelCount) channels are laid out is not known", file: name,
        hint: "Fold it to stereo first.")
    }
  }

  /// The sound from `from` up to `to`, both in seconds of the file, `speed` times as fast, as stereo or mono at 48,000
  /// samples a second; layouts of more channels are folded to stereo as ITU-R BS.775 has it, without the low-frequency
  /// channel.
  ///
  /// To be called once. Throws at the first fault in the file, where it ends before `to`, or before what it says, and where
  /// the result would have more than `maxCount` samples.
  public func read(
    from: Double = 0, to: Double? = nil, speed: Double = 1, maxCount: Int = 1 << 40
  ) throws(MediaError) -> SoundClip {
    let resampler = try SoundResampler(rate: info.sampleRate, speed: speed, isMono: info.channelCount == 1, name)
    try decode(from: from, to: to, maxCount: maxCount, into: resampler)
    let clip = try resampler.finish()
    if let bad = clip.samples.firstIndex(where: { !$0.isFinite }) {
      let seconds = from + Double(bad / clip.channelCount) / Double(SoundClip.sampleRate) * speed
      throw MediaError("read the sound", reason: "a sample at \(Self.text(seconds)) s is not a number", file: name)
    }
    return clip
  }

  /// The peaks of all of the sound, in memory that does not grow with its length.
  ///
  /// To be called once, and not with `read`. Throws at the first fault in the file.
  public func peaks() throws(MediaError) -> SoundPeaks {
    let channels = min(2, info.channelCount)
    let resampler = try SoundResampler(rate: info.sampleRate, speed: 1, isMono: channels == 1, name)
    var peaks = PeakCollector(channels: channels)
    try decode(into: resampler) { peaks.add(resampler.drain()) }
    peaks.add(try resampler.finish().samples)
    return peaks.finish()
  }

  /// Hands the frames between two times to a resampler; `each` is called after those of each packet.
  private func decode(
    from: Double = 0, to: Double? = nil, maxCount: Int = 1 << 40, into resampler: SoundResampler,
    each: () -> Void = {}
  ) throws(MediaError) {
    let rate = Double(info.sampleRate)
    let first = Int((min(from, 1e9) * rate).rounded())
    let end = to.map { Int((min($0, 1e9) * rate).rounded()) }
    let decoder = try SoundDecoder(stream, name)
    var place = 0
    // The time and the place of the first frame.
    var begin: (time: Int64, place: Int)?
    var isOver = false
    var damaged: Int?
    guard let packet = av_packet_alloc() else { throw LibAV.outOfMemory("read the sound") }
    var owned: UnsafeMutablePointer<AVPacket>? = packet
    defer { av_packet_free(&owned) }
    while !isOver {
      LibAV.begin()
      let result = av_read_frame(demuxer, packet)
      isOver = result < 0
      if isOver, result != CLIBAV_ERROR_EOF { throw fault(at: place, result) }
      defer { av_packet_unref(packet) }
      if !isOver, packet.pointee.stream_index != stream.pointee.index { continue }
      // Only the last one may be cut short, where the file is cut off.
      if let damaged, !isOver { throw fault(at: damaged, CLIBAV_ERROR_INVALID_DATA) }
      if !isOver, packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { damaged = place }
      let code = try decoder.send(isOver ? nil : packet) { (frame) throws(MediaError) in
        let count = Int(frame.pointee.nb_samples)
        let time = begin.map { self.place(of: frame.pointee, after: $0) } ?? self.place(ofFirst: frame.pointee)
        let gap = time - place
        if begin == nil ? gap > 0 : gap >= info.sampleRate / 10 {
          let silent = max(first, place)..<max(first, place, min(end ?? .max, place + gap))
          if silent.count / info.sampleRate > maxCount / SoundClip.sampleRate { throw tooLong }
          try resampler.silence(silent.count, like: frame)
          place += gap
        }
        // Samples before 0 are not heard, if the decoder does not leave them out itself.
        if begin == nil { place = min(place, gap) }
        let known = begin ?? (frame.pointee.pts, place)
        begin = known
        let heard = max(first, place)
        let range = heard..<max(heard, min(end ?? .max, length(from: known.place), place + count))
        try resampler.take(frame, skipping: range.lowerBound - place, count: range.count)
        place += count
        if resampler.count > maxCount { throw tooLong }
      }
      each()
      // The file may be cut off after the end of the sound.
      if code < 0, code != CLIBAV_ERROR_EOF { throw fault(at: place, code) }
      if let end, place >= end { isOver = true }
    }
    try checkEnd(place, first: first, end: end)
    if damaged != nil, end == nil, !isStreamed {
      throw MediaError(
        "read the sound", reason: "it is cut off at \(Self.text(Double(place) / rate)) s", file: name,
        hint: Self.trimHint)
    }
  }

  /// True if the file was written to a pipe, as WAV without its length: then it ends where it ends.
  private var isStreamed: Bool {
    guard let head = FileHandle(forReadingAtPath: path).flatMap({ try? $0.read(upToCount: 1 << 16) }).map(Array.init),
      head.starts(with: Array("RIFF".utf8))
    else { return false }
    func size(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(head[at + $1]) << (8 * $1) } }
    var place = 12
    while place + 8 <= head.count {
      let length = size(place + 4)
      if head[place..<place + 4].elementsEqual(Array("data".utf8)) { return length == 0 || length == 0xFFFF_FFFF }
      place += 8 + length + length % 2
    }
    return false
  }

  /// The end of the sound by the file, if it begins at `start` and decoding may give up to a packet more; else the
  /// largest number.
  private func length(from start: Int) -> Int {
    let frame = Int(stream.pointee.codecpar?.pointee.frame_size ?? 0)
    guard frame > 1, let duration = info.duration,
      demuxer?.pointee.iformat.map({ String(cString: $0.pointee.name) })?
        .contains("mp4") == true
    else { return .max }
    return Int((duration * Double(info.sampleRate)).rounded()) + max(start, 0)
  }

  /// The place of the first frame from the start of the file on, at which its pictures may begin, in samples; below 0
  /// if it begins before.
  private func place(ofFirst frame: AVFrame) -> Int {
    guard let demuxer, frame.pts != CLIBAV_NO_TIME else { return 0 }
    let isAlone = demuxer.pointee.nb_streams == 1
    let start = isAlone ? 0 : LibAV.start(of: demuxer.pointee) ?? 0
    let place = samples(seconds(frame.pts) - start)
    // Sound alone begins with itself, and less than times can say is nothing.
    return isAlone && place > 0 || place < 0 && frame.pts >= -1 ? 0 : place
  }

  /// The place of a frame by its time, in samples, if `begin` is the first one; 0 in containers without times.
  private func place(of frame: AVFrame, after begin: (time: Int64, place: Int)) -> Int {
    guard hasTimes, frame.pts != CLIBAV_NO_TIME, begin.time != CLIBAV_NO_TIME, frame.pts > begin.time else { return 0 }
    return begin.place + samples(seconds(frame.pts) - seconds(begin.time))
  }

  private func seconds(_ time: Int64) -> Double {
    let base = stream.pointee.time_base
    return Double(time) * Double(base.num) / Double(max(base.den, 1))
  }

  private func samples(_ seconds: Double) -> Int {
    Int((min(max(seconds, -1e9), 1e9) * Double(info.sampleRate)).rounded())
  }

  private var hasTimes: Bool {
    guard let format = demuxer?.pointee.iformat?.pointee.name.map({ String(cString: $0) }) else { return false }
    return format.contains("mp4") || format.contains("matroska")
  }

  private var tooLong: MediaError {
    MediaError("read the sound", reason: "it is longer than memory allows", file: name)
  }

  private func checkEnd(_ place: Int, first: Int, end: Int?) throws(MediaError) {
    let seconds = Double(place) / Double(info.sampleRate)
    if place == 0 { throw MediaError("read the sound", reason: "it holds no sound", file: name) }
    if let end, end > place + info.sampleRate / 1000 {
      throw MediaError(
        "read the sound", reason: "it ends at \(Self.text(seconds)) s", file: name,
        hint: "Let the trim end at \(Self.text(seconds)) or before.")
    }
    if first >= place {
      throw MediaError(
        "read the sound", reason: "the trim begins at or after its end, \(Self.text(seconds)) s", file: name)
    }
    if end == nil, let said = info.duration, seconds < said * 0.99 - 0.05 {
      throw MediaError(
        "read the sound", reason: "it is cut off: it says \(Self.text(said)) s, and ends at \(Self.text(seconds)) s",
        file: name, hint: Self.trimHint)
    }
  }

  private static let trimHint = "To use what there is, give it a 'trim'."

  private func fault(at place: Int, _ code: Int32) -> MediaError {
    MediaError(
      "read the sound", reason: "it is damaged at \(Self.text(Double(place) / Double(info.sampleRate))) s", file: name,
      code: code, log: LibAV.log ?? LibAV.text(for: code))
  }

  static func text(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000)" }
}
