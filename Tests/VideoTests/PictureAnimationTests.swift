import Testing
import Video

@Suite("Animations in pictures' files")
struct PictureAnimationTests {
  private func chunk(_ name: String, _ length: Int = 4) -> [UInt8] {
    [0, 0, 0, UInt8(length)] + Array(name.utf8) + [UInt8](repeating: 0, count: length + 4)
  }

  @Test("An APNG is known by its chunk before the first picture, an animated WebP by its flag")
  func kinds() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(pictureAnimation(in: png + chunk("IHDR", 13) + chunk("acTL", 8) + chunk("IDAT")) == "APNG")
    #expect(pictureAnimation(in: png + chunk("IHDR", 13) + chunk("IDAT") + chunk("acTL", 8)) == nil)
    for length in 0..<40 { #expect(pictureAnimation(in: Array((png + chunk("IHDR", 13)).prefix(length))) == nil) }
    func webp(_ flags: UInt8) -> [UInt8] { Array("RIFF....WEBPVP8X....".utf8) + [flags, 0, 0, 0] }
    #expect(pictureAnimation(in: webp(0x12)) == "WebP")
    #expect(pictureAnimation(in: webp(0x10)) == nil)
    #expect(pictureAnimation(in: []) == nil)
  }
}
