import Documents
import StageKit

extension DocumentReader {
  /// The picture of an image layer; one that cannot be read is left out with a remark.
  func image(_ entry: JSONNode) throws -> Layer.Content {
    let id = entry["refId"]?.text ?? ""
    guard let asset = assets[id], let file = asset["p"]?.text else {
      omit("its picture '\(id)' does not exist")
      return .empty
    }
    do {
      guard let source = try source(of: asset, file, folders: container.pictureFolders) else {
        throw StageError("is no base64")
      }
      let image = try resources.image(source)
      let size = Size(
        asset["w"]?.number ?? Double(image.width), asset["h"]?.number ?? Double(image.height))
      return .image(image, Size(Self.bounded(size.width), Self.bounded(size.height)))
    } catch let error as StageError {
      let shown = file.hasPrefix("data:") ? "in the file" : "'\(asset["u"]?.text ?? "")\(file)'"
      omit("its picture \(shown) is not drawn: \(error.message)")
      return .empty
    }
  }

  /// The file of an asset: its bytes, where the animation or its archive holds them in one of some folders, or its path; nil for
  /// malformed base64.
  func source(of asset: JSONNode, _ file: String, folders: [String]) throws -> LottieResources.File? {
    guard file.hasPrefix("data:") else {
      if let bytes = try container.file(file, in: folders) { return .embedded(bytes) }
      return .file((asset["u"]?.text ?? "") + file)
    }
    guard let comma = file.utf8.firstIndex(of: UInt8(ascii: ",")), file[..<comma].hasSuffix(";base64") else {
      return nil
    }
    return Base64.decoded(file.utf8[comma...].dropFirst()).map { .embedded($0) }
  }
}

/// The text encoding of bytes.
enum Base64 {
  /// The bytes of a text, without regard to white space; nil where it has other characters.
  static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in text {
      let value: Int
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = Int(byte) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = Int(byte) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = Int(byte) + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="), 0x09...0x0D, 0x20: continue
      default: return nil
      }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return result
  }
}
