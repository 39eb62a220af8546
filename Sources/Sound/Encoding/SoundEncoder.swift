import CLibAV
import Formats
import MediaBase

/// Encodes stereo sound of 48,000 samples a second. To be used from one thread at a time.
final class SoundEncoder {
  private static let operation = "encode the sound"
  private let format: SoundFormat
  private var encoder: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var packets: [EncodedSound.Packet] = []
  /// Samples that do not fill a frame yet, left and right in turn.
  private var waiting: [Float] = []
  private var sampleCount = 0
  private var frameLength = 0

  init(_ format: SoundFormat) throws(MediaError) {
    LibAV.begin()
    self.format = format
    guard let codec = avcodec_find_encoder_by_name(format.codec.encoder) else {
      throw MediaError(
        Self.operation, reason: "this libavcodec has no encoder '\(format.codec.encoder)'",
        hint: "Install a libavcodec that has it, or use another codec.")
    }
    encoder = avcodec_alloc_context3(codec)
    frame = av_frame_alloc()
    packet = av_packet_alloc()
    guard let encoder, let frame, packet != nil else { throw LibAV.outOfMemory(Self.operation) }
    encoder.pointee.sample_rate = Int32(SoundFormat.sampleRate)
    encoder.pointee.time_base = AVRational(num: 1, den: Int32(SoundFormat.sampleRate))
    encoder.pointee.sample_fmt = Self.sampleFormat(of: codec)
    encoder.pointee.thread_count = 1
    encoder.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    av_channel_layout_default(&encoder.pointee.ch_layout, 2)
    if format.codec.defaultBitRate != nil { encoder.pointee.bit_rate = Int64(format.bitRate) * 1000 }
    if encoder.pointee.sample_fmt == AV_SAMPLE_FMT_S32 { encoder.pointee.bits_per_raw_sample = 24 }
    for option in format.codec.options {
      // Some are the encoder's own, and some are of all encoders.
      if av_opt_set(encoder.pointee.priv_data, option.name, option.value, 0) < 0 {
        try LibAV.set(option.name, option.value, of: encoder, Self.operation)
      }
    }
    try LibAV.check(avcodec_open2(encoder, codec, nil), Self.operation)
    frameLength = encoder.pointee.frame_size > 0 ? Int(encoder.pointee.frame_size) : 1024
    frame.pointee.format = encoder.pointee.sample_fmt.rawValue
    frame.pointee.sample_rate = encoder.pointee.sample_rate
    try LibAV.check(av_channel_layout_copy(&frame.pointee.ch_layout, &encoder.pointee.ch_layout), Self.operation)
  }

  deinit {
    avcodec_free_context(&encoder)
    av_frame_free(&frame)
    av_packet_free(&packet)
  }

  private static func sampleFormat(of codec: UnsafePointer<AVCodec>) -> AVSampleFormat {
    guard let formats = clibav_sample_formats(codec) else { return AV_SAMPLE_FMT_FLT }
    var index = 0
    var known: [AVSampleFormat] = []
    while formats[index] != AV_SAMPLE_FMT_NONE {
      known.append(formats[index])
      index += 1
    }
    return [AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S32].first { known.contains($0) } ?? known[0]
  }

  /// Takes the next samples, left and right in turn.
  func take(_ samples: [Float]) throws(MediaError) {
    waiting += samples
    sampleCount += samples.count / 2
    var first = 0
    while waiting.count - first >= frameLength * 2 {
      try encode(waiting[first..<first + frameLength * 2])
      first += frameLength * 2
    }
    waiting.removeFirst(first)
  }

  /// Ends the sound and returns it.
  func finish() throws(MediaError) -> EncodedSound {
    if !waiting.isEmpty { try encode(waiting[...]) }
    waiting = []
    try send(nil)
    guard let encoder else { throw LibAV.outOfMemory(Self.operation) }
    let priming = Int(encoder.pointee.initial_padding)
    let size = Int(encoder.pointee.extradata_size)
    let sets = encoder.pointee.extradata.map { Array(UnsafeBufferPointer(start: $0, count: size)) } ?? []
    return EncodedSound(
      encoder: format.codec.encoder, sampleRate: SoundFormat.sampleRate, channelCount: 2,
      bitRate: Int(encoder.pointee.bit_rate), frameSize: Int(encoder.pointee.frame_size), parameterSets: sets,
      priming: priming, sampleCount: sampleCount, packets: needed(priming + sampleCount))
  }

  /// The packets that samples need, of which the last gives no more than these where that can be said.
  private func needed(_ count: Int) -> [EncodedSound.Packet] {
    var left = count
    var result: [EncodedSound.Packet] = []
    for packet in packets where left > 0 {
      result.append(.init(sampleCount: min(left, packet.sampleCount), data: packet.data))
      left -= packet.sampleCount
    }
    return result
  }

  private func encode(_ samples: ArraySlice<Float>) throws(MediaError) {
    guard let frame, let encoder else { return }
    let count = samples.count / 2
    frame.pointee.nb_samples = Int32(count)
    try LibAV.check(av_frame_get_buffer(frame, 0), Self.operation)
    defer { unreference(frame) }
    samples.withUnsafeBufferPointer { source in
      switch encoder.pointee.sample_fmt {
      case AV_SAMPLE_FMT_FLTP:
        for channel in 0..<2 {
          frame.pointee.extended_data[channel]?.withMemoryRebound(to: Float.self, capacity: count) { target in
            for index in 0..<count { target[index] = source[index * 2 + channel] }
          }
        }
      case AV_SAMPLE_FMT_FLT:
        frame.pointee.extended_data[0]?.withMemoryRebound(to: Float.self, capacity: count * 2) { target in
          for index in 0..<count * 2 { target[index] = source[index] }
        }
      default:
        frame.pointee.extended_data[0]?.withMemoryRebound(to: Int32.self, capacity: count * 2) { target in
          for index in 0..<count * 2 { target[index] = Self.integer(source[index]) }
        }
      }
    }
    try send(frame)
  }

  /// 24 bits at the top of 32.
  private static func integer(_ sample: Float) -> Int32 {
    let scaled = (Double(sample) * 8_388_608).rounded(.toNearestOrEven)
    return Int32(min(8_388_607, max(-8_388_608, scaled))) << 8
  }

  /// Frees a frame's samples and keeps its format.
  private func unreference(_ frame: UnsafeMutablePointer<AVFrame>) {
    let format = frame.pointee.format
    av_frame_unref(frame)
    frame.pointee.format = format
    frame.pointee.sample_rate = Int32(SoundFormat.sampleRate)
    av_channel_layout_default(&frame.pointee.ch_layout, 2)
  }

  private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(MediaError) {
    guard let encoder, let packet else { return }
    try LibAV.check(avcodec_send_frame(encoder, frame), Self.operation)
    while true {
      let result = avcodec_receive_packet(encoder, packet)
      if result == CLIBAV_ERROR_AGAIN || result == CLIBAV_ERROR_EOF { return }
      try LibAV.check(result, Self.operation)
      let data = Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
      let isShort = frame == nil && encoder.pointee.frame_size == 0
      let count = isShort ? 0 : encoder.pointee.frame_size > 0 ? frameLength : Int(packet.pointee.duration)
      packets.append(.init(sampleCount: count, data: data))
      av_packet_unref(packet)
    }
  }
}
