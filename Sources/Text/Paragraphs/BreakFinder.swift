import CICU
import StageKit

/// Finds where lines may break by the Unicode line breaking algorithm (UAX #14), as ICU implements it.
///
/// Scripts that write words without spaces, such as Thai, break between the words of ICU's dictionaries.
final class BreakFinder {
  private let iterator: OpaquePointer

  /// The version of Unicode whose rules are taken, such as `15.0`.
  static var unicodeVersion: String {
    var (major, minor): (UInt8, UInt8) = (0, 0)
    unicode_version(&major, &minor)
    return "\(major).\(minor)"
  }

  /// - Parameter language: A BCP 47 tag; empty for Unicode's own rules.
  /// - Throws: `StageError` where ICU's data is not installed.
  init(language: String = "") throws(StageError) {
    // No locale would mean the environment's; an empty one is the root, which has Unicode's own rules.
    var error: UnsafePointer<CChar>?
    guard let iterator = line_breaks_open(language, &error) else {
      throw StageError("cannot break lines: ICU reports \(error.map { String(cString: $0) } ?? "an error")")
    }
    self.iterator = iterator
  }

  deinit { line_breaks_close(iterator) }

  /// For each scalar, whether a line may begin with it; false for the first.
  func opportunities(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var units: [UInt16] = []
    var starts: [Int] = []
    for scalar in scalars {
      starts.append(units.count)
      units += UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter
    }
    var mayBegin = [Bool](repeating: false, count: units.count)
    line_breaks_find(iterator, units, Int32(units.count), &mayBegin)
    return starts.map { mayBegin[$0] }
  }
}
