import Files
import Foundation

/// The right to render a job of a shared folder, which one watcher has at a time: a lock on a file next to the job,
/// which the system gives back when its owner has ended, and the process that renders with it.
///
/// On file systems without locks every watcher has it: they render a job more than once, to the same bytes.
final class JobClaim {
  static let prefix = ".pipeline-claim-"

  let path: String
  private(set) var descriptor: Int32
  /// True if nobody else has it.
  let isLocked: Bool

  private init(path: String, descriptor: Int32, isLocked: Bool) {
    (self.path, self.descriptor, self.isLocked) = (path, descriptor, isLocked)
  }

  deinit { release() }

  /// The path of the claim on a job file.
  static func path(of name: String, in folder: String) -> String {
    "\(folder)/\(prefix)\(name.utf8.count <= 200 ? name : "\(name.prefix(40))-\(name.hashText)")"
  }

  /// The job file that a claim file is for; nil for other names.
  static func job(of name: String) -> String? {
    name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// Nil if somebody else has it. `lock` locks an open file, and returns 0 or the system's `errno`.
  static func take(
    _ path: String, lock: (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) == 0 ? 0 : errno }
  ) throws(FileError) -> JobClaim? {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard descriptor >= 0 else {
        throw FileError("'\(path)' cannot be written: \(SystemError.message(errno: errno))", code: errno)
      }
      let code = lock(descriptor)
      if code == EWOULDBLOCK || code == EINTR {
        close(descriptor)
        return nil
      }
      // Between the two calls its last owner may have removed it.
      var (opened, named) = (stat(), stat())
      if fstat(descriptor, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
        opened.st_dev == named.st_dev
      {
        return JobClaim(path: path, descriptor: descriptor, isLocked: code == 0)
      }
      close(descriptor)
    }
  }

  /// The receipt of its last owner; nil if the owner left none.
  var receipt: WatchReceipt? {
    // Foundation loses memory where it reads or decodes nothing.
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    guard pread(descriptor, &bytes, bytes.count, 0) == bytes.count else { return nil }
    return try? JSONDecoder().decode(WatchReceipt.self, from: Data(bytes))
  }

  /// Leaves a receipt. Whatever keeps it from being written only makes others render once more.
  func leave(_ receipt: WatchReceipt) {
    guard let data = try? JSONEncoder().encode(receipt), ftruncate(descriptor, 0) == 0 else { return }
    let bytes = [UInt8](data)
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  /// Gives it back and leaves nothing, since its job is gone.
  func remove() {
    unlink(path)
    release()
  }

  func release() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }
}

extension String {
  fileprivate var hashText: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
