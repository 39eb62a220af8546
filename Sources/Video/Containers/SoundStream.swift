import CLibAV
import Formats
import MediaBase

/// The stream of encoded sound in a file that is written: its packets, in the order of their times.
struct SoundStream {
  let sound: EncodedSound
  private let index: Int32
  private var next = 0
  /// The time of the next packet in samples, below 0 while decoding gives priming.
  private var time: Int

  /// Adds the stream to a muxer whose header is not written yet; Matroska says apart from packets' times how much decoding
  /// gives before the sound.
  init(
    _ sound: EncodedSound, in muxer: UnsafeMutablePointer<AVFormatContext>, isMatroska: Bool = false,
    _ operation: String
  ) throws(MediaError) {
    guard let stream = avformat_new_stream(muxer, nil), let parameters = stream.pointee.codecpar else {
      throw LibAV.outOfMemory(operation)
    }
    self.sound = sound
    index = stream.pointee.index
    // Before version 60, libavformat does not shift the times of Matroska's packets by the priming.
    time = isMatroska && LIBAVFORMAT_VERSION_MAJOR < 60 ? 0 : -sound.priming
    try sound.describe(parameters, operation)
    stream.pointee.time_base = AVRational(num: 1, den: Int32(sound.sampleRate))
  }

  /// Writes the packets that begin up to an instant in seconds; all without one.
  mutating func write(
    to muxer: UnsafeMutablePointer<AVFormatContext>, upTo seconds: Double? = nil, _ operation: String, file: String
  ) throws(MediaError) {
    var allocated = av_packet_alloc()
    defer { av_packet_free(&allocated) }
    guard let packet = allocated, let stream = muxer.pointee.streams?[Int(index)] else {
      throw LibAV.outOfMemory(operation)
    }
    let samples = AVRational(num: 1, den: Int32(sound.sampleRate))
    while next < sound.packets.count {
      if let seconds, Double(time) > seconds * Double(sound.sampleRate) { return }
      let source = sound.packets[next]
      try LibAV.check(av_new_packet(packet, Int32(clamping: source.data.count)), operation, file: file)
      defer { av_packet_unref(packet) }
      source.data.withUnsafeBytes { UnsafeMutableRawPointer(packet.pointee.data)?.copyMemory($0) }
      packet.pointee.stream_index = index
      packet.pointee.flags |= AV_PKT_FLAG_KEY
      packet.pointee.pts = av_rescale_q(Int64(time), samples, stream.pointee.time_base)
      packet.pointee.dts = packet.pointee.pts
      packet.pointee.duration = av_rescale_q(Int64(source.sampleCount), samples, stream.pointee.time_base)
      // Codecs that begin with priming end with padding.
      let padding = sound.frameSize - source.sampleCount
      if next == sound.packets.count - 1, sound.priming > 0, padding > 0 {
        guard let data = av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, 10) else {
          throw LibAV.outOfMemory(operation)
        }
        for byte in 0..<10 {
          data[byte] = (4..<8).contains(byte) ? UInt8(truncatingIfNeeded: padding >> ((byte - 4) * 8)) : 0
        }
      }
      try LibAV.check(av_write_frame(muxer, packet), operation, file: file)
      time += source.sampleCount
      next += 1
    }
  }
}

extension UnsafeMutableRawPointer {
  func copyMemory(_ source: UnsafeRawBufferPointer) {
    if let start = source.baseAddress { copyMemory(from: start, byteCount: source.count) }
  }
}
