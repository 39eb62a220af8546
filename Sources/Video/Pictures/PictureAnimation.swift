/// The kind of an animation whose file could be taken for a still picture: `APNG` or `WebP`; nil for a still one.
///
/// An APNG has a chunk `acTL` before its first picture (W3C, PNG 3, 11.3.6.1), an animated WebP a flag in its header.
public func pictureAnimation(in bytes: [UInt8]) -> String? {
  func has(_ text: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }
  if has("RIFF", at: 0), has("WEBP", at: 8) {
    return has("VP8X", at: 12) && bytes.count > 20 && bytes[20] & 2 != 0 ? "WebP" : nil
  }
  guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
  var place = 8
  while place + 8 <= bytes.count {
    if has("acTL", at: place + 4) { return "APNG" }
    if has("IDAT", at: place + 4) { return nil }
    let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    place += 12 + length
  }
  return nil
}
