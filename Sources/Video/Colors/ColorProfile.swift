import Coding
import Formats
import Foundation
import Graphics

/// The profile of Display P3 (ICC.1:2022, version 4.4), and pictures that carry it.
enum ColorProfile {
  /// A picture in a file's format with the profile and, as PNG, its code points; others than PNG and JPEG of Display P3 stay.
  static func tagged(_ picture: [UInt8], _ format: OutputFormat) -> [UInt8] {
    guard format.colors == .standard(.displayP3) else { return picture }
    switch format.encoder.encoder {
    case "png":
      // After the signature and the header, which has 25 bytes. The codes go before the profile (PNG, third edition, 5.6).
      let picture = withoutColors(picture)
      guard picture.count > 33 else { return picture }
      let codes = chunk("cICP", [UInt8(CodePoints.displayP3), 13, 0, 1])
      let profile = chunk("iCCP", Array("Display P3\0\0".utf8) + stored(displayP3))
      return picture[..<33] + codes + profile + picture[33...]
    case "mjpeg":
      // After the start of the image and JFIF's segment (ICC.1:2022, B.4): part 1 of 1.
      guard picture.count > 20 else { return picture }
      let segment = Array("ICC_PROFILE\0".utf8) + [1, 1] + displayP3
      return picture[..<20] + [0xFF, 0xE2] + bigEndian(segment.count + 2, 2) + segment + picture[20...]
    default: return picture
    }
  }

  /// A PNG file without what newer encoders write about its colors, of which each may stand only once.
  private static func withoutColors(_ picture: [UInt8]) -> [UInt8] {
    var result = Array(picture.prefix(8))
    var place = 8
    while place + 12 <= picture.count {
      let length = picture[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = min(place + 12 + length, picture.count)
      let name = String(decoding: picture[place + 4..<place + 8], as: UTF8.self)
      if !["cICP", "iCCP", "sRGB", "gAMA", "cHRM"].contains(name) { result += picture[place..<end] }
      place = end
    }
    return result
  }

  /// Matrix and curve, relative to the white D50 of profiles.
  static let displayP3: [UInt8] = {
    // From D65 by the Bradford transform, as ICC profiles of Display P3 have them.
    let columns: [(String, [Double])] = [
      ("rXYZ", [0.51512, 0.24120, -0.00105]), ("gXYZ", [0.29198, 0.69225, 0.04189]),
      ("bXYZ", [0.15710, 0.06657, 0.78407]),
    ]
    let adaptation = [
      1.04788208, 0.02291946, -0.05020143, 0.02958679, 0.99047852, -0.01707459, -0.00924683, 0.01507568, 0.75167847,
    ]
    // A power above a line, as sRGB: the parametric curve of type 3.
    var curve = type("para") + bigEndian(3, 2) + bigEndian(0, 2)
    curve += numbers([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    let white = numbers([0.9642, 1, 0.8249])
    var tags: [(name: String, data: [UInt8])] = [
      ("desc", text("Display P3")), ("cprt", text("CC0")), ("wtpt", type("XYZ ") + white),
    ]
    for (name, column) in columns { tags.append((name, type("XYZ ") + numbers(column))) }
    for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
    tags.append(("chad", type("sf32") + numbers(adaptation)))
    var (directory, body): ([UInt8], [UInt8]) = (bigEndian(tags.count, 4), [])
    let start = 128 + 4 + tags.count * 12
    var places: [[UInt8]: Int] = [:]
    for (name, data) in tags {
      let place = places[data] ?? start + body.count
      if places[data] == nil {
        body += data + [UInt8](repeating: 0, count: -data.count & 3)
        places[data] = place
      }
      directory += Array(name.utf8) + bigEndian(place, 4) + bigEndian(data.count, 4)
    }
    var header: [UInt8] = bigEndian(start + body.count, 4) + bigEndian(0, 4) + [4, 0x40, 0, 0]
    header += Array("mntrRGB XYZ ".utf8)
    // The day on which the profile's values were fixed, so that it is always the same.
    for part in [2026, 1, 1, 0, 0, 0] { header += bigEndian(part, 2) }
    header += Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28)
    header += white
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + directory + body
  }()

  // MARK: Parts

  private static func type(_ name: String) -> [UInt8] { Array(name.utf8) + [0, 0, 0, 0] }

  /// A text in one language.
  private static func text(_ text: String) -> [UInt8] {
    let units = text.utf16.flatMap { bigEndian(Int($0), 2) }
    return type("mluc") + bigEndian(1, 4) + bigEndian(12, 4) + Array("enUS".utf8) + bigEndian(units.count, 4)
      + bigEndian(28, 4) + units
  }

  /// Numbers in 1/65536.
  private static func numbers(_ values: [Double]) -> [UInt8] {
    values.flatMap { bigEndian(Int(($0 * 65_536).rounded()), 4) }
  }

  private static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
  }

  /// Bytes as a stream of zlib that stores them as they are (RFC 1950 and 1951); at most 65,535.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 255), UInt8(bytes.count >> 8))
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01, 1, low, high, ~low, ~high] + bytes + bigEndian(Int(b << 16 | a), 4)
  }

  /// A chunk of a PNG file with its checksum.
  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in content {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return bigEndian(data.count, 4) + content + bigEndian(Int(~crc), 4)
  }
}
