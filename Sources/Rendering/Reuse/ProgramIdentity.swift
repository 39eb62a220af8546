import Foundation
import StageKit

/// What this process draws with, as far as it decides over pixels.
public enum ProgramIdentity {
  /// Of the bytes of the program and of StageKit's library, and of what the machine's mathematical functions give.
  ///
  /// So pixels that another program drew, or the same one on another kind of machine, never stand in for its own. Takes
  /// some milliseconds, once.
  public static let digest = Digest { hasher in
    combine(["/proc/self/exe"] + mappedFiles.filter { $0.contains("/libStageKit.so") }, into: &hasher)
    combineMathematics(into: &hasher)
  }

  /// Of the bytes of the libraries that stages were loaded from, some milliseconds too.
  ///
  /// What stages draw is compared as it is, but what they keep follows from their code.
  static let stages = Digest { hasher in
    combine(mappedFiles.filter { $0.contains("Stage.so") }.sorted(), into: &hasher)
  }

  private static func combine(_ paths: [String], into hasher: inout DigestHasher) {
    for path in paths {
      let isRead = forEachChunk(of: path) { hasher.combine(bytes: $0.span) }
      // A file that was replaced since it was loaded cannot be identified, and then equals nothing.
      if !isRead { hasher.combine(UUID().uuidString) }
    }
  }

  /// The files of the program and its libraries, each once.
  static var mappedFiles: Set<String> {
    // Reading this file at once gives its first 4096 bytes alone.
    var text: [UInt8] = []
    _ = forEachChunk(of: "/proc/self/maps") { text += $0 }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return Set(lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } })
  }

  /// In pieces, which costs far less than large files at once; false where a file cannot be read to its end.
  private static func forEachChunk(of path: String, _ body: ([UInt8]) -> Void) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    do {
      while let chunk = try file.read(upToCount: 1 << 16), !chunk.isEmpty { body([UInt8](chunk)) }
      return true
    } catch {
      return false
    }
  }

  /// Libraries choose other code for other processors, which may round otherwise.
  private static func combineMathematics(into hasher: inout DigestHasher) {
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
