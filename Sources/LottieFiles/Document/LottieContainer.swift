import Compression
import Documents
import StageKit

/// The JSON of an animation, and the pictures that its file holds.
struct LottieContainer {
  /// The text of the animation.
  var json: [UInt8] = []
  /// The archive that it lies in; nil for a plain file.
  private var archive: ZipArchive?
  private var name = ""
  /// The ids of an archive's animations.
  private(set) var animations: [String] = []
  /// The folder of pictures in the archive.
  var pictureFolders: [String] = []

  /// Finds the animation in a file: JSON, JSON packed by gzip (`.tgs`), or an archive (`.lottie`).
  ///
  /// - `animation`: The id of one of an archive's animations; nil for the one that its manifest begins with.
  init(_ bytes: [UInt8], name: String, animation: String?) throws {
    let isArchive = bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
    if let animation, !isArchive {
      throw StageError("\(name): is no archive, from which '\(animation)' could be taken", parameter: "animation")
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      guard let json = inflated(bytes[...], .wrapped, maxSize: Self.maxFileSize) else {
        throw StageError("\(name): the gzip data are damaged or too large")
      }
      self.json = json
      return
    }
    guard isArchive else {
      json = bytes
      return
    }
    do {
      archive = try ZipArchive(bytes)
    } catch {
      throw StageError("\(name): \(error.message)", hint: error.hint)
    }
    self.name = name
    guard let manifest = try unpacked("manifest.json") else {
      throw StageError("\(name): the archive has no 'manifest.json'")
    }
    let root = try JSONNode.read(manifest, name: "\(name)/manifest.json")
    let ids = (root["animations"]?.list ?? []).compactMap { $0["id"]?.text }
    animations = ids
    let initial = root["initial"]?["animation"]?.text ?? root["activeAnimationId"]?.text
    if let animation, !ids.contains(animation) {
      throw StageError(
        "\(name): has no animation '\(animation)'",
        hint: "It has \(ids.map { "'\($0)'" }.joined(separator: ", ")).")
    }
    guard let id = animation ?? initial.flatMap({ ids.contains($0) ? $0 : nil }) ?? ids.first else {
      throw StageError("\(name): the archive's manifest lists no animations")
    }
    // Version 2 has 'a' and 'i', version 1 'animations' and 'images'.
    for file in ["a/\(id).json", "animations/\(id).json"] {
      guard let json = try unpacked(file) else { continue }
      self.json = json
      pictureFolders = ["i/", "images/"]
      return
    }
    throw StageError("\(name): the archive has no file of its animation '\(id)'")
  }

  /// The bytes of a file in one of the archive's folders; nil if they have none of that name.
  func file(_ file: String, in folders: [String]) throws -> [UInt8]? {
    for folder in folders { if let bytes = try unpacked(folder + file) { return bytes } }
    return nil
  }

  /// The greatest size of a file in an archive.
  private static let maxFileSize = 256 << 20

  /// A file of the archive; nil if it has none of that name, or is none.
  private func unpacked(_ file: String) throws -> [UInt8]? {
    do {
      return try archive?.file(file, maxSize: Self.maxFileSize)
    } catch {
      throw StageError("\(name): \(error.message)", hint: error.hint)
    }
  }
}
