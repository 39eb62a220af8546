import Files
import Foundation

/// `NAME.errors.txt` next to a bad job `NAME.json`: its errors, one error a line.
struct ErrorsFile {
  static let ending = ".errors.txt"
  private static let mark = "pipeline watch: errors of "

  let path: String
  /// The file's first line, by which it is known as this program's.
  private let firstLine: String

  /// For a job file.
  init(of job: String) {
    path = (job as NSString).deletingPathExtension + Self.ending
    firstLine = Self.mark + (job as NSString).lastPathComponent
  }

  /// Writes it, unless it says the same already. Throws where a file of somebody else has its name, or it cannot be
  /// written.
  func write(_ messages: [String]) throws {
    let text = ([firstLine] + messages).joined(separator: "\n") + "\n"
    if let old = FileManager.default.contents(atPath: path) {
      if old == Data(text.utf8) { return }
      guard isOwn else {
        throw FileError("'\(path)' already exists and was not made by this program", hint: "Move it away.")
      }
    }
    try AtomicFile.write(Array(text.utf8), to: path, synchronizes: false)
  }

  /// True if it is there and was written for this job.
  var isOwn: Bool { Self.firstLine(of: path) == firstLine }

  /// Removes it if it was written for this job; whether it was.
  @discardableResult
  func remove() -> Bool { isOwn && unlink(path) == 0 }

  /// The name of the job file that a file of errors is about; nil for other files.
  static func job(ofFile path: String) -> String? {
    guard path.hasSuffix(ending), let line = firstLine(of: path), line.hasPrefix(mark) else { return nil }
    return String(line.dropFirst(mark.count))
  }

  private static func firstLine(of path: String) -> String? {
    guard let file = try? RegularFile(path, followingLinks: false),
      let data = try? file.handle.read(upToCount: 1024)
    else { return nil }
    return data.split(separator: UInt8(ascii: "\n")).first.map { String(decoding: $0, as: UTF8.self) }
  }
}
