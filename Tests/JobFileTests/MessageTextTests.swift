import Testing

@testable import JobFile

@Suite("Text of messages")
struct MessageTextTests {
  @Test(
    "Only what people read is changed",
    arguments: [
      ("Hello {who}!", "HELLO {who}!"),
      ("{n, plural, one {# stop} other {# stops}} left", "{n, plural, one {# STOP} other {# STOPS}} LEFT"),
      ("{price, number, ::currency/EUR} off", "{price, number, ::currency/EUR} OFF"),
      ("a '{' b {sex, select, other {c {name} d}}", "A '{' B {sex, select, other {C {name} D}}"),
      ("don't {", "DON'T {"),
    ])
  func literals(message: String, expected: String) {
    var text = MessageText(message)
    #expect(text.mapLiterals { $0.uppercased() } == expected)
  }
}
