import Coding
import Foundation
import Geometry
import Graphics
import Raster
import Synchronization
import Testing

@Suite("Images that are made smaller")
struct ReducedImageTests {
  /// An image with a number for each pixel, made smaller by means of squares; notes how often it is halved, 0 for whole.
  private final class Source: Sendable {
    let asked = Mutex<Set<Int>>([])
    let width: Int
    let height: Int
    /// True if the last column of the smaller images is the incomplete one, or else the first.
    let endsIncomplete: Bool

    init(width: Int, height: Int, endsIncomplete: Bool = true) {
      (self.width, self.height, self.endsIncomplete) = (width, height, endsIncomplete)
    }

    /// Without a slope at the edges.
    private func value(_ x: Double, _ y: Double) -> Double {
      128 + 60 * cos(4 * .pi * x / Double(width)) + 50 * cos(4 * .pi * y / Double(height))
    }

    func pixels(_ halvings: Int) -> [UInt8] {
      asked.withLock { _ = $0.insert(halvings) }
      let side = 1 << halvings
      let (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
      let shift = endsIncomplete ? 0 : columns * side - width
      var result: [UInt8] = []
      for y in 0..<rows {
        for x in 0..<columns {
          let (left, top) = (Double(x * side - shift), Double(y * side))
          let level = UInt8(value(left + Double(side) / 2, top + Double(side) / 2).rounded())
          result += [level, level, level, 255]
        }
      }
      return result
    }

    func image() throws -> Image {
      @Sendable func key(_ halvings: Int) -> Digest {
        Digest { hasher in
          hasher.combine(halvings)
          hasher.combine(width)
          hasher.combine(endsIncomplete)
        }
      }
      let source = Image(width: width, height: height, digest: key(0)) { [self] in pixels(0) }
      let whole = try #require(source)
      let reduce: @Sendable (Int) -> Image.Reduction = { [self] wanted in
        let halvings = min(wanted, 3)
        let side = 1 << halvings
        let columns = (width + side - 1) / side
        let image = Image(width: columns, height: (height + side - 1) / side, digest: key(halvings)) { [self] in
          pixels(halvings)
        }
        let shift = endsIncomplete ? 0.0 : Double(width - columns * side)
        return Image.Reduction(
          image ?? whole, placement: Transform(Double(side), 0, shift, 0, Double(side), 0))
      }
      let image = Image(width: width, height: height, digest: key(0), reduce: reduce) { whole.pixels }
      return try #require(image)
    }
  }

  private func shown(_ source: Source, _ transform: Transform) throws -> (frame: Image, asked: Set<Int>) {
    let image = try source.image()
    let box = Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    let frame = draw(100, 80) { $0.image(image, in: box, transform: transform) }
    return (frame, source.asked.withLock { $0 })
  }

  @Test(
    "An image is made as small as leaves two texels to a pixel",
    arguments: [(1.0, 0), (0.26, 0), (0.25, 1), (0.126, 1), (0.125, 2), (0.0625, 3), (0.01, 3)])
  func halvings(scale: Double, halvings: Int) throws {
    let source = Source(width: 640, height: 480)
    #expect(try shown(source, .scale(scale)).asked == [halvings])
  }

  @Test("A turned image is made smaller, too, and one that is squeezed by its longer axis")
  func turned() throws {
    let turned = Source(width: 640, height: 480)
    #expect(try shown(turned, Transform.scale(0.12) * .rotation(degrees: 20)).asked == [2])
    let squeezed = Source(width: 640, height: 480)
    #expect(try shown(squeezed, .scale(0.05, 0.2)).asked == [1])
  }

  @Test("An image in perspective is made as small as its nearest corner leaves it, and whole where it passes the eye")
  func perspective() throws {
    let box = Rect(x: 0, y: 0, width: 1600, height: 1200)
    let tilted = try #require(
      Transform(mapping: box, to: [Point(10, 10), Point(90, 15), Point(90, 65), Point(10, 70)]))
    let source = Source(width: 1600, height: 1200)
    let asked = try shown(source, tilted).asked
    #expect(asked.isDisjoint(with: [0]) && asked.count == 1)
    let near = Source(width: 1600, height: 1200)
    #expect(try shown(near, Transform(0.05, 0, 0, 0, 0.05, 0, -0.001, 0, 1)).asked.contains(0))
  }

  @Test(
    "It is drawn where the whole one is, also where its sides do not divide",
    arguments: [(640, true, 0), (643, true, 0), (643, false, 0), (643, true, 12), (643, false, 12)])
  func place(width: Int, endsIncomplete: Bool, degrees: Double) throws {
    let source = Source(width: width, height: 480, endsIncomplete: endsIncomplete)
    let transform = Transform.scale(0.06) * .rotation(degrees: degrees)
    let (frame, asked) = try shown(source, transform)
    #expect(asked == [3])
    // A texel of the smaller image is 10 levels wide.
    let whole = try #require(Image(width: width, height: 480, premultiplied: source.pixels(0)))
    let box = Rect(x: 0, y: 0, width: Double(width), height: 480)
    let expected = draw(100, 80) { $0.image(whole, in: box, transform: transform) }
    let differences = zip(frame.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
    #expect((differences.max() ?? 255) <= 2)
  }

  @Test("An image in another gamut is made smaller as its source is")
  func gamut() throws {
    let source = Source(width: 640, height: 480)
    let image = try source.image().converted(to: .displayP3)
    let box = Rect(x: 0, y: 0, width: 640, height: 480)
    _ = draw(100, 80) { $0.image(image, in: box, transform: .scale(0.125)) }
    #expect(source.asked.withLock { $0 } == [2])
    #expect(image.reduced(halvings: 2).image.gamut == .displayP3)
  }
}
