import Dispatch
import Foundation
import JobFile
import Reporting
import StageKit

/// Loads a library in a process of its own, so that one which crashes takes only that with it.
///
/// A library that passes is not tried again until its file changes; the verdict is kept in the user's cache folder.
struct PluginProbe {
  /// The hidden command that the other process runs.
  static let command = "probe-plugin"
  /// How that process ends where all is well; a library that ends it early does not say this.
  static let passed: Int32 = 86
  /// How it ends where it wrote why the library is refused.
  static let refused: Int32 = 87
  /// A library that takes longer to register is refused, in seconds.
  static let patience = 10.0

  private let library: PluginLibrary

  init(_ library: PluginLibrary) { self.library = library }

  /// Throws where the library is not fit to be loaded.
  func pass() throws(PluginRefusal) {
    guard let record else { return try run() }
    if FileManager.default.fileExists(atPath: record) { return }
    try run()
    // Without a place to remember the verdict the library is simply tried again the next time.
    try? FileManager.default.createDirectory(atPath: PluginFolders.cache, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: record, contents: nil)
  }

  /// The file that stands for this very library having passed under this very program; nil where it cannot be told.
  private var record: String? {
    var status = stat()
    guard stat(library.path, &status) == 0 else { return nil }
    let digest = Digest { hasher in
      hasher.combine(URL(fileURLWithPath: library.path).resolvingSymlinksInPath().path)
      for part in [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec] {
        hasher.combine(part)
      }
      hasher.combine(StageModule.abi)
    }
    return "\(PluginFolders.cache)/\(digest)"
  }

  private func run() throws(PluginRefusal) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.command, library.path, library.module]
    // Crashes are told in one line.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    // A file, since what the library starts could hold a pipe open for ever.
    let folder = FileManager.default.temporaryDirectory
    let errors = folder.appendingPathComponent("pipeline-probe-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: errors) }
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: errors.path) ?? .nullDevice
    let isOver = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in isOver.signal() }
    do { try process.run() } catch { throw .crashed(library.path, how: "could not be tried") }
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + Self.patience)
    timer.setEventHandler { kill(process.processIdentifier, SIGKILL) }
    timer.resume()
    isOver.wait()
    timer.cancel()
    let text = String(decoding: FileManager.default.contents(atPath: errors.path) ?? Data(), as: UTF8.self)
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, Self.passed): return
    case (.exit, Self.refused): throw .refused(text.split(separator: "\n").last.map(String.init) ?? library.path)
    case (.uncaughtSignal, SIGKILL): throw .crashed(library.path, how: "did not end within \(Int(Self.patience)) s")
    case (.uncaughtSignal, let signal): throw .crashed(library.path, how: "crashed (\(Self.name(of: signal)))")
    default: throw .crashed(library.path, how: "ended the process")
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGSEGV, SIGBUS: "bad memory access"
    case SIGABRT: "abort"
    case SIGILL, SIGTRAP: "a failed check"
    default: "signal \(signal)"
    }
  }

  /// What the other process does; never returns.
  static func runChild(_ arguments: [String]) -> Never {
    guard arguments.count == 2 else { exit(ExitCode.badInput.rawValue) }
    do throws(PluginRefusal) {
      let stages = try PluginLibrary(path: arguments[0], module: arguments[1]).load()
      for stage in stages { _ = stage.definition.name }
      exit(passed)
    } catch {
      Terminal.error("\(error)".escapingControlCharacters)
      exit(refused)
    }
  }
}
