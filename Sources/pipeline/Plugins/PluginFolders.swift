import Files
import Foundation
import Synchronization

/// The folders that are searched for stage libraries. A job never adds to them.
enum PluginFolders {
  /// The environment's list, separated by colons; `--plugins` is put in front of it.
  static let variable = "PIPELINE_PLUGINS"

  /// The program's own folders, whose libraries were installed with it.
  static var own: [String] {
    let folder = URL(fileURLWithPath: ProgramFile.folder)
    return [folder.path, folder.appendingPathComponent("../lib/pipeline").standardizedFileURL.path]
  }

  /// The folders that the user named, and the user's own.
  static var allowed: [String] { named + [user] }

  /// True if there are libraries in the folders that the user allows.
  static var haveLibraries: Bool { allowed.contains { !PluginLibrary.all(in: $0).isEmpty } }

  /// The folders that the user named, by options or in the environment.
  static var named: [String] { chosen.withLock { $0 } }

  private static let chosen = Mutex(
    (ProcessInfo.processInfo.environment[variable] ?? "").split(separator: ":").map(String.init))

  /// Replaces the folders that the user named by those that a parent names.
  static func use(_ folders: [String]) { chosen.withLock { $0 = folders } }

  static var user: String { "\(userData)/plugins" }

  /// `pipeline` in the user's folder for data, as the XDG Base Directory Specification has it.
  static var userData: String { userFolder("XDG_DATA_HOME", otherwise: ".local/share") + "/pipeline" }

  /// The folder for the results of probing libraries.
  static var cache: String { userFolder("XDG_CACHE_HOME", otherwise: ".cache") + "/pipeline/plugins" }

  /// Puts folders in front of the environment's, for this process and those that it starts.
  static func allow(_ folders: [String]) throws {
    for folder in folders {
      try PathOptions.checkListable(folder: folder, option: "plugins")
      guard FileSystem.isFolder(folder) else {
        throw UsageError.badValue(option: "plugins", value: folder, expected: "an existing folder")
      }
      if PluginLibrary.all(in: folder).isEmpty {
        Terminal.error("warning: --plugins \(folder): has no library 'lib…Stage.so'".escapingControlCharacters)
      }
    }
    chosen.withLock { $0 = folders.map(absolute) + $0 }
  }

  private static func absolute(_ folder: String) -> String { URL(fileURLWithPath: folder).standardizedFileURL.path }

  private static func userFolder(_ variable: String, otherwise folder: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment[variable], path.hasPrefix("/") { return path }
    return (environment["HOME"] ?? NSHomeDirectory()) + "/" + folder
  }
}
