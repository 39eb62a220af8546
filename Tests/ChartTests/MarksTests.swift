import StageKit
import StageTesting
import Testing

@testable import Chart

/// A chart of 400 × 300 points without axes, on a canvas of the same size.
private func chart(_ parameters: String, _ context: FakeContext = FakeContext(size: Size(400, 300))) throws -> Chart {
  let plain =
    #""width": 400, "height": 300, "size": 10, "valueAxis": { "labels": false, "grid": false, "baseline": false "#
    + #", "min": 0, "max": 100 }, "categoryAxis": { "labels": false }"#
  return try make(Chart.self, "{ \(plain), \(parameters) }", context)
}

/// The fills of a chart that has come in.
private func fills(_ chart: Chart, at seconds: Double = 9) throws -> [(box: Rect, paint: Paint, path: Path)] {
  try flat(draw(chart, at: seconds)).compactMap { command in
    guard case .fill(let path, _, let paint, _) = command, let box = path.controlBounds else { return nil }
    return (box, paint, path)
  }
}

@Suite("The bars of a chart")
struct BarTests {
  @Test("Bars are as high as their values, on the baseline, with their gaps")
  func heights() throws {
    let boxes = try fills(chart(#""values": [25, 100, 0, 50], "gap": 0.5"#)).map(\.box)
    #expect(
      boxes == [
        Rect(x: 25, y: 225, width: 50, height: 75), Rect(x: 125, y: 0, width: 50, height: 300),
        Rect(x: 325, y: 150, width: 50, height: 150),
      ])
  }

  @Test("The bars of a category are side by side")
  func grouped() throws {
    let boxes = try fills(
      chart(#""series": [{ "values": [20] }, { "values": ["none"] }, { "values": [60] }], "gap": 0.25, "barGap": 15"#)
    ).map(\.box)
    #expect(boxes == [Rect(x: 50, y: 240, width: 90, height: 60), Rect(x: 260, y: 120, width: 90, height: 180)])
  }

  @Test("Only the free end of a bar has round corners")
  func corners() throws {
    let up = try #require(fills(chart(#""values": [50], "radius": 20"#)).first)
    // The lower corners are points of the outline, the upper ones are not.
    #expect(
      up.path.points.contains(Point(up.box.minX, up.box.maxY))
        && up.path.points.contains(Point(up.box.maxX, up.box.maxY)))
    #expect(!up.path.points.contains(up.box.corners[0]) && !up.path.points.contains(up.box.corners[1]))
    let right = try #require(fills(chart(#""values": [50], "radius": 20, "horizontal": true"#)).first)
    #expect(right.box.minX == 0 && right.box.width == 200)
    #expect(right.path.points.contains(right.box.corners[0]) && !right.path.points.contains(right.box.corners[1]))
  }

  @Test("In a stack values lie on each other, those below 0 below it")
  func stacked() throws {
    let boxes = try fills(
      make(
        Chart.self,
        #"""
        { "series": [{ "values": [20] }, { "values": [-50] }, { "values": [30] }], "stacked": true, "gap": 0, "radius": 4,
          "width": 400, "height": 300, "legend": false, "categoryAxis": { "labels": false },
          "valueAxis": { "labels": false, "grid": false, "baseline": false, "min": -50, "max": 50 } }
        """#, FakeContext(size: Size(400, 300)))
    ).map(\.box)
    #expect(
      boxes == [
        Rect(x: 0, y: 90, width: 400, height: 60), Rect(x: 0, y: 0, width: 400, height: 90),
        Rect(x: 0, y: 150, width: 400, height: 150),
      ])
  }

  @Test("Bars in order are by size, and are in the middle of their way when the values are")
  func sorted() throws {
    let chart = try chart(
      ##""series": [{ "values": [10, 30] }, { "values": [50, 30] }], "sorted": true, "gap": 0, "colorBy": "value", "state": { "keyframes": [{ "at": 5, "value": 0 }, { "at": 6, "value": 1 }] }"##
    )
    func starts(_ seconds: Double) throws -> [Double] {
      try fills(chart, at: seconds).sorted { $0.box.height < $1.box.height }.map(\.box.x)
    }
    #expect(try starts(4) == [200, 0])
    #expect(try starts(6) == [200, 0])
    #expect(
      try fills(chart, at: 5.5).map(\.box) == [
        Rect(x: 100, y: 210, width: 200, height: 90), Rect(x: 100, y: 210, width: 200, height: 90),
      ])
  }

  @Test("Values beyond the axis are cut off at it")
  func clipped() throws {
    let list = try draw(chart(#""values": [150]"#), at: 9)
    #expect(groups(list).contains { $0.clip != nil })
  }
}

@Suite("The lines of a chart")
struct LineTests {
  private func strokes(_ chart: Chart, at seconds: Double = 9) throws -> [Path] {
    try flat(draw(chart, at: seconds)).compactMap { if case .stroke(let path, _, _, _) = $0 { path } else { nil } }
  }

  @Test("A line goes through its values from edge to edge, and a missing value is a gap")
  func gaps() throws {
    let line = try #require(
      strokes(chart(#""kind": "line", "lineWidth": 0.5, "values": [0, 100, "none", 50, 0]"#)).first)
    // Half of the line's width stays within the chart.
    #expect(line.verbs == [.move, .line, .move, .line])
    #expect(line.points.map(\.x) == [0.25, 100.125, 299.875, 399.75])
    #expect(line.points.map(\.y) == [299.75, 0.25, 150, 299.75])
  }

  @Test("A smooth line goes through its points, and never beyond two neighbors")
  func smooth() {
    var random = SeededNumbers(seed: 7)
    for _ in 0..<200 {
      var x = 0.0
      let points = (0..<12).map { _ -> Point in
        x += 0.1 + 20 * random.unit()
        return Point(x, (10 * random.unit()).rounded())
      }
      let path = Path {
        $0.move(to: points[0])
        ChartCurve.append(points, isSmooth: true, to: &$0)
      }
      for (index, segment) in path.subpaths.flatMap(\.segments).enumerated() {
        let (a, b) = (points[index], points[index + 1])
        #expect(segment.point(at: 1) == b)
        for step in 0...40 {
          let y = segment.point(at: Double(step) / 40).y
          #expect(y >= min(a.y, b.y) - 1e-9 && y <= max(a.y, b.y) + 1e-9)
        }
      }
    }
  }

  @Test("The slopes are those of Steffen's method")
  func slopes() {
    let slopes = ChartCurve.slopes([Point(0, 0), Point(1, 1), Point(3, 5), Point(4, 4)])
    // (1·2 + 2·1) / 3 = 4/3 between the secants 1 and 2; twice the lesser is 2, and the mean counts.
    #expect(abs(slopes[1] - 4.0 / 3) < 1e-12)
    #expect(slopes[2] == 0)
    #expect(abs(slopes[0] - (3 - 4.0 / 3) / 2) < 1e-12)
    #expect(slopes[3] == -1.5)
  }

  @Test("A line comes in along its length, and its head is published")
  func entrance() throws {
    let chart = try chart(
      #""kind": "line", "lineWidth": 0, "values": [0, 0, 100], "duration": 2, "curve": "linear""#)
    let frame = try chart.frame(at: StageTime(seconds: 1), Inputs())
    // 200 + √(200² + 300²) = 560.6 points; half of that are 280.3, 80.3 of them on the second piece.
    let share = ((200 + 360.555_127_546) / 2 - 200) / 360.555_127_546
    let head: Point = try #require(frame.value("head"))
    #expect(head.distance(to: Point(200 + 200 * share, 300 - 300 * share)) < 1e-4)
    let value: Double = try #require(frame.value("value"))
    #expect(abs(value - 100 * share) < 1e-4)
    let last: Point? = try chart.frame(at: StageTime(seconds: 2), Inputs()).value("last")
    #expect(last == Point(400, 0))
  }

  @Test("Areas go down to 0")
  func area() throws {
    let area = try #require(fills(chart(#""kind": "area", "lineWidth": 0, "values": [50, 100]"#)).first)
    #expect(area.path.points == [Point(0, 150), Point(400, 0), Point(400, 300), Point(0, 300)])
  }

  @Test("Values have the places that a job gives them")
  func places() throws {
    let list = try fills(
      chart(#""kind": "scatter", "marker": 5, "x": [0, 10, 40], "values": [0, 50, 100], "duration": 0"#))
    let centers = list.map(\.box.center)
    #expect(centers == [Point(5, 295), Point(102.5, 150), Point(395, 5)])
  }
}

@Suite("The slices of a donut")
struct SliceTests {
  @Test("Each is as large as its share, clockwise from the top")
  func angles() {
    let angles = SliceMarks.angles(ValueList([1, nil, 2, 5]), startAngle: 0)
    #expect(angles.map(\.start) == [0, 45, 45, 135])
    #expect(angles.map(\.end) == [45, 45, 135, 360])
    #expect(SliceMarks.angles(ValueList([0, 0]), startAngle: 30).allSatisfy { $0 == (30, 30) })
  }

  @Test("They fill the ring between both radii")
  func ring() throws {
    let parts = try fills(chart(#""kind": "donut", "values": [1, 1], "hole": 0.5, "sliceGap": 0"#))
    #expect(parts.map(\.box.center.x).map { $0.rounded() } == [275, 125])
    let ends = parts[0].path.points
    for end in [Point(200, 0), Point(200, 300), Point(200, 225), Point(200, 75)] {
      #expect(ends.contains { $0.distance(to: end) < 1e-9 })
    }
  }

  @Test("They are swept on, and one alone is a whole ring")
  func sweep() throws {
    let chart = try chart(#""kind": "pie", "values": [1, 1], "duration": 2, "curve": "linear", "sliceGap": 0"#)
    #expect(try fills(chart, at: 0).isEmpty)
    // Three eighths of the pie: the first slice up to 135°.
    let part = try #require(fills(chart, at: 0.75).first)
    #expect(part.path.points.contains { $0.distance(to: Point(200 + 106.066_017, 150 + 106.066_017)) < 1e-5 })
    let ring = try #require(fills(self.chartOfOne()).first)
    #expect(ring.path.verbs.count { $0 == .close } == 2)
  }

  private func chartOfOne() throws -> Chart { try chart(#""kind": "donut", "values": [7]"#) }

  @Test("Gaps are equally wide all along")
  func gaps() throws {
    let parts = try fills(chart(#""kind": "donut", "values": [1, 1], "hole": 0.5, "sliceGap": 10"#))
    #expect(parts.count == 2)
    #expect(abs(parts[0].box.minX - 205) < 1e-9)
    #expect(abs(parts[1].box.maxX - 195) < 1e-9)
  }
}
