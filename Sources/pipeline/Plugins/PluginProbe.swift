import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Loads a library in a process of its own, so that a crash affects only that process.
///
/// A library that passes is not tried again until its file changes; the result is stored in the user's cache folder.
struct PluginProbe {
  /// The hidden command that the other process runs.
  static let command = "probe-plugin"
  /// The exit code of that process if the library passes; a library that ends it early gives another.
  static let passed: Int32 = 86
  /// Its exit code if it has printed why the library is refused.
  static let refused: Int32 = 87
  /// A library that takes longer to register is refused, in seconds.
  static let gracePeriod = 10.0

  private let library: PluginLibrary

  init(_ library: PluginLibrary) { self.library = library }

  /// Throws where the library is not fit to be loaded.
  func pass() throws(PluginRefusal) {
    guard let record else { return try run() }
    if FileManager.default.fileExists(atPath: record) { return }
    try run()
    // Where the result cannot be stored, the library is tried again the next time.
    try? FileManager.default.createDirectory(atPath: PluginFolders.cache, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: record, contents: nil)
  }

  /// The file that records that this library passed with this program; nil where the library cannot be examined.
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
    do {
      let errors = try Pipe()
      let child = try ChildProcess(
        [Self.command, library.path, library.module], errors: errors.writeEnd, channels: try ChildChannels())
      errors.closeWriteEnd()
      let end = child.wait(seconds: Self.gracePeriod)
      let text = String(decoding: errors.readAvailable(), as: UTF8.self)
      switch end {
      case .exited(Self.passed): return
      case .exited(Self.refused):
        throw PluginRefusal.refused(text.split(separator: "\n").last.map(String.init) ?? library.path)
      case .exited: throw PluginRefusal.crashed(library.path, how: "ended the process")
      case .signaled: throw PluginRefusal.crashed(library.path, how: end?.description ?? "")
      case nil: throw PluginRefusal.crashed(library.path, how: "did not end within \(Int(Self.gracePeriod)) s")
      }
    } catch let refusal as PluginRefusal {
      throw refusal
    } catch {
      throw .crashed(library.path, how: "could not be tried: \(SystemError.message(of: error))")
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
