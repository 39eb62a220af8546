import Formats
import Foundation
import Graphics
import MediaBase
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("AVIF and HEIC pictures")
struct HEIFPictureTests {
  private static let bt709: (primaries: UInt16, transfer: UInt16, matrix: UInt16, isFullRange: Bool) = (1, 13, 1, true)

  private static let formats = ["yuv420p", "yuv420p10le", "gray", "yuv444p", "yuv444p10le"]

  /// An AVIF file of this program, with alpha, and its pixels.
  private func avif(_ size: Int) throws -> (file: [UInt8], pixels: [UInt8]) {
    let format = try OutputFormat(
      AVIF(), ParameterValues([("quality", .number(100))]), in: .avif, alpha: true, width: size, height: size,
      frameRate: .sixty)
    let folder = try TemporaryFolder()
    let encoder = try SegmentEncoder(format)
    let picture = try movingPixels(3, format)
    try encoder.encode(picture)
    let writer = try format.writer(to: folder.file("a.avif"))
    try writer.append(encoder.finish())
    try writer.finish()
    return ([UInt8](try #require(folder.bytes("a.avif"))), picture.bytes)
  }

  @Test("Every subsampling, depth and range is drawn as the file's matrix says", arguments: formats)
  func matrices(format: String) throws {
    var sample = try ColorSample(format, seed: 21, width: 48, height: 32)
    // Colors that do not depend on how chroma is interpolated.
    let unit = 1 << (sample.layout.comp.0.depth - 8)
    if sample.layout.log2_chroma_w > 0 {
      for plane in 1...2 { sample.planes[plane] = sample.planes[plane].map { _ in (plane == 1 ? 150 : 90) * unit } }
    }
    // libheif hands over gray of any range as it is.
    for isFullRange in format == "gray" ? [true] : [true, false] {
      let file = try HEIFSample(codes: (1, 13, 1, isFullRange)).bytes(sample)
      let image = try readPicture(file, name: "a.heic")
      #expect((image.width, image.height) == (48, 32))
      let colors = sample.colors(red: 0.2126, blue: 0.0722, isLimited: !isFullRange, location: (0.5, 0.5))
      #expect(ColorSample.difference(image.pixels, colors) <= 2, "\(isFullRange)")
    }
  }

  @Test("Pictures are upright as the file turns and mirrors them", arguments: 1...8)
  func orientation(number: Int) throws {
    let sample = try ColorSample("yuv444p", seed: 22, width: 48, height: 32)
    let plain = try readPicture(HEIFSample(codes: Self.bt709).bytes(sample))
    let turned = try readPicture(HEIFSample(codes: Self.bt709, orientation: UInt32(number)).bytes(sample))
    #expect(turned == upright(plain, orientation: number))
  }

  @Test("Alpha is kept, and colors that were multiplied by it are divided before")
  func alpha() throws {
    let sample = try ColorSample("gray", seed: 23, width: 32, height: 16)
    var random = SeededNumbers(seed: 1)
    let alpha = (0..<512).map { _ in UInt8(random.unit() * 256) }
    let straight = try readPicture(HEIFSample(codes: Self.bt709).bytes(sample, alpha: alpha)).pixels
    for pixel in 0..<512 {
      let value = (Double(sample.planes[0][pixel]) * Double(alpha[pixel]) / 255).rounded()
      #expect(abs(Double(straight[pixel * 4]) - value) <= 1)
      #expect(straight[pixel * 4 + 3] == alpha[pixel])
    }
  }

  @Test("Profiles and code points of wide colors are converted, and HDR is tone-mapped")
  func colors() throws {
    let sample = try ColorSample("yuv444p10le", seed: 24, width: 32, height: 32)
    let plain = sample.colors(red: 0.2126, blue: 0.0722, isLimited: false, location: (0.5, 0.5)).map { $0 / 255 }
    let profile = PictureSample.profile("Display P3", PictureSample.displayP3)
    let profiled = try HEIFSample(codes: Self.bt709, profile: profile).bytes(sample)
    let coded = try HEIFSample(codes: (12, 13, 1, true)).bytes(sample)
    for file in [profiled, coded] {
      // Rounding to 10 bits, by libheif or here, shows in the darkest colors.
      let pixels = try readPicture(file).pixels
      #expect(PublishedColors.p3.difference(pixels, from: plain) <= 4)
    }
    let bright = try HEIFSample(codes: (9, 16, 9, true)).bytes(sample)
    let wanted = sample.colors(red: 0.2627, blue: 0.0593, isLimited: false, location: (0.5, 0.5))
    let formula = PublishedHDR(isHLG: false, peak: 1000)
    let mapped = stride(from: 0, to: wanted.count, by: 3).flatMap { place in
      formula.levels(wanted[place..<place + 3].map { $0 / 255 })
    }
    // libheif rounds to 10 bits between luma and red, green and blue, which the curve of PQ makes larger.
    #expect(ColorSample.difference(try readPicture(bright).pixels, mapped) <= 2.5)
    #expect(PictureTraits(bright).toneMapping == ToneMapping(.pq))
  }

  @Test("A picture of this program comes back, with its alpha")
  func ownPicture() throws {
    let (file, pixels) = try avif(64)
    let image = try readPicture(file)
    var wanted = pixels
    premultiply(&wanted)
    #expect(image.pixels.indices.allSatisfy { $0 % 4 != 3 || image.pixels[$0] == wanted[$0] })
    let difference = zip(image.pixels, wanted).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(Double(difference) / Double(wanted.count) < 3)
  }

  @Test(
    "A file that is cut off anywhere is an error by name, and a damaged one never more than that",
    arguments: [true, false])
  func damage(isAV1: Bool) throws {
    let sample = try ColorSample("gray", seed: 25, width: 16, height: 16)
    let file = try isAV1 ? avif(16).file : HEIFSample(codes: Self.bt709).bytes(sample)
    let whole = try readPicture(file)
    for count in 0..<file.count {
      // A box at the end that no picture needs may be missing.
      let image = try? readPicture(Array(file.prefix(count)), name: "a.avif")
      #expect(image == nil || image == whole, "\(count)")
      _ = PictureTraits(Array(file.prefix(count)))
    }
    #expect(failure { _ = try readPicture(Array(file.dropLast(9)), name: "a.avif") }.hasPrefix("a.avif: cannot read"))
    for place in file.indices {
      for bits in [UInt8(1), 0x80, 0xFF] {
        var changed = file
        changed[place] ^= bits
        _ = try? readPicture(changed, maxPixels: 1 << 20)
      }
    }
  }

  @Test("A picture that is too large is refused before it is decoded")
  func size() throws {
    let sample = try ColorSample("gray", seed: 26, width: 32, height: 32)
    var file = try HEIFSample(codes: Self.bt709).bytes(sample)
    let error = #expect(throws: MediaError.self) { try readPicture(file, name: "a.avif", maxPixels: 1023) }
    #expect(error?.code == -ENOMEM)
    for place in file.indices.dropLast(16) where Array(file[place..<place + 4]) == Array("ispe".utf8) {
      file.replaceSubrange(place + 8..<place + 16, with: PictureSample.big(30_000) + PictureSample.big(30_000))
    }
    // Some versions of libheif take the size of the coded picture instead, or compare the two.
    let text = failure {
      let width = try readPicture(file, name: "a.avif").width
      #expect(width == 32)
    }
    #expect(
      text.contains("it has 30000 × 30000 pixels") || text.contains("does not have the size") || text == "no error")
  }
}
