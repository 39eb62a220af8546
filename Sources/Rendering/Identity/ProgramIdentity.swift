import Files
import Foundation
import StageKit
import Video

/// The digests of the code that this process draws with, as far as it determines pixels.
public enum ProgramIdentity {
  /// The digest of the bytes of the program and of StageKit's library, and of the results of the machine's mathematical
  /// functions.
  ///
  /// Pixels that another program drew, or the same one on another kind of machine, are thus never used instead of its
  /// own. Takes some milliseconds, once.
  public static let digest = Digest { hasher in
    for part in [program, stageKit, mathematics] { hasher.combine(part) }
  }

  static let program = FileDigest.whole(ProgramFile.readablePath)

  static let stageKit = Digest { hasher in
    for path in mappedFiles.filter({ $0.contains("/libStageKit.so") }) { hasher.combine(FileDigest.whole(path)) }
  }

  /// The digest of the bytes of the libraries that stages were loaded from. Takes some milliseconds, once.
  ///
  /// The drawings of stages are compared as they are, but the data that stages store depends on their code.
  static let stages = Digest { hasher in
    for path in stageLibraries { hasher.combine(FileDigest.whole(path)) }
  }

  /// The digest of the libraries that encode: part of the keys of encoded segments. Takes about a millisecond, once.
  public static let encoders = Digest { hasher in
    hasher.combine(VideoLibraries.digest)
    for path in mappedFiles where MachineIdentity.encoders.contains(MachineIdentity.name(of: path)) {
      hasher.combine(FileDigest.library(path))
    }
  }

  /// The libraries that stages were loaded from, in order.
  static var stageLibraries: [String] { mappedFiles.filter { $0.contains("Stage.so") } }

  /// The files of the program and its libraries, each once, in order.
  static var mappedFiles: [String] { Set(MappedFile.all.map(\.path)).sorted() }

  /// Libraries choose other code for other processors, which may round otherwise.
  static let mathematics = Digest { hasher in
    for step in 1...1000 {
      let x = Double(step) * 0.00731
      for value in [
        exp(-x), pow(x, 1 / 2.4), sin(x), cos(x), tan(x), atan2(x, 1.7), log(x), hypot(x, 0.3), acos(x / 8),
      ] {
        hasher.combine(value)
      }
    }
  }
}
