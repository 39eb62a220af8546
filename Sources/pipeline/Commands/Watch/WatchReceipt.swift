import Files
import Foundation
import StageKit

/// The record in a claim file of the last run of its job: enough to see that it need not run again.
struct WatchReceipt: Codable, Equatable {
  /// A file as any machine that shares the folder sees it.
  struct File: Codable, Equatable {
    /// Relative to the folder that it is in, if that is the watched one or that for outputs; else absolute.
    let path: String
    /// Below 0 where there is nothing.
    let size: Int
    let modified: Int

    init(_ path: String, _ stamp: FileStamp?, in folder: String) {
      let isInside = path.hasPrefix("\(folder)/")
      self.path =
        isInside ? String(path.dropFirst(folder.count + 1)) : URL(fileURLWithPath: path).standardizedFileURL.path
      size = stamp?.size ?? -1
      modified = stamp?.modified ?? 0
    }

    /// The file at a path; for files with numbers, whose path has `{frame}`, the size of all and the time of the last.
    static func at(_ path: String, in folder: String) -> File {
      guard path.contains("{frame}") else { return File(path, FileStamp(path), in: folder) }
      let stamps = FolderWatcher.existing(path).compactMap { FileStamp($0) }
      guard !stamps.isEmpty else { return File(path, nil, in: folder) }
      return File(
        path: File(path, nil, in: folder).path, size: stamps.reduce(0) { $0 + $1.size },
        modified: stamps.map(\.modified).max() ?? 0)
    }

    private init(path: String, size: Int, modified: Int) {
      (self.path, self.size, self.modified) = (path, size, modified)
    }

    /// The path of the file.
    func path(in folder: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }

    func isUnchanged(in folder: String) -> Bool {
      self == File.at(path(in: folder), in: folder)
    }
  }

  /// The watcher's options, on which the output depends besides its files.
  var options: String
  /// The identity of the program, its stages and the fonts.
  var identity: String
  /// The job's own file first, then those that it reads.
  var inputs: [File]
  /// The names of all that it writes, relative to the folder for outputs.
  var outputs: [String]
  /// The files that were delivered, and the poster, in the folder for outputs.
  var files: [File]
  /// Digests of the first bytes of these, by their paths, to know them where they were cut off.
  var beginnings: [String: String]? = nil
  /// The options that do not match the job; nil where that is not known.
  var unmatched: [String]? = nil
  /// The errors of the job; empty if it was rendered.
  var messages: [String]
  var frames: Int
  /// When it was rendered, in seconds since 1970.
  var date: Double
  /// The duration of the run.
  var elapsed: Double

  /// True if the job was rendered from what is there now, and its files are as they were.
  func isCurrent(in folder: String, outputs: String) -> Bool {
    inputs.allSatisfy { $0.isUnchanged(in: folder) } && isDelivered(in: outputs)
  }

  /// True if its files are there as they were.
  func isDelivered(in outputs: String) -> Bool { files.allSatisfy { $0.size >= 0 && $0.isUnchanged(in: outputs) } }

  /// Removes what would keep the job from being delivered again, since it does not say itself that this program made it: a file
  /// that was cut off, and subtitles whose video is gone.
  func removeRemains(in outputs: String) {
    for file in files {
      let path = file.path(in: outputs)
      guard let stamp = FileStamp(path) else { continue }
      let isCutOff = stamp.size < file.size && (stamp.size == 0 || beginnings?[file.path] == Self.beginning(of: path))
      let isText = ["srt", "vtt"].contains((path as NSString).pathExtension) && file.isUnchanged(in: outputs)
      if isCutOff || isText { unlink(path) }
    }
  }

  /// Nil for less than 64 bytes, which are too few to know a file by.
  private static func beginning(of path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.read(upToCount: 64), bytes.count == 64 else { return nil }
    return Digest { $0.combine(bytes: [UInt8](bytes).span) }.description
  }

  /// Keeps the beginnings of its files.
  mutating func noteBeginnings(in outputs: String) {
    beginnings = Dictionary(
      files.compactMap { file in Self.beginning(of: file.path(in: outputs)).map { (file.path, $0) } }
    ) { $1 }
  }

  /// The poster is the only file of this kind.
  static let posterEnding = ".poster.png"
}
