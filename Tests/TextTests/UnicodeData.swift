import Foundation
import Testing

/// The Unicode character database as Debian installs it.
enum UnicodeData {
  static let isInstalled = FileManager.default.fileExists(atPath: folder)

  /// A test of the conformance to Unicode needs its data.
  static let isNeeded = ConditionTrait.enabled(if: isInstalled, "Debian's package unicode-data is not installed")

  private static let folder = "/usr/share/unicode"

  /// The version that a file's first line names, such as `15.0`; nil where there is none.
  static func version(of file: String) -> String? {
    let text = (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
    return text.prefix { !$0.isNewline }.firstMatch(of: /-(\d+\.\d+)\.\d+\.txt/).map { String($0.1) }
  }

  /// The lines of a file that are neither empty nor comments.
  static func lines(of file: String) throws -> [ArraySlice<UInt8>] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
    return bytes.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }
  }
}

extension ArraySlice<UInt8> {
  /// The parts between spaces and tabs.
  var words: [ArraySlice<UInt8>] { split { $0 == 0x20 || $0 == 0x09 } }

  /// Hexadecimal code points, separated by spaces.
  var codePoints: [Unicode.Scalar] { words.compactMap { Unicode.Scalar(UInt32($0.text, radix: 16) ?? 0) } }

  var text: String { String(decoding: self, as: UTF8.self) }
}
