import JobFile
import Messages
import StageKit
import StageTesting
import Synchronization
import Testing
import Text

@testable import Counter

final class Warnings: Sendable {
  let list = Mutex<[String]>([])
}

/// Fonts and messages as in the host.
struct RealContext: StageContext {
  let engine = TextEngine()
  var composition = Composition(
    size: Size(400, 200), scale: 1, framesPerSecond: 30, duration: 3, background: .black, locale: "en")

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("no files") }
  func image(_ file: FileReference) throws -> Image { throw StageError("no pictures") }
  func layout(_ request: TextRequest) throws -> TextLayout { try engine.layout(request) }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  let warnings = Warnings()
  func warn(_ message: String) { warnings.list.withLock { $0.append(message) } }
  var inputUnit = NumberSchema.Unit.none
  func unit<Value>(of input: Input<Value>) -> NumberSchema.Unit { inputUnit }
  var foreseen: @Sendable (Double) -> Double? = { _ in nil }
  func value<Value>(of input: Input<Value>, at seconds: Double) throws -> Value {
    try Inputs(foreseen(seconds).map { ["value": .number($0)] } ?? [:])[input]
  }
  func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String {
    try Messages().format(pattern, values, locale: locale.isEmpty ? composition.locale : locale)
  }
}

@Suite("A counter")
struct CounterTests {
  private func counter(_ parameters: String) throws -> Counter {
    try make(Counter.self, "{ \(parameters) }", RealContext())
  }

  private func string(_ number: Double, _ more: String = "", value: String = "0") throws -> String {
    try counter(#""value": \#(value)\#(more.isEmpty ? "" : ", ")\#(more)"#).format.string(number)
  }

  @Test("Its box has room for all that an input gives, and for its own value")
  func room() throws {
    func width(_ value: Int, foreseen: @escaping @Sendable (Double) -> Double? = { _ in nil }) throws -> Double {
      var context = RealContext()
      context.foreseen = foreseen
      let counter = try make(Counter.self, ##"{ "value": \##(value), "text": "# m" }"##, context)
      return try #require(try counter.frame(at: StageTime(seconds: 0), Inputs()).layoutBounds).width
    }
    let (narrow, wide) = (try width(0), try width(5387))
    #expect(narrow < wide)
    // From 5387 at the start down to 0.
    #expect(try width(0) { seconds in 5387 * max(0, 1 - seconds) } == wide)
    #expect(try width(5387) { _ in 1 } == wide)
  }

  @Test("Its widest number shrinks into its width, and not below its smallest size")
  func shrinking() throws {
    func box(_ more: String) throws -> Size {
      let frame = try counter(#""value": 1284560, "size": 40\#(more)"#).frame(at: StageTime(seconds: 2), Inputs())
      return try #require(frame.layoutBounds).size
    }
    let natural = try box("")
    #expect(try box(#", "width": 1000, "minSize": 10"#) == natural)
    let half = try box(#", "width": \#(natural.width / 2), "minSize": 10"#)
    #expect(abs(half.width - natural.width / 2) < 1e-9 && abs(half.height - natural.height / 2) < 1e-9)
    let least = try box(#", "width": \#(natural.width / 2), "minSize": 30"#)
    #expect(abs(least.width - natural.width * 0.75) < 1e-9)
    #expect(
      throws: StageError("has no effect without 'width'", parameter: "minSize", hint: "Give the width to fit into.")
    ) { try box(#", "minSize": 10"#) }
    #expect(
      throws: StageError(
        "has no effect without 'minSize'", parameter: "width", hint: "Give the size to which digits may shrink.")
    ) { try box(#", "width": 10"#) }
    #expect(throws: StageError("is above 'size'", parameter: "minSize")) { try box(#", "width": 10, "minSize": 41"#) }
  }

  @Test(
    "Numbers are written as their locale does",
    arguments: [
      ("en", "1,284,560"), ("de", "1.284.560"), ("de-CH", "1’284’560"), ("fr", "1\u{202F}284\u{202F}560"),
      ("hi", "12,84,560"), ("ja", "1,284,560"), ("ar-EG", "١٬٢٨٤٬٥٦٠"),
    ])
  func locales(locale: String, text: String) throws {
    #expect(try string(1_284_560, #""language": "\#(locale)""#) == text)
  }

  @Test(
    "Currencies have their locale's place and spaces",
    arguments: [
      ("en", "EUR", "€1,284.50"), ("de", "EUR", "1.284,50\u{A0}€"), ("ja", "JPY", "￥1,284.50"),
      ("hi", "INR", "₹1,284.50"),
    ])
  func currencies(locale: String, code: String, text: String) throws {
    let style = #""style": "currency", "currency": "\#(code)", "decimals": 2, "language": "\#(locale)""#
    #expect(try string(1284.5, style) == text)
  }

  @Test(
    "Whole amounts have no decimals, and others those of their currency by CLDR, unless the job says",
    arguments: [
      ("49.5", "EUR", "", "€49.50"), ("-1234.5", "USD", "", "-$1,234.50"), ("12480", "EUR", "", "€12,480"),
      ("1500.4", "JPY", "", "¥1,500"), ("1.5", "BHD", "", "BHD\u{A0}1.500"), ("49.999", "EUR", "", "€50.00"),
      ("49.5", "EUR", #", "decimals": 1"#, "€49.5"),
      (#"{ "keyframes": [{ "at": 0, "value": 0 }, { "at": 1, "value": 19.99 }] }"#, "EUR", "", "€19.99"),
    ])
  func amounts(value: String, code: String, more: String, text: String) throws {
    let counter = try counter(#""value": \#(value), "style": "currency", "currency": "\#(code)"\#(more)"#)
    let last = value.hasPrefix("{") ? 19.99 : try #require(Double(value))
    #expect(try counter.format.string(last) == text)
  }

  @Test(
    "Lengths and speeds are written in their unit, and paces as times",
    arguments: [
      (CountedUnit.meters, 1500, 1500), (.kilometers, 1500, 1.5), (.feet, 3.048, 10), (.miles, 1609.344, 1),
      (.metersPerSecond, 5, 5), (.kilometersPerHour, 10, 36), (.milesPerHour, 0.44704, 1),
      (.minutesPerKilometer, 4, 250), (.minutesPerMile, 1.609344, 1000), (.minutesPerKilometer, 0, nil),
      (.minutesPerKilometer, 0.2, nil),
    ] as [(CountedUnit, Double, Double?)])
  func units(unit: CountedUnit, source: Double, written: Double?) throws {
    let value = unit.converted(source)
    #expect(value.map { ($0 * 1e9).rounded() / 1e9 } == written)
  }

  @Test("What an input gives is written in the unit, and published as it is")
  func unitOfInput() throws {
    var context = RealContext()
    context.inputUnit = .metersPerSecond
    func frame(_ parameters: String, _ value: Double) throws -> StageFrame {
      try make(Counter.self, "{ \"value\": 0, \(parameters) }", context)
        .frame(at: StageTime(seconds: 0), Inputs(["value": .number(value)]))
    }
    let speed = try frame(##""text": "# km/h", "unit": "km/h""##, 10)
    #expect(speed.drawing == (try frame(##""text": "# km/h""##, 36)).drawing)
    let published: Double? = speed.value("value")
    #expect(published == 10)
    let pace = try frame(##""text": "# min/km", "unit": "min/km", "missing": "–""##, 4)
    #expect(pace.drawing == (try frame(##""text": "# min/km", "style": "time""##, 250)).drawing)
    #expect(try !frame(##""text": "# min/km", "unit": "min/km", "missing": "–""##, 0).drawing.isEmpty)
    #expect(try frame(##""text": "# min/km", "unit": "min/km""##, 0).drawing.isEmpty)
    #expect(
      throws: StageError("'km' is a length, and its input is in meters a second", parameter: "unit")
    ) { try frame(##""unit": "km""##, 1) }
    #expect(throws: StageError("'min/km' is written as a time", parameter: "style")) {
      try frame(##""unit": "min/km", "style": "percent""##, 1)
    }
  }

  @Test(
    "A text that names another unit than its input has is warned of",
    arguments: [
      (NumberSchema.Unit.metersPerSecond, "# km/h", "km/h"), (.metersPerSecond, "#mph", "mph"),
      (.metersPerSecond, "# m/s", nil),
      (.metersPerSecond, "# km", nil), (.meters, "# km", "km"), (.meters, "# m", nil), (.none, "# km/h", nil),
      (.meters, "# Miles to go", "mi"),
    ] as [(NumberSchema.Unit, String, String?)])
  func namedUnits(unit: NumberSchema.Unit, text: String, named: String?) throws {
    var context = RealContext()
    context.inputUnit = unit
    _ = try make(Counter.self, #"{ "value": 0, "text": "\#(text)" }"#, context)
    let warnings = context.warnings.list.withLock { $0 }
    #expect(warnings.count == (named == nil ? 0 : 1))
    if let named { #expect(warnings[0].hasSuffix("Set \"unit\": \"\(named)\", which converts it.")) }
  }

  @Test("Percents, compact numbers and times")
  func styles() throws {
    #expect(try string(42.4, #""style": "percent""#) == "42%")
    #expect(try string(42, #""style": "percent", "language": "de""#) == "42\u{A0}%")
    #expect(try string(1_284_560, #""style": "compact""#) == "1.3M")
    let times = try [0, 9, 61.4, 599.6, 3600, 86_399].map { try string($0, #""style": "time""#) }
    #expect(times == ["0:00", "0:09", "1:01", "10:00", "1:00:00", "23:59:59"])
    #expect(try string(61.239, #""style": "time", "decimals": 2"#) == "1:01.24")
  }

  @Test("It has as many decimals as its values are written with, and no minus before 0")
  func decimals() throws {
    #expect(try string(1.0 / 3, value: "12.25") == "0.33")
    #expect(try string(-0.3, value: "12") == "0")
    #expect(try string(7, ##""text": "# of #""##, value: "12") == "7 of 7")
  }

  @Test("Faults are reported at their parameters")
  func faults() throws {
    #expect(throws: StageError("has no '#' for the number", parameter: "text")) {
      try string(0, #""text": "stops""#)
    }
    #expect(throws: StageError.self) { try string(0, #""style": "currency", "currency": "Euro""#) }
    #expect(throws: StageError("'time' has no wheels", parameter: "digits")) {
      try string(0, #""style": "time", "digits": "wheels""#)
    }
  }

  // MARK: Wheels

  @Test("Each wheel turns while the one below it goes from 9 to 0")
  func wheels() {
    func turns(_ steps: Double) -> [Double] {
      Wheels.wheels(steps, count: 3, fewest: 1).map { Double($0.digit) + ($0.turn * 100).rounded() / 100 }
    }
    #expect(turns(0) == [0, 0, 0])
    #expect(turns(8.5) == [8.5, 0, 0])
    #expect(turns(9.25) == [9.25, 0.25, 0])
    #expect(turns(42) == [2, 4, 0])
    #expect(turns(199.5) == [9.5, 9.5, 1.5])
    #expect(turns(200) == [0, 0, 2])
  }

  @Test("A wheel comes as the number needs it")
  func presence() {
    func presences(_ steps: Double) -> [Double] { Wheels.wheels(steps, count: 3, fewest: 1).map(\.presence) }
    #expect(presences(0) == [1, 0, 0])
    #expect(presences(9.5) == [1, 0.5, 0])
    #expect(presences(10) == [1, 1, 0])
    #expect(presences(99.75) == [1, 1, 0.75])
  }

  @Test("Digits of the text around the number are no wheels")
  func digitsAround() throws {
    let format = try counter(##""value": 40, "text": "24/7: # of #""##).format
    #expect(try format.digits(38).map(\.place) == [nil, nil, nil, 1, 0, 1, 0])
    #expect(try String(format.digits(38).map(\.character)) == "2473838")
    let plain = try counter(##""value": 40, "text": "24/7: #""##)
    let wheels = try counter(##""value": 40, "text": "24/7: #", "digits": "wheels""##)
    let (a, b) = (try bounds(plain, 9), try bounds(wheels, 9))
    #expect(abs(a.x - b.x) < 1e-9 && abs(a.maxX - b.maxX) < 1e-9)
  }

  // MARK: Drawing

  private func bounds(_ counter: Counter, _ seconds: Double) throws -> Rect {
    try #require(counter.frame(at: StageTime(seconds: seconds), Inputs()).drawing.bounds)
  }

  @Test("A missing number is what the job says, and nothing without that")
  func missing() throws {
    let inputs = Inputs([:], missing: ["value"])
    func frame(_ more: String) throws -> StageFrame {
      try counter(##""value": 0, "text": "# bpm"\##(more)"##).frame(at: StageTime(seconds: 9), inputs)
    }
    #expect(try frame("").drawing.isEmpty)
    for digits in ["plain", "wheels"] {
      let dash = try frame(##", "missing": "–", "digits": "\##(digits)""##)
      let value: Double? = dash.value("value")
      #expect(!dash.drawing.isEmpty && value == nil)
    }
    #expect(try counter(##""value": 0, "text": "# bpm", "missing": "–""##).format.missing == "– bpm")
  }

  @Test("It counts from 'from' to its value within its duration, and stays")
  func counts() throws {
    let counter = try counter(#""value": 100, "from": 20, "curve": "linear""#)
    func value(_ seconds: Double) throws -> Double? {
      try counter.frame(at: StageTime(seconds: seconds), Inputs()).value("value")
    }
    #expect(try value(0) == 20)
    #expect(try value(0.8) == 60)
    #expect(try value(1.6) == 100)
    #expect(try value(9) == 100)
    #expect(counter.moments.map(\.seconds) == [1.6])
  }

  @Test("Wheels at rest show the same digits as plain ones, at the same places", arguments: [0.0, 7, 1284, 99_999])
  func restingWheels(value: Double) throws {
    let plain = try counter(#""value": \#(value)"#)
    let wheels = try counter(#""value": \#(value), "digits": "wheels""#)
    let (a, b) = (try bounds(plain, 9), try bounds(wheels, 9))
    #expect(abs(a.x - b.x) < 1e-9 && abs(a.maxX - b.maxX) < 1e-9)
  }

  @Test("Digits of equal width: other numbers of as many digits have the same box")
  func tabular() throws {
    let layout = try counter(#""value": 1"#).layout
    #expect(try layout.row(of: "1,111").size == layout.row(of: "8,888").size)
    #expect(try layout.row(of: "1,111").cells.map(\.isDigit) == [true, false, true, true, true])
  }
}
