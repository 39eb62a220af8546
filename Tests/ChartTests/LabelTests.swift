import StageKit
import StageTesting
import Testing

@testable import Chart

private func chart(_ parameters: String, _ context: FakeContext = FakeContext(size: Size(500, 400))) throws -> Chart {
  try make(Chart.self, "{ \(parameters) }", context)
}

/// The boxes of a chart's texts, and their colors.
private func texts(_ chart: Chart) throws -> [(box: Rect, color: Color)] {
  let frame = try chart.frame(at: StageTime(seconds: 9), Inputs())
  return flat(frame.legibleText).compactMap { command in
    guard case .fill(let path, _, .color(let color), let place) = command else { return nil }
    return path.transformed(by: place).bounds.map { ($0, color) }
  }
}

private func warnings(_ parameters: String) throws -> [String] {
  let context = FakeContext(size: Size(500, 400))
  _ = try chart(parameters, context)
  return context.warnings
}

@Suite("The labels of slices")
struct SliceLabelTests {
  private static func donut(_ names: [String], _ more: String = "", kind: String = "donut") -> String {
    let names = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return #""kind": "\#(kind)", "labels": [\#(names)], "values": [48, 24, 14, 9, 5], "valueLabels": "all", "#
      + #""width": 460, "height": 360, "size": 16\#(more)"#
  }

  /// The distance from the middle to the farthest point of a slice.
  private func radius(_ parameters: String) throws -> Double {
    let chart = try chart(parameters)
    let frame = try chart.frame(at: StageTime(seconds: 9), Inputs())
    let letters = flat(frame.legibleText).count
    let slices = flat(frame.drawing).dropLast(letters).compactMap { command -> Rect? in
      if case .fill(let path, _, _, let place) = command { path.transformed(by: place).bounds } else { nil }
    }
    let box = try #require(slices.first.map { slices.reduce($0) { $0.union($1) } })
    return max(box.width, box.height) / 2
  }

  @Test("A long name is broken into lines, and does not make the ring small", arguments: ["donut", "pie"])
  func longName(kind: String) throws {
    let long = ["Direct", "Search", "Social media and referrals", "Mail", "Other"]
    let short = ["Direct", "Search", "Social", "Mail", "Other"]
    let (a, b) = (try radius(Self.donut(long, kind: kind)), try radius(Self.donut(short, kind: kind)))
    #expect(a >= 90 && b >= a)
    #expect(try warnings(Self.donut(long, kind: kind)).isEmpty)
    for text in try texts(chart(Self.donut(long, kind: kind))) {
      #expect(text.box.minX >= 20 - 1e-6 && text.box.maxX <= 480 + 1e-6)
      #expect(text.box.minY >= 20 - 1e-6 && text.box.maxY <= 380 + 1e-6)
    }
  }

  @Test("A name that leaves less than half of the radius is left out, with a warning")
  func tooLong() throws {
    let names = ["Direct", "Search", String(repeating: "x", count: 50), "Mail", "Other"]
    #expect(try radius(Self.donut(names)) >= 90)
    let warnings = try warnings(Self.donut(names))
    #expect(warnings.count == 1 && warnings[0].hasPrefix("the labels of '\(names[2])' have no room"))
  }

  @Test("Labels that would overlap larger ones are left out, with a warning")
  func overlapping() throws {
    let parameters =
      #""kind": "pie", "labels": ["A lot", "Little", "Less"], "values": [98, 1, 1], "size": 30, "width": 400, "height": 300"#
    #expect(try texts(chart(parameters)).count == 2)
    #expect(try warnings(parameters).first?.contains("'Less' have no room at some time") == true)
  }

  @Test("The text in the middle is broken into lines within the hole, and one that is too long is warned of")
  func middle() throws {
    func middle(_ text: String) -> String {
      Self.donut(["a", "b", "c", "d", "e"], #", "middle": "total", "middleText": "\#(text)""#)
    }
    #expect(try warnings(middle("of our customers come back")).isEmpty)
    let lines = try #require(try texts(chart(middle("of our customers come back"))).last).box
    // Square letters as high as the text is large: more than one line of them.
    #expect(lines.height > 16 * 1.5)
    let reach = Point(lines.width / 2, max(abs(lines.minY - 200), abs(lines.maxY - 200)))
    #expect(reach.length <= 180 * 0.64)
    let long = Array(repeating: "customers", count: 40).joined(separator: " ")
    #expect(try warnings(middle(long)).first?.hasPrefix("the text in the middle is too small to read") == true)
  }
}

@Suite("The numbers at values")
struct ValueLabelTests {
  private func overlap(_ boxes: [Rect]) -> Bool {
    boxes.indices.contains { a in boxes.indices.contains { $0 > a && boxes[a].overlaps(boxes[$0]) } }
  }

  @Test("They lie beside the numbers of axes, and no line goes through them", arguments: ["line", "area", "scatter"])
  func clear(kind: String) throws {
    let parameters =
      #""kind": "\#(kind)", "labels": ["Q1", "Q2", "Q3", "Q4"], "values": [1200, 3400, 2900, 8100], "#
      + #""valueLabels": "all", "size": 18, "width": 440, "height": 240"#
    let scatter = parameters.replacing(#""labels": ["Q1", "Q2", "Q3", "Q4"], "#, with: "")
    let chart = try chart(kind == "scatter" ? scatter : parameters)
    let boxes = try texts(chart).map(\.box)
    #expect(!overlap(boxes))
    #expect(try warnings(kind == "scatter" ? scatter : parameters).isEmpty)
    guard kind != "scatter" else { return }
    let points = [1200.0, 3400, 2900, 8100].enumerated().map { index, value in
      Point(chart.layout.center(Double(index)), chart.layout.values.place(of: value))
    }
    for (a, b) in zip(points, points.dropFirst()) {
      #expect(!boxes.contains { $0.isCrossed(from: a, to: b) })
    }
  }

  @Test("A value between higher ones has its number below it")
  func valley() throws {
    let chart = try chart(
      #""kind": "line", "values": [90, 10, 90], "valueLabels": "all", "size": 10, "valueAxis": { "labels": false, "min": 0, "max": 100 }"#
    )
    let point = Point(chart.layout.center(1), chart.layout.values.place(of: 10))
    let box = try #require(try texts(chart).map(\.box).first { abs($0.center.x - point.x) < 1e-6 })
    #expect(box.minY > point.y)
  }

  @Test("The numbers beside the ends of lines are apart, each in the color of its line")
  func last() throws {
    let series = [("A", 30.0), ("B", 29.5), ("C", 31)].map { name, last in
      #"{ "name": "\#(name)", "values": [10, \#(last)] }"#
    }.joined(separator: ", ")
    let parameters =
      ##""kind": "line", "labels": ["x", "y"], "series": [\##(series)], "valueLabels": "last", "size": 16, "##
      + ##""colors": ["#6090FF", "#FF7060", "#30E0B0"]"##
    let chart = try chart(parameters)
    let numbers = try texts(chart).suffix(3)
    // Letters of real fonts are lower than these squares.
    let middles = numbers.map(\.box.center.y).sorted()
    #expect(zip(middles, middles.dropFirst()).allSatisfy { $1 - $0 > 16 * 0.82 - 1e-9 })
    let order = numbers.sorted { $0.box.y < $1.box.y }.map(\.color)
    #expect(order == [Color(hex: 0x30E0B0), Color(hex: 0x6090FF), Color(hex: 0xFF7060)])
    #expect(try warnings(parameters).isEmpty)
    // One line alone has the color of text.
    let one = try self.chart(#""kind": "line", "values": [1, 2], "valueLabels": "last""#)
    #expect(try texts(one).last?.color == .white)
  }

  private func chart(_ parameters: String) throws -> Chart {
    try make(Chart.self, "{ \(parameters) }", FakeContext(size: Size(500, 400)))
  }

  @Test("A color that is hard to read on what text stands out on is mixed with that of text")
  func legible() {
    #expect(Color(hex: 0xFFB347).legible(like: .white) == Color(hex: 0xFFB347))
    let dark = Color(hex: 0xFFB347).legible(like: .black)
    #expect(dark != Color(hex: 0xFFB347) && dark != .black && dark.red > dark.blue)
  }

  @Test("Places are moved apart about their middle, and into their range")
  func spread() {
    func spread(_ places: [Double]) -> [Double] { ValueLabels.spread(places, apart: 10, from: 0, to: 100) }
    #expect(spread([20, 40, 60]) == [20, 40, 60])
    #expect(spread([50, 50]) == [45, 55])
    #expect(spread([49, 50, 51]) == [40, 50, 60])
    #expect(spread([0, 1, 2]) == [0, 10, 20])
    #expect(spread([99, 100]) == [90, 100])
    #expect(spread([]) == [])
  }

  @Test("Numbers in a stack are as narrow as its bars, and warned of where there is no room for them")
  func stack() throws {
    func stack(_ width: Int) -> String {
      #""kind": "bar", "stacked": true, "labels": ["Jan", "Feb", "Mar"], "valueLabels": "all", "size": 16, "#
        + #""width": \#(width), "height": 300, "legend": false, "series": [{ "values": [120, 135, 265.5] }, { "values": [180, 172, 190] }]"#
    }
    let names = 3
    let ticks = try chart(stack(190)).layout.tickTexts.count
    #expect(try texts(chart(stack(190))).count == names + ticks + 6)
    #expect(try warnings(stack(190)).isEmpty)
    #expect(try warnings(stack(110)) == ["the bars are too narrow for their numbers, which are left out"])
    let low = stack(190).replacing("135", with: "1")
    #expect(try warnings(low) == ["the number of a value has no room, and is left out"])
  }

  @Test("Numbers without room are counted in a warning")
  func missing() throws {
    let values = (0..<400).map { "\($0 % 7)" }.joined(separator: ", ")
    let found = try warnings(
      #""kind": "line", "values": [\#(values)], "valueLabels": "all", "width": 300, "height": 200"#)
    #expect(found.count == 1 && found[0].hasSuffix("values have no room, and are left out"))
  }
}

@Suite("Gaps in stacks")
struct StackGapTests {
  private let gap =
    #""kind": "area", "stacked": true, "size": 10, "labels": ["a", "b", "c", "d"], "#
    + #""series": [{ "values": [120, "none", 190, 240] }, { "values": [180, 172, 190, 150] }]"#

  private func areas(_ parameters: String) throws -> [Path] {
    let frame = try chart(parameters).frame(at: StageTime(seconds: 9), Inputs())
    return flat(frame.drawing).compactMap { command in
      guard case .fill(let path, _, let paint, _) = command, path.verbs.last == .close, path.bounds?.width ?? 0 > 100,
        case .color = paint
      else { return nil }
      return path
    }
  }

  @Test("A missing value is a gap in its series and in those above it, with a warning")
  func gaps() throws {
    let found = try areas(gap)
    let whole = try areas(gap.replacing(#""none""#, with: "135"))
    #expect(found.count == 2 && whole.count == 2)
    for (a, b) in zip(found, whole) {
      let (left, all) = (try #require(a.bounds), try #require(b.bounds))
      #expect(left.minX > all.minX + all.width / 2 && abs(left.maxX - all.maxX) < 1e-9)
    }
    #expect(try warnings(gap) == ["a missing value is a gap in the stack, also in the series above it"])
    let above = gap.replacing(#"[120, "none", 190, 240]"#, with: "[1, 2, 3, 4]").replacing("172", with: #""none""#)
    #expect(try warnings(above).isEmpty)
  }
}
