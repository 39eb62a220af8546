import Formats
import Foundation
import Graphics
import MediaBase
import TestSupport
import Testing

@testable import Video

@Suite("Pictures")
struct PictureTests {
  /// Every alpha once, under colors that are valid premultiplied.
  private func gradient(isOpaque: Bool) throws -> Image {
    var pixels: [UInt8] = []
    for row in 0..<16 {
      for column in 0..<16 {
        let alpha = isOpaque ? 255 : row * 16 + column
        pixels += [alpha, alpha / 2, min(alpha, column * 9), alpha].map { UInt8($0) }
      }
    }
    return try #require(Image(width: 16, height: 16, premultiplied: pixels))
  }

  @Test("A picture comes back from its PNG as it went", arguments: [true, false])
  func pictureComesBack(isOpaque: Bool) throws {
    let folder = try TemporaryFolder()
    let image = try gradient(isOpaque: isOpaque)
    try writePNG(image, to: folder.file("a.png"))
    #expect(try readPicture(at: folder.file("a.png")) == image)
    #expect(folder.names == ["a.png"])
    #expect(try encodePNG(image) == encodePNG(image))
  }

  @Test("Straight alpha in a file is premultiplied when read")
  func alphaIsPremultiplied() throws {
    // Red at alpha 128, then green at alpha 0.
    let image = try readPicture(try bytes(of: Self.straightPNG))
    #expect(image.pixels == [128, 0, 0, 128, 0, 0, 0, 0])
  }

  @Test("Palettes, 16 bits and gray are read exactly")
  func otherLayoutsAreRead() throws {
    #expect(try readPicture(bytes(of: Self.palettePNG)).pixels == [255, 0, 0, 255, 0, 0, 127, 127])
    #expect(try readPicture(bytes(of: Self.deepPNG)).pixels == [255, 128, 0, 255])
    #expect(try readPicture(bytes(of: Self.grayPNG)).pixels == [0, 0, 0, 255, 200, 200, 200, 255])
    #expect(try readPicture(bytes(of: Self.bitPNG)).pixels == [255, 255, 255, 255, 0, 0, 0, 255])
  }

  @Test("A JPEG of one color is read in full range")
  func jpegIsFullRange() throws {
    let image = try readPicture(bytes(of: Self.redJPEG))
    #expect(image.width == 16 && image.height == 8)
    for pixel in stride(from: 0, to: image.pixels.count, by: 4) {
      #expect(image.pixels[pixel] >= 252 && image.pixels[pixel + 1] <= 3 && image.pixels[pixel + 2] <= 3)
      #expect(image.pixels[pixel + 3] == 255)
    }
  }

  @Test("A WebP keeps its colors and its alpha")
  func webpIsRead() throws {
    let image = try readPicture(bytes(of: Self.webp))
    #expect(image.pixels == [255, 0, 0, 255, 0, 0, 128, 128])
  }

  @Test("An orientation turns and mirrors the picture", arguments: 1...8)
  func orientationTurns(number: Int) throws {
    // a b
    // c d
    // e f
    let letters: [UInt8] = [1, 2, 3, 4, 5, 6]
    let image = try #require(
      Image(width: 2, height: 3, premultiplied: letters.flatMap { [$0, 0, 0, 255] }))
    let turned = upright(image, orientation: number)
    let found = stride(from: 0, to: 24, by: 4).map { turned.pixels[$0] }
    let wanted: [[UInt8]] = [
      [1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5], [6, 5, 4, 3, 2, 1], [5, 6, 3, 4, 1, 2],
      [1, 3, 5, 2, 4, 6], [5, 3, 1, 6, 4, 2], [6, 4, 2, 5, 3, 1], [2, 4, 6, 1, 3, 5],
    ]
    #expect(found == wanted[number - 1])
    #expect(turned.width == (number > 4 ? 3 : 2))
  }

  @Test(
    "A PNG, JPEG or WebP is drawn and judged as its EXIF data turns and mirrors it, in all eight orientations",
    arguments: [("png", true), ("png", false), ("jpg", true), ("jpg", false), ("webp", true)])
  func exif(ending: String, isBigEndian: Bool) throws {
    let folder = try TemporaryFolder()
    // Corners of 32 × 16 pixels: red, green, blue, white.
    let (width, height) = (64, 32)
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]]
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += colors[y / 16 * 2 + x / 32] }
    }
    let plain = try encoded(try #require(Image(width: width, height: height, premultiplied: pixels)), ending)
    // Where the corners of the file are shown, at the top and at the bottom.
    let wanted = [
      [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
    ]
    for number in 0...9 {
      let isTurned = (5...8).contains(number)
      let path = folder.file("\(number).\(ending)")
      try Data(tagged(plain, ending, exif(number, isBigEndian))).write(to: URL(fileURLWithPath: path))
      let image = try readPicture(at: path)
      let size = isTurned ? (height, width) : (width, height)
      #expect((image.width, image.height) == size)
      let said = PictureTraits([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))).size
      #expect(said == PictureTraits.PixelSize(width: size.0, height: size.1))
      let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { (x: Int, y: Int) -> Int? in
        let place = (y * (image.height - 1) * image.width + x * (image.width - 1)) * 4
        let found = image.pixels[place..<place + 4]
        return colors.firstIndex { zip($0, found).allSatisfy { abs(Int($0) - Int($1)) <= 4 } }
      }
      #expect(corners == wanted[(1...8).contains(number) ? number - 1 : 0], "orientation \(number)")
      let probe = try MediaProbe(path)
      #expect(probe.orientation == ((1...8).contains(number) ? number : 1))
      #expect(probe.stored == (width, height))
      #expect(probe.facts.width == size.0 && probe.facts.height == size.1)
    }
  }

  @Test("EXIF data that is cut or damaged anywhere leaves the picture as it is stored")
  func damagedEXIF() throws {
    let image = try gradient(isOpaque: true)
    for ending in ["png", "jpg", "webp"] {
      let file = try tagged(encoded(image, ending), ending, exif(6, true))
      #expect(exifOrientation(ofPicture: file) == 6)
      let start = try #require(Data(file).range(of: Data(exif(6, true)))).lowerBound
      // The header has 8 bytes, the number of tags 2, and each tag 12, of which the value comes after 8.
      for count in 0..<start + 32 { #expect(exifOrientation(ofPicture: Array(file.prefix(count))) == 1) }
      for place in Array(0..<8) + Array(22..<32) {
        var changed = file
        changed[start + place] = 0xFF
        #expect(exifOrientation(ofPicture: changed) == 1, "\(ending), byte \(place)")
      }
    }
  }

  private func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * (count - 1 - $0)) & 255) }
  }

  /// A file of a picture: PNG, or lossless WebP, or a JPEG of the best quality.
  private func encoded(_ image: Image, _ ending: String) throws -> [UInt8] {
    let pixels = straightPixels(of: image)
    if ending == "png" { return try encodePNG(image) }
    let opaque = pixels.indices.filter { $0 % 4 != 3 }.map { pixels[$0] }
    if ending == "webp" {
      let format = try OutputFormat(WebP(), in: .webp, width: image.width, height: image.height, frameRate: .sixty)
      var file: [UInt8] = []
      let encoder = try WebPEncoder(format) { file = $0 }
      try encoder.add(
        try #require(FramePlanes(format.pixelFormat, width: image.width, height: image.height, bytes: opaque)), at: 0)
      try encoder.finish(at: 1000)
      return file
    }
    let format = try OutputFormat(JPEG(), in: .jpegFiles, width: image.width, height: image.height, frameRate: .sixty)
    let encoder = try SegmentEncoder(format)
    try encoder.encode(
      try #require(FramePlanes(format.pixelFormat, width: image.width, height: image.height, bytes: opaque)))
    return try encoder.finish().packets[0].data
  }

  /// A file with EXIF data.
  private func tagged(_ file: [UInt8], _ ending: String, _ exif: [UInt8]) -> [UInt8] {
    var file = file
    switch ending {
    case "png":
      let chunk: [UInt8] = Array("eXIf".utf8) + exif
      file.insert(contentsOf: bigEndian(exif.count, 4) + chunk + bigEndian(Int(crc32(chunk[...])), 4), at: 33)
    case "jpg":
      let header: [UInt8] = [0xFF, 0xE1] + bigEndian(exif.count + 8, 2) + Array("Exif".utf8) + [0, 0]
      file.insert(contentsOf: header + exif, at: 2)
    default:
      file += Array("EXIF".utf8) + bigEndian(exif.count, 4).reversed() + exif
      // The size of the file, and the flag of its extended header.
      file.replaceSubrange(4..<8, with: bigEndian(file.count - 8, 4).reversed())
      file[20] |= 8
    }
    return file
  }

  /// A TIFF structure of a directory with two tags, of which the second is the orientation.
  private func exif(_ orientation: Int, _ isBigEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let digits = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
      return isBigEndian ? digits.reversed() : digits
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      let type = number(tag, 2) + number(3, 2)
      return type + number(1, 4) + number(value, 2) + [0, 0]
    }
    let header: [UInt8] = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
    return header + entry(0x0103, 6) + entry(0x0112, orientation) + number(0, 4)
  }

  @Test("A damaged, cut or foreign picture is refused by name")
  func damagedPictureIsRefused() throws {
    let bytes = try encodePNG(gradient(isOpaque: false))
    for count in [0, 8, 20, bytes.count / 2, bytes.count - 20] {
      #expect(
        failure { _ = try readPicture(Array(bytes.prefix(count)), name: "a.png") }.hasPrefix("a.png: cannot read"))
    }
    var changed = bytes
    changed[bytes.count / 2] ^= 0xFF
    #expect(throws: MediaError.self) { try readPicture(changed) }
    #expect(
      failure { _ = try readPicture(Array("<svg/>".utf8)) }.contains(
        "not a PNG, JPEG, WebP, AVIF, HEIC, TIFF or JPEG XL file"))
    let jpeg = try self.bytes(of: Self.redJPEG)
    #expect(throws: MediaError.self) { try readPicture(Array(jpeg.prefix(jpeg.count / 2))) }
  }

  private static func heif(_ brands: String...) -> [UInt8] {
    [0, 0, 0, UInt8(12 + brands.count * 4)] + Array("ftyp\(brands[0])".utf8) + [0, 0, 0, 0]
      + brands.dropFirst().flatMap { Array($0.utf8) } + [0, 0, 0, 8] + Array("mdat".utf8)
  }

  private static let unread: [([UInt8], String)] = [
    (Array("GIF89a".utf8), "a GIF"), (Array("BM12".utf8), "a BMP picture"), (Array("8BPS".utf8), "a Photoshop file"),
    (Array("%PDF-1.4".utf8), "a PDF file"),
  ]

  @Test("A picture in a format that is not read is refused by its name, whatever its ending", arguments: unread.indices)
  func unreadFormats(index: Int) throws {
    let (bytes, name) = Self.unread[index]
    #expect(failure { _ = try readPicture(bytes, name: "a.png") }.contains("it is \(name), which is not read"))
  }

  @Test("Movies are no pictures, and a head that is cut off is none")
  func movieBrands() {
    #expect(heifName(of: Self.heif("isom", "iso2", "avc1", "mp41")) == nil)
    #expect(heifName(of: Self.heif("qt  ")) == nil)
    for count in 0..<16 { #expect(heifName(of: Array(Self.heif("avif").prefix(count))) == nil) }
    #expect(heifName(of: [0, 0, 0, 0] + Self.heif("avif").dropFirst(4)) == "an AVIF picture")
    #expect(heifName(of: [255, 255, 255, 255] + Self.heif("avif").dropFirst(4)) == "an AVIF picture")
  }

  @Test("A picture of more than 100 megapixels is refused before it is decoded")
  func hugePictureIsRefused() throws {
    var bytes = try encodePNG(gradient(isOpaque: true))
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x2F, 0, 0, 0, 0x2F, 0])
    // The header's checksum, so that its size is what is reported.
    let checksum = crc32(bytes[12..<29])
    bytes.replaceSubrange(29..<33, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - $0 * 8)) })
    #expect(failure { _ = try readPicture(bytes) }.contains("it has 12032 × 12032 pixels, more than 100000000"))
  }

  @Test("A folder, a missing file and a device are refused")
  func otherThanFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    #expect(failure { _ = try readPicture(at: folder.path) }.contains("it is not a file"))
    #expect(failure { _ = try readPicture(at: "/dev/zero") }.contains("it is not a file"))
    #expect(failure { _ = try readPicture(at: folder.file("a.png")) }.contains("No such file"))
    #expect(
      failure { try writePNG(gradient(isOpaque: true), to: folder.file("b/a.png")) }.contains("there is no folder"))
  }

  @Test("A frame becomes the color that was converted into it")
  func frameBecomesColor() throws {
    // BT.709, limited range: red is (63, 102, 240), white (235, 128, 128).
    for (yuv, rgb) in [((63, 102, 240), [255, 0, 0]), ((235, 128, 128), [255, 255, 255])] {
      let bytes = [(yuv.0, 256), (yuv.1, 64), (yuv.2, 64)].flatMap { [UInt8](repeating: UInt8($0), count: $1) }
      let picture = try #require(FramePlanes(.yuv420p8, width: 16, height: 16, bytes: bytes))
      let pixels = try picture.image().pixels
      for (channel, value) in rgb.enumerated() {
        #expect(stride(from: channel, to: pixels.count, by: 4).allSatisfy { abs(Int(pixels[$0]) - value) <= 2 })
      }
    }
  }

  private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var state = UInt32.max
    for byte in bytes {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1 }
    }
    return ~state
  }

  private func bytes(of base64: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }

  private static let straightPNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR42mP4z8DQwAAkAA1+An+WN/eMAAAAAElFTkSuQmCC"
  private static let palettePNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAMAAADD/I+4AAAABlBMVEX/AAAAAP9sof2OAAAAAnRSTlP/fyUNXOcAAAALSURBVHja"
    + "Y2BgBAAABAACLN5IrQAAAABJRU5ErkJggg=="
  private static let deepPNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABEAIAAADA54+dAAAAD0lEQVR42mP4/7+hgSEFAA7gA2P26MTBAAAAAElFTkSuQmCC"
  private static let grayPNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR42mNgOAEAAMsAyfpstIsAAAAASUVORK5CYII="
  private static let bitPNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABAQAAAADcWUInAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg=="
  private static let redJPEG =
    "/9j/2wBDAAgCAgICAgICAgICAgMDAwMDAwMDAwMDAwMDAwMEBAQDAwMDAwMDBAQEBAQEBAQEBAQEBAUFBQYGBQUHBwcICAr/xABM"
    + "AAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAAAAAABgcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/"
    + "wAARCAAIABADASIAAhEAAxEA/9oADAMBAAIRAxEAPwCLAFF/f//Z"
  private static let webp =
    "UklGRiAAAABXRUJQVlA4TBMAAAAvAQAAEA8Q+z//D/yPChWI6H8AAA=="
}
