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

  /// It belongs to the request that has taken it out of `unfinished`.
  private struct Unfinished: @unchecked Sendable {
    let file: AtomicFile
    var count = 0
    var touched = ContinuousClock.now
  }

  static let folder = "media"
  /// By the ids that pages gave.
  private let unfinished = Mutex<[String: Unfinished]>([:])
  /// The files that wait for a further part, at most; more give up the one that has waited the longest.
  private static let capacity = 16
  /// The time after which a file whose page went away is given up.
  private static let patience = Duration.seconds(120)

  /// Takes the bytes from an offset on of the file that a page adds under `id`. Returns where it is after the last part.
  func add(
    _ bytes: [UInt8], at offset: Int, isLast: Bool, of id: String, name: String, beside job: String
  ) throws -> Added? {
    let folder = try Self.folder(beside: job)
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 200, !name.contains("/"),
      name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw AddingFault("'\(name.escapingControlCharacters)' is not a name for a file") }
    // In the texts of jobs braces are arguments, and a star stands for any letters.
    let name = name.replacing("{", with: "(").replacing("}", with: ")").replacing("*", with: "-")
    // Nothing is written or compared under the lock.
    let taken = unfinished.withLock { unfinished -> Unfinished? in
      unfinished = unfinished.filter { $0.value.touched.duration(to: .now) < Self.patience }
      guard offset == 0 || unfinished[id]?.count == offset else { return nil }
      return unfinished.removeValue(forKey: id)
    }
    var part: Unfinished
    if offset == 0 {
      part = Unfinished(file: try AtomicFile(for: "\(folder)/\(name)"))
    } else if let taken {
      part = taken
    } else {
      throw AddingFault("a part of '\(name)' is missing", status: 409)
    }
    try part.file.write(bytes)
    guard !isLast else { return try Self.place(part.file, as: name, in: folder) }
    part.count += bytes.count
    part.touched = .now
    unfinished.withLock { unfinished in
      unfinished[id] = part
      guard unfinished.count > Self.capacity else { return }
      if let oldest = unfinished.min(by: { $0.value.touched < $1.value.touched }) { unfinished[oldest.key] = nil }
    }
    return nil
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
  private static func place(_ file: AtomicFile, as name: String, in folder: String) throws -> Added {
    defer { file.discard() }
    let ending = (name as NSString).pathExtension
    let stem = (name as NSString).deletingPathExtension
    var number = 1
    while true {
      let candidate = number == 1 ? name : ending.isEmpty ? "\(stem)-\(number)" : "\(stem)-\(number).\(ending)"
      let target = "\(folder)/\(candidate)"
      let path = "\(Self.folder)/\(candidate)"
      if try file.commit(asNew: target) { return Added(path: path, isNew: true) }
      if FileManager.default.contentsEqual(atPath: file.temporaryPath, andPath: target) {
        return Added(path: path, isNew: false)
      }
      number += 1
    }
  }
}
