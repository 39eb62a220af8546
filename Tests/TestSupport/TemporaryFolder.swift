import Foundation

/// A new folder, removed with everything in it when the test is over.
public final class TemporaryFolder: Sendable {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("pipeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  public var path: String { url.path }

  /// The path of something in the folder.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and makes the folders that it needs.
  public func write(_ text: String, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The bytes of a file; nil where it cannot be read.
  public func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: file(name)) }

  /// The bytes of every file anywhere below a folder in it, by path.
  public func files(below folder: String = "") -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: file(folder))?.compactMap { $0 as? String } ?? []
    return Dictionary(uniqueKeysWithValues: names.compactMap { name in bytes("\(folder)/\(name)").map { (name, $0) } })
  }

  /// Everything directly in the folder, hidden files too, sorted.
  public var names: [String] { names(below: "") }

  /// Everything directly in a folder in it, hidden files too, sorted.
  public func names(below folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(folder).path)) ?? []).sorted()
  }
}
