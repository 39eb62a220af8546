import StageKit
import Testing

@testable import LottieFiles

@Suite("Lottie modifiers")
struct ModifierTests {
  private func trim(_ start: Double, _ end: Double, _ offset: Double = 0, mode: Int = 1) -> String {
    """
    { "ty": "tm", "s": { "k": \(start) }, "e": { "k": \(end) }, "o": { "k": \(offset) }, "m": \(mode) }
    """
  }

  private func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }

  private func lengths(_ shapes: String...) throws -> [Double] {
    try Animations.paths((shapes + [Animations.line]).joined(separator: ",")).flatMap { path in
      path.subpaths.map { subpath in Path { $0.append(subpath) }.length }
    }
  }

  @Test("A trim leaves its share of the length")
  func share() throws {
    let lengths = try lengths(Animations.square(0, 0, 10), trim(10, 35))
    #expect(lengths.count == 1)
    #expect(abs(lengths[0] - 10) < 1e-6)
  }

  @Test("A trim goes on past the end of a closed path in one piece")
  func wrap() throws {
    let paths = try Animations.paths(
      [Animations.square(0, 0, 10), trim(0, 50, 270), Animations.line].joined(separator: ","))
    #expect(paths[0].subpaths.count == 1)
    #expect(abs(paths[0].length - 20) < 1e-6)
    #expect(paths[0].points[0].distance(to: Point(0, 0)) < 1e-6)
  }

  @Test("Paths are trimmed each for itself, or as one")
  func several() throws {
    let shapes = Animations.square(0, 0, 10) + "," + Animations.square(50, 0, 20)
    let each = try lengths(shapes, trim(0, 50))
    #expect(each.map(rounded) == [20, 40])
    let whole = try lengths(shapes, trim(0, 50, mode: 2))
    #expect(whole.map(rounded) == [40, 20])
    // The part beyond the end is that from the start on.
    let around = try lengths(shapes, trim(50, 100, 180, mode: 2))
    #expect(abs(around.reduce(0, +) - 60) < 1e-5)
  }

  @Test("Nothing is left of an empty part, all of a whole one")
  func ends() throws {
    #expect(try lengths(Animations.square(0, 0, 10), trim(30, 30)).isEmpty)
    #expect(
      try Animations.paths([Animations.square(0, 0, 10), trim(100, 0), Animations.line].joined(separator: ","))[0].verbs
        .last == .close)
  }

  @Test("A trim behind a group trims what the group draws")
  func group() throws {
    let group = #"{ "ty": "gr", "it": [\#(Animations.square(0, 0, 10)), \#(Animations.line), { "ty": "tr" }] }"#
    let paths = try Animations.paths(group + "," + trim(0, 25))
    #expect(abs(paths[0].length - 10) < 1e-6)
  }

  @Test("Corners are rounded as far as sides allow")
  func roundCorners() throws {
    let round = #"{ "ty": "rd", "r": { "k": 2 } }"#
    let path = try #require(
      Animations.paths([Animations.square(0, 0, 10), round, Animations.red].joined(separator: ",")).first)
    #expect(path.curveCount == 4)
    #expect(path.points.contains(Point(8, 0)))
    let more = BezierPath(corners: [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]).roundingCorners(50)
    #expect(more.vertices.map(\.point).contains(Point(5, 0)))
    let open = BezierPath(corners: [Point(0, 0), Point(10, 0), Point(10, 10)], isClosed: false).roundingCorners(2)
    #expect(open.vertices.first?.point == .zero)
    #expect(open.vertices.count == 4)
  }

  @Test("A closed path grows by its offset on all sides", arguments: [3.0, -3])
  func offset(amount: Double) {
    let square = BezierPath(corners: [Point(0, 0), Point(40, 0), Point(40, 40), Point(0, 40)])
    let moved = square.offset(by: amount, .miter, 4)
    let bounds = Rect(around: moved.vertices.map(\.point))
    #expect(bounds == Rect(x: -amount, y: -amount, width: 40 + 2 * amount, height: 40 + 2 * amount))
    let circle = PathSource.ellipse(center: .zero, half: Point(20, 20), isReversed: false).offset(by: amount, .miter, 4)
    for index in 0..<circle.segmentCount {
      let distance = circle.segment(index).point(at: 0.5).length
      #expect(abs(distance - 20 - amount) < 0.03)
    }
  }

  @Test("Puckered vertices come nearer to the center, and a zigzag has its ridges")
  func others() {
    let square = BezierPath(corners: [Point(0, 0), Point(40, 0), Point(40, 40), Point(0, 40)])
    #expect(square.puckered(0.5).vertices[0].point == Point(10, 10))
    #expect(square.puckered(0.5).vertices[0].out == Point(-10, -10))
    let zigZag = square.zigZag(size: 2, ridges: 3, isSmooth: false)
    #expect(zigZag.vertices.count == 16)
    let side = zigZag.vertices[1...3].map(\.point.y)
    #expect(side == [2, -2, 2] || side == [-2, 2, -2])
    let twisted = square.twisted(90, about: Point(20, 20))
    #expect(twisted.vertices[0].point.distance(to: .zero) < 1e-9)
  }

  @Test("Merged paths are combined by their mode; those before a merge keep their form")
  func merge() throws {
    let log = CombinationLog()
    let resources = Animations.resources { first, second, operation, _ in
      log.add(operation)
      return Path.rect((first.controlBounds ?? .zero).union(second.controlBounds ?? .zero))
    }
    for (mode, operation) in [
      (2, PathOperation.union), (3, .difference), (4, .intersection), (5, .symmetricDifference),
    ] {
      let shapes = [
        Animations.square(0, 0, 10), Animations.square(5, 5, 10), Animations.blue, #"{ "ty": "mm", "mm": \#(mode) }"#,
        Animations.red,
      ].joined(separator: ",")
      let paths = try Animations.paths(shapes, resources)
      #expect(log.last == operation)
      #expect(paths[0] == .rect(Rect(x: 0, y: 0, width: 15, height: 15)))
      #expect(paths[1].subpaths.count == 2)
    }
    // Merged to one, there is nothing to intersect.
    let count = log.count
    let single = [
      Animations.square(0, 0, 10), Animations.square(5, 5, 10), #"{ "ty": "mm", "mm": 1 }"#,
      #"{ "ty": "mm", "mm": 4 }"#,
      Animations.red,
    ].joined(separator: ",")
    #expect(try Animations.paths(single, resources)[0].subpaths.count == 2)
    #expect(log.count == count)
  }
}
