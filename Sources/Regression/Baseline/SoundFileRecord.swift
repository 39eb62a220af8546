import Formats
import Foundation
import JobFile
import Rendering
import StageKit
import Video

/// A delivered file of sound alone.
public struct SoundFileRecord: Codable, Hashable, Sendable {
  public var file: String
  /// The encoding options, and the content if the file declares it, as text.
  public var options: [String: String]
  public var bytes: Int
  /// A digest of the file's bytes.
  public var digest: String
  /// As `OutputRecord.sound`.
  public var levels: [String]?

  /// A file before its sound is read; one that cannot be read counts as empty.
  init(_ output: SoundOutput, at path: String?, of job: Job) {
    let data = path.flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
    file = output.file
    options = Self.options(of: output, of: job)
    bytes = data.count
    digest = Digest { $0.combine(bytes: data) }.description
  }

  static func options(of output: SoundOutput, of job: Job) -> [String: String] {
    var texts = ["sound": OutputRecord.text(of: job.soundFormat(of: output))]
    texts["frames"] = output.range.map { "\($0)" }
    texts["loop"] = output.isLoop ? "true" : nil
    return texts
  }
}
