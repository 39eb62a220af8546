import StageKit

extension DocumentReader {
  /// The picture of an image layer; one that cannot be read is left out with a remark.
  func image(_ entry: JSONValue) throws -> Layer.Content {
    let id = entry["refId"]?.text ?? ""
    guard let asset = assets[id], let file = asset["p"]?.text else {
      omit("its picture '\(id)' does not exist")
      return .empty
    }
    do {
      let picture: LottieResources.Picture
      if file.hasPrefix("data:") {
        guard let comma = file.utf8.firstIndex(of: UInt8(ascii: ",")),
          file[..<comma].hasSuffix(";base64"), let bytes = Base64.decoded(file.utf8[comma...].dropFirst())
        else { throw StageError("is no base64") }
        picture = .embedded(bytes)
      } else if let bytes = try container.picture(file) {
        picture = .embedded(bytes)
      } else {
        picture = .file((asset["u"]?.text ?? "") + file)
      }
      let image = try resources.image(picture)
      let size = Size(
        asset["w"]?.number ?? Double(image.width), asset["h"]?.number ?? Double(image.height))
      return .image(image, Size(Self.bounded(size.width), Self.bounded(size.height)))
    } catch let error as StageError {
      let shown = file.hasPrefix("data:") ? "in the file" : "'\(asset["u"]?.text ?? "")\(file)'"
      omit("its picture \(shown) is not drawn: \(error.message)")
      return .empty
    }
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
