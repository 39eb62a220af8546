import Foundation

/// The folders with StageKit and what else an installation shares.
enum SDKFolders {
  /// The folder with the compiled modules and the libraries of StageKit and StageTesting: of the installation, or else of the
  /// checkout.
  static var sdk: String? {
    let named = ProcessInfo.processInfo.environment["PIPELINE_SDK"].map { [$0] } ?? []
    let built = checkout(around: PluginFolders.own[0]).map { ["\($0)/.build/sdk"] } ?? []
    return (named + [installed("sdk")] + built).first { isFile("\($0)/Modules/StageKit.swiftmodule") }
  }

  /// Where a folder may be that installations share and the checkout has: of the one, then of the other.
  static func shared(_ name: String) -> [String] {
    [installed(name)] + (checkout(around: PluginFolders.own[0]).map { ["\($0)/\(name)"] } ?? [])
  }

  private static func installed(_ name: String) -> String {
    URL(fileURLWithPath: PluginFolders.own[0]).appendingPathComponent("../share/pipeline/\(name)").standardizedFileURL
      .path
  }

  /// The checkout that contains a folder.
  static func checkout(around folder: String) -> String? {
    var url = URL(fileURLWithPath: folder).standardizedFileURL
    while true {
      if isFile(url.path + "/Sources/StageKit/Package.swift"), isFile(url.path + "/Package.swift") { return url.path }
      let parent = url.deletingLastPathComponent()
      if parent.path == url.path { return nil }
      url = parent
    }
  }

  private static func isFile(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
