import StageKit
import Testing

@testable import PassportFlip

@Suite struct DrawingTests {
  @Test(
    "Every transform and point is finite, edge-on and at degenerate sizes",
    arguments: [0.0, 1e-9, 89.9, 90, 90.0.nextUp, 90.1, 179.999999, 180], [-2.0, 0, 1, 3])
  func finite(angle: Double, size: Double) throws {
    let stage = try passport(#"{ "facts": [{ "label": "Speaks", "value": "Portuguese" }] }"#)
    let place = stage.journey.place(OpeningProgress(size: size, x: 1, y: 1, angle: 0, shadow: size))
    var list = DisplayList()
    stage.booklet.draw(stage.pose(cover: angle), at: place, onto: &list)
    TableShadow([]).draw(onto: &list, cover: angle, at: place, opacity: 1)
    #expect(transforms(list).allSatisfy { $0.isFinite })
    #expect(paths(list).allSatisfy { $0.points.allSatisfy(\.isFinite) })
  }

  @Test("A leaf that is edge-on still shows its edge, as wide as it is thick")
  func edgeIsSeen() throws {
    let place = try passport().journey.place(OpeningProgress(size: 1, x: 1, y: 1, angle: 0, shadow: 1))
    let edge = Slab.outline(of: place.outline, angle: 90, thickness: 2, at: place)
    let bounds = try #require(edge.controlBounds)
    #expect(bounds.width > 2 && bounds.width < 5)
    #expect(bounds.height > place.page.height)
    #expect(Slab.outline(of: place.outline, angle: 180, thickness: 2, at: place).isEmpty)
  }

  @Test("The convex hull of points holds them all and turns one way")
  func hull() {
    let points = (0..<40).map { (index: Int) -> Point in
      let (x, y) = (index * 37 % 23, index * 11 % 17)
      return Point(Double(x), Double(y))
    }
    let hull = Slab.convexHull(points)
    for index in hull.indices {
      let (a, b) = (hull[index], hull[(index + 1) % hull.count])
      let side: Point = b - a
      #expect(points.allSatisfy { (p: Point) -> Bool in side.cross(p - a) >= 0 })
    }
  }

  @Test("A face turned toward the light is lighter, one turned away darker, and flat ones keep their colors")
  func lightFollowsAngle() {
    #expect(Shading.brightness(angle: 0, isFront: true) == 1)
    #expect(Shading.brightness(angle: 180, isFront: false) == 1)
    #expect(Shading.brightness(angle: 20, isFront: true) > 1)
    #expect(Shading.brightness(angle: 80, isFront: true) < 1)
    #expect(Shading.brightness(angle: 100, isFront: false) < Shading.brightness(angle: 140, isFront: false))
  }

  @Test("The fold is darker the more shut it is, and darkest at the hinge")
  func foldFollowsAngle() {
    let shading = Shading(strength: 1, fold: 0.06)
    func dark(_ opening: Double) -> [Double] {
      shading.stops(.flat(0), isFront: true, opening: .flat(opening)).map(\.color.alpha)
    }
    #expect(dark(70)[0] > dark(120)[0] && dark(120)[0] > dark(180)[0])
    #expect(dark(180)[0] > 0.1 && (dark(180).last ?? 1) < 0.01)
    #expect(shading.stops(.flat(0), isFront: true, opening: nil).allSatisfy { $0.color.alpha == 0 })
    #expect(
      Shading(strength: 0, fold: 0.06).stops(.flat(60), isFront: true, opening: .flat(60))
        .allSatisfy { $0.color.alpha == 0 })
  }

  @Test("The table's shadow follows the cover's angle without a jump")
  func shadowFollowsAngle() throws {
    let place = try passport().journey.place(OpeningProgress(size: 1, x: 1, y: 1, angle: 0, shadow: 1))
    func shadow(_ angle: Double) -> [(width: Double, sigma: Double, alpha: Double)] {
      var list = DisplayList()
      TableShadow([]).draw(onto: &list, cover: angle, at: place, opacity: 1)
      return list.commands.compactMap { command in
        guard case .group(let group) = command,
          case .fill(let path, _, .color(let color), let transform) =
            group.content.commands.first, case .blur(let sigma) = group.effects.first
        else { return nil }
        let box = Rect(around: (path.controlBounds ?? .zero).corners.map(transform.apply)) ?? .zero
        return (box.width, sigma, color.alpha)
      }
    }
    let (flat, raised) = (shadow(180), shadow(120))
    #expect(flat.count == 4 && raised.count == 4 && shadow(0).count == 2)
    #expect(abs(raised[1].width - flat[1].width / 2) < 1e-9)
    #expect(raised[1].sigma > flat[1].sigma && raised[1].alpha < flat[1].alpha)
    #expect(abs(shadow(179.999)[1].alpha - flat[1].alpha) < 0.001)
    #expect(shadow(0.001)[1].alpha < 0.001)
  }

  @Test("With an odd number of further pages the last right page is a blank")
  func oddPages() throws {
    #expect(try passport(#"{ "pages": [{}] }"#).booklet.leafCount == 2)
    #expect(try passport(#"{ "pages": [{}, {}] }"#).booklet.leafCount == 2)
    #expect(try passport(#"{ "pages": [{}, {}, {}] }"#).booklet.leafCount == 3)
    #expect(try passport().booklet.leafCount == 1)
  }

  @Test("A booklet whose rest others draw is drawn only in flight")
  func onlyInFlight() throws {
    let stage = try passport(#"{ "onlyInFlight": true }"#)
    #expect(try stage.frame(at: 0).drawing.isEmpty)
    #expect(try !stage.frame(at: 2.3).drawing.isEmpty)
    #expect(try stage.frame(at: 3.5).drawing.isEmpty)
  }

  @Test("Open and flat, both halves are lit alike and leave no gap at the spine")
  func halvesMeet() throws {
    let stage = try passport()
    let place = stage.journey.place(OpeningProgress(size: 1, x: 1, y: 1, angle: 1, shadow: 1))
    #expect(place.spineRadius == 0)
    var list = DisplayList()
    stage.booklet.draw(stage.pose(cover: 180), at: place, onto: &list)
    let outlines = list.commands.compactMap { command -> (paint: Paint, side: Double)? in
      guard case .fill(place.outline, _, let paint, let transform) = command else { return nil }
      return (paint, transform.apply(Point(place.page.width, 0)).x - place.hinge.x)
    }
    let (left, right) = (outlines.filter { $0.side < 0 }.map(\.paint), outlines.filter { $0.side > 0 }.map(\.paint))
    #expect(left.count == 2 && left == right)
  }
}
