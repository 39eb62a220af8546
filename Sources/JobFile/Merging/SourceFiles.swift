import Files
import Foundation
import Reporting
import StageKit

/// The files that a job is read from: its own, and those that it extends, includes or takes data from.
final class SourceFiles {
  let jobFile: String
  let jobFolder: String
  private let access: FileAccess
  private let unsaved: [String: [UInt8]]
  private let log: DiagnosticLog
  /// By the files' names in messages; nil is the job file.
  private(set) var texts: [String?: [UInt8]] = [:]
  /// The paths of all files that were asked for besides the job's own, also of those that could not be read, and the
  /// folders that were searched for files with certain names.
  private(set) var asked: Set<String> = []
  private var hasher = DigestHasher()

  /// Files are looked for below the job's folder and those that `policy` allows.
  init(jobFile: String, policy: JobPolicy, log: DiagnosticLog) {
    self.jobFile = jobFile
    self.log = log
    jobFolder = Self.folder(of: jobFile)
    access = FileAccess(jobFolder: jobFolder, allowedFolders: policy.readableFolders)
    unsaved = policy.unsaved
  }

  /// The digest of the job file and of those that it extends and includes, in order.
  var digest: Digest { hasher.finalize() }

  /// Adds a text of the job.
  func add(_ text: SourceText, bytes: [UInt8]) {
    texts[text.file] = text.bytes
    hasher.combine(bytes: bytes.span)
  }

  /// The text of a part of the job; see `text(of:namedAt:_:isTrusted:allowsUTF16:)`.
  func part(_ path: String, namedAt position: SourcePosition, _ location: JobPath) -> SourceText? {
    guard let text = text(of: path, namedAt: position, location) else { return nil }
    hasher.combine(bytes: text.bytes.span)
    return text
  }

  /// The text of a file that `value` names; nil after an error, which is reported there. Texts that are not UTF-8 are
  /// repaired and reported. An `isTrusted` path was given by the user and may lead anywhere.
  func text(
    of path: String, namedAt position: SourcePosition, _ location: JobPath, isTrusted: Bool = false,
    allowsUTF16: Bool = false
  ) -> SourceText? {
    asked.insert(path)
    do throws(FileError) {
      let bytes =
        isTrusted
        ? try RegularFile(path).bytes(limit: JobLimits.fileSize) : try access.text(of: path, unsaved: unsaved)
      guard let text = SourceText(bytes, named: path, allowsUTF16: allowsUTF16, log: log) else { return nil }
      texts[text.file] = text.bytes
      return text
    } catch {
      log.add(at: position, path: location.text, error.message, code: .unreadableFile, hint: error.hint)
      return nil
    }
  }

  /// Notes files that were asked for by other means.
  func note(_ paths: [String]) { asked.formUnion(paths) }

  /// The names in a folder; none where it cannot be read.
  func names(in folder: String) -> [String] {
    asked.insert(folder)
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// The paths of the files whose names are like one with a `*`, which stands for any letters, in their order; nil for a path
  /// without one.
  ///
  /// Where there are none, or they may not be read, the log says so with the pattern as it is `written`.
  func paths(
    like pattern: String, written: String, namedAt position: SourcePosition, _ location: String, in log: DiagnosticLog
  ) -> [String]? {
    let folder = Self.folder(of: pattern)
    let name = pattern.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let star = name.firstIndex(of: "*") else { return nil }
    // A folder that may not be read is not listed either.
    do throws(FileError) { try access.checkFolder(folder) } catch {
      log.add(at: position, path: location, error.message, code: .unreadableFile, hint: error.hint)
      return []
    }
    let prefix = name[..<star]
    let suffix = name[name.index(after: star)...]
    let found = names(in: folder).filter {
      !$0.hasPrefix(".") && $0.hasPrefix(prefix) && $0.hasSuffix(suffix)
        && $0.utf8.count > prefix.utf8.count + suffix.utf8.count
    }
    if found.isEmpty {
      log.add(
        at: position, path: location, "no file has a name like '\(written)'",
        hint: "It is relative to the folder of the file that names it.")
    }
    return found.sorted().map { folder == "." ? $0 : folder == "/" ? "/\($0)" : "\(folder)/\($0)" }
  }

  /// The path of a file that is named at a position: relative to the folder of the file that names it.
  func path(of name: String, namedIn file: String?) -> String {
    let folder = Self.folder(of: file ?? jobFile)
    return name.hasPrefix("/") || folder == "." ? name : folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// The folder of a file; `.` where its path has none.
  static func folder(of file: String) -> String {
    let name = file.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = file.dropLast(name.count)
    return parent.isEmpty ? "." : parent == "/" ? "/" : String(parent.dropLast())
  }
}

extension FileAccess {
  /// The text of a file that a job is read from, or what takes its place until it is saved. Throws where it may not be read.
  func text(of path: String, unsaved: [String: [UInt8]]) throws(FileError) -> [UInt8] {
    if !unsaved.isEmpty, let text = unsaved[RealPath.ofFile(path)] {
      if FileSystem.exists(path) { try check(path) } else { try checkFolder(SourceFiles.folder(of: path)) }
      return text
    }
    return try open(path).bytes(limit: JobLimits.fileSize)
  }
}
