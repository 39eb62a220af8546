import StageKit
import StageTesting
import Testing

@testable import Chart

/// Writes numbers of any size, as they are.
private struct WideContext: StageContext {
  let fake = FakeContext(size: Size(800, 600))
  var composition: Composition { fake.composition }

  func bytes(of file: FileReference) throws -> [UInt8] { try fake.bytes(of: file) }
  func image(_ file: FileReference) throws -> Image { try fake.image(file) }
  func layout(_ request: TextRequest) throws -> TextLayout { try fake.layout(request) }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) {}
  func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String {
    if case .number(let number)? = values["n"] { "\(number)" } else { pattern }
  }
}

private func chart(_ parameters: String, _ context: any StageContext = FakeContext(size: Size(800, 600))) throws
  -> Chart
{
  try make(Chart.self, #"{ "size": 10, \#(parameters) }"#, context)
}

@Suite("A chart")
struct ChartTests {
  static let kinds = ChartKind.allCases

  @Test(
    "Whatever the values are, all that it draws is finite, and equal charts draw the same",
    arguments: kinds,
    [
      "[5]", "[0]", "[3, 3, 3]", "[0, 0, 0]", "[1e15, 3e15, 2e15]", "[1e-12, 3e-12]", "[1e99, 0]",
      #"["none", 4, "none"]"#,
      #"[1, "none", 2, 2, "none"]"#, "[1000000000000000, 1000000000000001]", "[1e-300, 0]",
      "[5e-324, 0]", "[1e-320, 2e-320]",
    ])
  func extremes(kind: ChartKind, values: String) throws {
    for more in ["", #", "valueLabels": "all", "smooth": true, "highlight": 0, "middle": "total""#] {
      let parameters = #""kind": "\#(kind.rawValue)", "values": \#(values)\#(more)"#
      let (a, b) = (try chart(parameters, WideContext()), try chart(parameters, WideContext()))
      for seconds in [0, 0.3, 0.9, 3] {
        let list = try draw(a, at: seconds)
        #expect(list.digest == (try draw(b, at: seconds)).digest)
        #expect(!list.goldenText.contains("nan") && !list.goldenText.contains("inf"))
      }
    }
  }

  @Test("Values below 0 and a thousand values are fine", arguments: kinds.filter { !$0.isRound })
  func many(kind: ChartKind) throws {
    let values = (0..<1000).map { "\($0 % 37 - 18)" }.joined(separator: ", ")
    let labels = (0..<1000).map { "\"d\($0)\"" }.joined(separator: ", ")
    let chart = try chart(#""kind": "\#(kind.rawValue)", "values": [\#(values)], "labels": [\#(labels)]"#)
    for seconds in [0.7, 3] { #expect(try !draw(chart, at: seconds).goldenText.contains("nan")) }
    let ends = #""valueAxis": { "min": -1e-320, "max": 1e-320 }"#
    for values in ["[-1e-320, 1e-320]", "[-5e99, 5e99]"] {
      let tiny = try self.tiny(#""kind": "\#(kind.rawValue)", "values": \#(values)"#, ends)
      for chart in tiny { #expect(try !draw(chart, at: 3).goldenText.contains("nan")) }
    }
  }

  private func tiny(_ parameters: String, _ more: String) throws -> [Chart] {
    [try chart(parameters, WideContext()), try chart("\(parameters), \(more)", WideContext())]
  }

  @Test("Nothing is drawn before it comes in, and it has come in at its moment")
  func entrance() throws {
    let chart = try chart(#""values": [1, 2, 3], "duration": 2, "stagger": 0.5"#)
    #expect(try draw(chart, at: 0).isEmpty)
    #expect(chart.moments.map(\.name) == ["arrived"])
    #expect(chart.moments.map(\.seconds) == [2] && chart.duration == 2)
    #expect(chart.cues(until: 9).map(\.name) == ["entered", "entered", "entered", "arrived"])
    #expect(chart.cues(until: 9).map(\.seconds) == [0, 0.5, 1, 2])
    #expect(try draw(chart, at: 2).digest == draw(chart, at: 5).digest)
  }

  @Test("Its progress may come from keyframes, or from another stage")
  func progress() throws {
    let keyed = try chart(
      #""values": [1, 2], "progress": { "keyframes": [{ "at": 1, "value": 0 }, { "at": 3, "value": 1 }] }"#)
    let connected = try chart(#""values": [1, 2]"#)
    #expect(try draw(keyed, at: 1).isEmpty)
    #expect(try draw(keyed, at: 2).digest == draw(connected, at: 9, ["progress": .number(0.5)]).digest)
    #expect(try draw(connected, at: 9, ["progress": .number(0)]).isEmpty)
    #expect(keyed.moments.map(\.seconds) == [3])
  }

  @Test(
    "Parts come in by value or by series, in an order",
    arguments: [
      ("", [0, 0.25, 0.5]), (#", "order": "backward""#, [0.5, 0.25, 0]), (#", "staggerBy": "series""#, [0, 0.5]),
      (#", "stagger": 0"#, [0, 0, 0]),
    ])
  func stagger(more: String, starts: [Double]) throws {
    let chart = try chart(#""series": [{ "values": [1, 2, 3] }, { "values": [3, 2, 1] }], "duration": 1\#(more)"#)
    let seconds = chart.cues(until: 9).filter { $0.name == "entered" }.map(\.seconds)
    #expect(Set(seconds) == Set(starts))
  }

  @Test("What is pointed out has its color, and the others are muted, as far as the focus goes")
  func highlight() throws {
    func colors(_ more: String, at seconds: Double = 5) throws -> [Paint] {
      let chart = try chart(
        ##""values": [1, 2, 3], "labels": ["a", "b", "c"], "colors": ["#0000FF"], "muted": "#808080", "highlight": "b""##
          + ##", "categoryAxis": { "labels": false }, "valueAxis": { "labels": false }"## + more)
      return try flat(draw(chart, at: seconds)).compactMap {
        if case .fill(_, _, let paint, _) = $0 { paint } else { nil }
      }
    }
    let (blue, gray, red) = (
      Paint.color(Color(0, 0, 1)), Paint.color(Color(hex: 0x808080)), Paint.color(Color(1, 0, 0))
    )
    #expect(try colors("") == [gray, blue, gray])
    #expect(try colors(##", "highlightColor": "red""##) == [gray, red, gray])
    #expect(try colors(#", "focus": 0"#) == [blue, blue, blue])
    let half = try colors(##", "highlightColor": "red", "focus": 0.5"##)
    #expect(half[1] == .color(Color(0.5, 0, 0.5)))
  }

  @Test("A number points out the category of that name, or else of that place")
  func numberedHighlight() throws {
    for (labels, category) in [("[2019, 2020, 1]", 2), ("[2019, 2020, 2021]", 1)] {
      let chart = try chart(#""values": [1, 2, 3], "labels": \#(labels), "highlight": 1"#)
      let place: Point? = try chart.frame(at: StageTime(seconds: 5), Inputs()).value("highlighted")
      let other = try highlightedPlace(at: category)
      #expect(place == other)
    }
  }

  private func highlightedPlace(at category: Int) throws -> Point? {
    let chart = try chart(#""values": [1, 2, 3], "labels": ["a", "b", "c"], "highlight": \#(category)"#)
    return try chart.frame(at: StageTime(seconds: 5), Inputs()).value("highlighted")
  }

  @Test("It publishes the places of its last value and of what is pointed out, and the sum")
  func outputs() throws {
    let chart = try make(
      Chart.self,
      #"""
      { "values": [25, 50], "highlight": 0, "width": 400, "height": 300, "position": [200, 150], "scale": 0.5,
        "categoryAxis": { "labels": false }, "valueAxis": { "labels": false, "max": 100 } }
      """#, FakeContext(size: Size(800, 600)))
    let frame = try chart.frame(at: StageTime(seconds: 5), Inputs())
    let (last, highlighted): (Point?, Point?) = (frame.value("last"), frame.value("highlighted"))
    let total: Double? = frame.value("total")
    #expect(last == Point(250, 150) && highlighted == Point(150, 187.5) && total == 75)
    #expect(frame.layoutBounds == Rect(x: 0, y: 0, width: 400, height: 300))
  }

  @Test("Labels that would overlap are left out at even steps, and the others stay")
  func thinning() throws {
    let labels = (0..<20).map { "\"day \($0)\"" }.joined(separator: ", ")
    let values = (0..<20).map { "\($0)" }.joined(separator: ", ")
    let context = FakeContext(size: Size(800, 600))
    let chart = try chart(
      #""kind": "line", "labels": [\#(labels)], "values": [\#(values)], "width": 300, "valueAxis": { "labels": false, "grid": false, "baseline": false }"#,
      context)
    let texts = try flat(draw(chart, at: 5)).compactMap { command -> Rect? in
      guard case .fill(let path, _, _, let place) = command else { return nil }
      return path.transformed(by: place).controlBounds
    }.sorted { $0.x < $1.x }
    #expect(texts.count > 3 && texts.count < 20)
    for (a, b) in zip(texts, texts.dropFirst()) { #expect(a.maxX + 5 <= b.minX + 1e-9) }
    let steps = zip(texts, texts.dropFirst()).map { ($1.center.x - $0.center.x).rounded() }
    #expect(Set(steps).count == 1)
  }

  @Test("Where numbers of an axis are left out, 0 stays")
  func zeroStays() throws {
    for isHorizontal in [false, true] {
      // From -6 to 6 in steps of 2, of which every other one has room.
      let chart = try chart(
        #""values": [4, -5, 6], "horizontal": \#(isHorizontal), "width": 60, "height": 60, "valueAxis": { "grid": false, "baseline": false }"#,
        FakeContext(size: Size(800, 600)))
      let layout = chart.layout
      let zero = layout.values.place(of: 0)
      let places = layout.tickTexts.map { isHorizontal ? $0.box.center.x : $0.box.center.y }
      #expect(places.count < 7 && places.contains { abs($0 - zero) < 1e-6 }, "\(places), \(zero)")
    }
  }

  @Test("Letters are in their places within the chart's box")
  func letters() throws {
    for kind in Self.kinds {
      let chart = try chart(
        #""kind": "\#(kind.rawValue)", "values": [1, 7, 3], "labels": ["one", "seven", "three"], "valueLabels": "all""#)
      let frame = try chart.frame(at: StageTime(seconds: 5), Inputs())
      let box = try #require(frame.layoutBounds)
      guard let letters = frame.legibleText.bounds else { continue }
      #expect(box.inset(by: -1e-6).union(letters).width <= box.width + 1e-3)
      #expect(box.union(letters).height <= box.height + 1e-3)
    }
  }
}
