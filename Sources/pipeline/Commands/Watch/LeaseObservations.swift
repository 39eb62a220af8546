import Files
import Foundation

/// The leases of others as this process has seen them: one that was not renewed for a while has lost its owner.
///
/// Time is that of this process alone, so that clocks of machines need not agree.
struct LeaseObservations {
  /// Whether leases are used where locks could be.
  var areForced = false
  /// How long an owner may take to renew its lease, in seconds.
  var expiry = JobClaim.expiry
  private var seen: [String: (content: String, stamp: FileStamp?, since: ContinuousClock.Instant)] = [:]

  /// What a new lease holds, to be taken as one's own as long as its file does; nil if somebody has it.
  mutating func take(_ path: String) -> String? {
    let token = "\(ProcessInfo.processInfo.hostName) \(getpid()) \(UUID().uuidString)"
    if Self.create(path, token) {
      seen[path] = nil
      return token
    }
    let content = Self.content(path)
    let stamp = FileStamp(path)
    guard let known = seen[path], known.content == content, known.stamp == stamp else {
      seen[path] = (content ?? "", stamp, .now)
      return nil
    }
    guard .now - known.since > .seconds(expiry) else { return nil }
    // Only one of those who take it over can rename it.
    let old = "\(path)-\(UUID().uuidString)"
    guard rename(path, old) == 0 else { return nil }
    defer { unlink(old) }
    seen[path] = nil
    guard Self.content(old) == content else {
      // Its place was taken in between: it goes back, unless there is another one by now.
      link(old, path)
      return nil
    }
    return Self.create(path, token) ? token : nil
  }

  /// Whether a lease still holds its token; it is renewed then.
  static func renew(_ path: String, _ token: String) -> Bool {
    guard content(path) == token else { return false }
    return utimensat(AT_FDCWD, path, nil, 0) == 0
  }

  static func end(_ path: String, _ token: String) { if content(path) == token { unlink(path) } }

  private static func create(_ path: String, _ token: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(token.utf8)
    return write(descriptor, bytes, bytes.count) == bytes.count
  }

  private static func content(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
