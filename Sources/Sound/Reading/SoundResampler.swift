import CLibAV
import MediaBase

/// Brings frames of sound to 48,000 samples a second, in mono or stereo.
final class SoundResampler {
  private let name: String
  private let rate: Int
  private let speed: Double
  private let channels: Int
  private var context: OpaquePointer?
  private var samples: [Float] = []
  /// The format of the frames, which is that of the first one.
  private var format: (sampleFormat: Int32, channels: Int32, rate: Int32)?

  init(rate: Int, speed: Double, isMono: Bool, _ name: String) throws(MediaError) {
    self.rate = rate
    self.speed = speed
    self.name = name
    channels = isMono ? 1 : 2
  }

  deinit { swr_free(&context) }

  /// Samples of each channel so far.
  var count: Int { samples.count / channels }

  /// Adds silence after everything else, in samples of the source, which is as a frame is.
  func silence(_ count: Int, like frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
    if format == nil { try begin(frame) }
    let sampleFormat = AVSampleFormat(frame.pointee.format)
    let channels = Int(frame.pointee.ch_layout.nb_channels)
    let isPlanar = av_sample_fmt_is_planar(sampleFormat) != 0
    let size = Int(av_get_bytes_per_sample(sampleFormat)) * (isPlanar ? 1 : channels)
    // The middle of samples without a sign.
    let isUnsigned = [AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P].contains(sampleFormat)
    let part = [UInt8](repeating: isUnsigned ? 0x80 : 0, count: min(count, 1 << 16) * size)
    var left = count
    while left > 0 {
      let count = min(left, 1 << 16)
      try part.withUnsafeBufferPointer { bytes throws(MediaError) in
        var inputs = [UnsafePointer<UInt8>?](repeating: bytes.baseAddress, count: isPlanar ? channels : 1)
        try convert(&inputs, count)
      }
      left -= count
    }
  }

  /// Takes a part of a frame.
  func take(_ frame: UnsafeMutablePointer<AVFrame>, skipping: Int, count: Int) throws(MediaError) {
    let now = (frame.pointee.format, frame.pointee.ch_layout.nb_channels, frame.pointee.sample_rate)
    if let format, format != now {
      throw MediaError("read the sound", reason: "its format changes midway", file: name)
    }
    if format == nil { try begin(frame) }
    guard count > 0 else { return }
    let sampleFormat = AVSampleFormat(frame.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(sampleFormat) != 0
    let size = Int(av_get_bytes_per_sample(sampleFormat)) * (isPlanar ? 1 : Int(now.1))
    let planes = isPlanar ? Int(now.1) : 1
    var inputs = (0..<planes).map { plane in
      frame.pointee.extended_data[plane].map { UnsafePointer<UInt8>($0 + skipping * size) }
    }
    try convert(&inputs, count)
  }

  /// Returns the samples so far, which are not kept.
  func drain() -> [Float] {
    defer { samples.removeAll(keepingCapacity: true) }
    return samples
  }

  /// Returns the rest, after all samples before it.
  func finish() throws(MediaError) -> SoundClip {
    if context != nil {
      var none: [UnsafePointer<UInt8>?] = []
      try convert(&none, 0)
    }
    return SoundClip(channelCount: channels, samples: samples)
  }

  private func begin(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
    let operation = "resample the sound"
    format = (frame.pointee.format, frame.pointee.ch_layout.nb_channels, frame.pointee.sample_rate)
    var output = AVChannelLayout()
    av_channel_layout_default(&output, Int32(channels))
    var input = frame.pointee.ch_layout
    if input.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&input, input.nb_channels) }
    // Rates are whole numbers: a speed counts to four decimals.
    let scale = speed == 1 ? 1 : 10_000
    var (from, to) = (
      Int((Double(frame.pointee.sample_rate) * speed * Double(scale)).rounded()), SoundClip.sampleRate * scale
    )
    while max(from, to) > Int(Int32.max) { (from, to) = (from / 2, to / 2) }
    let divisor = Int(av_gcd(Int64(from), Int64(to)))
    // The least multiples that are rates; the reduced ratio decides.
    let (low, high) = (from / divisor, to / divisor)
    try LibAV.check(
      swr_alloc_set_opts2(
        &context, &output, AV_SAMPLE_FMT_FLT, Int32(high), &input, AVSampleFormat(frame.pointee.format), Int32(low), 0,
        nil), operation, file: name)
    guard let context else { throw LibAV.outOfMemory(operation) }
    let object = UnsafeMutableRawPointer(context)
    try LibAV.set("filter_size", "64", of: object, operation)
    try LibAV.set("phase_shift", "10", of: object, operation)
    try LibAV.set("cutoff", "0.98", of: object, operation)
    try LibAV.set("exact_rational", "1", of: object, operation)
    try LibAV.check(swr_init(context), operation, file: name)
  }

  private func convert(_ inputs: inout [UnsafePointer<UInt8>?], _ count: Int) throws(MediaError) {
    let room = Int(swr_get_out_samples(context, Int32(count)))
    guard room > 0 else { return }
    let begin = samples.count
    samples.append(contentsOf: repeatElement(0, count: room * channels))
    let written = samples.withUnsafeMutableBytes { bytes -> Int32 in
      var output: UnsafeMutablePointer<UInt8>? = bytes.baseAddress.map {
        $0.advanced(by: begin * MemoryLayout<Float>.size).assumingMemoryBound(to: UInt8.self)
      }
      return inputs.withUnsafeMutableBufferPointer { buffer in
        swr_convert(context, &output, Int32(room), count == 0 ? nil : buffer.baseAddress, Int32(count))
      }
    }
    samples.removeLast((room - max(0, Int(written))) * channels)
    try LibAV.check(written, "resample the sound", file: name)
  }
}
