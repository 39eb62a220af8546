import CLibAV

extension EncodedSound {
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
}
