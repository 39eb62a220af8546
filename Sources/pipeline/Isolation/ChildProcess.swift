import Foundation

/// A child process of this program, which tells what it does line by line and leaves a note of what it is at.
final class ChildProcess {
  enum End {
    case cancelled
    /// How it ended, and what it was at.
    case crashed(how: String, step: String?)
  }

  private static let noteVariable = "PIPELINE_STEP_NOTE"
  private static let parentVariable = "PIPELINE_PARENT"
  /// Seconds that a child has to end when it is asked to.
  static let patience = 3.0

  private let process = Process()
  private let folder: URL
  private let output: FileHandle
  private var rest = Data()

  init(_ arguments: [String]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-child-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["output", "errors", "note"] { try Data().write(to: folder.appendingPathComponent(name)) }
    output = try FileHandle(forReadingFrom: folder.appendingPathComponent("output"))
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      Self.noteVariable: folder.appendingPathComponent("note").path, Self.parentVariable: "\(getpid())",
      "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: folder.appendingPathComponent("output"))
    process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("errors"))
    do { try process.run() } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Waits for the end, handing over the lines of standard output as they come.
  func wait(isCancelled: () -> Bool, line: (Data) -> Void) -> End {
    var asked = 0
    var ended = status
    while ended == nil {
      usleep(20_000)
      takeLines(line)
      ended = status
      guard ended == nil, isCancelled() else { continue }
      asked += 1
      if asked == 1 { kill(process.processIdentifier, SIGTERM) }
      if Double(asked) * 0.02 > Self.patience { kill(process.processIdentifier, SIGKILL) }
    }
    takeLines(line)
    let (isSignal, number) = ended ?? (false, 0)
    let code = isSignal ? nil : ExitCode(rawValue: number)
    if isCancelled() || code?.isInterruption == true { return .cancelled }
    let how =
      isSignal
      ? "crashed the process: \(Self.name(of: number))" : "ended the process with exit code \(number)"
    let message = text("errors").split(separator: "\n").first {
      $0.contains("Fatal error") || $0.contains("terminat")
    }
    let step = text("note").trimmingCharacters(in: .whitespaces)
    return .crashed(how: how + (message.map { ": \($0)" } ?? ""), step: step.isEmpty ? nil : step)
  }

  /// How it ended, by a signal or with an exit code, and by which; nil as long as it runs.
  ///
  /// Asked of the system first: where there is too little memory for its threads, `Process` never learns of the end.
  private var status: (isSignal: Bool, number: Int32)? {
    var status: Int32 = 0
    if waitpid(process.processIdentifier, &status, WNOHANG) == process.processIdentifier {
      let signal = status & 0x7F
      return signal == 0 ? (false, (status >> 8) & 0xFF) : (true, signal)
    }
    if process.isRunning { return nil }
    return (process.terminationReason == .uncaughtSignal, process.terminationStatus)
  }

  private func takeLines(_ take: (Data) -> Void) {
    guard let new = try? output.readToEnd() else { return }
    rest += new
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(Data(rest[..<end]))
      rest = Data(rest[(end + 1)...])
    }
  }

  private func text(_ name: String) -> String {
    let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private static func name(of signal: Int32) -> String {
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

  // MARK: In the child

  /// The file in which this process is to leave what it is at; nil where it is nobody's child.
  static var note: String? { ProcessInfo.processInfo.environment[noteVariable] }

  static var isChild: Bool { note != nil }

  /// Ends this process, as an interrupt would, when its parent is gone.
  static func followParent() {
    guard let parent = ProcessInfo.processInfo.environment[parentVariable].flatMap({ pid_t($0) }) else { return }
    let thread = Thread {
      while getppid() == parent { usleep(200_000) }
      kill(getpid(), SIGTERM)
    }
    thread.start()
  }
}
