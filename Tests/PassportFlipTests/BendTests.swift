import Foundation
import StageKit
import Testing

@testable import PassportFlip

@Suite("Sheets that roll")
struct BendTests {
  private static let angles = (0...24).map { Double($0) * 7.5 }

  private static func place() throws -> BookletPlacement {
    try passport().journey.place(OpeningProgress(size: 1, x: 1, y: 1, angle: 1, shadow: 1))
  }

  @Test("A sheet keeps its length: points of its arc are as far apart along it as on the flat page", arguments: angles)
  func keepsLength(_ angle: Double) {
    let bend = Bend(angle: angle, flexibility: 1)
    var length = 0.0
    var last = bend.point(at: 0)
    for index in 1...2000 {
      let next = bend.point(at: Double(index) / 2000)
      length += ((next.x - last.x) * (next.x - last.x) + (next.z - last.z) * (next.z - last.z)).squareRoot()
      last = next
    }
    #expect(abs(length - 1) < 1e-6)
    #expect(last.z >= -1e-12)
  }

  @Test("It is an arc of a circle: (sin φ − sin φ₀) / κ across and (cos φ₀ − cos φ) / κ up")
  func closedForm() {
    let bend = Bend(angle: 60, flexibility: 1)
    let radians = Double.pi / 180
    let (start, curvature) = (bend.start * radians, (bend.end - bend.start) * radians)
    for share in [0.1, 0.4, 0.75, 1] {
      let angle = start + curvature * share
      let (x, z) = bend.point(at: share)
      #expect(abs(x - (sin(angle) - sin(start)) / curvature) < 1e-12)
      #expect(abs(z - (cos(start) - cos(angle)) / curvature) < 1e-12)
    }
  }

  @Test("It is flat at both ends, its edge leads at first and lands last, and no angle ever goes back")
  func turns() {
    #expect(Bend(angle: 0, flexibility: 1) == .flat(0) && Bend(angle: 180, flexibility: 1) == .flat(180))
    #expect(Bend(angle: 70, flexibility: 0) == .flat(70))
    #expect(Bend(angle: 60, flexibility: 1).end > Bend(angle: 60, flexibility: 1).start + 40)
    #expect(Bend(angle: 165, flexibility: 1).end < Bend(angle: 165, flexibility: 1).start)
    let bends = (0...720).map { Bend(angle: Double($0) / 4, flexibility: 1) }
    #expect(zip(bends, bends.dropFirst()).allSatisfy { $0.start <= $1.start && $0.end <= $1.end })
    #expect(bends.allSatisfy { (0...180).contains($0.start) && (0...180.0000001).contains($0.end) })
  }

  @Test("A flat leaf is seen as its plane, and chords meet the sheet at both of their ends")
  func projection() throws {
    let place = try Self.place()
    let corners = Rect(x: 0, y: 0, width: place.page.width, height: place.page.height).corners
    for angle in [0.0, 33, 90, 140, 180] {
      let leaf = BentLeaf(bend: .flat(angle), place: place)
      for corner in corners {
        #expect(leaf.project(corner).distance(to: place.transform(angle: angle).apply(corner)) < 1e-9)
      }
    }
    let leaf = BentLeaf(bend: Bend(angle: 80, flexibility: 1), place: place)
    for (from, to) in [(0.0, 0.1), (0.4, 0.5), (0.9, 1)] {
      let plane = leaf.chord(from: from, to: to)
      for share in [from, to] {
        for y in [0, place.page.height] {
          let p = Point(share * place.page.width, y)
          #expect(plane.apply(p).distance(to: leaf.project(p)) < 1e-9)
        }
      }
    }
  }

  @Test("Where it folds over, each side ends at the fold, where the canvas's x turns", arguments: angles)
  func sides(_ angle: Double) throws {
    let leaf = BentLeaf(bend: Bend(angle: angle, flexibility: 1), place: try Self.place())
    let sides = leaf.sides
    #expect(sides.first?.from == 0 && sides.last?.to == 1)
    for side in sides {
      let xs = (0...50).map { leaf.canvasX(side.from + (side.to - side.from) * Double($0) / 50) }
      #expect(zip(xs, xs.dropFirst()).allSatisfy { side.isFront ? $0 <= $1 + 1e-9 : $0 >= $1 - 1e-9 })
    }
  }

  @Test("What is drawn on a bent sheet lies on it, and on no more of it than the side")
  func drawing() throws {
    let place = try Self.place()
    let leaf = BentLeaf(bend: Bend(angle: 75, flexibility: 1), place: place)
    let (width, height) = (place.page.width, place.page.height)
    for side in leaf.sides {
      let drawing = BentDrawing(leaf: leaf, side: side)
      let ends = [leaf.canvasX(side.from), leaf.canvasX(side.to)].sorted()
      let path = drawing.fill(.rect(Rect(x: 0, y: 0.3 * height, width: width, height: 0.1 * height)))
      let bounds = try #require(path.bounds)
      #expect(abs(bounds.minX - ends[0]) < 0.1 && abs(bounds.maxX - ends[1]) < 0.1)
      // Along the sheet a line bends as the sheet does.
      for subpath in path.subpaths {
        for segment in subpath.segments where !segment.isLine {
          let middle = segment.point(at: 0.5)
          let nearest = (0...4000).map { share in
            [0.3, 0.4].map { leaf.project(Point(Double(share) / 4000 * width, $0 * height)).distance(to: middle) }
              .min() ?? 1
          }.min()
          #expect(try #require(nearest) < 0.1)
        }
      }
    }
  }

  @Test("Every point is finite at every angle, with pictures, clips and strokes on the page", arguments: angles)
  func finite(_ angle: Double) throws {
    let stage = try passport(
      """
      { "pages": [{ "title": "A", "picture": "a.png" }, { "text": "b", "stamp": {} }, {}, {}],
        "timeline": [{ "do": "open", "at": 0 }, { "do": "turn", "count": 2, "offset": 0.2, "at": 1 }] }
      """)
    for seconds in stride(from: 1.0, through: 2, by: 0.1) {
      let list = try stage.frame(at: seconds).drawing
      #expect(transforms(list).allSatisfy { $0.isFinite })
      #expect(paths(list).allSatisfy { $0.points.allSatisfy { $0.isFinite } })
    }
    let leaf = BentLeaf(bend: Bend(angle: angle, flexibility: 1), place: try Self.place())
    for side in leaf.sides {
      let list = BentDrawing(leaf: leaf, side: side).bent(stage.booklet.left[1], .identity)
      #expect(
        transforms(list).allSatisfy { $0.isFinite } && paths(list).allSatisfy { $0.points.allSatisfy { $0.isFinite } })
    }
  }

  @Test("A fallen shadow reaches further and is softer the higher the sheet, and there is one on both sides")
  func shadows() {
    let low = FallenShadow(of: Bend(angle: 12, flexibility: 1), isFromLeft: false)
    let high = FallenShadow(of: Bend(angle: 45, flexibility: 1), isFromLeft: false)
    #expect(high.softness > 2 * low.softness)
    // Beyond the flat page's edge a low one only just reaches.
    #expect(low.end > 0.9 && low.end < 1.2)
    for isFromLeft in [false, true] {
      let shadow = FallenShadow(of: .flat(40), isFromLeft: isFromLeft)
      #expect(shadow.darkness(at: 0) > shadow.darkness(at: shadow.end) && shadow.darkness(at: shadow.end) > 0)
      #expect(shadow.darkness(at: shadow.end + shadow.softness) == 0)
      #expect(FallenShadow(of: .flat(180), isFromLeft: isFromLeft).darkness(at: 0) == 0)
    }
  }
}
