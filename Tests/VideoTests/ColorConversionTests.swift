import CWebP
import Coding
import Foundation
import Graphics
import StageKit
import TestSupport
import Testing

@testable import Video

@Suite("Pictures whose colors are converted to sRGB")
struct ColorConversionTests {
  private static let p3 = PictureSample.profile("Display P3", PictureSample.displayP3)

  /// Components of 16 × 16 random pixels, and grays and corners of the cube.
  private static func random(_ count: Int, greatest: Double = 255) -> [Int] {
    var random = SeededNumbers(seed: 7)
    var values = (0..<256 * count).map { _ in Int(random.unit() * (greatest + 1)) }
    for corner in 0..<8 {
      for channel in 0..<3 { values[corner * count + channel] = corner >> channel & 1 * Int(greatest) }
    }
    for gray in 0..<8 { for channel in 0..<3 { values[(8 + gray) * count + channel] = gray * 3 } }
    return values
  }

  private func fractions(_ values: [UInt8]) -> [Double] { values.map { Double($0) / 255 } }

  @Test("Display P3 in a PNG is as the published matrices and curves say")
  func png() throws {
    let samples = Self.random(3).map { UInt8($0) }
    for chunk in [PictureSample.iCCP(Self.p3), ("cICP", [12, 13, 0, 1])] {
      let pixels = try readPicture(PictureSample.png(width: 16, color: 2, samples, [chunk])).pixels
      #expect(PublishedColors.p3.difference(pixels, from: fractions(samples)) <= 1)
      // Levels that stay by chance are few.
      #expect(zip(samples.indices, samples).filter { pixels[$0 / 3 * 4 + $0 % 3] != $1 }.count > 500)
    }
  }

  @Test("Gamma, primaries and code points of a PNG are converted")
  func chunks() throws {
    let samples = Self.random(3).map { UInt8($0) }
    let adobe = ("cHRM", PictureSample.numbers([0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06]))
    let steep = PublishedColors([0.64, 0.33, 0.3, 0.6, 0.15, 0.06]) { pow($0, 2.8) }
    let cases: [([(String, [UInt8])], PublishedColors)] = [
      ([adobe, ("gAMA", PictureSample.numbers([256.0 / 563]))], .adobe), ([("cICP", [9, 13, 0, 1])], .wide),
      ([("cICP", [1, 5, 0, 1])], steep), ([("gAMA", PictureSample.numbers([1 / 2.8]))], steep),
    ]
    for (chunks, colors) in cases {
      let pixels = try readPicture(PictureSample.png(width: 16, color: 2, samples, chunks)).pixels
      #expect(colors.difference(pixels, from: fractions(samples)) <= 1, "\(chunks.map(\.0))")
    }
  }

  @Test("A PNG of 16 bits is converted before it is rounded")
  func deep() throws {
    let values = Self.random(3, greatest: 65535)
    let file = PictureSample.png(
      width: 16, color: 2, depth: 16, values.flatMap { PictureSample.big($0, 2) }, [PictureSample.iCCP(Self.p3)])
    let difference = PublishedColors.p3.difference(
      try readPicture(file).pixels, from: values.map { Double($0) / 65535 })
    #expect(difference <= 0.52)
  }

  @Test("Alpha stays, and colors are converted before they are multiplied by it", arguments: [8, 16] as [UInt8])
  func alpha(depth: UInt8) throws {
    let samples = Self.random(4).map { UInt8($0) }
    let file = PictureSample.png(
      width: 16, color: 6, depth: depth, depth == 8 ? samples : samples.flatMap { [$0, $0] },
      [PictureSample.iCCP(Self.p3)])
    let pixels = try readPicture(file).pixels
    for pixel in stride(from: 0, to: samples.count, by: 4) {
      #expect(pixels[pixel + 3] == samples[pixel + 3])
      let wanted = PublishedColors.p3.converted(fractions(Array(samples[pixel..<pixel + 3])))
      for channel in 0..<3 {
        #expect(abs(Double(pixels[pixel + channel]) - wanted[channel] * Double(samples[pixel + 3])) <= 1.5)
      }
    }
  }

  @Test("Gray of another curve is converted, of 8 and of 16 bits", arguments: [8, 16] as [UInt8])
  func gray(depth: UInt8) throws {
    let profile = PictureSample.profile("Gray", space: "GRAY", curve: PictureSample.gamma(1.8))
    let samples = (0...255).map { UInt8($0) }
    let file = PictureSample.png(
      width: 16, color: 0, depth: depth, depth == 8 ? samples : samples.flatMap { [$0, $0] },
      [PictureSample.iCCP(profile)])
    let pixels = try readPicture(file).pixels
    // The profile's power has 8 bits after its point.
    for level in 0...255 {
      let wanted = PublishedColors.value(pow(Double(level) / 255, (1.8 * 256).rounded() / 256)) * 255
      for channel in 0..<3 { #expect(abs(Double(pixels[level * 4 + channel]) - wanted) <= 0.6) }
      #expect(pixels[level * 4 + 3] == 255)
    }
  }

  @Test("A WebP without loss is converted")
  func webp() throws {
    let samples = Self.random(4).enumerated().map { $0 % 4 == 3 ? 255 : UInt8($1) }
    var output: UnsafeMutablePointer<UInt8>?
    let size = WebPEncodeLosslessRGBA(samples, 16, 16, 64, &output)
    let encoded = try #require(output)
    defer { WebPFree(encoded) }
    let bits = Array(UnsafeBufferPointer(start: encoded, count: size)).dropFirst(20)
    let chunks: [(String, [UInt8])] = [
      ("VP8X", [0x20, 0, 0, 0, 15, 0, 0, 15, 0, 0]), ("ICCP", Self.p3), ("VP8L", Array(bits)),
    ]
    var body: [UInt8] = []
    for (name, bytes) in chunks {
      body += Array(name.utf8) + PictureSample.big(bytes.count).reversed() + bytes
      if bytes.count % 2 == 1 { body.append(0) }
    }
    let file = Array("RIFF".utf8) + PictureSample.big(body.count + 4).reversed() + Array("WEBP".utf8) + body
    let difference = PublishedColors.p3.difference(try readPicture(file).pixels, from: fractions(samples), count: 4)
    #expect(difference <= 1)
  }

  @Test("A JPEG is converted from what it gives without its profile")
  func jpeg() throws {
    let file = try bytes(of: Self.colorJPEG)
    let plain = try readPicture(file).pixels
    let parts = [PictureSample.part(2, of: 2, Self.p3[200...]), PictureSample.part(1, of: 2, Self.p3[..<200])]
    let pixels = try readPicture(Self.inserted(parts, into: file)).pixels
    #expect(PublishedColors.p3.difference(pixels, from: fractions(plain), count: 4) <= 1)
    #expect(zip(plain, pixels).contains { abs(Int($0) - Int($1)) > 20 })
  }

  @Test("A gray JPEG is converted by a profile of gray, and by one of colors")
  func grayJPEG() throws {
    let file = try bytes(of: Self.grayJPEG)
    let plain = try readPicture(file).pixels
    for profile in [
      PictureSample.profile("Gray", space: "GRAY", curve: PictureSample.gamma(1)),
      PictureSample.profile("Light", curve: PictureSample.gamma(1)),
    ] {
      let pixels = try readPicture(Self.inserted([PictureSample.part(1, of: 1, profile[...])], into: file)).pixels
      for (level, found) in zip(plain, pixels) {
        #expect(abs(Double(found) - PublishedColors.value(Double(level) / 255) * 255) <= 1)
      }
    }
  }

  @Test(
    "Inks of a JPEG are converted by its profile, stored as they are or as luma and chroma",
    arguments: [cmykJPEG, ycckJPEG])
  func inks(base64: String) throws {
    let lightness = [62.0, 48, 91, 9]
    let profile = PictureSample.inkProfile(lightness: lightness)
    let file = Self.inserted([PictureSample.part(1, of: 1, profile[...])], into: try bytes(of: base64))
    let image = try readPicture(file)
    #expect((image.width, image.height) == (40, 8))
    // Paper, cyan, magenta, yellow, black.
    for (index, light) in ([100] + lightness).enumerated() {
      let pixel = image.pixels[(4 * 40 + index * 8 + 4) * 4..<(4 * 40 + index * 8 + 5) * 4]
      // CIE 15: the light of a lightness, which has 8 bits in the profile.
      let level = (light * 2.55).rounded() / 2.55
      let luminance = level > 8 ? pow((level + 16) / 116, 3) : level * 27 / 24389
      for value in pixel.prefix(3) { #expect(abs(Double(value) - PublishedColors.value(luminance) * 255) <= 2) }
      #expect(pixel.last == 255)
    }
  }

  @Test("A profile of sRGB changes nothing, nor does one that cannot be used")
  func unchanged() throws {
    let samples = Self.random(3).map { UInt8($0) }
    let plain = try readPicture(PictureSample.png(width: 16, color: 2, samples)).pixels
    for chunk in [
      PictureSample.iCCP(PictureSample.profile("sRGB")), PictureSample.iCCP([1, 2, 3]),
      PictureSample.iCCP(PictureSample.inkProfile(lightness: [1, 2, 3, 4])), ("cICP", [1, 9, 0, 1]),
    ] {
      #expect(try readPicture(PictureSample.png(width: 16, color: 2, samples, [chunk])).pixels == plain)
    }
    let profiled = PictureSample.png(width: 16, color: 2, samples, [PictureSample.iCCP(Self.p3)])
    #expect(try readPicture(profiled, convertsColors: false).pixels == plain)
  }

  @Test("Frames of a clip with a profile are converted")
  func clip() throws {
    let samples = Self.random(3).map { UInt8($0) }
    let control = PictureSample.big(0) + PictureSample.big(16) + PictureSample.big(16) + PictureSample.big(0)
    let folder = try TemporaryFolder()
    try Data(
      PictureSample.png(
        width: 16, color: 2, samples,
        [
          PictureSample.iCCP(Self.p3), ("acTL", PictureSample.big(1) + PictureSample.big(0)),
          ("fcTL", control + PictureSample.big(0) + [0, 1, 0, 10, 0, 0]),
        ])
    ).write(to: folder.url.appendingPathComponent("clip.png"))
    let clip = try ClipFile(path: folder.file("clip.png"), named: "clip.png", digest: Digest { $0.combine(1) })
    let pixels = try #require(clip.frame(0)).pixels
    #expect(clip.unconvertedColors == nil)
    #expect(PublishedColors.p3.difference(pixels, from: fractions(samples)) <= 1)
  }

  // MARK: Files

  private static func inserted(_ segments: [(UInt8, [UInt8])], into file: [UInt8]) -> [UInt8] {
    Array(file.prefix(2)) + segments.flatMap { [0xFF, $0.0] + PictureSample.big($0.1.count + 2, 2) + $0.1 }
      + file.dropFirst(2)
  }

  private func bytes(of base64: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }

  /// Eight colors in squares of 8 pixels, with chroma in full resolution.
  private static let colorJPEG = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGB\
    YUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAI\
    AEADAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy\
    JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT\
    lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA\
    AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom\
    JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc\
    bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD50r8MP9Uz7Gr8SP8AmPPy8r/ozP7lP0br/B8/rU2q/vA/ho/M\
    2vxw/aD+gCv4KPtT8Wa/1oPtj//Z
    """
  private static let grayJPEG = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGB\
    YUGBIUFRT/wAALCAAIACABAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIh\
    MUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhI\
    WGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APyq\
    r6gr7Vr9M6//2Q==
    """
  /// Paper and each of four full inks, in squares of 8 pixels, with Adobe's segment.
  private static let cmykJPEG = """
    /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ\
    EBAQEB/8AAFAgACAAoBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQEC\
    AwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dX\
    Z3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E\
    QwBNAFkASwAAPwD+/iv7+K/v4r+/iv8AAHooor/f4r/AHooor/f4r/AHooor/f4r/AHr/9k=
    """
  private static let ycckJPEG = """
    /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ\
    EBAQEB/9sAQwEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB/8AAFAgACAAo\
    BAERAAIRAQMRAQQRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQ\
    cicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqS\
    k5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/EAB8BAAMBAQEBAQEBAQEAAA\
    AAAAABAgMEBQYHCAkKC//EALURAAIBAgQEAwQHBQQEAAECdwABAgMRBAUhMQYSQVEHYXETIjKBCBRCkaGxwQkjM1LwFWJy0QoWJDThJfEXGBka\
    JicoKSo1Njc4OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoKDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxM\
    XGx8jJytLT1NXW19jZ2uLj5OXm5+jp6vLz9PX29/j5+v/aAA4EAQACEQMRBAAAPwD/AD/6AP7+K/pgr/Kc/wC/gK/pQr/Lc/8ACvCv4N6/9pg/\
    6sAr4Xr/AIBz+qD/AAB6/9k=
    """
}
