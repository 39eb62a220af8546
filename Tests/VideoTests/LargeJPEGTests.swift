import Coding
import Geometry
import TestSupport
import Testing

@testable import Video

@Suite("Large JPEG pictures")
struct LargeJPEGTests {
  @Test("One is read at half its size, with a remark")
  func halved() throws {
    let bytes = LargeJPEG.bytes(width: 16_000, height: 8_000)
    let traits = PictureTraits(bytes)
    #expect(traits.size == PictureTraits.PixelSize(width: 8_000, height: 4_000))
    #expect(traits.remarks == ["has more than 100 million pixels: it is read at 1/2 of its size"])
    let image = try readPicture(bytes)
    #expect(image.width == 8_000 && image.height == 4_000)
    let pixels = image.pixels
    for (x, level) in [(0, 64), (3_999, 64), (4_000, 192), (7_999, 192)] {
      for y in [0, 2_000, 3_999] { #expect(pixels[(y * 8_000 + x) * 4] == UInt8(level)) }
    }
  }

  @Test("One of a usual size is read as it is")
  func whole() throws {
    let bytes = LargeJPEG.bytes(width: 32, height: 16)
    #expect(PictureTraits(bytes).remarks.isEmpty)
    let image = try readPicture(bytes)
    #expect(image.width == 32 && image.height == 16)
    let row: [UInt8] = (0..<32).map { image.pixels[$0 * 4] }
    #expect(row == [UInt8](repeating: 64, count: 16) + [UInt8](repeating: 192, count: 16))
  }

  @Test(
    "Sides are halved up to three times, rounded up",
    arguments: [(10_000, 10_000, 0), (10_001, 10_000, 1), (20_000, 20_001, 2), (65_535, 65_535, 3)])
  func halvings(width: Int, height: Int, count: Int) {
    #expect(PictureTraits.PixelSize(width: width, height: height).halvings(to: maxPictureArea) == count)
  }

  /// Inserts an orientation, as EXIF numbers it, behind the start of a file.
  private func oriented(_ bytes: [UInt8], _ orientation: UInt8) -> [UInt8] {
    let exif: [UInt8] =
      Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    return bytes[..<2] + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + bytes[2...]
  }

  @Test("One of 8 million pixels can be read at a half, a quarter or an eighth", arguments: 1...3)
  func smaller(halvings: Int) throws {
    let bytes = LargeJPEG.bytes(width: 4_000, height: 2_000)
    let traits = PictureTraits(bytes)
    #expect(traits.isLarge && traits.maxHalvings == 3 && traits.remarks.isEmpty)
    let image = try readPicture(bytes, halvings: halvings)
    let (width, height) = (4_000 >> halvings, 2_000 >> halvings)
    #expect(image.width == width && image.height == height)
    let pixels = image.pixels
    for (x, level) in [(0, 64), (width / 2 - 1, 64), (width / 2, 192), (width - 1, 192)] {
      #expect(pixels[(height / 2 * width + x) * 4] == UInt8(level))
    }
    #expect(PictureTraits(LargeJPEG.bytes(width: 3_984, height: 2_000)).maxHalvings == 0)
  }

  @Test("One whose colors have half the samples is halved once less", arguments: [(0x11, 2), (0x22, 1), (0x21, 1)])
  func sparseColors(luma: UInt8, halvings: Int) throws {
    // The header of a picture of 4,000 x 3,000 pixels, whose pixels are not read here.
    let frame: [UInt8] = [8, 0x0B, 0xB8, 0x0F, 0xA0, 3, 1, luma, 0, 2, 0x11, 0, 3, 0x11, 0]
    let traits = PictureTraits([0xFF, 0xD8, 0xFF, 0xC0, 0, UInt8(frame.count + 2)] + frame + [0xFF, 0xD9])
    let image = try #require(traits.image(digest: Digest { $0.combine("a") }) { [UInt8($0)] })
    #expect(image.reduced(halvings: 2).image.pixels == [UInt8(halvings)])
    #expect(image.reduced(halvings: 1).image.pixels == [UInt8(halvings - 1)])
  }

  @Test("One of more than a picture may have is halved fewer times beyond that")
  func beyond() {
    #expect(PictureTraits(LargeJPEG.bytes(width: 16_000, height: 8_000)).maxHalvings == 2)
  }

  @Test(
    "The smaller one says where it lies in the picture, upright, also where the sides do not divide",
    arguments: [(1, 0.0, 0.0), (2, -3, 0), (3, -3, -3), (4, 0, -3), (5, 0, 0), (6, -3, 0), (7, -3, -3), (8, 0, -3)])
  func places(orientation: Int, x: Double, y: Double) throws {
    // 4,009 columns and 2,009 rows: 3 of the last texel of four are missing.
    let bytes = oriented(LargeJPEG.bytes(width: 4_016, height: 2_016, shown: (4_009, 2_009)), UInt8(orientation))
    let traits = PictureTraits(bytes)
    let (size, placement) = try #require(traits.reduced(halvings: 2))
    let isTurned = orientation > 4
    #expect(size == PictureTraits.PixelSize(width: isTurned ? 503 : 1_003, height: isTurned ? 1_003 : 503))
    #expect(placement == Transform(4, 0, x, 0, 4, y))
    let image = try readPicture(bytes, halvings: 2)
    #expect(image.width == size.width && image.height == size.height)
  }

  @Test("A picture is made whole or smaller when it is asked for, each with a digest of its own")
  func images() throws {
    let traits = PictureTraits(LargeJPEG.bytes(width: 4_000, height: 2_000))
    let image = try #require(traits.image(digest: Digest { $0.combine("a picture") }) { [UInt8($0)] })
    #expect(image.width == 4_000 && image.pixels == [0])
    let half = image.reduced(halvings: 1)
    #expect(half.image.width == 2_000 && half.image.pixels == [1] && half.placement == .scale(2))
    #expect(half.image.digest != image.digest)
    #expect(image.reduced(halvings: 9).image.pixels == [3])
  }
}
