import CLibAV
import Files
import Formats
import MediaBase

/// Joins segments into a movie file.
///
/// Packets go to a temporary file next to the target as they come, so memory does not grow with the movie's length but
/// for its index (about 70 bytes a frame). The first frame is shown at time 0, and every frame lasts for one period of
/// the frame rate. Equal segments give equal bytes.
public final class MovieWriter: OutputWriter {
  public let path: String
  public let format: OutputFormat
  public private(set) var frameCount = 0

  private let output: AtomicFile
  private let muxerName: String
  private var muxer: UnsafeMutablePointer<AVFormatContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var parameterSets: [UInt8] = []
  private var reorderDelay = 0
  private var keyFrames: [Int] = []
  private var segmentCount = 0
  private var isClosed = false
  private var sound: EncodedSound?
  private var soundStream: SoundStream?
  private var subtitles: [MovieSubtitles] = []
  private var subtitleStreams: [SubtitleStream] = []

  /// Throws if the target's folder does not exist or cannot be written to, or if the container holds no movies.
  public init(path: String, format: OutputFormat) throws(MediaError) {
    guard case .movie(let muxerName, _) = format.container.storage else {
      throw MediaError("write a movie", reason: "\(format.container.name) hold no movies", file: path)
    }
    LibAV.begin()
    self.path = path
    self.format = format
    self.muxerName = muxerName
    output = try AtomicFile.output(to: path)
    packet = av_packet_alloc()
    if packet == nil { throw LibAV.outOfMemory("write a movie") }
  }

  deinit { close() }

  public var temporaryPath: String { output.temporaryPath }

  public func add(_ sound: EncodedSound) { self.sound = sound }

  public func add(_ subtitles: [MovieSubtitles]) { self.subtitles = subtitles }

  /// Throws if the segment's parameter sets differ from the first one's.
  public func append(_ segment: EncodedSegment) throws(MediaError) {
    let operation = "append segment \(segmentCount) to the movie"
    LibAV.begin()
    guard !isClosed else { throw MediaError(operation, reason: "the movie is closed", file: path) }
    do throws(MediaError) {
      if segmentCount == 0 { try begin(with: segment) }
      guard segment.parameterSets == parameterSets, segment.reorderDelay == reorderDelay else {
        throw MediaError(
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

  public func finish() throws(MediaError) {
    let operation = "finish the movie"
    LibAV.begin()
    guard !isClosed, let muxer else {
      throw MediaError(operation, reason: isClosed ? "it is closed" : "it has no segments", file: path)
    }
    do throws(MediaError) {
      try writeSubtitles(operation)
      try soundStream?.write(to: muxer, operation, file: path)
      try LibAV.check(av_write_trailer(muxer), operation, file: path)
      avio_flush(muxer.pointee.pb)
      try LibAV.check(muxer.pointee.pb.pointee.error, operation, file: path)
      try LibAV.check(avio_closep(&muxer.pointee.pb), operation, file: path)
      if sound?.priming ?? 0 > 0, format.container.family == .baseMedia {
        try removeEditList(ofPicturesIn: output.temporaryPath, named: path)
      }
      let expected = MovieExpectation(
        format: format, frameCount: frameCount, keyFrames: keyFrames, sound: sound.map { .exactly($0) } ?? .nothing,
        subtitles: subtitles)
      try verifyMovie(at: output.temporaryPath, named: path, is: expected)
      try output.finish()
    } catch {
      cancel()
      throw error
    }
    close()
  }

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

  private func begin(with segment: EncodedSegment) throws(MediaError) {
    let operation = "begin the movie"
    parameterSets = segment.parameterSets
    reorderDelay = segment.reorderDelay
    let url = "file:" + output.temporaryPath
    try LibAV.check(avformat_alloc_output_context2(&muxer, nil, muxerName, url), operation, file: path)
    guard let muxer, let stream = avformat_new_stream(muxer, nil), let options = muxer.pointee.priv_data else {
      throw LibAV.outOfMemory(operation)
    }
    muxer.pointee.flags |= AVFMT_FLAG_BITEXACT
    try LibAV.set("protocol_whitelist", "file", of: muxer, operation)
    try LibAV.check(
      av_dict_set(&muxer.pointee.metadata, format.container.signatureKey, FileSignature.program, 0), operation)
    let rate = format.frameRate
    stream.pointee.time_base = AVRational(num: 1, den: Int32(format.container.timeScale(at: rate)))
    stream.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    try describe(stream.pointee.codecpar, operation)
    if let metadata = HDRMetadata(format.colors), !metadata.add(to: stream) { throw LibAV.outOfMemory(operation) }
    // Sound may begin before 0, with what decoding it needs; pictures stay where they are.
    muxer.pointee.avoid_negative_ts = 0
    if let sound {
      soundStream = try SoundStream(sound, in: muxer, isMatroska: format.container.family == .matroska, operation)
    }
    for part in subtitles {
      subtitleStreams.append(try SubtitleStream(part, in: muxer, format.container, at: rate, operation))
    }
    for option in format.container.muxerOptions(rate, sound.map { $0.priming > 0 ? .late : .exact } ?? .none) {
      try LibAV.set(option.name, option.value, of: options, operation)
    }
    try LibAV.check(avio_open(&muxer.pointee.pb, url, AVIO_FLAG_WRITE), operation, file: path)
    try LibAV.check(avformat_write_header(muxer, nil), operation, file: path)
  }

  /// Writes the subtitles that begin up to an instant in seconds; all without one.
  private func writeSubtitles(upTo seconds: Double? = nil, _ operation: String) throws(MediaError) {
    guard let muxer else { return }
    for index in subtitleStreams.indices {
      try subtitleStreams[index].write(to: muxer, upTo: seconds, operation, file: path)
    }
  }

  private func describe(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ operation: String
  ) throws(MediaError) {
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.codec_id = avcodec_find_encoder_by_name(format.encoder.encoder)?.pointee.id ?? AV_CODEC_ID_NONE
    if format.container.family == .baseMedia, let tag = format.encoder.tag {
      parameters.pointee.codec_tag = tag.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    parameters.pointee.format = format.pixelFormat.libavFormat.rawValue
    parameters.pointee.width = Int32(format.width)
    parameters.pointee.height = Int32(format.height)
    parameters.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    let color = format.colorTags
    parameters.pointee.color_range = color.range
    parameters.pointee.color_primaries = color.primaries
    parameters.pointee.color_trc = color.transfer
    parameters.pointee.color_space = color.matrix
    parameters.pointee.chroma_location = color.chromaLocation
    parameters.pointee.video_delay = Int32(reorderDelay)
    let padded = parameterSets.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
    guard let copy = av_mallocz(padded)?.bindMemory(to: UInt8.self, capacity: padded) else {
      throw LibAV.outOfMemory(operation)
    }
    for (index, byte) in parameterSets.enumerated() { copy[index] = byte }
    parameters.pointee.extradata = copy
    parameters.pointee.extradata_size = Int32(parameterSets.count)
  }

  private func write(_ source: Packet, _ index: Int, _ operation: String) throws(MediaError) {
    guard let muxer, let packet else { throw MediaError(operation, reason: "the movie is closed", file: path) }
    try LibAV.check(av_new_packet(packet, Int32(clamping: source.data.count)), operation, file: path)
    defer { av_packet_unref(packet) }
    source.data.withUnsafeBytes { UnsafeMutableRawPointer(packet.pointee.data)?.copyMemory($0) }
    if !source.alpha.isEmpty {
      let number: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
      let size = number.count + source.alpha.count
      guard let data = av_packet_new_side_data(packet, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, size) else {
        throw LibAV.outOfMemory(operation)
      }
      (number + source.alpha).withUnsafeBytes { UnsafeMutableRawPointer(data).copyMemory($0) }
    }
    let frame = frameCount + source.frame
    // Text that is shown with a frame lies before it, and before sound: else libav's muxer takes it for a gap.
    try writeSubtitles(upTo: format.frameRate.seconds(ofFrame: frameCount + index), operation)
    // Sound that is heard with a frame lies before it.
    try soundStream?.write(
      to: muxer, upTo: format.frameRate.seconds(ofFrame: frameCount + index), operation, file: path)
    packet.pointee.pts = Int64(format.time(ofFrame: frame))
    packet.pointee.dts = Int64(format.time(ofFrame: frameCount + index - reorderDelay))
    packet.pointee.duration = Int64(format.time(ofFrame: frame + 1) - format.time(ofFrame: frame))
    if source.isKey {
      packet.pointee.flags |= AV_PKT_FLAG_KEY
      keyFrames.append(frame)
    }
    try LibAV.check(av_write_frame(muxer, packet), operation, file: path)
    try LibAV.check(muxer.pointee.pb.pointee.error, operation, file: path)
  }
}
