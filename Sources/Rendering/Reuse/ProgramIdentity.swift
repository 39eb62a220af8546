import Foundation
import StageKit

/// What this process draws with, as far as it decides over pixels.
public enum ProgramIdentity {
  /// Of the bytes of the program and of StageKit's library, and of what the machine's mathematical functions give.
  ///
  /// So pixels that another program drew, or the same one on another kind of machine, never stand in for its own. Takes
  /// some milliseconds, once.
  public static let digest = Digest { hasher in
    for path in files() {
      let bytes = FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
      hasher.combine(wordsOf: bytes.span)
    }
    combineMathematics(into: &hasher)
  }

  private static func files() -> [String] {
    let maps = FileManager.default.contents(atPath: "/proc/self/maps").map { String(decoding: $0, as: UTF8.self) } ?? ""
    let kit = maps.split(separator: "\n").first { $0.hasSuffix("/libStageKit.so") }
      .flatMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
    return ["/proc/self/exe"] + (kit.map { [$0] } ?? [])
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
