import Coding
import Graphics
import Memory
import StageKit
import Synchronization
import TestSupport
import Testing
import Video

@testable import Rendering

@Suite("Large pictures")
struct LargePictureTests {
  private static let traits = PictureTraits(LargeJPEG.bytes(width: 4_000, height: 2_000))

  /// Pictures of a kind of file, and the halvings for which they were read.
  private final class Reader: Sendable {
    let asked = Mutex<[Int]>([])

    func read(_ halvings: Int) throws -> Image {
      asked.withLock { $0.append(halvings) }
      let (width, height) = (4_000 >> halvings, 2_000 >> halvings)
      let pixels = [UInt8](repeating: 255, count: width * height * 4)
      return try #require(Image(width: width, height: height, premultiplied: pixels))
    }
  }

  private let reader = Reader()

  private func picture() -> LargePicture { LargePicture(Self.traits, name: "a.jpg", read: reader.read) }

  private func image(_ picture: LargePicture) throws -> Image {
    try #require(picture.image(digest: Digest { $0.combine("a") }))
  }

  @Test("One is checked as small as it can be, and read as large as it is drawn")
  func sizes() throws {
    let picture = picture()
    try picture.check(nil)
    #expect(try image(picture).reduced(halvings: 2).image.pixels.count == 1_000 * 500 * 4)
    #expect(reader.asked.withLock { $0 } == [3, 2])
    #expect(picture.fault == nil)
  }

  @Test("Where memory does not suffice, one is not read, and the drawing is refused")
  func refusal() throws {
    let picture = picture()
    // A quarter needs 6 MB.
    let account = MemoryAccount(MemoryBudget(limit: 7_000_000))
    try MemoryAccount.$current.withValue(account) {
      let image = try image(picture)
      #expect(image.reduced(halvings: 2).image.pixels.first == 255)
      #expect(account.refusal == nil && account.reserved == 0)
      #expect(image.pixels.allSatisfy { $0 == 0 })
      #expect(account.refusal?.bytes == 96_000_000)
    }
    #expect(reader.asked.withLock { $0 } == [2])
    #expect(throws: StageError.self) { try picture.check(MemoryAccount(MemoryBudget(limit: 1_000_000))) }
  }

  @Test("A fault in its file is found before it is drawn, and one while it is drawn is noted")
  func faults() throws {
    let broken = LargePicture(Self.traits, name: "a.jpg") { _ in throw StageError("it is damaged") }
    #expect(throws: StageError("it is damaged")) { try broken.check(nil) }
    #expect(try image(broken).pixels.count == 4_000 * 2_000 * 4)
    #expect(broken.fault == StageError("it is damaged"))
    let other = LargePicture(Self.traits, name: "a.jpg") { [reader] _ in try reader.read(2) }
    #expect(throws: StageError("a.jpg: it has 1000 × 500 pixels, and its file says 500 × 250")) { try other.check(nil) }
  }
}
