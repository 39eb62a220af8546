import Files
import Foundation

/// The place of a report's pictures and videos: in the page, or in files next to it.
final class ReportFiles {
  /// The page's folder; nil to put everything into the page.
  private let folder: String?
  /// The first file that could not be written.
  private(set) var fault: FileError?

  /// Relative to the page.
  static let pictures = "pictures"

  init(folder: String?) { self.folder = folder }

  /// The address of some bytes for an element's `src`; `name` is unique in a report and may hold any characters.
  func address(_ bytes: [UInt8], name: String, type: String) -> String {
    guard let folder else { return HTML.data(bytes, type: type) }
    let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.@=,".contains($0)) ? $0 : "_" })
    let path = "\(Self.pictures)/\(safe)"
    do throws(FileError) {
      try FileSystem.createFolder("\(folder)/\(Self.pictures)")
      try AtomicFile.write(Data(bytes), to: "\(folder)/\(path)")
    } catch {
      fault = fault ?? error
    }
    return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }
}
