import Files
import Foundation
import Synchronization

/// Why a file cannot be added.
struct AddingFault: Error, CustomStringConvertible {
  let status: UInt32
  let message: String

  init(_ message: String, status: UInt32 = 400) { (self.status, self.message) = (status, message) }

  var description: String { message }
}

/// Files that pages add to jobs: they come part by part, and are copied to the folder `media` beside the job once they are
/// whole. No file is ever replaced.
public final class AddedFiles: Sendable {
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
    let name = Self.fitting(name)
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

  /// Copies a file beside a job, and returns its path as the job names it; a file that is in the job's folder stays where it is.
  public static func copy(_ file: String, beside job: String) throws -> String {
    if let path = path(of: file, inFolderOf: job) { return path }
    let name = fitting((file as NSString).lastPathComponent)
    let folder = try folder(beside: job)
    let copy = try AtomicFile(for: "\(folder)/\(name)")
    let source = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    while let part = try source.read(upToCount: 8 << 20), !part.isEmpty { try copy.write([UInt8](part)) }
    return try place(copy, as: name, in: folder).path
  }

  /// The path that `copy` would return, without copying anything.
  public static func path(of file: String, beside job: String) -> String {
    if let path = path(of: file, inFolderOf: job) { return path }
    let parent = (job as NSString).deletingLastPathComponent
    let name = fitting((file as NSString).lastPathComponent)
    let free = candidates(for: name).first { candidate in
      let target = "\(parent.isEmpty ? "." : parent)/\(folder)/\(candidate)"
      return !FileSystem.exists(target) || FileManager.default.contentsEqual(atPath: file, andPath: target)
    }
    return "\(folder)/\(free ?? name)"
  }

  /// The path of a file that is in a job's folder, as the job names it; nil for others, and for names that jobs cannot have.
  private static func path(of file: String, inFolderOf job: String) -> String? {
    let parent = (job as NSString).deletingLastPathComponent
    guard let real = RealPath.of(file), let own = RealPath.of(parent.isEmpty ? "." : parent),
      real.hasPrefix(own == "/" ? own : "\(own)/"), !real.contains(where: { "{}*".contains($0) })
    else { return nil }
    return String(real.dropFirst(own == "/" ? 1 : own.utf8.count + 1))
  }

  /// A name, and the same with numbers.
  private static func candidates(for name: String) -> some Sequence<String> {
    let ending = (name as NSString).pathExtension
    let stem = (name as NSString).deletingPathExtension
    return (1...).lazy.map { $0 == 1 ? name : ending.isEmpty ? "\(stem)-\($0)" : "\(stem)-\($0).\(ending)" }
  }

  /// A name as the texts of jobs can have it, in which braces are arguments, and a star stands for any letters.
  private static func fitting(_ name: String) -> String {
    name.replacing("{", with: "(").replacing("}", with: ")").replacing("*", with: "-")
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
    for candidate in candidates(for: name) {
      let target = "\(folder)/\(candidate)"
      let path = "\(Self.folder)/\(candidate)"
      if try file.commit(asNew: target) { return Added(path: path, isNew: true) }
      if FileManager.default.contentsEqual(atPath: file.temporaryPath, andPath: target) {
        return Added(path: path, isNew: false)
      }
    }
    throw AddingFault("there is no free name for '\(name)'", status: 500)
  }
}
