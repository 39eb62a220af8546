@_spi(Host) import Coding
import Documents
import Foundation

extension SVGPicture {
  /// The paths of the pictures to which a file refers, relative to its folder or absolute, in the order of the alphabet; none of a file
  /// that cannot be read.
  public static func files(beside bytes: [UInt8]) -> [String] {
    guard let bytes = try? SVGDocument.unpacked(bytes, name: "") else { return [] }
    var links = SVGLinks()
    // Links before a fault count.
    try? XMLReader.read(bytes, &links)
    return links.paths.sorted()
  }

  /// The path of an address; nil for one that is no file's.
  static func path(_ address: String) -> String? {
    var path = Substring(address.trimmed)
    if path.prefix(7).lowercased() == "file://" { path = path.dropFirst(7) }
    path = path.prefix { $0 != "#" && $0 != "?" }
    // A scheme is longer than the letter of a drive.
    let scheme = path.prefix { $0 != ":" && $0 != "/" }
    guard !path.isEmpty, !path.hasPrefix("//"), scheme.endIndex == path.endIndex || path[scheme.endIndex] != ":" else {
      return nil
    }
    return path.removingPercentEncoding ?? String(path)
  }
}

/// The paths in a file's elements for pictures, while it is read.
private struct SVGLinks: XMLContentHandler {
  var paths: Set<String> = []
  private var isPicture = false

  mutating func start(_ name: String, space: String?, line: Int) { isPicture = name == "image" || name == "feImage" }

  mutating func attribute(_ name: String, _ value: String, space: String?) {
    guard isPicture, name == "href", let path = SVGPicture.path(value) else { return }
    paths.insert(path)
  }

  mutating func text(_ text: String) {}

  mutating func end() {}
}
