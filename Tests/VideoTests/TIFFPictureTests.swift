import Foundation
import Graphics
import MediaBase
import StageKit
import Testing

@testable import Video

@Suite("TIFF pictures")
struct TIFFPictureTests {
  private func random(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<count).map { _ in UInt8(numbers.unit() * 256) }
  }

  private func opaque(_ colors: [UInt8]) -> [UInt8] {
    stride(from: 0, to: colors.count, by: 3).flatMap { colors[$0..<$0 + 3] + [255] }
  }

  private func planar(_ bytes: [UInt8], samples: Int, size: Int = 1) -> [UInt8] {
    (0..<samples).flatMap { sample in
      stride(from: sample * size, to: bytes.count, by: samples * size).flatMap { bytes[$0..<$0 + size] }
    }
  }

  @Test("Colors come back exactly, in strips and tiles, in planes, packed, in either order of bytes")
  func layouts() throws {
    let colors = random(21 * 7 * 3)
    let wanted = opaque(colors)
    for (isPlanar, tile, isPacked, isBigEndian) in [
      (false, nil, false, false), (false, nil, true, true), (true, nil, false, true), (false, 16, false, false),
      (true, 16, true, false),
    ] as [(Bool, Int?, Bool, Bool)] {
      let sample = TIFFSample(
        width: 21, height: 7, bytes: isPlanar ? planar(colors, samples: 3) : colors, isBigEndian: isBigEndian,
        isPlanar: isPlanar, tile: tile, isPacked: isPacked)
      let image = try readPicture(sample.file)
      #expect((image.width, image.height) == (21, 7))
      #expect(image.pixels == wanted, "\(isPlanar) \(String(describing: tile)) \(isPacked)")
    }
  }

  @Test(
    "16 and 32 bits are rounded, and numbers with a point are read between the black and the white that the file says")
  func depths() throws {
    let values = [0, 128, 129, 32767, 65535, 1000]
    func sample(_ bits: Int, format: Int = 1, range: [Double] = [], _ bytes: (Int) -> [UInt8]) throws -> [UInt8] {
      let file = TIFFSample(
        width: 2, height: 1, bytes: values.flatMap(bytes), bits: bits, format: format, range: range)
      return try readPicture(file.file).pixels
    }
    let wanted = opaque(values.map { UInt8((Double($0) / 65535 * 255).rounded()) })
    #expect(try sample(16) { [UInt8($0 & 255), UInt8($0 >> 8)] } == wanted)
    #expect(try sample(32) { [0, 0, UInt8($0 & 255), UInt8($0 >> 8)] } == wanted)
    func float(_ value: Int) -> [UInt8] {
      withUnsafeBytes(of: (Float(value) / 65535 * 4 - 2).bitPattern.littleEndian) { Array($0) }
    }
    #expect(try sample(32, format: 3, range: [-2, 2], float) == wanted)
    func double(_ value: Int) -> [UInt8] { withUnsafeBytes(of: Double(value).bitPattern.littleEndian) { Array($0) } }
    #expect(try sample(64, format: 3, range: [0, 65535], double) == wanted)
    let text = failure { _ = try sample(32, format: 3, float) }
    #expect(text.contains("does not say which are black and white (SMinSampleValue, SMaxSampleValue)"))
    #expect(failure { _ = try sample(16, format: 2) { _ in [0, 0] } }.contains("it has signed numbers of 16 bits"))
  }

  @Test("Gray of 1 to 16 bits, from either end, and palettes")
  func grays() throws {
    func gray(_ bits: Int, photometric: Int = 1, width: Int, _ bytes: [UInt8]) throws -> [UInt8] {
      let sample = TIFFSample(
        width: width, height: 1, bytes: bytes, bits: bits, samples: 1, photometric: photometric)
      let pixels = try readPicture(sample.file).pixels
      return stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
    }
    #expect(try gray(1, width: 9, [0b1010_0000, 0x80]) == [255, 0, 255, 0, 0, 0, 0, 0, 255])
    #expect(try gray(2, width: 5, [0b00_01_10_11, 0xC0]) == [0, 85, 170, 255, 255])
    #expect(try gray(4, width: 3, [0x0F, 0x80]) == [0, 255, 136])
    #expect(try gray(8, photometric: 0, width: 2, [0, 200]) == [255, 55])
    #expect(try gray(16, photometric: 0, width: 1, [0xFF, 0xFF]) == [0])
    for scale in [257, 1] as [UInt16] {
      let map: [UInt16] = [0, 10, 20, 255, 1, 11, 21, 254, 2, 12, 22, 253].map { $0 * scale }
      let sample = TIFFSample(
        width: 4, height: 1, bytes: [0b00_01_10_11], bits: 2, samples: 1, photometric: 3, palette: map)
      #expect(
        try readPicture(sample.file).pixels == [0, 1, 2, 255, 10, 11, 12, 255, 20, 21, 22, 255, 255, 254, 253, 255])
    }
  }

  @Test("Alpha is straight or multiplied as the file says, of 8 and 16 bits; what is no alpha is not drawn")
  func alpha() throws {
    func pixels(_ kind: Int, bits: Int = 8, _ bytes: [UInt8]) throws -> [UInt8] {
      let all = bits == 8 ? bytes : bytes.flatMap { [$0, $0] }
      return try readPicture(
        TIFFSample(width: 2, height: 1, bytes: all, bits: bits, samples: 4, extra: [kind]).file
      ).pixels
    }
    for bits in [8, 16] {
      #expect(try pixels(2, bits: bits, [255, 100, 0, 128, 9, 9, 9, 0]) == [128, 50, 0, 128, 0, 0, 0, 0])
      #expect(try pixels(1, bits: bits, [128, 50, 0, 128, 0, 0, 0, 0]) == [128, 50, 0, 128, 0, 0, 0, 0])
      #expect(try pixels(0, bits: bits, [128, 50, 0, 128, 1, 2, 3, 0]) == [128, 50, 0, 255, 1, 2, 3, 255])
    }
    let gray = TIFFSample(width: 2, height: 1, bytes: [200, 255, 100, 51], samples: 2, photometric: 1, extra: [2])
    #expect(try readPicture(gray.file).pixels == [200, 200, 200, 255, 20, 20, 20, 51])
  }

  @Test("Pictures are upright as their tag says", arguments: 1...8)
  func orientation(number: Int) throws {
    let colors = random(5 * 3 * 3)
    let plain = try readPicture(TIFFSample(width: 5, height: 3, bytes: colors).file)
    let turned = try readPicture(TIFFSample(width: 5, height: 3, bytes: colors, orientation: number).file)
    #expect(turned == upright(plain, orientation: number))
  }

  @Test("Profiles are converted, of colors of 8 and 16 bits, of gray and of inks")
  func profiles() throws {
    let colors = random(32 * 8 * 3)
    let profile = PictureSample.profile("Display P3", PictureSample.displayP3)
    for bits in [8, 16] {
      let bytes = bits == 8 ? colors : colors.flatMap { [$0, $0] }
      let sample = TIFFSample(width: 32, height: 8, bytes: bytes, bits: bits, profile: profile)
      let difference = PublishedColors.p3.difference(
        try readPicture(sample.file).pixels, from: colors.map { Double($0) / 255 })
      #expect(difference <= 1, "\(bits)")
      #expect(PictureTraits(sample.file).isConverted)
    }
    let grayProfile = PictureSample.profile("Gray", space: "GRAY", curve: PictureSample.gamma(1))
    let gray = TIFFSample(
      width: 3, height: 1, bytes: [0, 55, 255], samples: 1, photometric: 1, profile: grayProfile)
    let wanted = [0, 55, 255].map { PublishedColors.value(Double($0) / 255) * 255 }
    let found = try readPicture(gray.file).pixels
    for (index, value) in wanted.enumerated() { #expect(abs(Double(found[index * 4]) - value) <= 1) }
    let inks: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 100, 0, 50, 51]
    var sample = TIFFSample(width: 4, height: 1, bytes: inks, samples: 4, photometric: 5)
    #expect(
      try readPicture(sample.file).pixels == [
        255, 255, 255, 255, 0, 255, 255, 255, 0, 0, 0, 255, 124, 204, 164, 255,
      ])
    #expect(PictureTraits(sample.file).remarks.contains { $0.contains("CMYK without a profile") })
    sample.profile = PictureSample.inkProfile(lightness: [60, 50, 90, 0])
    let converted = try readPicture(sample.file).pixels
    #expect(Array(converted[0..<4]) == [255, 255, 255, 255] && Array(converted[8..<12]) == [0, 0, 0, 255])
    // Cyan of a lightness of 60 is a gray: (1.16 · ∛Y − 0.16 = 0.6).
    let cyan = PublishedColors.value(pow((0.6 + 0.16) / 1.16, 3)) * 255
    #expect(abs(Double(converted[4]) - cyan) <= 2)
    #expect(PictureTraits(sample.file).remarks.isEmpty)
  }

  @Test("A file that is cut off anywhere is an error by name, and a damaged one never more than that")
  func damage() throws {
    let file = TIFFSample(width: 6, height: 5, bytes: random(90), isPacked: true).file
    for count in 0..<file.count {
      #expect(throws: MediaError.self, "\(count)") { try readPicture(Array(file.prefix(count)), name: "a.tif") }
      _ = PictureTraits(Array(file.prefix(count)))
    }
    #expect(failure { _ = try readPicture(Array(file.dropLast(9)), name: "a.tif") }.hasPrefix("a.tif: cannot read"))
    for place in file.indices {
      for bits in [UInt8(1), 0x10, 0x80, 0xFF] {
        var changed = file
        changed[place] ^= bits
        _ = try? readPicture(changed, maxPixels: 1 << 20)
      }
    }
  }

  @Test("A picture that is too large, or of other inks, is refused in words")
  func refused() throws {
    let plain = TIFFSample(width: 6, height: 5, bytes: random(90), rowsPerStrip: 40_000)
    let error = #expect(throws: MediaError.self) { try readPicture(plain.file, name: "a.tif", maxPixels: 29) }
    #expect(error?.code == -ENOMEM)
    var file = plain.file
    // The values of ImageWidth and ImageLength.
    for tag in [256, 257] {
      let entry = plain.number(tag, 2) + plain.number(4, 2) + plain.number(1, 4)
      let place = try #require(file.indices.dropLast(12).first { Array(file[$0..<$0 + 8]) == entry })
      file.replaceSubrange(place + 8..<place + 12, with: plain.number(40_000, 4))
    }
    #expect(failure { _ = try readPicture(file, name: "a.tif") }.contains("it has 40000 × 40000 pixels"))
    let alpha = TIFFSample(width: 1, height: 1, bytes: [1, 2, 3, 4, 5], samples: 5, photometric: 5, extra: [2])
    #expect(failure { _ = try readPicture(alpha.file) }.contains("it has inks with alpha"))
    let logarithmic = TIFFSample(width: 1, height: 1, bytes: [1, 2, 3, 4], bits: 32, samples: 1, photometric: 32845)
    #expect(failure { _ = try readPicture(logarithmic.file) }.contains("colors of a kind that is not read"))
  }
}
