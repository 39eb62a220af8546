import Foundation
import Testing

@testable import Video

/// Bytes of color profiles and of the files that carry them.
private enum Sample {
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
    _ name: String, space: String = "RGB ", _ primaries: [[Double]] = sRGB, curve: [UInt8] = curve, isOld: Bool = false
  ) -> [UInt8] {
    let text = Array(name.utf16)
    let description =
      isOld
      ? Array("desc".utf8) + big(0) + big(name.utf8.count + 1) + Array(name.utf8) + [0]
      : Array("mluc".utf8) + big(0) + big(1) + big(12) + Array("enUS".utf8) + big(text.count * 2) + big(28)
        + text.flatMap { big(Int($0), 2) }
    var tags: [(String, [UInt8])] = [("desc", description)]
    if space == "GRAY" {
      tags.append(("kTRC", curve))
    } else {
      for (index, name) in ["r", "g", "b"].enumerated() {
        tags.append((name + "XYZ", Array("XYZ ".utf8) + big(0) + primaries[index].flatMap(fixed)))
        tags.append((name + "TRC", curve))
      }
    }
    var head = [UInt8](repeating: 0, count: 128)
    head.replaceSubrange(16..<20, with: Array(space.utf8))
    head.replaceSubrange(36..<40, with: Array("acsp".utf8))
    var (table, data) = (big(tags.count), [UInt8]())
    for (name, bytes) in tags {
      table += Array(name.utf8) + big(132 + tags.count * 12 + data.count) + big(bytes.count)
      data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    return head + table + data
  }

  static func png(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + ([("IHDR", [UInt8](repeating: 0, count: 13))] + chunks + [("IDAT", [0]), ("gAMA", big(100_000))]).flatMap {
        big($0.1.count) + Array($0.0.utf8) + $0.1 + big(0)
      }
  }

  /// A profile in zlib's wrapping, in stored blocks.
  static func iCCP(_ profile: [UInt8]) -> (String, [UInt8]) {
    var (a, b) = (1, 0)
    for byte in profile { (a, b) = ((a + Int(byte)) % 65521, (b + a + Int(byte)) % 65521) }
    let size = profile.count
    let length = [UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8((~size >> 8) & 255)]
    return ("iCCP", Array("icc".utf8) + [0, 0, 0x78, 0x01, 1] + length + profile + big(b << 16 | a))
  }

  static func jpeg(_ segments: [(UInt8, [UInt8])], components: UInt8 = 3) -> [UInt8] {
    let start: (UInt8, [UInt8]) = (0xC0, [8, 0, 8, 0, 8, components, 0, 0, 0])
    return [0xFF, 0xD8] + (segments + [start, (0xDA, [0])]).flatMap { [0xFF, $0.0] + big($0.1.count + 2, 2) + $0.1 }
  }

  static func part(_ number: UInt8, of count: UInt8, _ bytes: ArraySlice<UInt8>) -> (UInt8, [UInt8]) {
    (0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + bytes)
  }

  static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    Array("RIFF".utf8) + big(0) + Array("WEBP".utf8)
      + (chunks + [("VP8L", [0])]).flatMap {
        Array($0.0.utf8) + big($0.1.count).reversed() + $0.1 + [UInt8](repeating: 0, count: $0.1.count % 2)
      }
  }
}

@Suite("Colors that pictures say to have")
struct PictureTraitsTests {
  private func text(_ bytes: [UInt8]) -> String? { PictureTraits(bytes).colors?.text }

  @Test("A profile of sRGB's primaries and curve is none, whatever its name and form")
  func sRGB() {
    for profile in [
      Sample.profile("sRGB IEC61966-2.1"), Sample.profile("c2"),
      Sample.profile("old", curve: Sample.table, isOld: true),
      Sample.profile("sGray", space: "GRAY"),
    ] {
      #expect(text(Sample.png([Sample.iCCP(profile)])) == nil)
      #expect(text(Sample.jpeg([Sample.part(1, of: 1, profile[...])])) == nil)
      #expect(text(Sample.webp([("VP8X", [0x20]), ("ICCP", profile)])) == nil)
    }
  }

  @Test("Another profile is named, in PNG, JPEG of several parts in any order, and WebP")
  func profiles() {
    let p3 = Sample.profile("Display P3", Sample.displayP3)
    let named = "the color profile 'Display P3'"
    #expect(text(Sample.png([Sample.iCCP(p3)])) == named)
    #expect(text(Sample.jpeg([Sample.part(2, of: 2, p3[200...]), Sample.part(1, of: 2, p3[..<200])])) == named)
    #expect(text(Sample.webp([("VP8X", [0x20]), ("ICCP", p3)])) == named)
    for (profile, named) in [
      (Sample.profile("sRGB", Sample.displayP3), "the color profile 'sRGB'"),
      (Sample.profile("sRGB", curve: Sample.gamma(1)), "the color profile 'sRGB'"),
      (Sample.profile("Gamma 2.2", curve: Sample.gamma(2.2), isOld: true), "the color profile 'Gamma 2.2'"),
      (Sample.profile("Dot Gain", space: "GRAY", curve: Sample.gamma(1.8)), "the color profile 'Dot Gain'"),
      (Sample.profile("FOGRA39", space: "CMYK"), "the color profile 'FOGRA39' of CMYK"),
      (Sample.profile("", Sample.displayP3), "a color profile without a name"), ([1, 2, 3], "a damaged color profile"),
    ] {
      #expect(text(Sample.png([Sample.iCCP(profile)])) == named)
    }
    #expect(
      PictureTraits(Sample.png([Sample.iCCP(p3)])).colors?.remark
        == "has the color profile 'Display P3', which is not converted; its colors are drawn as sRGB")
  }

  @Test("Code points, gamma and primaries of PNG count in their order")
  func chunks() {
    let p3 = Sample.iCCP(Sample.profile("Display P3", Sample.displayP3))
    func numbers(_ values: [Double]) -> [UInt8] { values.flatMap { Sample.big(Int(($0 * 100_000).rounded())) } }
    let wide = ("cHRM", numbers([0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]))
    let plain = ("cHRM", numbers([0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]))
    #expect(text(Sample.png([("cICP", [12, 13, 0, 1])])) == "the primaries of Display P3")
    #expect(text(Sample.png([("cICP", [9, 16, 0, 1])])) == "the primaries of BT.2020 and the transfer function PQ")
    #expect(text(Sample.png([("cICP", [1, 13, 0, 1]), p3])) == nil)
    #expect(text(Sample.png([("sRGB", [0]), ("gAMA", numbers([1])), wide])) == nil)
    #expect(text(Sample.png([("gAMA", numbers([0.45455])), plain])) == nil)
    #expect(text(Sample.png([("gAMA", numbers([1])), plain])) == "a gamma of 1 (gAMA)")
    #expect(text(Sample.png([wide])) == "other primaries than sRGB (cHRM)")
    #expect(
      text(Sample.png([("gAMA", numbers([0.55556])), wide]))
        == "other primaries than sRGB (cHRM) and a gamma of 0.5556 (gAMA)")
    // A chunk after the pixels says nothing of them.
    #expect(text(Sample.png([])) == nil)
  }

  @Test("A JPEG's inks, and a camera's mark of another color space, are named")
  func jpeg() {
    #expect(text(Sample.jpeg([])) == nil)
    #expect(text(Sample.jpeg([], components: 1)) == nil)
    #expect(text(Sample.jpeg([], components: 4)) == "the color space CMYK without a profile")
    func exif(_ value: UInt8, isLittle: Bool) -> (UInt8, [UInt8]) {
      func number(_ value: Int, _ count: Int) -> [UInt8] {
        isLittle ? Sample.big(value, count).reversed() : Sample.big(value, count)
      }
      let block = [
        Array((isLittle ? "II" : "MM").utf8), number(42, 2), number(8, 4), number(1, 2), number(0x8769, 2),
        number(4, 2),
        number(1, 4), number(26, 4), number(0, 4), number(1, 2), number(0xA001, 2), number(3, 2), number(1, 4),
        number(value == 1 ? 1 : 0xFFFF, 2), number(0, 2),
      ]
      return (0xE1, Array("Exif\0\0".utf8) + block.flatMap { $0 })
    }
    for isLittle in [true, false] {
      #expect(text(Sample.jpeg([exif(1, isLittle: isLittle)])) == nil)
      #expect(
        text(Sample.jpeg([exif(2, isLittle: isLittle)])) == "another color space than sRGB (Exif: probably Adobe RGB)")
      let profile = Sample.part(1, of: 1, Sample.profile("a")[...])
      #expect(text(Sample.jpeg([exif(2, isLittle: isLittle), profile])) == nil)
    }
  }

  @Test("Animated PNG and WebP are known by their chunks")
  func animations() {
    #expect(PictureTraits(Sample.png([("acTL", Sample.big(2) + Sample.big(0))])).animation == .png)
    #expect(PictureTraits(Sample.png([])).animation == nil)
    #expect(PictureTraits(Sample.webp([("VP8X", [2])])).animation == .webp)
    #expect(PictureTraits(Sample.webp([("VP8X", [0x10])])).animation == nil)
    #expect(PictureTraits([]).animation == nil)
  }

  @Test("Damaged bytes are read without harm")
  func damaged() {
    let p3 = Sample.profile("Display P3", Sample.displayP3)
    for file in [
      Sample.png([Sample.iCCP(p3)]), Sample.jpeg([Sample.part(1, of: 1, p3[...])]),
      Sample.webp([("VP8X", [0x20]), ("ICCP", p3)]),
    ] {
      for count in stride(from: 0, to: file.count, by: 3) { _ = PictureTraits(Array(file.prefix(count))) }
      for place in stride(from: 0, to: file.count, by: 2) {
        for value: UInt8 in [0, 0x7F, 0xFF] {
          var changed = file
          changed[place] = value
          _ = PictureTraits(changed)
        }
      }
    }
    for place in p3.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = p3
        changed[place] = value
        _ = ColorProfile(changed)
      }
    }
  }
}
