import Foundation

/// The folders with StageKit.
enum SDKFolders {
  /// The folder with the compiled modules and the libraries of StageKit and StageTesting: of the installation, or else of the
  /// checkout.
  static var sdk: String? {
    let named = ProcessInfo.processInfo.environment["PIPELINE_SDK"].map { [$0] } ?? []
    let program = PluginFolders.own[0]
    let installed = URL(fileURLWithPath: program).appendingPathComponent("../share/pipeline/sdk").standardizedFileURL
      .path
    let built = checkout(around: program).map { ["\($0)/.build/sdk"] } ?? []
    return (named + [installed] + built).first { isFile("\($0)/Modules/StageKit.swiftmodule") }
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
