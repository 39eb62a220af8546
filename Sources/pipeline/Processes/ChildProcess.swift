import CSystem
import Files
import Foundation

/// A process that this one started and waits for.
///
/// It leads a process group of its own, which is killed when it has ended or when this object is released: no process that
/// it started outlives it. This program's own children have the descriptors of `ChildRole` after the standard ones.
final class ChildProcess {
  /// The end of a process.
  enum End: Equatable {
    case exited(Int32)
    case signaled(Int32)

    /// `crashed the process: a bad memory access (SIGSEGV)`.
    var description: String {
      switch self {
      case .exited(let code): "ended the process with exit code \(code)"
      case .signaled(let signal): "crashed the process: \(Self.name(of: signal))"
      }
    }

    static func name(of signal: Int32) -> String {
      switch signal {
      case SIGSEGV: "a bad memory access (SIGSEGV)"
      case SIGBUS: "a bad memory access (SIGBUS)"
      case SIGABRT: "an abort (SIGABRT)"
      case SIGILL: "a failed check (SIGILL)"
      case SIGTRAP: "a failed check (SIGTRAP)"
      case SIGKILL: "it was killed (SIGKILL)"
      case SIGXFSZ: "a file grew too large (SIGXFSZ)"
      default: "signal \(signal)"
      }
    }
  }

  let id: pid_t
  private let hasOwnGroup: Bool
  private var end: End?
  /// Closing these ends its lifeline.
  private var channels: ChildChannels?

  /// Starts a program with `descriptors` as its own from 0 on; a negative one is /dev/null.
  ///
  /// Throws a `SystemError` where it cannot be started.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
    folder: String? = nil, descriptors: [Int32], hasOwnGroup: Bool = true
  ) throws {
    self.hasOwnGroup = hasOwnGroup
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let result = child_process_start(
      program, Self.block([program] + arguments), arguments.count + 1, Self.block(variables), variables.count, folder,
      descriptors, Int32(descriptors.count), hasOwnGroup ? 1 : 0)
    guard result > 0 else { throw POSIXError(POSIXErrorCode(rawValue: -result) ?? .EIO) }
    id = result
  }

  /// This program again, as a child that ends with this process; it has `further` descriptors after those of its role.
  convenience init(
    _ work: ChildRequest.Work, environment: [String: String] = [:], folder: String? = nil, input: Int32 = -1,
    output: Int32 = -1, errors: Int32, channels: ChildChannels, further: [Int32] = [], hasOwnGroup: Bool = true
  ) throws {
    // Crashes in groups of their own are reported in one line.
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      .merging(hasOwnGroup ? ["SWIFT_BACKTRACE": "enable=no"] : [:]) { $1 }
    let command = ProgramFile.command
    let request = try ChildRequest(work).file()
    defer { close(request) }
    try self.init(
      command.program, command.arguments + [ChildRequest.command], environment: all, folder: folder,
      descriptors: [input, output, errors] + channels.childEnds + [request] + further, hasOwnGroup: hasOwnGroup)
    channels.closeChildEnds()
    self.channels = channels
  }

  deinit {
    guard end == nil else { return }
    killGroup()
    if hasOwnGroup { _ = wait() }
  }

  /// The end of the process; nil as long as it runs.
  func poll() -> End? { end ?? reap(WNOHANG) }

  /// Waits for its end, with everything in its group.
  func wait() -> End { end ?? reap(0) ?? .exited(0) }

  /// Waits for its end, at most for a number of seconds, then kills it; nil if it had to be killed.
  ///
  /// The time that it waits for a processor does not count: on a busy machine a child that works is not taken for one that
  /// hangs.
  func wait(seconds: Double) -> End? {
    let clock = ContinuousClock()
    let start = clock.now
    while clock.now - start < .seconds(seconds) + waitForProcessor {
      if let end = poll() { return end }
      usleep(5000)
    }
    killGroup()
    _ = wait()
    return nil
  }

  /// The time for which its main thread was ready to run and had no processor; 0 if the system does not report it.
  private var waitForProcessor: Duration {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/schedstat", encoding: .utf8) else { return .zero }
    // Nanoseconds on a processor, nanoseconds of waiting for one, and time slices (Linux's sched-stats.rst).
    let values = text.split(separator: " ").compactMap { Int($0) }
    return values.count > 1 ? .nanoseconds(values[1]) : .zero
  }

  private func reap(_ options: Int32) -> End? {
    var status: Int32 = 0
    var result = waitpid(id, &status, options)
    while result < 0, errno == EINTR { result = waitpid(id, &status, options) }
    guard result != 0 else { return nil }
    let signal = status & 0x7F
    end = result < 0 || signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
    killGroup()
    return end
  }

  /// Asks it to end.
  func terminate() { if end == nil { kill(id, SIGTERM) } }

  /// Ends it and everything that it started.
  func killGroup() {
    if hasOwnGroup { kill(-id, SIGKILL) } else if end == nil { kill(id, SIGKILL) }
  }

  /// The texts one after the other, each with a terminating zero.
  private static func block(_ texts: [String]) -> [CChar] {
    texts.flatMap { $0.utf8.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0] }
  }
}
