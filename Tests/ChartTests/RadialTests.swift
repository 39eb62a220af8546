import StageKit
import StageTesting
import Testing

@testable import Chart

private func chart(_ parameters: String, _ context: FakeContext = FakeContext(size: Size(400, 300))) throws -> Chart {
  try make(Chart.self, #"{ "width": 400, "height": 300, "size": 10, \#(parameters) }"#, context)
}

/// The area inside of a path, by many small lines.
private func area(_ path: Path) -> Double {
  path.subpaths.map { subpath in
    let points =
      [subpath.start] + subpath.segments.flatMap { segment in (1...64).map { segment.point(at: Double($0) / 64) } }
    return zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) } / 2
  }.reduce(0, +)
}

@Suite("Bars around a middle")
struct RadialTests {
  private let plain =
    #""kind": "radial", "categoryAxis": { "labels": false }, "hole": 0.5, "gap": 0.5, "radius": 0, "#
    + #""valueAxis": { "max": 100, "grid": false }"#

  private func bars(_ parameters: String, at seconds: Double = 9) throws -> [Path] {
    try flat(draw(chart("\(plain), \(parameters)"), at: seconds)).compactMap { command in
      if case .fill(let path, _, _, _) = command { path } else { nil }
    }
  }

  @Test("Rings lie from the outside to the hole, and bars are as long as their share of the turn")
  func areas() throws {
    let bars = try bars(#""values": [50, 25, 100]"#)
    #expect(bars.count == 3)
    // The radius is 150, the hole 75; each ring is 12.5 wide, half of its part of 25.
    for (bar, (outer, share)) in zip(bars, [(150.0, 0.5), (125, 0.25), (100, 1)]) {
      let ring = Double.pi * (outer * outer - (outer - 12.5) * (outer - 12.5))
      #expect(abs(abs(area(bar)) - ring * share) < ring * 1e-3)
    }
    let half = try #require(bars[0].bounds)
    #expect(abs(half.minX - 200) < 1e-6 && abs(half.maxX - 350) < 1e-6 && abs(half.maxY - 300) < 1e-6)
  }

  @Test("Names and numbers take the quarter before the top, and all of the axis is then 270 degrees")
  func sweep() throws {
    let stage = try chart(
      #""kind": "radial", "labels": ["a", "b"], "values": [10, 10], "valueAxis": { "max": 10, "grid": false }, "valueLabels": "all", "radius": 0"#
    )
    let commands = flat(try draw(stage, at: 9))
    let bar = try #require(
      commands.compactMap { command -> Rect? in
        if case .fill(let path, _, _, _) = command { path.bounds } else { nil }
      }.first)
    #expect(abs(bar.minX - 50) < 1e-6 && abs(bar.minY) < 1e-6 && abs(bar.width - 300) < 1e-6)
    let frame = try stage.frame(at: StageTime(seconds: 9), Inputs())
    #expect(flat(frame.legibleText).count == 4)
  }

  @Test("A value beyond the end of the axis fills its ring, and no more")
  func beyond() throws {
    let most = #""values": [100]"#
    let more = #""values": [250]"#
    #expect(try bars(most) == bars(more))
  }

  @Test("Its first value is published where its bar ends")
  func head() throws {
    let frame = try chart("\(plain), \"values\": [25]").frame(at: StageTime(seconds: 9), Inputs())
    let end: Point = try #require(frame.value("last"))
    // A quarter of a turn ends at the right.
    #expect(abs(end.x - 331.25) < 1e-6 && abs(end.y - 150) < 1e-6)
  }

  @Test(
    "What rings cannot show is an error",
    arguments: [
      #""values": [3, -1]"#, #""series": [{ "values": [1] }, { "values": [2] }]"#,
      #""labels": ["a"], "values": [1], "categoryAxis": { "labels": true }, "sweep": 360"#,
      #""values": [1], "annotations": [{ "value": 1 }]"#,
    ])
  func faults(parameters: String) {
    let rest = parameters.contains("categoryAxis") ? #""kind": "radial""# : plain
    #expect(throws: StageError.self) { try chart("\(rest), \(parameters)") }
  }

  @Test("Very small, very many and missing values are drawn with finite points")
  func extremes() throws {
    for values in ["[0, 0]", "[1e-90, 2e-90]", "[1e99]", #"["none", 4]"#, "\((0..<1000).map { $0 % 7 })"] {
      let stage = try chart(#""kind": "radial", "values": \#(values), "valueLabels": "all""#)
      for seconds in [0.2, 0.7, 9] {
        for command in flat(try draw(stage, at: seconds)) {
          guard case .fill(let path, _, _, _) = command else { continue }
          #expect(path.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
        }
      }
    }
  }
}

@Suite("Lines, bands and notes on a chart")
struct AnnotationTests {
  private func lines(_ parameters: String) throws -> [Path] {
    try flat(draw(chart(parameters), at: 9)).compactMap { command in
      if case .stroke(let path, let style, _, _) = command, !style.dashes.isEmpty { path } else { nil }
    }
  }

  private let plain = #""valueAxis": { "labels": false, "min": 0, "max": 100 }, "categoryAxis": { "labels": false }"#

  @Test("A line goes through its value from side to side, and leaves out numbers that it would cross")
  func line() throws {
    let whole = try #require(lines("\(plain), \"values\": [80, 20], \"annotations\": [{ \"value\": 50 }]").first)
    #expect(whole.bounds == Rect(x: 0, y: 150, width: 400, height: 0))
    let cut = try #require(
      lines(
        "\(plain), \"values\": [80, 50], \"valueLabels\": \"all\", \"annotations\": [{ \"value\": 51 }]"
      ).first)
    #expect(cut.subpaths.count == 2)
  }

  @Test("The axis has the values of annotations, and their texts have room beside the plot")
  func room() throws {
    let stage = try chart(#""values": [1, 2], "annotations": [{ "value": 7, "to": 9, "text": "Goal" }]"#)
    let bands = flat(try draw(stage, at: 9)).compactMap { command -> Rect? in
      if case .fill(let path, _, _, _) = command { path.controlBounds } else { nil }
    }
    let band = bands[0]
    #expect(band.minY > 0 && band.maxX < 400 - 4 * 5)
    let frame = try stage.frame(at: StageTime(seconds: 9), Inputs())
    for command in flat(frame.legibleText) {
      guard case .fill(let path, _, _, _) = command, let box = path.controlBounds else { continue }
      #expect(box.maxX <= 400)
    }
  }

  @Test(
    "Faults name what is wrong",
    arguments: [
      (#"{ "text": "a" }"#, "an annotation has a 'value' or a 'category'"),
      (#"{ "category": "Su", "text": "a" }"#, "there is no label 'Su'"),
      (#"{ "category": 9, "text": "a" }"#, "there is no category 9; they go from 0 to 1"),
      (#"{ "category": "Sun" }"#, "a note needs a 'text'"),
      (#"{ "category": 0, "text": "a", "to": 3 }"#, "a band begins"),
    ])
  func faults(annotation: String, message: String) {
    #expect {
      try chart(#""labels": ["Sat", "Sun"], "values": [1, 2], "annotations": [\#(annotation)]"#)
    } throws: {
      "\(($0 as? StageError)?.message ?? "")".contains(message)
    }
  }
}

@Suite("Charts from the right to the left")
struct MirroredTests {
  private let plain = #""valueAxis": { "labels": false, "min": 0, "max": 100 }, "categoryAxis": { "labels": false }"#

  private func boxes(_ parameters: String, isMirrored: Bool = true) throws -> [Rect] {
    let context = FakeContext(size: Size(400, 300), isMirrored: isMirrored)
    return try flat(draw(chart("\(plain), \(parameters)", context), at: 9)).compactMap { command in
      // Texts are drawn from an origin of their own.
      if case .fill(let path, _, _, .identity) = command { path.controlBounds } else { nil }
    }
  }

  @Test("All lies mirrored, unless the chart says otherwise", arguments: [false, true])
  func bars(isHorizontal: Bool) throws {
    let data = #""values": [20, 90, 50], "horizontal": \#(isHorizontal)"#
    let (plain, mirrored) = (try boxes(data, isMirrored: false), try boxes(data))
    #expect(plain.count == 3)
    for (one, other) in zip(plain, mirrored) {
      #expect(abs(one.minX - (400 - other.maxX)) < 1e-9 && abs(one.minY - other.minY) < 1e-9)
    }
    #expect(try boxes("\(data), \"mirrored\": false") == plain)
  }

  @Test("The bars of a category, lines, areas and legends lie mirrored too")
  func others() throws {
    let series = #""series": [{ "name": "one", "values": [20, 90] }, { "name": "two", "values": [50, 40] }]"#
    for kind in ["bar", "area", "scatter"] {
      let data = #""kind": "\#(kind)", \#(series)"#
      let (plain, mirrored) = (try boxes(data, isMirrored: false), try boxes(data))
      #expect(plain.count == mirrored.count && !plain.isEmpty)
      for (one, other) in zip(plain, mirrored) { #expect(abs(one.minX - (400 - other.maxX)) < 1e-6) }
    }
  }
}

@Suite("Axes of a single value")
struct SingleValueTests {
  @Test("From 0 it goes up, below 0 down, and another value is in its middle")
  func domains() throws {
    func range(_ value: Double, includesZero: Bool) throws -> ClosedRange<Double> {
      try ValueDomain(value...value, AxisRange(), includesZero: includesZero, isNice: false).range
    }
    #expect(try range(0, includesZero: true) == 0...1)
    #expect(try range(0, includesZero: false) == -1...1)
    #expect(try range(8, includesZero: false) == 4...12)
    #expect(try range(-8, includesZero: true) == -8...0)
  }

  @Test("A line beyond the ends that the axis is given is an error, and a band is cut off")
  func annotations() throws {
    func bars(_ annotation: String) -> String {
      """
      "kind": "bar", "values": [1, 2], "valueAxis": { "max": 3 }, "annotations": [\(annotation)]
      """
    }
    #expect(throws: StageError.self) { try chart(bars(#"{ "value": 5 }"#)) }
    #expect(throws: StageError.self) { try chart(bars(#"{ "value": 4, "to": 9 }"#)) }
    let cut = try #require(try draw(chart(bars(#"{ "value": 2, "to": 90, "text": "good" }"#)), at: 9).bounds)
    #expect(cut.minY >= 0 && cut.maxY <= 300)
  }
}
