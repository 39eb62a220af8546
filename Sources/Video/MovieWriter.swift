import CLibAV

/// Joins segments into an MP4 file, which appears under its name only when it is whole and verified.
///
/// Packets go to a temporary file beside the target as they come, so memory does not grow with the movie's length but
/// for its index (about 70 bytes a frame). The first frame is shown at time 0, and every frame lasts exactly as long as
/// the frame rate says; the index stands before the pictures, so that players can start while they still load. Equal
/// segments give equal bytes. To be used from one thread at a time.
public final class MovieWriter {
  public let path: String
  public let settings: VideoSettings
  public private(set) var frameCount = 0

  private let output: OutputFile
  private var muxer: UnsafeMutablePointer<AVFormatContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var parameterSets: [UInt8] = []
  private var reorderDelay = 0
  private var keyFrames: [Int] = []
  private var segmentCount = 0
  private var isClosed = false

  /// Throws if the target's folder does not exist or cannot be written to.
  public init(path: String, settings: VideoSettings) throws(VideoError) {
    LibAV.begin()
    self.path = path
    self.settings = settings
    output = try OutputFile(for: path)
    packet = av_packet_alloc()
    if packet == nil { throw LibAV.outOfMemory("write a movie") }
  }

  deinit { close() }

  /// Where the movie is written until it is finished.
  public var temporaryPath: String { output.temporaryPath }

  /// Adds a segment after those before it; the same one may be added again and again.
  ///
  /// Throws if its parameter sets differ from the first segment's. After an error the writer takes nothing more.
  public func append(_ segment: EncodedSegment) throws(VideoError) {
    let operation = "append segment \(segmentCount) to the movie"
    LibAV.begin()
    guard !isClosed else { throw VideoError(operation, reason: "the movie is closed", file: path) }
    do throws(VideoError) {
      if segmentCount == 0 { try begin(with: segment) }
      guard segment.parameterSets == parameterSets, segment.reorderDelay == reorderDelay else {
        throw VideoError(
          operation, reason: "its parameter sets differ from the first segment's", file: path,
          hint: "Encode all segments with the same settings and the same version of the encoder")
      }
      for (index, packet) in segment.packets.enumerated() { try write(packet, index, operation) }
    } catch {
      cancel()
      throw error
    }
    frameCount += segment.frameCount
    segmentCount += 1
  }

  /// Writes the index, verifies the file, brings it to the disk and renames it into place.
  ///
  /// With `decoding`, the default, every frame is decoded once, on `threads` threads (0: one for each core); without,
  /// only the index and packets are checked. After an error nothing is left behind, and a file that was there stays.
  public func finish(decoding: Bool = true, threads: Int = 1) throws(VideoError) {
    let operation = "finish the movie"
    LibAV.begin()
    guard !isClosed, let muxer else {
      throw VideoError(operation, reason: isClosed ? "it is closed" : "it has no segments", file: path)
    }
    do throws(VideoError) {
      try LibAV.check(av_write_trailer(muxer), operation, file: path)
      avio_flush(muxer.pointee.pb)
      try LibAV.check(muxer.pointee.pb.pointee.error, operation, file: path)
      try LibAV.check(avio_closep(&muxer.pointee.pb), operation, file: path)
      let expectation = MovieExpectation(settings: settings, frameCount: frameCount, keyFrames: keyFrames)
      try verifyMovie(at: output.temporaryPath, named: path, is: expectation, decoding: decoding, threads: threads)
      try output.commit()
    } catch {
      cancel()
      throw error
    }
    close()
  }

  /// Removes what was written so far; nothing happens if the movie is finished.
  public func cancel() {
    close()
    output.discard()
  }

  private func close() {
    isClosed = true
    if let muxer, muxer.pointee.pb != nil { avio_closep(&muxer.pointee.pb) }
    avformat_free_context(muxer)
    muxer = nil
    av_packet_free(&packet)
  }

  private func begin(with segment: EncodedSegment) throws(VideoError) {
    let operation = "begin the movie"
    parameterSets = segment.parameterSets
    reorderDelay = segment.reorderDelay
    let url = "file:" + output.temporaryPath
    try LibAV.check(avformat_alloc_output_context2(&muxer, nil, "mp4", url), operation, file: path)
    guard let muxer, let stream = avformat_new_stream(muxer, nil), let options = muxer.pointee.priv_data else {
      throw LibAV.outOfMemory(operation)
    }
    muxer.pointee.flags |= AVFMT_FLAG_BITEXACT
    try LibAV.set("protocol_whitelist", "file", of: muxer, operation)
    try LibAV.check(av_dict_set(&muxer.pointee.metadata, "encoding_tool", movieMark, 0), operation)
    let rate = settings.frameRate
    stream.pointee.time_base = AVRational(num: 1, den: Int32(rate.timeScale))
    stream.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    try describe(stream.pointee.codecpar, operation)
    try LibAV.set("movflags", "+faststart+write_colr", of: options, operation)
    try LibAV.set("video_track_timescale", "\(rate.timeScale)", of: options, operation)
    // The edit list counts in the movie's own ticks: with these its duration is exact as well.
    try LibAV.set("movie_timescale", "\(rate.timeScale)", of: options, operation)
    try LibAV.check(avio_open(&muxer.pointee.pb, url, AVIO_FLAG_WRITE), operation, file: path)
    try LibAV.check(avformat_write_header(muxer, nil), operation, file: path)
  }

  private func describe(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ operation: String
  ) throws(VideoError) {
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.codec_id = AV_CODEC_ID_H264
    parameters.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    parameters.pointee.width = Int32(settings.width)
    parameters.pointee.height = Int32(settings.height)
    parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    parameters.pointee.color_range = AVCOL_RANGE_MPEG
    parameters.pointee.color_primaries = AVCOL_PRI_BT709
    parameters.pointee.color_trc = AVCOL_TRC_BT709
    parameters.pointee.color_space = AVCOL_SPC_BT709
    parameters.pointee.chroma_location = settings.chromaLocation.libavValue
    parameters.pointee.video_delay = Int32(reorderDelay)
    let padded = parameterSets.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let copy = av_mallocz(padded)?.bindMemory(to: UInt8.self, capacity: padded) else {
      throw LibAV.outOfMemory(operation)
    }
    for (index, byte) in parameterSets.enumerated() { copy[index] = byte }
    parameters.pointee.extradata = copy
    parameters.pointee.extradata_size = Int32(parameterSets.count)
  }

  private func write(_ source: Packet, _ index: Int, _ operation: String) throws(VideoError) {
    guard let muxer, let packet else { throw VideoError(operation, reason: "the movie is closed", file: path) }
    let ticks = Int64(settings.frameRate.ticksPerFrame)
    try LibAV.check(av_new_packet(packet, Int32(clamping: source.data.count)), operation, file: path)
    defer { av_packet_unref(packet) }
    source.data.withUnsafeBytes { UnsafeMutableRawPointer(packet.pointee.data)?.copyMemory($0) }
    packet.pointee.pts = Int64(frameCount + source.frame) * ticks
    packet.pointee.dts = Int64(frameCount + index - reorderDelay) * ticks
    packet.pointee.duration = ticks
    if source.isKey {
      packet.pointee.flags |= AV_PKT_FLAG_KEY
      keyFrames.append(frameCount + source.frame)
    }
    try LibAV.check(av_write_frame(muxer, packet), operation, file: path)
    try LibAV.check(muxer.pointee.pb.pointee.error, operation, file: path)
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func copyMemory(_ source: UnsafeRawBufferPointer) {
    if let start = source.baseAddress { copyMemory(from: start, byteCount: source.count) }
  }
}
