import Files
import Formats
import Foundation
import JobFile

/// The paths that the texts in a job file may mean, relative to its folder, also where the file is no valid job.
struct TextReferences {
  /// All words that may be names of files.
  private(set) var all: Set<String> = []
  /// Those that exist and that jobs extend, include or take data and strings from, with those that these name.
  private(set) var texts: Set<String> = []

  /// The folders of the files that match a name with `*`.
  private(set) var folders: Set<String> = []

  private static let endings = [".json", ".csv", ".tsv", ".txt"]
  private static let longest = 1024

  init(_ file: String) { add(file) }

  private mutating func add(_ file: String) {
    guard let bytes = try? RegularFile(file).bytes(limit: JobLimits.fileSize) else { return }
    let folder = (file as NSString).deletingLastPathComponent
    for name in Self.strings(in: bytes) where name.contains(".") && !name.contains("\n") && !name.hasSuffix(".") {
      let path = name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
      guard all.insert(path).inserted else { continue }
      if let star = path.firstIndex(of: "*") { addFiles(like: path, star) }
      let lower = path.lowercased()
      guard Self.endings.contains(where: lower.hasSuffix), FileStamp(path)?.isRegularFile == true else { continue }
      texts.insert(path)
      if lower.hasSuffix(".json") { add(path) }
    }
  }

  /// Strings of all languages may be named at once.
  private mutating func addFiles(like path: String, _ star: String.Index) {
    let folder = (String(path[..<star] + "x") as NSString).deletingLastPathComponent
    let (head, tail) = (path[..<star], path[path.index(after: star)...])
    guard !tail.contains("/"), FileStamp(folder)?.isFolder == true else { return }
    folders.insert(folder)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let file = "\(folder)/\(name)"
      if !name.hasPrefix("."), file.hasPrefix(head), file.hasSuffix(tail) { texts.insert(file) }
    }
  }

  /// The strings in a JSON text.
  static func strings(in bytes: [UInt8]) -> [String] {
    var strings: [String] = []
    var start: Int?
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = start != nil
      } else if byte == UInt8(ascii: "\"") {
        if let first = start {
          if index > first, index - first <= longest {
            let text = String(decoding: bytes[first..<index], as: UTF8.self)
            let plain =
              text.contains("\\") ? try? JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8)) : text
            if let plain { strings.append(plain) }
          }
          start = nil
        } else {
          start = index + 1
        }
      }
    }
    return strings
  }
}
