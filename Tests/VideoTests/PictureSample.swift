import Foundation

/// Bytes of color profiles and of the files that carry them.
enum PictureSample {
  static func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded())) }

  static let sRGB = [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141]]
  static let displayP3 = [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]]
  /// sRGB's curve as ICC.1's function type 3.
  static let curve =
    Array("para".utf8) + big(0) + big(3, 2) + big(0, 2)
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)
  static let table =
    Array("curv".utf8) + big(0) + big(1024)
    + (0..<1024).flatMap { index -> [UInt8] in
      let value = Double(index) / 1023
      let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      return big(Int((light * 65535).rounded()), 2)
    }

  static func gamma(_ value: Double) -> [UInt8] {
    Array("curv".utf8) + big(0) + big(1) + big(Int((value * 256).rounded()), 2)
  }

  static func profile(
    _ name: String, space: String = "RGB ", _ primaries: [[Double]] = sRGB, curve: [UInt8] = curve, isOld: Bool = false,
    table inks: [UInt8]? = nil
  ) -> [UInt8] {
    let text = Array(name.utf16)
    let description =
      isOld
      ? Array("desc".utf8) + big(0) + big(name.utf8.count + 1) + Array(name.utf8) + [0]
      : Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8) + big(text.count * 2) + big(28)
        + text.flatMap { big(Int($0), 2) }
    var tags: [(String, [UInt8])] = [("desc", description)]
    if let inks {
      tags.append(("A2B0", inks))
    } else if space == "GRAY" {
      tags.append(("kTRC", curve))
    } else {
      for (index, name) in ["r", "g", "b"].enumerated() {
        tags.append((name + "XYZ", Array("XYZ ".utf8) + big(0) + primaries[index].flatMap(fixed)))
        tags.append((name + "TRC", curve))
      }
    }
    var head = [UInt8](repeating: 0, count: 128)
    for (place, text) in [
      (12, inks == nil ? "mntr" : "scnr"), (16, space), (20, inks == nil ? "XYZ " : "Lab "), (36, "acsp"),
    ] {
      head.replaceSubrange(place..<place + 4, with: Array(text.utf8))
    }
    head.replaceSubrange(8..<12, with: isOld || inks != nil ? [2, 0x40, 0, 0] : [4, 0x30, 0, 0])
    head.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
    var (table, data) = (big(tags.count), [UInt8]())
    for (name, bytes) in tags {
      table += Array(name.utf8) + big(132 + tags.count * 12 + data.count) + big(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    head.replaceSubrange(0..<4, with: big(head.count + table.count + data.count))
    return head + table + data
  }

  /// A profile of cyan, magenta, yellow and black: paper is white, and any two full inks are black.
  ///
  /// A table of ICC.1:2022, 10.11 (`mft1`), with two values a side, as the lightness of CIE Lab.
  static func inkProfile(lightness: [Double]) -> [UInt8] {
    let identity = (0..<256).map { UInt8($0) }
    var colors: [UInt8] = []
    for corner in 0..<16 {
      let full = (0..<4).filter { corner >> (3 - $0) & 1 == 1 }
      let light = full.isEmpty ? 100 : full.count == 1 ? lightness[full[0]] : 0
      colors += [UInt8((light * 2.55).rounded()), 128, 128]
    }
    let table =
      Array("mft1".utf8) + big(0) + [4, 3, 2, 0] + [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap(fixed)
      + Array(repeating: identity, count: 4).flatMap { $0 } + colors
      + Array(repeating: identity, count: 3).flatMap { $0 }
    return profile("Inks", space: "CMYK", table: table)
  }

  /// Chunks of a PNG file whose pixels and checksums are wrong, of a color type: 0 for gray, 2 for red, green and blue.
  static func png(_ chunks: [(String, [UInt8])], color: UInt8 = 2) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header: [UInt8] = big(1) + big(1) + [8, color, 0, 0, 0]
    for (name, content) in [("IHDR", header)] + chunks + [("IDAT", [0]), ("gAMA", big(100_000))] {
      bytes += big(content.count) + Array(name.utf8) + content + big(0)
    }
    return bytes
  }

  /// A PNG file of rows of samples, which are 8 or 16 bits deep; `color` is 0 for gray, 2 for RGB, 6 for RGB and alpha.
  static func png(
    width: Int, color: UInt8, depth: UInt8 = 8, _ samples: [UInt8], _ chunks: [(String, [UInt8])] = []
  ) -> [UInt8] {
    let rowSize = width * (color == 0 ? 1 : color == 2 ? 3 : 4) * Int(depth) / 8
    let rows = stride(from: 0, to: samples.count, by: rowSize).flatMap { [0] + samples[$0..<$0 + rowSize] }
    let header = big(width) + big(samples.count / rowSize) + [depth, color, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + ([("IHDR", header)] + chunks + [("IDAT", packed(rows)), ("IEND", [])]).flatMap { name, bytes in
        let chunk = Array(name.utf8) + bytes
        return big(bytes.count) + chunk + big(checksum(chunk))
      }
  }

  /// PNG's checksum (annex D).
  private static func checksum(_ bytes: [UInt8]) -> Int {
    var state = UInt32.max
    for byte in bytes {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1 }
    }
    return Int(~state)
  }

  /// In zlib's wrapping, in one stored block.
  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var (a, b) = (1, 0)
    for byte in bytes { (a, b) = ((a + Int(byte)) % 65521, (b + a + Int(byte)) % 65521) }
    let size = bytes.count
    let length = [UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8((~size >> 8) & 255)]
    return [0x78, 0x01, 1] + length + bytes + big(b << 16 | a)
  }

  static func iCCP(_ profile: [UInt8]) -> (String, [UInt8]) {
    ("iCCP", Array("icc".utf8) + [0, 0] + packed(profile))
  }

  /// PNG's numbers, of which 100,000 are 1.
  static func numbers(_ values: [Double]) -> [UInt8] { values.flatMap { big(Int(($0 * 100_000).rounded())) } }

  static func jpeg(_ segments: [(UInt8, [UInt8])], components: UInt8 = 3) -> [UInt8] {
    let start: (UInt8, [UInt8]) = (0xC0, [8, 0, 8, 0, 8, components, 0, 0, 0])
    return [0xFF, 0xD8] + (segments + [start, (0xDA, [0])]).flatMap { [0xFF, $0.0] + big($0.1.count + 2, 2) + $0.1 }
  }

  static func part(_ number: UInt8, of count: UInt8, _ bytes: ArraySlice<UInt8>) -> (UInt8, [UInt8]) {
    (0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + bytes)
  }

  static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = Array("RIFF".utf8) + big(0) + Array("WEBP".utf8)
    for (name, content) in chunks + [("VP8L", [0])] {
      bytes += Array(name.utf8) + big(content.count).reversed()
      bytes += content + [UInt8](repeating: 0, count: content.count % 2)
    }
    return bytes
  }
}
