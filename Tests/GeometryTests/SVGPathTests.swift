import Geometry
import Testing

@Suite("SVG path data")
struct SVGPathTests {
  private func path(_ text: String) throws -> Path {
    let result = SVGPath.parse(text)
    #expect(result.error == nil)
    return result.path
  }

  @Test("Every command, absolute and relative, draws the same")
  func commandsDraw() throws {
    let absolute = try path("M10 20 L30 40 H50 V10 C60 10 70 20 80 30 S90 50 100 40 Q110 30 120 40 T140 40 Z")
    let relative = try path("m10 20 l20 20 h20 v-30 c10 0 20 10 30 20 s10 20 20 10 q10 -10 20 0 t20 0 z")
    #expect(absolute == relative)
    #expect(
      absolute.elements == [
        .move(Point(10, 20)), .line(Point(30, 40)), .line(Point(50, 40)), .line(Point(50, 10)),
        .cubic(Point(60, 10), Point(70, 20), Point(80, 30)), .cubic(Point(90, 40), Point(90, 50), Point(100, 40)),
        .quad(Point(110, 30), Point(120, 40)), .quad(Point(130, 50), Point(140, 40)), .close,
      ])
  }

  @Test("Numbers need no separators that they can do without")
  func numbersRunTogether() throws {
    #expect(try path("M.5.5-1-2") == path("M 0.5,0.5 L -1,-2"))
    #expect(try path("M1e-3+2E1L5.-.5") == path("M0.001 20 L5 -0.5"))
    #expect(try path("M0 0a1 1 0 01.5.5") == path("M0,0 a1,1,0,0,1,0.5,0.5"))
    #expect(try path("M0 0a1 1 0 1110 10") == path("M0,0 a1 1 0 1 1 10 10"))
    #expect(try path(" \t\r\n\u{C}M\n0,0\n,1 1 ") == path("M0 0L1 1"))
  }

  @Test("Arguments repeat their command, and those of a move are lines")
  func argumentsRepeat() throws {
    #expect(try path("m1 1 2 2 3 3") == path("M1 1L3 3L6 6"))
    #expect(try path("M0 0h1 2V3 4") == path("M0 0H1H3V3V4"))
    #expect(try path("M0 0q1 1 2 0 1 1 2 0") == path("M0 0Q1 1 2 0Q3 1 4 0"))
  }

  @Test("A smooth curve reflects only a control point of its own kind")
  func smoothCurvesReflect() throws {
    #expect(try path("M0 0Q5 5 10 0S15 5 20 0") == path("M0 0Q5 5 10 0C10 0 15 5 20 0"))
    #expect(try path("M0 0C0 5 10 5 10 0T20 0") == path("M0 0C0 5 10 5 10 0Q10 0 20 0"))
  }

  @Test("After a close, drawing goes on from the closed subpath's start")
  func closeReturnsToTheStart() throws {
    #expect(try path("M1 1L5 1L5 5ZL9 9") == path("M1 1L5 1L5 5ZM1 1L9 9"))
    #expect(try path("M1 1L5 1zm1 1l1 0") == path("M1 1L5 1ZM2 2L3 2"))
  }

  @Test("The pies of the SVG specification lie on their circles")
  func specificationPies() throws {
    let red = try path("M300,200 h-150 a150,150 0 1,0 150,-150 z")
    #expect(isNear(red.bounds, Rect(x: 150, y: 50, width: 300, height: 300), 1e-9))
    #expect(isNear(abs(area(red)), 0.75 * .pi * 22_500, 0.5))
    let yellow = try path("M275,175 v-150 a150,150 0 0,0 -150,150 z")
    #expect(isNear(abs(area(yellow)), 0.25 * .pi * 22_500, 0.5))
    for p in rings(of: yellow)[0].dropFirst() {
      #expect(isNear(p.distance(to: Point(275, 175)), 150, 0.002))
    }
  }

  @Test("The bumps of the SVG specification end where they say")
  func specificationBumps() throws {
    let text = """
      M600,350 l 50,-25 a25,25 -30 0,1 50,-25 l 50,-25 a25,50 -30 0,1 50,-25
      l 50,-25 a25,75 -30 0,1 50,-25 l 50,-25 a25,100 -30 0,1 50,-25 l 50,-25
      """
    let bumps = try path(text)
    #expect(bumps.points.last == Point(1050, 125))
    // The first bump's radius does not reach: it grows to half of its chord.
    let first = bumps.subpaths[0].segments.dropFirst().prefix { !$0.isLine }
    for segment in first {
      #expect(isNear(segment.point(at: 0.5).distance(to: Point(675, 312.5)), 3125.0.squareRoot() / 2, 1e-3))
    }
  }

  @Test("Each pair of flags picks its own of the four arcs", arguments: [(0, 0), (0, 1), (1, 0), (1, 1)])
  func flagsPickTheArc(large: Int, sweep: Int) throws {
    let arc = try path("M 125,75 a100,50 0 \(large),\(sweep) 100,50")
    // Both ellipses go through both ends: centers (225, 75) and (125, 125).
    let center = large == sweep ? Point(225, 75) : Point(125, 125)
    for segment in arc.subpaths[0].segments {
      let p = segment.point(at: 0.5) - center
      #expect(isNear(p.x * p.x / 10_000 + p.y * p.y / 2500, 1, 1e-4))
    }
    #expect(arc.verbs.count == (large == 1 ? 7 : 3))
    #expect((area(arc) > 0) == (sweep == 1))
  }

  @Test("An arc without a radius is a line, and one without extent is nothing")
  func degenerateArcs() throws {
    #expect(try path("M0 0A0 5 0 0 1 10 0") == path("M0 0L10 0"))
    #expect(try path("M3 3A5 5 0 1 1 3 3L4 4") == path("M3 3L4 4"))
    #expect(try path("M0 0A-5 -5 0 0 1 10 0") == path("M0 0A5 5 0 0 1 10 0"))
  }

  @Test(
    "An error has its position, and what came before it stays",
    arguments: [
      ("M0 0L1 1 2", 10, "the end of the text", "a number", "M0 0L1 1"),
      ("L0 0", 0, "'L'", "'M' or 'm'", ""),
      ("M0 0X1 1", 4, "'X'", "a command", "M0 0"),
      ("M0 0Z5 5", 5, "'5'", "a command", "M0 0Z"),
      ("M0,,0", 3, "','", "a number", ""),
      ("M0 0,L1 1", 5, "'L'", "a number", "M0 0"),
      ("M0 0a1 1 0 2 1 5 5", 11, "'2'", "a flag, '0' or '1'", "M0 0"),
      ("M0 0L1 1eé", 8, "'e'", "a command", "M0 0L1 1"),
      ("M0 0L5 é", 7, "'é'", "a number", "M0 0"),
      ("M1e999 0", 1, "'1'", "a number that is not this large", ""),
    ])
  func errorsSayWhere(text: String, offset: Int, found: String, expected: String, kept: String) throws {
    let result = SVGPath.parse(text)
    let error = try #require(result.error)
    #expect(error.offset == offset)
    #expect(error.found == found)
    #expect(error.expected == expected)
    #expect(result.path == SVGPath.parse(kept).path)
  }

  @Test("No text is an empty path")
  func emptyText() throws {
    #expect(try path("").isEmpty)
    #expect(try path(" \n").isEmpty)
  }

  @Test("Written path data parses to exactly the same path")
  func roundTrip() throws {
    let original = Path {
      $0.circle(center: Point(1 / 3.0, 1e-7), radius: 123_456.789)
      $0.quad(Point(0.1, 0.2), to: Point(-1e21, 5))
    }
    #expect(try path(original.svgData) == original)
    #expect(Path.polyline([Point(0, 1.5), Point(-2, 3)], closed: true).svgData == "M0 1.5L-2 3Z")
  }
}
