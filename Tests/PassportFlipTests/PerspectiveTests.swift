import Foundation
import StageKit
import Testing

@testable import PassportFlip

@Suite struct PerspectiveTests {
  @Test("Corners are where central projection puts them", arguments: [0.0, 30, 75, 120, 180])
  func corners(angle: Double) {
    let eye = Eye(vanishingPoint: Point(190, 240), distance: 500)
    let top = Point(200, 100)
    let transform = eye.transform(angle: angle, hinge: top)
    for (u, v) in [(0.0, 0.0), (120, 0), (120, 160), (0, 160)] {
      let radians = angle * .pi / 180
      let solid = (x: top.x + u * cos(radians), y: top.y + v, z: u * sin(radians))
      let factor = 500 / (500 - solid.z)
      let expected = Point(190 + (solid.x - 190) * factor, 240 + (solid.y - 240) * factor)
      #expect(transform.apply(Point(u, v)).distance(to: expected) < 1e-9)
    }
  }

  @Test("A plane above a leaf lies along the leaf's normal", arguments: [10.0, 90, 140])
  func elevation(angle: Double) {
    let eye = Eye(vanishingPoint: Point(30, -20), distance: 500)
    let raised = eye.transform(angle: angle, hinge: .zero, elevation: 4).apply(Point(50, 70))
    let radians = angle * .pi / 180
    let solid = (x: 50 * cos(radians) - 4 * sin(radians), z: 50 * sin(radians) + 4 * cos(radians))
    let factor = 500 / (500 - solid.z)
    #expect(raised.distance(to: Point(30 + (solid.x - 30) * factor, -20 + 90 * factor)) < 1e-9)
  }

  @Test("With the vanishing point on the hinge a leaf is edge-on at exactly 90 degrees")
  func edgeOnAtRightAngle() {
    let eye = Eye(vanishingPoint: Point(200, 0), distance: 500)
    #expect(eye.edgeOnAngle(hinge: 200) == 90)
    #expect(eye.transform(angle: 90, hinge: Point(200, 0)).determinant == 0)
  }

  @Test("Where the vanishing point leaves the hinge the edge-on angle follows it", arguments: [-240.0, -30, 45, 200])
  func edgeOnFollowsEye(offset: Double) {
    let eye = Eye(vanishingPoint: Point(100 + offset, 0), distance: 500)
    let edgeOn = eye.edgeOnAngle(hinge: 100)
    #expect(abs(tan(edgeOn * .pi / 180) - 500 / offset) < 1e-9)
    #expect((edgeOn < 90) == (offset > 0))
    #expect(abs(eye.transform(angle: edgeOn, hinge: Point(100, 0)).determinant) < 1e-12)
    #expect(eye.transform(angle: edgeOn - 1, hinge: Point(100, 0)).determinant > 0)
    #expect(eye.transform(angle: edgeOn + 1, hinge: Point(100, 0)).determinant < 0)
  }

  @Test("A back is mirrored beforehand, so that it reads rightly", arguments: [90.5, 120, 180])
  func backsReadRightly(angle: Double) throws {
    let place = try passport().journey.place(OpeningProgress(size: 1, x: 1, y: 1, angle: 1, shadow: 1))
    let back = place.transform(angle: angle) * Booklet.mirror(place.page.width)
    #expect(back.determinant > 0)
    let (left, right) = (back.apply(.zero), back.apply(Point(place.page.width, 0)))
    #expect(left.x < right.x)
    #expect(right.distance(to: place.top) < 1e-9)
  }

  @Test("The back shows from the first frame past edge-on, wherever the eye is", arguments: [-120.0, 0, 90])
  func swapsOnAngle(offset: Double) throws {
    let stage = try passport(
      #"{ "vanishingPoint": [\#(offset), 0], "timeline": [{ "do": "open", "at": 0 }] }"#)
    var shown: [Bool] = []
    for index in 0...60 {
      let frame = try stage.frame(at: Double(index) / 60)
      let angle = try #require(frame[PassportFlip.Parameters.named.coverAngle])
      let edgeOn = try #require(frame[PassportFlip.Parameters.named.edgeOnAngle])
      let swapped = frame[PassportFlip.Parameters.named.isSwapped] == true
      #expect(swapped == (angle >= edgeOn))
      // In the display list itself: which print is there.
      let groups = frame.drawing.commands.compactMap { if case .group(let group) = $0 { group.content } else { nil } }
      let hasFront = groups.contains(stage.booklet.cover)
      let hasBack = groups.contains(stage.booklet.left[0])
      #expect(!(hasFront && swapped) && !(hasBack && !swapped))
      if abs(angle - edgeOn) > 0.01 { #expect(hasFront || hasBack) }
      shown.append(swapped)
    }
    #expect(shown.first == false && shown.last == true)
    #expect(zip(shown, shown.dropFirst()).filter { $0 != $1 }.count == 1)
  }

  @Test("An eye among the pages is refused")
  func eyeAmongPages() {
    #expect(throws: StageError.self) { try passport(#"{ "perspective": 100 }"#) }
  }
}
