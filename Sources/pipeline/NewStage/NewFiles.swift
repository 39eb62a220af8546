import Foundation

/// Files to write where none are.
struct NewFiles {
  private let folder: String
  private let files: [(path: String, text: String)]

  init(folder: String, _ files: [(String, String)]) {
    self.folder = folder
    self.files = files.map { (path: $0.0, text: $0.1) }
  }

  /// Writes all of them and names each; throws, with nothing written, where one is there already.
  func write() throws {
    for file in files where FileManager.default.fileExists(atPath: "\(folder)/\(file.path)") {
      throw UsageError.message("\(folder)/\(file.path): is there already")
    }
    for file in files {
      let url = URL(fileURLWithPath: "\(folder)/\(file.path)")
      do {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url, options: .atomic)
      } catch {
        throw UsageError.message("\(folder)/\(file.path): cannot be written: \(error.localizedDescription)")
      }
      Terminal.print("wrote \(file.path)")
    }
  }
}
