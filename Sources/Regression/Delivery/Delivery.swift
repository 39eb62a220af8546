import Formats
import Foundation
import StageKit
import Video

/// The files of an output, and their expected format.
struct Delivery {
  /// With `{frame}` if each frame has a file.
  let path: String
  let format: OutputFormat
  let frameCount: Int
  /// Those that are streams of the movie; times count from its start.
  var subtitles: [MovieSubtitles] = []
  /// The subtitles next to it: each file with its text.
  var subtitleFiles: [(path: String, text: String)] = []

  var numbering: FrameNumbering { FrameNumbering(frameCount: frameCount) }

  /// All of its files, in order.
  var files: [String] {
    format.container.isNumbered ? (0..<frameCount).map { numbering.name(path, frame: $0) } : [path]
  }

  /// Faults of the files of subtitles next to it.
  var subtitleFaults: [String] {
    subtitleFiles.compactMap { path, text in
      let name = (path as NSString).lastPathComponent
      guard let data = FileManager.default.contents(atPath: path) else { return "'\(name)' is missing" }
      return data == Data(text.utf8) ? nil : "'\(name)' does not hold the job's subtitles"
    }
  }

  /// The size of all files and a digest of their bytes; files that cannot be read count as empty.
  var content: (bytes: Int, digest: Digest) {
    var bytes = 0
    let digest = Digest { hasher in
      for file in files {
        let data = FileManager.default.contents(atPath: file) ?? Data()
        bytes += data.count
        hasher.combine(bytes: data)
      }
    }
    return (bytes, digest)
  }
}
