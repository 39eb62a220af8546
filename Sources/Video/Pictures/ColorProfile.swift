import Compression

/// The name of the color profile (ICC.1) of a PNG, JPEG or WebP file; nil where the file has none, or where that is sRGB's, by its
/// name. It is empty for a profile that is damaged or has no name.
public func colorProfile(ofPicture bytes: [UInt8]) -> String? {
  let file = PictureChunks(bytes: bytes)
  // What comes before the profile, or a part of it with two more bytes, in JPEG files.
  let header = Array("ICC_PROFILE".utf8) + [0]
  // In PNG files the profile comes before the chunk `sRGB` (third edition, 4.3).
  guard let part = file.part(png: "iCCP", jpeg: (0xFFE2, header), webP: "ICCP") else { return nil }
  let content = bytes[part.clamped(to: 0..<bytes.count)]
  var name: String?
  switch bytes[0] {
  case 0x89:
    // A name, a number of the compression, and the profile, whose own name says more.
    guard let end = content.firstIndex(of: 0) else { return "" }
    name = inflated(content[end...].dropFirst(2), .wrapped, maxSize: 16 << 20).flatMap { profileName($0[...]) }
    name = name ?? String(decoding: content[..<end], as: UTF8.self)
  case 0xFF: name = profileName(content.dropFirst(header.count + 2))
  default: name = profileName(content)
  }
  return name?.lowercased().contains("srgb") == true ? nil : name ?? ""
}

/// The description of a profile, the tag `desc`, as a text of version 2 or the first one of version 4; nil without one.
private func profileName(_ profile: ArraySlice<UInt8>) -> String? {
  let file = PictureChunks(bytes: Array(profile))
  func number(_ place: Int) -> Int? { file.number(at: place, bytes: 4, isBigEndian: true) }
  func bytes(_ place: Int, _ count: Int) -> ArraySlice<UInt8> { file.bytes.dropFirst(place).prefix(count) }
  guard let count = number(128) else { return nil }
  for entry in 0..<count {
    let place = 132 + entry * 12
    guard let start = number(place + 4) else { return nil }
    guard file.matches(Array("desc".utf8), at: place) else { continue }
    var name = ""
    if file.matches(Array("desc".utf8), at: start), let count = number(start + 8) {
      name = String(decoding: bytes(start + 12, count).prefix { $0 != 0 }, as: UTF8.self)
    } else if file.matches(Array("mluc".utf8), at: start), let count = number(start + 20),
      let offset = number(start + 24)
    {
      let text = Array(bytes(start + offset, count))
      let units = stride(from: 0, to: text.count - 1, by: 2).map { UInt16(text[$0]) << 8 | UInt16(text[$0 + 1]) }
      name = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    }
    return name.isEmpty ? nil : name
  }
  return nil
}
