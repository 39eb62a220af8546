import CLibAV
import MediaBase

extension EncodedSound {
  /// Decodes all packets and hands samples, left and right in turn, to `take`: those of the sound, without priming and
  /// padding.
  func decode(_ take: ([Float]) -> Void) throws(MediaError) {
    let operation = "decode the sound"
    var parameters = avcodec_parameters_alloc()
    var packet = av_packet_alloc()
    defer {
      avcodec_parameters_free(&parameters)
      av_packet_free(&packet)
    }
    guard let parameters, let packet else { throw LibAV.outOfMemory(operation) }
    try describe(parameters, operation)
    let decoder = try SoundDecoder(
      parameters, timeBase: AVRational(num: 1, den: Int32(sampleRate)), isRaw: true, "the encoded sound")
    var skipped = 0
    var taken = 0
    func add(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
      let count = Int(frame.pointee.nb_samples)
      let skip = min(count, max(0, priming - skipped))
      skipped += skip
      let wanted = min(count - skip, sampleCount - taken)
      guard wanted > 0 else { return }
      taken += wanted
      take(Self.samples(of: frame, from: skip, count: wanted))
    }
    for source in packets {
      try LibAV.check(av_new_packet(packet, Int32(clamping: source.data.count)), operation)
      source.data.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress {
          packet.pointee.data.update(from: start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        }
      }
      let code = try decoder.send(packet, take: add)
      av_packet_unref(packet)
      try LibAV.check(code, operation)
    }
    _ = try decoder.send(nil, take: add)
  }

  /// The stream's parameters for libav, which copies the parameter sets.
  package func describe(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ operation: String
  ) throws(MediaError) {
    guard let codec = avcodec_find_encoder_by_name(encoder) else {
      throw MediaError(operation, reason: "this libavcodec has no encoder '\(encoder)'")
    }
    parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    parameters.pointee.codec_id = codec.pointee.id
    parameters.pointee.sample_rate = Int32(sampleRate)
    parameters.pointee.frame_size = Int32(frameSize)
    parameters.pointee.bit_rate = Int64(bitRate)
    parameters.pointee.initial_padding = Int32(priming)
    av_channel_layout_default(&parameters.pointee.ch_layout, Int32(channelCount))
    parameters.pointee.bits_per_coded_sample = av_get_bits_per_sample(codec.pointee.id)
    if parameters.pointee.bits_per_coded_sample > 0 {
      parameters.pointee.block_align = parameters.pointee.bits_per_coded_sample / 8 * Int32(channelCount)
    }
    if codec.pointee.id == AV_CODEC_ID_AAC { parameters.pointee.profile = FF_PROFILE_AAC_LOW }
    let padded = parameterSets.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let copy = av_mallocz(padded)?.bindMemory(to: UInt8.self, capacity: padded) else {
      throw LibAV.outOfMemory(operation)
    }
    for (index, byte) in parameterSets.enumerated() { copy[index] = byte }
    parameters.pointee.extradata = copy
    parameters.pointee.extradata_size = Int32(parameterSets.count)
  }

  /// Samples of a stereo frame as numbers, left and right in turn.
  private static func samples(of frame: UnsafeMutablePointer<AVFrame>, from first: Int, count: Int) -> [Float] {
    var result = [Float](repeating: 0, count: count * 2)
    let planes = frame.pointee.extended_data
    switch AVSampleFormat(frame.pointee.format) {
    case AV_SAMPLE_FMT_FLTP:
      for channel in 0..<2 {
        planes?[channel]?.withMemoryRebound(to: Float.self, capacity: first + count) { source in
          for index in 0..<count { result[index * 2 + channel] = source[first + index] }
        }
      }
    case AV_SAMPLE_FMT_FLT:
      planes?[0]?.withMemoryRebound(to: Float.self, capacity: (first + count) * 2) { source in
        for index in 0..<count * 2 { result[index] = source[first * 2 + index] }
      }
    case AV_SAMPLE_FMT_S16:
      planes?[0]?.withMemoryRebound(to: Int16.self, capacity: (first + count) * 2) { source in
        for index in 0..<count * 2 { result[index] = Float(source[first * 2 + index]) / 32_768 }
      }
    case AV_SAMPLE_FMT_S32:
      planes?[0]?.withMemoryRebound(to: Int32.self, capacity: (first + count) * 2) { source in
        for index in 0..<count * 2 { result[index] = Float(source[first * 2 + index]) / 2_147_483_648 }
      }
    default: break
    }
    return result
  }
}
