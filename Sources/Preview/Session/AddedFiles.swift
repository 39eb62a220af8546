import Files
import Foundation
import Synchronization

/// Why a file cannot be added.
struct AddingFault: Error {
  let status: UInt32
  let message: String

  init(_ message: String, status: UInt32 = 400) { (self.status, self.message) = (status, message) }
}

/// Files that pages add to jobs: they come part by part, and are copied to the folder `media` beside the job once they are
/// whole. No file is ever replaced.
final class AddedFiles: Sendable {
  /// A file that is where it belongs.
  struct Added: Equatable {
    /// As the job names it: `media/photo.png`.
    let path: String
    /// False where the same file was there.
    let isNew: Bool
  }

  private struct Unfinished {
    let id: String
    let file: AtomicFile
    var count = 0
  }

  static let folder = "media"
  private let unfinished = Mutex<[Unfinished]>([])
  private static let capacity = 16

  /// Takes the bytes from an offset on of the file that a page adds under `id`. Returns where it is after the last part.
  func add(
    _ bytes: [UInt8], at offset: Int, isLast: Bool, of id: String, name: String, beside job: String
  ) throws -> Added? {
    let folder = try Self.folder(beside: job)
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 200, !name.contains("/"),
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw AddingFault("'\(name.escapingControlCharacters)' is not a name for a file") }
    return try unfinished.withLock { unfinished in
      if offset == 0 {
        unfinished.removeAll { $0.id == id }
        if unfinished.count == Self.capacity { unfinished.removeFirst() }
        unfinished.append(Unfinished(id: id, file: try AtomicFile(for: "\(folder)/\(name)")))
      }
      guard let index = unfinished.firstIndex(where: { $0.id == id }), unfinished[index].count == offset else {
        throw AddingFault("a part of '\(name)' is missing", status: 409)
      }
      try unfinished[index].file.write(bytes)
      unfinished[index].count += bytes.count
      guard isLast else { return nil }
      let file = unfinished.remove(at: index).file
      defer { file.discard() }
      return try Self.place(file.temporaryPath, as: name, in: folder)
    }
  }

  /// The folder, made where there is none.
  private static func folder(beside job: String) throws -> String {
    let parent = (job as NSString).deletingLastPathComponent
    let folder = "\(parent.isEmpty ? "." : parent)/\(Self.folder)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // A link may lead anywhere.
    guard let real = RealPath.of(folder), let realParent = RealPath.of(parent.isEmpty ? "." : parent),
      real == "\(realParent == "/" ? "" : realParent)/\(Self.folder)"
    else { throw AddingFault("'\(folder)' is a link, and nothing is written there", status: 403) }
    return folder
  }

  /// Gives a file a name that nothing has; the same file stays the only one.
  private static func place(_ temporary: String, as name: String, in folder: String) throws -> Added {
    let ending = (name as NSString).pathExtension
    let stem = (name as NSString).deletingPathExtension
    var number = 1
    while true {
      let candidate = number == 1 ? name : ending.isEmpty ? "\(stem)-\(number)" : "\(stem)-\(number).\(ending)"
      let target = "\(folder)/\(candidate)"
      // Unlike a rename it fails where there is a file.
      if link(temporary, target) == 0 { return Added(path: "\(Self.folder)/\(candidate)", isNew: true) }
      guard errno == EEXIST else {
        let code = errno
        throw FileError("'\(target)' cannot be written: \(SystemError.message(errno: code))", code: code)
      }
      if FileManager.default.contentsEqual(atPath: temporary, andPath: target) {
        return Added(path: "\(Self.folder)/\(candidate)", isNew: false)
      }
      number += 1
    }
  }
}
