import CSystem
import Foundation
import Rendering
import Synchronization

/// The channels to a child of the same program, besides the standard streams.
///
/// The child reads from its lifeline, which ends with its parent; it writes messages, one JSON value a line; and its
/// workers write breadcrumbs to a file that has no name.
final class ChildChannels {
  private let lifeline: Pipe
  let messages: Pipe
  private let breadcrumbs: Int32

  init() throws {
    lifeline = try Pipe(waits: true)
    messages = try Pipe()
    breadcrumbs = child_process_shared_file()
    guard breadcrumbs >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close(breadcrumbs) }

  /// The exit code that the child said it would end with, once it had done all; nil as long as it has not.
  private(set) var finalCode: Int32?

  /// The lines that the child has written since, but for its last word.
  func readLines() -> [Data] {
    messages.readLines().filter { line in
      guard let end = try? JSONDecoder().decode(ChildRole.LastWord.self, from: line) else { return true }
      finalCode = end.exitCode
      return false
    }
  }

  /// True if a process ended as it had said. Any library may call `exit`: then nothing was done, whatever the code.
  func isOwn(_ end: ChildProcess.End) -> Bool {
    guard case .exited(let code) = end else { return false }
    return code == finalCode
  }

  /// Lets the child go on that waits in `ChildRole.waitForPermission`.
  func permit() { _ = write(lifeline.writeEnd, "x", 1) }

  /// In the order of `ChildRole`.
  var childEnds: [Int32] { [lifeline.readEnd, messages.writeEnd, breadcrumbs] }

  func closeChildEnds() {
    lifeline.closeReadEnd()
    messages.closeWriteEnd()
  }

  /// The steps of the child's workers.
  var records: [CrashBreadcrumb.Record] { CrashBreadcrumb.Record.all(in: breadcrumbs) }
}

/// This process as a child of the same program.
enum ChildRole {
  private static let lifeline: Int32 = 3
  private static let messages: Int32 = 4
  private static let breadcrumbs: Int32 = 5
  private static let request: Int32 = 6
  /// The first descriptor of its own, after these.
  static let firstFurther: Int32 = 7
  private static let hasParent = Atomic(false)
  private static let isWriting = Mutex(())
  private static let permission = DispatchSemaphore(value: 0)

  /// The last message of a child, which has done all of its work.
  struct LastWord: Codable { let exitCode: Int32 }

  /// Takes what a parent asks for, and from now on ends with it. Throws `UsageError` where no parent of this program
  /// started the process.
  static func enter() throws -> ChildRequest {
    let asked = try ChildRequest(readingFrom: request)
    hasParent.store(true, ordering: .relaxed)
    endWithParent()
    return asked
  }

  /// Ends this process when its parent has ended: as an interrupt would, and at once if that takes too long.
  private static func endWithParent() {
    CrashBreadcrumb.record(in: breadcrumbs)
    for descriptor in [lifeline, messages, breadcrumbs] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let thread = Thread {
      var byte: UInt8 = 0
      while true {
        let count = read(lifeline, &byte, 1)
        if count > 0 { permission.signal() } else if count == 0 || errno != EINTR { break }
      }
      kill(getpid(), SIGTERM)
      usleep(5_000_000)
      // Only a group of its own: another one may be that of a shell's command.
      kill(getpgrp() == getpid() ? 0 : getpid(), SIGKILL)
    }
    thread.start()
  }

  /// Waits until the parent has judged what it was sent.
  static func waitForPermission() { permission.wait() }

  /// Ends this process at once, as it meant to: without what `exit` runs.
  static func leave(_ code: ExitCode) -> Never {
    sayDone(code)
    _exit(code.rawValue)
  }

  /// Tells the parent, if there is one, that all is done.
  static func sayDone(_ code: ExitCode) {
    if hasParent.load(ordering: .relaxed) { send(LastWord(exitCode: code.rawValue)) }
  }

  /// Sends a message to the parent.
  static func send(_ message: some Encodable) {
    guard let data = try? JSONEncoder().encode(message) else { return }
    var rest = [UInt8](data) + [UInt8(ascii: "\n")]
    isWriting.withLock { _ in
      while !rest.isEmpty {
        let count = write(messages, rest, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest.removeFirst(count)
      }
    }
  }
}
