import JobFile
import Messages
import StageKit
import Testing

@Suite("Messages and expressions")
struct ComputedTests {
  private let head = #"{ "canvas": { "size": [200, 100], "duration": 1 }, "locale": "en","#

  private func read(_ variables: String, _ parameters: String, more: String = "") -> JobReadResult {
    let text = """
      \(head) "variables": { \(variables) }, \(more)
      "stages": [{ "id": "a", "stage": "dot", "parameters": { \(parameters) } }] }
      """
    return JobReader.read(
      bytes: Array(text.utf8), file: "jobs/intro.json", registry: StageRegistry([Dot.self, Needy.self]),
      messages: Messages())
  }

  private func parameters(_ variables: String, _ parameters: String) throws -> ParameterValues {
    let result = read(variables, parameters)
    #expect(result.diagnostics.map(\.description) == [])
    return try #require(result.job?.stages.first?.parameters)
  }

  @Test("A stage's own pattern keeps its names, and others are reported in it")
  func patterns() throws {
    let pattern = "{value, number, ::compact-short} it''s {value, plural, one {#} other {#}}"
    #expect(try parameters("", #""format": "\#(pattern)""#)[\Dot.format] == pattern)
    #expect(try parameters("", #""label": "x""#)[\Dot.format] == "{value}")
    #expect(try parameters(#""unit": "km""#, #""format": "$unit""#)[\Dot.format] == "km")
    #expect(
      messages(#""unit": "km""#, #""format": "{value} {unit} {valu}""#) == [
        "2:77: unknown name 'unit'. The only possible value is 'value'.",
        "2:84: unknown name 'valu'. Did you mean 'value'?",
      ])
    #expect(messages("", #""format": "{value, plural, one {#}}""#).count == 1)
    #expect(messages("", #""label": "{value}""#).count == 1)
  }

  private func messages(_ variables: String, _ parameters: String) -> [String] {
    read(variables, parameters).diagnostics.map { String($0.description.dropFirst("jobs/intro.json:".count)) }
  }

  @Test(
    "Values are put into texts",
    arguments: [
      ("{n} min", "1,234 min"), ("{n, plural, one {# stop} other {# stops}} to {city}", "1,234 stops to Rome"),
      ("{when, date, long}", "March 1, 2026"), ("it's '{'{city}'}'", "it's {Rome}"), ("a } brace", "a } brace"),
      ("{canvas.width}×{canvas.height}", "200×100"), ("{name}", "intro"), ("{both}", "Rome in 1,234"),
      ("== not computed", "= not computed"), ("costs $5", "costs $5"), ("{frame}", "{frame}"),
    ])
  func texts(text: String, expected: String) throws {
    let variables = #""n": 1234, "city": "Rome", "when": "2026-03-01", "both": "{city} in {n}""#
    let all = read(variables, #""label": "\#(text)""#)
    #expect(all.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    #expect(all.job?.stages.first?.parameters[\Dot.label] == expected)
  }

  @Test(
    "Numbers are computed",
    arguments: [
      ("= canvas.width / 2 - 24", 76.0), ("=1+2*3", 7), ("= (1 + 2) * 3", 9), ("= -n + 10", 3), ("= min(4, n, 9)", 4),
      ("= clamp(n, 1, 5)", 5), ("= n > 5 && n != 8 ? round(2.5) : 0", 3), ("= where.x + size.height", 33),
      ("= max(1, abs(-3)) - floor(0.5) + ceil(0.5)", 4), ("= mix(0, 10, 0.25)", 2.5), ("= half", 3.5),
      ("= !(n < 5 || false) ? 1 : 2", 1), ("= city == 'Rome' ? 1 : 2", 1), ("= stages.a.anchor.y", 5),
    ])
  func numbers(expression: String, expected: Double) {
    let variables = #""n": 7, "where": [3, 4], "size": [20, 30], "half": "= n / 2", "city": "Rome""#
    let result = read(variables, #""radius": "\#(expression)", "anchor": [4, 5]"#)
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    #expect(result.job?.stages.first?.parameters[\Dot.radius] == expected)
  }

  @Test("Points, colors and truth values are computed")
  func others() throws {
    let found = try parameters(
      ##""n": 3, "accent": "#FF0000""##,
      ##""anchor": "= [n, 2] * 2 - [1, 0]", "color": "= mix(accent, '#0000FF', 0.5)", "solid": "= n < 3", "dashes": ["= n", 2]"##
    )
    #expect(found[\Dot.anchor] == Point(5, 4))
    #expect(found[\Dot.color] == Color(0.5, 0, 0.5))
    #expect(found[\Dot.solid] == false)
    #expect(found[\Dot.dashes] == [3, 2])
  }

  @Test(
    "Errors say where in the text they are",
    arguments: [
      (#""radius": "= n +""#, "2:73: expected a value, found the end"),
      (#""radius": "= m + 1""#, "2:70: unknown name 'm'"),
      (#""radius": "= n / 0""#, "2:72: a division by 0"),
      (#""radius": "= n-1""#, "2:70: unknown name 'n-1'. Write spaces around a minus sign."),
      (
        #""radius": "= 'a' * 2""#,
        "2:74: '*' does not go between a text and a number. Put values into text as \"{name}\"."
      ),
      (#""radius": "= mini(1)""#, "2:70: unknown function 'mini'. Did you mean 'min'?"),
      (#""radius": "= [n, 1]""#, "2:67: stages[0].parameters.radius: expected a number of points, found a list"),
      (#""label": "é {m}""#, "2:70: unknown name 'm'"),
      (
        #""label": "{n, plural, one {#}}""#,
        "2:67: a plural or select needs a branch 'other'. Write '{' for a brace itself."
      ),
      (#""label": "take {n""#, "2:67: a brace is not closed. Write '{' for a brace itself."),
      (#""label": "$n minutes""#, "2:67: '$n' is not replaced within a text. Write {n} to put its value there."),
      (#""radius": "= stages.b.size""#, "2:70: the job has no stage 'b'"),
      (#""radius": "= stages.a.radius""#, "2:70: 'stages.a.radius' depends on itself"),
    ])
  func errors(parameters: String, expected: String) {
    #expect(messages(#""n": 1"#, "\(parameters), \"count\": \"$n\"").first == expected)
  }

  @Test("Variables are computed from earlier ones")
  func order() {
    #expect(
      messages(#""a": "= b + 1", "b": 2"#, #""radius": "$a""#) == [
        "1:91: variables.a: the variable 'b' is defined after this use. A variable can refer only to earlier ones; this one is defined at 1:99.",
        "1:99: warning: variables.b: the variable 'b' is never used",
      ])
    #expect(
      messages(#""a": "{a}""#, #""label": "$a""#).first?.hasSuffix("the variable 'a' refers to itself") == true)
  }

  @Test("Texts that double in each variable are limited")
  func doubling() {
    let variables = (1...60).map { "\"v\($0)\": \"{v\($0 - 1)}{v\($0 - 1)}\"" }.joined(separator: ", ")
    #expect(
      messages("\"v0\": \"0123456789\", \(variables)", #""label": "$v60""#).contains {
        $0.contains("expands to more than 1000000 values")
      })
  }

  @Test("The canvas may be computed from variables, but not from itself")
  func canvas() {
    let text =
      #"{ "canvas": { "size": ["= 2 * w", "= canvas.width"], "duration": 1 }, "variables": { "w": 32 }, "stages": [] }"#
    let result = JobReader.read(
      bytes: Array(text.utf8), file: "jobs/intro.json", registry: StageRegistry([Dot.self]), messages: Messages())
    #expect(
      result.diagnostics.map(\.description).contains(
        "jobs/intro.json:1:38: 'canvas' is not known where the canvas itself is described"))
  }

  @Test("Points may be written of variables and expressions")
  func computedPoints() throws {
    let found = try parameters(
      #""n": 3, "where": ["$n", "= n * 2"]"#, ##""anchor": "= where + [1, 0]""##)
    #expect(found[\Dot.anchor] == Point(4, 6))
  }

  @Test("Braces of encoded polylines are no message")
  func polylines() {
    let result = read("", ##""route": { "polyline": "{fijF~ps|U_ulLnnqC" }"##)
    #expect(result.diagnostics.map(\.description) == [])
  }

  @Test(
    "Long and deep texts are errors, wherever they come from",
    arguments: [
      ("= 1", " + 1", "more than 256 values"), ("= ", "(", "nested more than 64 deep"),
      ("= ", "-", "nested more than 64 deep"), ("= [1, 2]", ".x", "more than 256 values"),
      ("", "{n, select, other {", "nested more than 64 deep"),
    ])
  func limits(start: String, part: String, expected: String) {
    let text = start + String(repeating: part, count: 100_000)
    #expect(messages(#""n": 1"#, #""label": "\#(text)""#).contains { $0.hasSuffix(expected) })
  }

  @Test("Parameters that each need the next one twice are computed once, and not without end")
  func chains() {
    func stages(_ count: Int) -> JobReadResult {
      let stages = (0..<count).map { index in
        let value = index + 1 < count ? "= stages.s\(index + 1).radius + stages.s\(index + 1).radius" : "= 1"
        return #"{ "id": "s\#(index)", "stage": "dot", "parameters": { "radius": "\#(value)" } }"#
      }
      let text = #"\#(head) "stages": [\#(stages.joined(separator: ","))] }"#
      return JobReader.read(
        bytes: Array(text.utf8), file: "jobs/intro.json", registry: StageRegistry([Dot.self]), messages: Messages())
    }
    #expect(stages(40).job?.stages.first?.parameters[\Dot.radius] == 549_755_813_888)
    #expect(
      stages(100).diagnostics.contains { $0.message == "more than 64 parameters depend on each other in turn" })
  }

  @Test("A cycle of parameters is an error")
  func cycle() {
    let found = messages("", #""radius": "= stages.a.count", "count": "= stages.a.radius""#)
    #expect(found.contains { $0.contains("depends on itself") })
  }

  @Test(
    "Dates are in UTC",
    arguments: [
      ("2024-02-29", "February 29, 2024 at 12:00:00\u{202F}AM UTC"),
      ("2026-12-31T23:30Z", "December 31, 2026 at 11:30:00\u{202F}PM UTC"),
    ])
  func dates(date: String, expected: String) throws {
    let found = try parameters(
      #""when": "\#(date)""#, #""label": "{when, date, long} at {when, time, long}""#)
    let label: String = found[\Dot.label]
    #expect(label.replacing("\u{202F}", with: " ") == expected.replacing("\u{202F}", with: " "))
  }

  @Test(
    "Days that a month does not have are errors",
    arguments: ["2026-02-29", "2026-04-31", "2026-13-01", "2026-1-1"])
  func wrongDates(date: String) {
    #expect(
      messages(#""when": "\#(date)""#, #""label": "{when, date}""#).first?
        .hasSuffix("'\(date)' is not a date such as 2026-11-23 or 2026-11-23T18:30") == true)
  }

  // MARK: Time

  /// The values at 60 frames of a second and at its end.
  private func samples(_ expression: String, variables: String = "") throws -> [Double] {
    let size = try parameters(variables, "\"size\": \"= \(expression)\"")[\Dot.size]
    return (0...60).map { size.value(at: Double($0) / 60) }
  }

  private static let valuesOfTime: [(String, @Sendable (Double) -> Double)] = [
    ("10 + time * 30", { 10 + $0 * 30 }),
    ("frame", { ($0 * 60).rounded() }),
    ("time < 0.5 ? 4 : 9", { $0 < 0.5 ? 4 : 9 }),
    ("5 + 5 * sin(360 * time)", { 5 + 5 * sineAndCosine(degrees: 360 * $0).0 }),
    ("remap(time, 0.25, 0.75, 10, 20)", { 10 + 10 * min(max(($0 - 0.25) * 2, 0), 1) }),
    ("mod(time * 100, 30)", { ($0 * 100).truncatingRemainder(dividingBy: 30) }),
    ("10 * ease('ease-in', time)", { 10 * Easing.easeIn.value(at: $0) }),
    ("pow(2, 3) + sqrt(time)", { 8 + $0.squareRoot() }),
  ]

  @Test("An expression of time has its value in each frame", arguments: valuesOfTime)
  func timed(expression: String, expected: @Sendable (Double) -> Double) throws {
    for (frame, value) in try samples(expression).enumerated() {
      #expect(abs(value - expected(Double(frame) / 60)) < 1e-9, "frame \(frame)")
    }
  }

  @Test("An expression without time is a constant, and one that rests has no keyframes where it does")
  func constants() throws {
    #expect(try parameters("", #""size": "= noise(1, 2.5) + 4""#)[\Dot.size].isConstant)
    #expect(try parameters("", #""size": "= 0 * time + 4""#)[\Dot.size].isConstant)
    let resting = try parameters("", #""size": "= min(time, 0.25) * 8""#)[\Dot.size]
    #expect(resting.values.count == 16 && resting.settlingTime == 0.25)
    // A variable takes it to where it is used.
    #expect(try parameters(#""grown": "= 2 + time""#, #""size": "$grown""#)[\Dot.size].value(at: 0.5) == 2.5)
    // A variable of this name comes first.
    #expect(try parameters(#""time": 3"#, #""size": "= time * 2""#)[\Dot.size].value(at: 0.7) == 6)
  }

  @Test("A wiggle keeps to its limits, ends as it began, and is another one for another seed")
  func wiggles() throws {
    let first = try samples("20 + wiggle(3, 8)")
    #expect(first.allSatisfy { abs($0 - 20) <= 8 } && (first.max() ?? 0) - (first.min() ?? 0) > 3)
    #expect(abs(first[0] - first[60]) < 1e-9)
    #expect(zip(first, first.dropFirst()).allSatisfy { abs($1 - $0) < 3 })
    #expect(try samples("20 + wiggle(3, 8)") == first)
    #expect(try samples("20 + wiggle(3, 8, 2)") != first)
  }

  @Test(
    "What changes with time is an error where nothing may change, and what is wrong in one frame is said once",
    arguments: [
      (#""size": "= 1 / time""#, "a division by 0"), (#""size": "= ease('bonce', time)""#, "bonce"),
      (#""size": "= lerp(1, 2, time)""#, "Did you mean 'mix'?"), (#""label": "{time}""#, "'time' changes with time"),
      (#""size": "= time * -4""#, "parameters.size: -0.0"),
      (#""size": "= wiggle(2)""#, "'wiggle' takes 2 to 3 values, not 1"),
      (#""radius": "= time""#, "found a value that changes with time"),
    ])
  func timeFaults(parameters: String, expected: String) {
    let found = messages("", parameters)
    #expect(found.count == 1 && found[0].contains(expected), "\(found)")
  }

  @Test("Where an object may stand, what changes with time is named as that")
  func timedObject() {
    let job = #"\#(head) "stages": [{ "id": "a", "stage": "dot", "start": "= time" }] }"#
    let found = JobReader.read(
      bytes: Array(job.utf8), file: "jobs/intro.json", registry: StageRegistry([Dot.self]), messages: Messages()
    ).diagnostics.map(\.description)
    #expect(found.count == 1 && found[0].contains("found a value that changes with time"), "\(found)")
  }
}
