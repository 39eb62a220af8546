import Files
import Foundation
import JobFile
import Reporting
import StageKit

/// Loads a library in a process of its own, so that a crash affects only that process.
///
/// A library that passes is not tried again until its file changes; the result is stored in the user's cache folder.
struct PluginProbe {
  /// A library that takes longer to register is refused, in seconds.
  static let gracePeriod = 30.0

  /// Raised when more is tried than before, so that libraries that passed are tried again.
  private static let trial = 2

  private let library: PluginLibrary

  init(_ library: PluginLibrary) { self.library = library }

  /// Throws where the library is not fit to be loaded.
  func pass() throws(PluginRefusal) {
    guard let record else { return try run() }
    if FileManager.default.fileExists(atPath: record) { return }
    try run()
    // If the result cannot be stored, the library is tried again the next time.
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
      hasher.combine(Self.trial)
    }
    return "\(PluginFolders.cache)/\(digest)"
  }

  private func run() throws(PluginRefusal) {
    do {
      let errors = try Pipe()
      let channels = try ChildChannels()
      let child = try ChildProcess(
        .probe(path: library.path, module: library.module), errors: errors.writeEnd, channels: channels)
      errors.closeWriteEnd()
      let end = child.wait(seconds: Self.gracePeriod)
      _ = channels.readLines()
      let text = String(decoding: errors.readAvailable(), as: UTF8.self)
      switch end {
      case .exited(ExitCode.success.rawValue) where end.map(channels.isOwn) == true: return
      case .exited where end.map(channels.isOwn) == true:
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

  /// Runs in the other process: prints the reason for which a library is refused.
  static func load(_ library: PluginLibrary) -> ExitCode {
    do throws(PluginRefusal) {
      // Finding mistakes makes the stages' parameters, as every command does.
      for stage in try library.load() { _ = stage.mistakes }
      return .success
    } catch {
      Terminal.error("\(error)".escapingControlCharacters)
      return .badInput
    }
  }
}
