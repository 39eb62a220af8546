import Foundation

/// Where the sources of StageKit are that this program was built with.
enum SDKFolders {
  /// The folder that holds the packages StageKit and StageTesting: that of the installation, or else of the checkout.
  static var sdk: String? {
    let named = ProcessInfo.processInfo.environment["PIPELINE_SDK"].map { [$0] } ?? []
    let program = PluginFolders.own[0]
    let installed = URL(fileURLWithPath: program).appendingPathComponent("../share/pipeline").standardizedFileURL.path
    let built = checkout(around: program).map { ["\($0)/Sources"] } ?? []
    return (named + [installed] + built).first { isFile("\($0)/StageKit/Package.swift") }
  }

  /// The checkout that a folder lies in.
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
