import Files
import Foundation

/// A job file of a watched folder, and what is known of it.
final class WatchedJob {
  enum State: String {
    /// It changed, and is not quiet yet or waits for its turn.
    case waiting
    /// Another watcher renders it.
    case elsewhere
    case rendering, done, failed
  }

  /// The stamps of the files that it depends on; those that do not exist have none.
  typealias Stamps = [String: FileStamp]

  /// The file's name in the folder.
  let name: String
  let file: String
  /// True if it was there when this watcher began.
  let isInitial: Bool
  var state = State.waiting
  /// The files that it reads besides its own, as far as is known.
  private(set) var inputs: Set<String> = []
  /// The stamps of its files at the last examination, and the time since which they hold.
  private(set) var seen: Stamps = [:]
  private(set) var seenSince = ContinuousClock.now
  /// The stamps of the files that it was last rendered from; nil if it must be rendered in any case.
  var rendered: Stamps?
  var run: WatchRun?
  /// Before this it is not tried again.
  var retry: ContinuousClock.Instant?
  /// The last outcome.
  var receipt: WatchReceipt?
  /// The job that writes one of its files too, and comes first.
  var rival: String?
  var rivalMessage = ""
  /// Why its file is none that can be read, such as a link to nothing; nil where it may be.
  var refusal: String?
  /// The examination of the folder that found its last change.
  private(set) var found = 0
  /// The options that do not match it, as its process said; nil where that is not known.
  var unmatched: [String]?
  /// True if its text ends in the middle.
  var isIncomplete = false

  init(_ name: String, in folder: String, isInitial: Bool) {
    self.name = name
    self.isInitial = isInitial
    file = "\(folder)/\(name)"
  }

  var errorsFile: ErrorsFile { ErrorsFile(of: file) }

  /// True if it has to be rendered.
  var isOutdated: Bool { run == nil && refusal == nil && rendered != seen }

  /// True if its videos should be there.
  var isDelivered: Bool { run == nil && state == .done && rendered == seen }

  /// When its own file last changed, in nanoseconds since 1970.
  var changed: Int { seen[file].map { max($0.modified, $0.changed) } ?? 0 }

  var outputs: [String] { run?.facts?.outputs ?? receipt?.outputs ?? [] }

  /// Checks its files in an examination of the folder; `stamp` reads one. Returns whether anything is different.
  @discardableResult
  func look(_ examination: Int, _ stamp: (String) -> FileStamp?) -> Bool {
    let now = stamps(stamp)
    guard now != seen else { return false }
    found = examination
    seen = now
    seenSince = .now
    isIncomplete = false
    retry = nil
    return true
  }

  /// Depends on these files from now on; `made` holds those that it was rendered from.
  func depend(on paths: Set<String>, _ stamp: (String) -> FileStamp?) {
    let isNew = paths != inputs
    inputs = paths
    guard isNew else { return }
    let now = stamps(stamp)
    if now[file] != seen[file] { (seenSince, isIncomplete, retry) = (.now, false, nil) }
    seen = now
  }

  /// True if a run does not draw what is there now.
  func isOutdated(_ run: WatchRun) -> Bool {
    if seen[file] != run.stamp { return true }
    guard let facts = run.facts else { return false }
    return facts.inputs.contains { seen[$0.path] != $0.stamp }
  }

  private func stamps(_ stamp: (String) -> FileStamp?) -> Stamps {
    var stamps: Stamps = [:]
    for path in inputs { stamps[path] = stamp(path) }
    stamps[file] = stamp(file)
    return stamps
  }

  /// True if braces and brackets are still open at the end of a text, or nothing is in it.
  static func isIncomplete(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isEmpty = true
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isEmpty = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case 0x00...0x20: break
      default: isEmpty = false
      }
    }
    return isEmpty || isInString || depth > 0
  }
}
