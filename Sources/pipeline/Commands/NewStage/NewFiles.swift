import Files
import Foundation

/// New files to write to a folder.
struct NewFiles {
  private let folder: String
  private let files: [(path: String, text: String)]

  init(folder: String, _ files: [(String, String)]) {
    self.folder = folder
    self.files = files.map { (path: $0.0, text: $0.1) }
  }

  /// Writes all files and prints their names; throws before anything is written if one exists.
  func write() throws {
    for file in files where FileManager.default.fileExists(atPath: "\(folder)/\(file.path)") {
      throw UsageError.message("\(folder)/\(file.path): already exists")
    }
    for file in files {
      let path = "\(folder)/\(file.path)"
      try FileSystem.createFolder((path as NSString).deletingLastPathComponent)
      try AtomicFile.write(Data(file.text.utf8), to: path)
      Terminal.print("wrote \(file.path)")
    }
  }
}
