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
