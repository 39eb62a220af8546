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
  }

  /// The job files that have drafts, after all links, in order; also those that are not there any more.
  var files: [String] {
    guard let folder, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [] }
    return names.filter { $0.hasSuffix(".draft") }.compactMap { name in
      guard let bytes = try? RegularFile("\(folder)/\(name)", followingLinks: false).bytes(limit: Self.maxSize) else {
        return nil
      }
      return try? JSONDecoder().decode(Head.self, from: Data(bytes.prefix { $0 != UInt8(ascii: "\n") })).file
    }.sorted()
  }

  /// The draft of a job file; nil where there is none.
  func draft(of file: String) -> JobDocument.Draft? {
    let job = Self.name(of: file)
    guard let path = path(of: job),
      let bytes = try? RegularFile(path, followingLinks: false).bytes(limit: Self.maxSize),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[..<end])), head.file == job
    else { return nil }
    return JobDocument.Draft(text: Array(bytes[(end + 1)...]), base: head.base)
  }

  /// Keeps the draft of a job file, or with nil removes it. Throws where that fails.
  func keep(_ draft: JobDocument.Draft?, of file: String) throws {
    let job = Self.name(of: file)
    guard let folder, let path = path(of: job) else { return }
    guard let draft else {
      if unlink(path) != 0, errno != ENOENT { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return
    }
    // Nobody else reads what is not published yet.
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let head = try JSONEncoder().encode(Head(file: job, base: draft.base))
    try AtomicFile.write(
      [UInt8](head) + [UInt8(ascii: "\n")] + draft.text, to: path, permissions: 0o600, synchronizes: false)
  }

  /// Its path after all links; of a file that is gone that of its folder counts.
  private static func name(of file: String) -> String {
    if let real = RealPath.of(file) { return real }
    let folder = (file as NSString).deletingLastPathComponent
    return RealPath.of(folder.isEmpty ? "." : folder).map {
      ($0 as NSString).appendingPathComponent((file as NSString).lastPathComponent)
    } ?? file
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
    return DraftStore(folder: folder).files.filter { $0 == real || $0.hasPrefix(real + "/") }
  }
}
