import Foundation
import Testing

@testable import Video

@Suite("Colors that pictures say to have")
struct PictureTraitsTests {
  private func text(_ bytes: [UInt8]) -> String? { PictureTraits(bytes).colors?.text }

  @Test("A profile of sRGB's primaries and curve is none, whatever its name and form")
  func sRGB() {
    for profile in [
      PictureSample.profile("sRGB IEC61966-2.1"), PictureSample.profile("c2"),
      PictureSample.profile("old", curve: PictureSample.table, isOld: true),
      PictureSample.profile("sGray", space: "GRAY"),
    ] {
      #expect(text(PictureSample.png([PictureSample.iCCP(profile)])) == nil)
      #expect(text(PictureSample.jpeg([PictureSample.part(1, of: 1, profile[...])])) == nil)
      #expect(text(PictureSample.webp([("VP8X", [0x20]), ("ICCP", profile)])) == nil)
    }
  }

  @Test(
    "A picture of more pixels than are read is not worth reading when it is drawn, however many they are",
    arguments: [(2_000, false), (10_000, true), (10_001, false), (0x7FFF_FFFF, false), (0xFFFF_FFFF, false)])
  func excessiveSizes(side: Int, isLarge: Bool) {
    var bytes = PictureSample.png([])
    bytes.replaceSubrange(16..<24, with: PictureSample.big(side) + PictureSample.big(side))
    #expect(PictureTraits(bytes).isLarge == isLarge)
  }

  @Test("Another profile is converted, in PNG, JPEG of several parts in any order, and WebP")
  func profiles() {
    let p3 = PictureSample.profile("Display P3", PictureSample.displayP3)
    for file in [
      PictureSample.png([PictureSample.iCCP(p3)]), PictureSample.webp([("VP8X", [0x20]), ("ICCP", p3)]),
      PictureSample.jpeg([PictureSample.part(2, of: 2, p3[200...]), PictureSample.part(1, of: 2, p3[..<200])]),
    ] {
      let traits = PictureTraits(file)
      #expect(traits.source == .profile(p3) && traits.isConverted && traits.colors == nil)
    }
    for profile in [
      PictureSample.profile("sRGB", PictureSample.displayP3),
      PictureSample.profile("sRGB", curve: PictureSample.gamma(1)),
      PictureSample.profile("Gamma 2.2", curve: PictureSample.gamma(2.2), isOld: true),
    ] {
      #expect(PictureTraits(PictureSample.png([PictureSample.iCCP(profile)])).isConverted)
    }
    let gray = PictureSample.iCCP(PictureSample.profile("Dot Gain", space: "GRAY", curve: PictureSample.gamma(1.8)))
    #expect(PictureTraits(PictureSample.png([gray], color: 0)).isConverted)
    let inks = PictureSample.part(1, of: 1, PictureSample.inkProfile(lightness: [60, 50, 90, 10])[...])
    #expect(PictureTraits(PictureSample.jpeg([inks], components: 4)).isConverted)
    #expect(text(PictureSample.jpeg([inks])) == "the color profile 'Inks' of CMYK")
  }

  @Test("A damaged profile, and one for other components, is named")
  func unconverted() {
    let p3 = PictureSample.profile("Display P3", PictureSample.displayP3)
    var bare = PictureSample.profile("Bare", PictureSample.displayP3)
    for place in 0..<bare.count - 4 where bare[place..<place + 4].elementsEqual("gTRC".utf8) { bare[place] = 0x78 }
    for (profile, named) in [
      (
        PictureSample.profile("Dot Gain", space: "GRAY", curve: PictureSample.gamma(1.8)),
        "the color profile 'Dot Gain'"
      ),
      (PictureSample.inkProfile(lightness: [60, 50, 90, 10]), "the color profile 'Inks' of CMYK"),
      (PictureSample.profile("", space: "Lab "), "a color profile without a name of Lab"),
      (bare, "the color profile 'Bare'"),
      ([1, 2, 3], "a damaged color profile"),
    ] {
      let traits = PictureTraits(PictureSample.png([PictureSample.iCCP(profile)]))
      #expect(traits.colors?.text == named && !traits.isConverted)
    }
    #expect(text(PictureSample.jpeg([PictureSample.part(1, of: 2, p3[...])])) == "a damaged color profile")
    #expect(text(PictureSample.jpeg([PictureSample.part(1, of: 0, p3[...])])) == "a damaged color profile")
    #expect(
      PictureTraits(PictureSample.png([PictureSample.iCCP(bare)])).colors?.remark
        == "has the color profile 'Bare', which is not converted; its colors are drawn as sRGB")
  }

  @Test("Code points, gamma and primaries of PNG count in their order")
  func chunks() {
    func source(_ chunks: [(String, [UInt8])]) -> ColorSource? { PictureTraits(PictureSample.png(chunks)).source }
    let p3 = PictureSample.iCCP(PictureSample.profile("Display P3", PictureSample.displayP3))
    let wideNumbers = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]
    let wide = ("cHRM", PictureSample.numbers(wideNumbers))
    let plain = ("cHRM", PictureSample.numbers([0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]))
    let linear = ("gAMA", PictureSample.numbers([1]))
    #expect(source([("cICP", [12, 13, 0, 1]), p3]) == .codes(primaries: 12, transfer: 13))
    #expect(source([("cICP", [1, 13, 0, 1]), p3]) == nil)
    #expect(source([("sRGB", [0]), linear, wide]) == nil)
    #expect(source([("gAMA", PictureSample.numbers([0.45455])), plain]) == nil)
    #expect(source([linear, plain]) == .numbers(gamma: 1, chromaticities: CodePoints.sRGBChromaticities))
    #expect(source([wide]) == .numbers(gamma: nil, chromaticities: wideNumbers))
    // A chunk after the pixels says nothing of them.
    #expect(source([]) == nil)
    for (chunks, named) in [
      ([("cICP", [1, 9, 0, 1])], "the transfer function logarithmic"),
      ([("cICP", [99, 13, 0, 1])], "the primaries of the code 99"),
      ([("gAMA", PictureSample.numbers([0]))], "a gamma of 0 (gAMA)"),
      ([("cHRM", [UInt8](repeating: 0, count: 32))], "other primaries than sRGB (cHRM)"),
    ] {
      #expect(text(PictureSample.png(chunks)) == named)
      #expect(source(chunks) == nil)
    }
  }

  @Test("HDR in a PNG is tone-mapped, from the peak that it says")
  func bright() {
    func mapping(_ chunks: [(String, [UInt8])]) -> ToneMapping? { PictureTraits(PictureSample.png(chunks)).toneMapping }
    #expect(mapping([("cICP", [9, 16, 0, 1])]) == ToneMapping(.pq))
    #expect(mapping([("cICP", [12, 18, 0, 1])]) == ToneMapping(.hlg, primaries: 12))
    let level = ("cLLI", PictureSample.big(6_500_000) + PictureSample.big(1))
    #expect(mapping([("cICP", [9, 16, 0, 1]), level])?.peak == 650)
    #expect(mapping([("cICP", [1, 13, 0, 1]), level]) == nil)
    #expect(PictureTraits(PictureSample.png([("cICP", [9, 16, 0, 1])])).isConverted)
  }

  @Test("A JPEG's inks, and a camera's mark of another color space, are named")
  func jpeg() {
    #expect(text(PictureSample.jpeg([])) == nil)
    #expect(text(PictureSample.jpeg([], components: 1)) == nil)
    #expect(text(PictureSample.jpeg([], components: 4)) == "the color space CMYK without a profile")
    func exif(_ value: UInt8, isLittle: Bool) -> (UInt8, [UInt8]) {
      func number(_ value: Int, _ count: Int) -> [UInt8] {
        isLittle ? PictureSample.big(value, count).reversed() : PictureSample.big(value, count)
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
      #expect(text(PictureSample.jpeg([exif(1, isLittle: isLittle)])) == nil)
      #expect(
        text(PictureSample.jpeg([exif(2, isLittle: isLittle)]))
          == "another color space than sRGB (Exif: probably Adobe RGB)")
      let profile = PictureSample.part(1, of: 1, PictureSample.profile("a")[...])
      #expect(text(PictureSample.jpeg([exif(2, isLittle: isLittle), profile])) == nil)
    }
  }

  @Test("Animated PNG and WebP are known by their chunks")
  func animations() {
    #expect(PictureTraits(PictureSample.png([("acTL", PictureSample.big(2) + PictureSample.big(0))])).animation == .png)
    #expect(PictureTraits(PictureSample.png([])).animation == nil)
    #expect(PictureTraits(PictureSample.webp([("VP8X", [2])])).animation == .webp)
    #expect(PictureTraits(PictureSample.webp([("VP8X", [0x10])])).animation == nil)
    #expect(PictureTraits([]).animation == nil)
  }

  @Test("Damaged bytes are read without harm")
  func damaged() {
    let p3 = PictureSample.profile("Display P3", PictureSample.displayP3)
    for file in [
      PictureSample.png([PictureSample.iCCP(p3)]), PictureSample.jpeg([PictureSample.part(1, of: 1, p3[...])]),
      PictureSample.webp([("VP8X", [0x20]), ("ICCP", p3)]),
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
        _ = ParsedProfile(changed)
      }
    }
  }

  @Test("The head of a JPEG XL file says its size, unless the picture is to be turned")
  func jpegXLSize() {
    func size(_ bytes: [UInt8]) -> PictureTraits.PixelSize? { PictureTraits(bytes).size }
    // Small: 1, 96 / 8 - 1 in 5 bits, the ratio 0 in 3, 160 / 8 - 1 in 5, plain: 1.
    let bits = 1 | 11 << 1 | 0 << 6 | 19 << 9 | 1 << 14
    let head: [UInt8] = [0xFF, 0x0A, UInt8(bits & 255), UInt8(bits >> 8)]
    #expect(size(head) == PictureTraits.PixelSize(width: 160, height: 96))
    #expect(size(head.dropLast()) == nil)
    // 1080 - 1 in 13 bits, the ratio 16 : 9, plain.
    let large = 0 | 1 << 1 | 1079 << 3 | 5 << 16 | 1 << 19
    let wide: [UInt8] = [0xFF, 0x0A, UInt8(large & 255), UInt8(large >> 8 & 255), UInt8(large >> 16)]
    #expect(size(wide) == PictureTraits.PixelSize(width: 1920, height: 1080))
    let box: [UInt8] = [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A]
    let padding = [UInt8](repeating: 0, count: 8)
    #expect(
      size(box + [0, 0, 0, 0] + Array("jxlc".utf8) + wide + padding)
        == PictureTraits.PixelSize(width: 1920, height: 1080))
    #expect(
      size(box + [0, 0, 0, 0] + Array("jxlp".utf8) + [0, 0, 0, 0] + wide + padding)
        == PictureTraits.PixelSize(width: 1920, height: 1080))
    // Not plain, with more, of an orientation other than 1.
    let turned = 1 | 11 << 1 | 0 << 6 | 19 << 9 | 0 << 14 | 1 << 15 | 5 << 16
    #expect(size([0xFF, 0x0A, UInt8(turned & 255), UInt8(turned >> 8 & 255), UInt8(turned >> 16)]) == nil)
  }
}
