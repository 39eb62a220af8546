import CLibAV
import Files
import Formats
import MediaBase

/// Writes encoded sound as a file of its own, which appears under its name when it is whole and checked.
public final class SoundFileWriter {
  public let path: String
  public let container: SoundContainer
  private let output: AtomicFile

  /// Throws if the target's folder does not exist or cannot be written to.
  public init(path: String, container: SoundContainer) throws(MediaError) {
    LibAV.begin()
    self.path = path
    self.container = container
    output = try AtomicFile.output(to: path)
  }

  public var temporaryPath: String { output.temporaryPath }

  /// Writes everything, checks the file and gives it its name. After an error nothing is left behind.
  public func finish(_ sound: EncodedSound) throws(MediaError) {
    do throws(MediaError) {
      try write(sound, "write the sound")
      try verifySound(at: output.temporaryPath, named: path, is: sound)
      try output.finish()
    } catch {
      output.discard()
      throw error
    }
  }

  /// Removes what was written; nothing happens if it is finished.
  public func cancel() { output.discard() }

  private func write(_ sound: EncodedSound, _ operation: String) throws(MediaError) {
    LibAV.begin()
    var muxer: UnsafeMutablePointer<AVFormatContext>?
    let url = "file:" + output.temporaryPath
    try LibAV.check(avformat_alloc_output_context2(&muxer, nil, container.muxer, url), operation, file: path)
    defer {
      if let muxer, muxer.pointee.pb != nil { avio_closep(&muxer.pointee.pb) }
      avformat_free_context(muxer)
    }
    guard let muxer else { throw LibAV.outOfMemory(operation) }
    muxer.pointee.flags |= AVFMT_FLAG_BITEXACT
    try LibAV.set("protocol_whitelist", "file", of: muxer, operation)
    try LibAV.check(
      av_dict_set(&muxer.pointee.metadata, container.signatureKey, FileSignature.program, 0), operation)
    if container == .m4a, let options = muxer.pointee.priv_data {
      try LibAV.set("movflags", "+faststart", of: options, operation)
      try LibAV.set("movie_timescale", "\(sound.sampleRate)", of: options, operation)
    }
    var stream = try SoundStream(sound, in: muxer, operation)
    try LibAV.check(avio_open(&muxer.pointee.pb, url, AVIO_FLAG_WRITE), operation, file: path)
    try LibAV.check(avformat_write_header(muxer, nil), operation, file: path)
    try stream.write(to: muxer, operation, file: path)
    try LibAV.check(av_write_trailer(muxer), operation, file: path)
    avio_flush(muxer.pointee.pb)
    try LibAV.check(muxer.pointee.pb.pointee.error, operation, file: path)
    try LibAV.check(avio_closep(&muxer.pointee.pb), operation, file: path)
  }
}
