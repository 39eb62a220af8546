import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// The files that jobs are read from besides their own: those that they extend, include or show.
extension PreviewSession {
  /// A file that a job is read from, named as positions in the job name it, with its draft; a job of the listing as that
  /// spells it. Nil for all other files.
  func part(_ name: String, of film: JobDocument) -> JobDocument? {
    guard film.parts.contains(name), !FileSystem.isFolder(name) else { return nil }
    let real = RealPath.ofFile(name)
    let listed = documents.withLock { $0.files }.first {
      ($0 as NSString).lastPathComponent == (name as NSString).lastPathComponent && RealPath.ofFile($0) == real
    }
    return listed.map(document) ?? part(at: real, of: film.file)
  }

  /// A file by its path after all links. It may be read where the job that it belongs to may.
  func part(at real: String, of film: String) -> JobDocument {
    let folder = (film as NSString).deletingLastPathComponent
    let access = FileAccess(
      jobFolder: folder.isEmpty ? "." : folder, allowedFolders: settings.policy.readableFolders)
    return JobDocument(part: real, draft: documents.withLock { $0.drafts[real] }, access)
  }

  /// The jobs of the listing besides one that are read from a file, in the order of the listing.
  func films(of file: String, besides film: String?) -> [String] {
    let real = RealPath.ofFile(file)
    return documents.withLock { documents in
      documents.files.filter { $0 != film && $0 != file && documents.read[$0]?.realFiles.contains(real) == true }
    }
  }

  /// The same for a page.
  func users(of file: String, besides film: String) -> JSONValue {
    .array(films(of: file, besides: film).map { .string($0) })
  }

  /// The files that a job is read from, each with who else is, and what is known of its draft.
  func sources(of film: JobDocument) -> JSONValue {
    .array(
      film.parts.sorted().compactMap { name in
        guard let part = part(name, of: film) else { return nil }
        return [
          "file": .string(name), "users": users(of: part.file, besides: film.file),
          "isDraft": .boolean(part.draft != nil), "diskDigest": .string(part.diskDigest),
          "diskChanged": .boolean(part.isDiskChanged),
        ]
      })
  }

  /// Reads the jobs anew that are read from a file: one of them at once, others while nothing else is to be done.
  func rereadFilms(of file: String, first film: String?) {
    if let film, film != file { reread(film) }
    let others = films(of: file, besides: film)
    if others.isEmpty { return }
    documents.withLock { $0.outdated.formUnion(others) }
    queue.add(.background) { [self] _ in
      for other in others where documents.withLock({ $0.outdated.contains(other) }) { reread(other) }
    }
  }

  /// The texts of all drafts, by the paths of their files after all links.
  static func byRealPath(_ drafts: [String: JobDocument.Draft]) -> [String: [UInt8]] {
    Dictionary(drafts.map { (RealPath.ofFile($0.key), $0.value.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// The drafts that a job may be read from.
  var unsaved: [String: [UInt8]] { Self.byRealPath(documents.withLock { $0.drafts }) }
}
