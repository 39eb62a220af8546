import CLibAV
import Formats
import MediaBase

/// Collects the differences of a file's sound from what was encoded for it.
struct SoundVerification {
  private let expected: EncodedSound?
  private let stream: AVStream?
  private(set) var faults: [String] = []
  private var packets = 0
  /// The end of the last packet, in samples.
  private var end = 0

  init(_ wanted: MovieExpectation.Sound, _ streams: [AVStream]) {
    stream = streams.first
    switch wanted {
    case .anything, .nothing: expected = nil
    case .exactly(let sound): expected = sound
    }
    if wanted != .anything, streams.count != (expected == nil ? 0 : 1) {
      faults.append("\(streams.count) streams of sound, not \(expected == nil ? 0 : 1)")
    }
    guard let expected, let parameters = stream?.codecpar?.pointee else { return }
    let codec = avcodec_find_encoder_by_name(expected.encoder)?.pointee.id
    if parameters.codec_id != codec {
      faults.append("sound is \(String(cString: avcodec_get_name(parameters.codec_id)))")
    }
    if Int(parameters.sample_rate) != expected.sampleRate
      || Int(parameters.ch_layout.nb_channels) != expected.channelCount
    {
      faults.append("sound of \(parameters.sample_rate) Hz and \(parameters.ch_layout.nb_channels) channels")
    }
    end = -expected.priming
  }

  mutating func take(_ packet: MoviePacket) {
    guard let expected, let stream, packet.stream == Int(stream.index), faults.count < 8 else { return }
    // Samples in PCM come in packets of any length.
    guard expected.frameSize > 0 else {
      packets += packet.data.count
      return
    }
    let ticks = Double(stream.time_base.den) / Double(max(1, stream.time_base.num))
    let time = Double(end) / Double(expected.sampleRate) * ticks
    // Matroska's ticks are milliseconds.
    if abs(Double(packet.time) - time) > 1 {
      faults.append("sound packet \(packets) is heard at tick \(packet.time), not \(Int(time.rounded()))")
    }
    if packets < expected.packets.count {
      if expected.packets[packets].data != packet.data { faults.append("sound packet \(packets) differs") }
      end += expected.packets[packets].sampleCount
    }
    packets += 1
  }

  /// Everything that differs, after the last packet.
  consuming func finish() -> [String] {
    guard let expected, faults.isEmpty else { return faults }
    let count = expected.frameSize > 0 ? expected.packets.count : expected.byteCount
    if packets != count {
      faults.append("\(packets) \(expected.frameSize > 0 ? "packets" : "bytes") of sound, not \(count)")
    }
    return faults
  }
}

/// Opens a file of sound as a player would and reads all its packets; errors name `name`. Throws an error that names every
/// difference from what is expected.
func verifySound(at path: String, named name: String, is expected: EncodedSound) throws(MediaError) {
  let operation = "verify the sound"
  LibAV.begin()
  var demuxer: UnsafeMutablePointer<AVFormatContext>?
  var options: OpaquePointer?
  av_dict_set(&options, "protocol_whitelist", "file", 0)
  let result = avformat_open_input(&demuxer, "file:" + path, nil, &options)
  av_dict_free(&options)
  try LibAV.check(result, operation, file: name)
  var packet = av_packet_alloc()
  defer {
    avformat_close_input(&demuxer)
    av_packet_free(&packet)
  }
  guard let demuxer, let packet else { throw LibAV.outOfMemory(operation) }
  try LibAV.check(avformat_find_stream_info(demuxer, nil), operation, file: name)
  let streams = (0..<Int(demuxer.pointee.nb_streams)).compactMap { demuxer.pointee.streams[$0]?.pointee }
  var verification = SoundVerification(.exactly(expected), streams)
  while av_read_frame(demuxer, packet) >= 0 {
    verification.take(MoviePacket(packet.pointee))
    av_packet_unref(packet)
  }
  let faults = verification.finish()
  if !faults.isEmpty { throw MediaError(operation, reason: faults.joined(separator: "; "), file: name) }
}
