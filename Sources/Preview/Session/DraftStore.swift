import Files
import Foundation
import StageKit

/// Keeps drafts in a folder of the user's until they are saved or discarded, so that they outlive the process that answers,
/// and the preview.
struct DraftStore: Sendable {
  /// Nil where there is no such folder: then nothing is kept.
  let folder: String?

  /// In bytes.
  private static let maxSize = 1 << 30

  /// The first line of a file, before the draft's text.
  private struct Head: Codable {
    /// The job file, after all links.
    var file: String
    var base: String
    /// True for a file that is no job of the listing, but belongs to some.
    var isPart: Bool?
  }

  /// The files that are no jobs and have drafts, after all links.
  var parts: [String] { heads.filter { $0.isPart == true }.map(\.file) }

  /// The job files that have drafts, after all links, in order; also those that are not there any more.
  var files: [String] { heads.filter { $0.isPart != true }.map(\.file) }

  /// In the order of their files.
  private var heads: [Head] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.filter { $0.hasSuffix(".draft") }.compactMap { name in
      guard let bytes = try? RegularFile("\(folder)/\(name)", followingLinks: false).bytes(limit: Self.maxSize) else {
        return nil
      }
      return try? JSONDecoder().decode(Head.self, from: Data(bytes.prefix { $0 != UInt8(ascii: "\n") }))
    }.sorted { $0.file < $1.file }
  }

  /// The draft of a job file; nil where there is none.
  func draft(of file: String) -> JobDocument.Draft? {
    let job = RealPath.ofFile(file)
    guard let path = path(of: job),
      let bytes = try? RegularFile(path, followingLinks: false).bytes(limit: Self.maxSize),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[..<end])), head.file == job
    else { return nil }
    return JobDocument.Draft(text: Array(bytes[(end + 1)...]), base: head.base)
  }

  /// Keeps the draft of a file, or with nil removes it. Throws where that fails.
  func keep(_ draft: JobDocument.Draft?, of file: String, isPart: Bool) throws {
    let job = RealPath.ofFile(file)
    guard let folder, let path = path(of: job) else { return }
    guard let draft else {
      if unlink(path) != 0, errno != ENOENT { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return
    }
    // Nobody else reads what is not published yet.
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let head = try JSONEncoder().encode(Head(file: job, base: draft.base, isPart: isPart ? true : nil))
    try AtomicFile.write(
      [UInt8](head) + [UInt8(ascii: "\n")] + draft.text, to: path, permissions: 0o600, synchronizes: false)
  }

  private func path(of job: String) -> String? {
    folder.map { "\($0)/\(Digest.short { $0.combine(job) }).draft" }
  }
}

/// Drafts that a preview leaves behind.
public enum KeptDrafts {
  /// The job files in a folder, or the job file itself, that have drafts in a store of drafts; after all links, in order.
  public static func files(in folder: String, of path: String) -> [String] {
    guard let real = RealPath.of(path) else { return [] }
    return DraftStore(folder: folder).files.filter { RealPath.isInside($0, real) }
  }

  /// The same with the files that belong to jobs there, of a single job those in its folder.
  public static func allFiles(in folder: String, of path: String) -> [String] {
    guard let real = RealPath.of(path) else { return [] }
    let parts = DraftStore(folder: folder).parts
    let beside = FileSystem.isFolder(path) ? real : (real as NSString).deletingLastPathComponent
    return (files(in: folder, of: path) + parts.filter { RealPath.isInside($0, beside) }).sorted()
  }
}
