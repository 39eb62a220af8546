import CLibAV
import Formats
import Foundation
import MediaBase

/// The properties of a file's sound, found by reading all packets and decoding all of it, whatever program wrote it.
public struct SoundProbe: Sendable {
  /// libav's name of the codec: `aac`.
  public internal(set) var codec = ""
  /// libav's name of the codec's profile: `LC`.
  public internal(set) var codecProfile: String?
  /// Samples a second of each channel.
  public internal(set) var sampleRate = 0
  public internal(set) var channelCount = 0
  /// In bits a second, of all packets.
  public internal(set) var bitRate: Double?
  /// True if there are pictures too, besides a cover.
  public internal(set) var hasPictures = false
  /// When the first sample is heard, in seconds of the file's times.
  public internal(set) var start = 0.0
  /// The resolution of the file's times, in seconds.
  public internal(set) var tick = 0.0
  /// Samples of each channel that are heard.
  public internal(set) var sampleCount = 0
  /// In LUFS; nil for silence and for less than 0.4 s.
  public internal(set) var loudness: Double?
  /// In dBTP; nil for silence.
  public internal(set) var truePeak: Double?
  /// When the greatest sample is heard, in seconds after the first.
  public internal(set) var peakTime = 0.0
  /// Each channel's level in each tenth of a second after the first sample, in dB of full scale; below -100 for silence.
  public internal(set) var levels: [[Double]] = []
  /// The number of runs of three or more samples at full scale.
  public internal(set) var clippedRuns = 0
  /// When that is for the first time, in seconds after the first sample.
  public internal(set) var firstClipping: Double?
  /// The durations of silence below -70 dB at the start, and at the end, in seconds.
  public internal(set) var silence = (before: 0.0, after: 0.0)
  /// When the wave jumps, in seconds after the first sample.
  public internal(set) var clicks: [Double] = []
  /// The errors, in words.
  public internal(set) var faults: [String] = []

  /// Reads a file to its end. Nil where it has no sound, or is no file that libav knows; what is wrong within is in
  /// `faults`.
  ///
  /// Without `decodes` the sound is not decoded: of what is measured nothing is known.
  public init?(_ path: String, decodes: Bool = true) throws(MediaError) {
    guard let session = SoundProbeSession(path) else { return nil }
    try session.read(into: &self, decodes: decodes)
  }

  /// Measures sound that is in no file yet.
  init(of sound: EncodedSound) throws(MediaError) {
    (sampleRate, channelCount) = (SoundClip.sampleRate, 2)
    var measure = try SoundMeasure(channelCount: channelCount, sampleRate: sampleRate)
    try sound.decode { measure.take($0) }
    measure.finish(&self)
  }

  /// In seconds.
  public var duration: Double { Double(sampleCount) / Double(max(1, sampleRate)) }

  public var isSilent: Bool { silence.before >= duration }

  /// Tells the rules of a place what is known of the sound.
  public func describe(in facts: inout DeliveryFacts) {
    facts.soundCodec =
      codec.hasPrefix("pcm_") ? SoundCodec.pcm.name : SoundCodec.all.first { $0.streamName == codec }?.name ?? codec
    facts.soundProfile = codecProfile
    facts.sampleRate = sampleRate
    facts.channelCount = channelCount
    facts.soundBitRate = bitRate.map { $0 / 1000 }
  }
}

/// An open file with its stream of sound.
private final class SoundProbeSession {
  private let path: String
  private var demuxer: UnsafeMutablePointer<AVFormatContext>?
  private let stream: UnsafeMutablePointer<AVStream>
  private var packet = av_packet_alloc()
  private var converter: OpaquePointer?

  /// Nil where there is no sound.
  init?(_ path: String) {
    LibAV.begin()
    self.path = path
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    let result = avformat_open_input(&demuxer, "file:" + path, nil, &options)
    av_dict_free(&options)
    guard result >= 0, let demuxer, avformat_find_stream_info(demuxer, nil) >= 0 else {
      avformat_close_input(&self.demuxer)
      return nil
    }
    let index = av_find_best_stream(demuxer, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
    guard index >= 0, let stream = demuxer.pointee.streams?[Int(index)], stream.pointee.codecpar != nil else {
      avformat_close_input(&self.demuxer)
      return nil
    }
    self.stream = stream
  }

  deinit {
    avformat_close_input(&demuxer)
    av_packet_free(&packet)
    swr_free(&converter)
  }

  private var tick: Double { Double(stream.pointee.time_base.num) / Double(max(1, stream.pointee.time_base.den)) }

  func read(into probe: inout SoundProbe, decodes: Bool) throws(MediaError) {
    guard let packet, let parameters = stream.pointee.codecpar else { throw LibAV.outOfMemory("read the sound") }
    describe(parameters.pointee, into: &probe)
    guard SoundFileReader.sampleRates.contains(probe.sampleRate), probe.channelCount > 0 else {
      probe.faults.append("its sound has \(probe.sampleRate) Hz and \(probe.channelCount) channels")
      return
    }
    let decoder = decodes ? try SoundDecoder(stream, path) : nil
    var measure = try SoundMeasure(channelCount: probe.channelCount, sampleRate: probe.sampleRate)
    let limit = length(probe)
    var (bytes, seconds) = (0, 0.0)
    var damaged: Int?
    var isOver = false
    while !isOver {
      LibAV.begin()
      let result = av_read_frame(demuxer, packet)
      isOver = result < 0
      if isOver, result != CLIBAV_ERROR_EOF {
        probe.faults.append("packets cannot be read: \(LibAV.text(for: result))")
      }
      defer { av_packet_unref(packet) }
      if !isOver, packet.pointee.stream_index != stream.pointee.index { continue }
      if !isOver {
        bytes += Int(packet.pointee.size)
        seconds += Double(packet.pointee.duration) * tick
        // TS says it of packets of which some bytes are missing, WAV of the one where the file ends too early.
        if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 { damaged = damaged ?? measure.count }
      }
      guard let decoder else { continue }
      let code = try decoder.send(isOver ? nil : packet) { (frame) throws(MediaError) in
        try take(frame, probe: &probe, measure: &measure, limit: limit)
      }
      if code < 0, code != CLIBAV_ERROR_EOF, !probe.faults.contains(where: { $0.hasPrefix("decoding the sound") }) {
        probe.faults.append(
          "decoding the sound fails near \(SoundFileReader.text(Double(measure.count) / Double(probe.sampleRate))) s"
            + (LibAV.log.map { " (\($0))" } ?? ""))
      }
    }
    if seconds > 0 { probe.bitRate = Double(bytes) * 8 / seconds }
    if !decodes { return }
    if let damaged {
      probe.faults.append(
        "the sound is damaged or cut off near \(SoundFileReader.text(Double(damaged) / Double(probe.sampleRate))) s")
    }
    measure.finish(&probe)
    if let said, probe.duration < said * 0.99 - 0.05 {
      probe.faults.append(
        "the sound is cut off: the file says \(SoundFileReader.text(said)) s, and it ends at "
          + "\(SoundFileReader.text(probe.duration)) s")
    }
  }

  private func describe(_ parameters: AVCodecParameters, into probe: inout SoundProbe) {
    probe.codec = String(cString: avcodec_get_name(parameters.codec_id))
    probe.codecProfile = avcodec_profile_name(parameters.codec_id, parameters.profile).map { String(cString: $0) }
    probe.sampleRate = Int(parameters.sample_rate)
    probe.channelCount = Int(parameters.ch_layout.nb_channels)
    probe.tick = tick
    guard let demuxer else { return }
    probe.hasPictures = (0..<Int(demuxer.pointee.nb_streams)).contains { index in
      guard let other = demuxer.pointee.streams[index] else { return false }
      return other.pointee.codecpar?.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && other.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
  }

  /// The duration in the file's header, in seconds; nil if there is none, or it follows from the size only.
  private var said: Double? {
    guard let demuxer, demuxer.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE,
      stream.pointee.duration > 0
    else { return nil }
    return Double(stream.pointee.duration) * tick
  }

  /// The number of samples that the file declares, if decoding gives up to a packet more; otherwise no limit.
  private func length(_ probe: SoundProbe) -> Int {
    let names = demuxer?.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    guard names.contains("mp4"), stream.pointee.duration > 0,
      (stream.pointee.codecpar?.pointee.frame_size ?? 0) > 1
    else { return .max }
    return Int((Double(stream.pointee.duration) * tick * Double(probe.sampleRate)).rounded())
  }

  private func take(
    _ frame: UnsafeMutablePointer<AVFrame>, probe: inout SoundProbe, measure: inout SoundMeasure, limit: Int
  ) throws(MediaError) {
    let isSame =
      Int(frame.pointee.sample_rate) == probe.sampleRate
      && Int(frame.pointee.ch_layout.nb_channels) == probe.channelCount
    guard isSame else {
      // Headers may speak of what a decoder makes more of, as of AAC with spectral replication.
      let text = "the sound changes its rate or its channels midway"
      if !probe.faults.contains(text) { probe.faults.append(text) }
      return
    }
    if measure.count == 0, frame.pointee.best_effort_timestamp != CLIBAV_NO_TIME {
      probe.start = Double(frame.pointee.best_effort_timestamp) * tick
    }
    var samples = try floats(frame)
    let wanted = min(samples.count, min(samples.count, max(0, limit - measure.count)) * probe.channelCount)
    samples.removeLast(samples.count - wanted)
    measure.take(samples)
  }

  /// The samples of a frame, those of all channels in turn.
  private func floats(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) -> [Float] {
    let operation = "read the sound"
    if converter == nil {
      var layout = frame.pointee.ch_layout
      if layout.order == AV_CHANNEL_ORDER_UNSPEC {
        av_channel_layout_default(&layout, frame.pointee.ch_layout.nb_channels)
      }
      var sameLayout = layout
      try LibAV.check(
        swr_alloc_set_opts2(
          &converter, &layout, AV_SAMPLE_FMT_FLT, frame.pointee.sample_rate, &sameLayout,
          AVSampleFormat(frame.pointee.format), frame.pointee.sample_rate, 0, nil), operation, file: path)
      try LibAV.check(swr_init(converter), operation, file: path)
    }
    let count = Int(frame.pointee.nb_samples)
    var samples = [Float](repeating: 0, count: count * Int(frame.pointee.ch_layout.nb_channels))
    let written = samples.withUnsafeMutableBytes { bytes -> Int32 in
      var output: UnsafeMutablePointer<UInt8>? = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
      let planes = frame.pointee.extended_data.map {
        UnsafeMutableRawPointer($0).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
      }
      return swr_convert(converter, &output, Int32(count), planes, Int32(count))
    }
    try LibAV.check(written, operation, file: path)
    return samples
  }
}
