import Messages
import StageKit
import Testing

@Suite("Messages")
struct MessagesTests {
  private let messages = Messages()

  @Test("Arguments are found in branches too, with their types and places")
  func arguments() throws {
    let found = try messages.arguments(of: "é {n, plural, one {# {what}} other {# {what}s}} on {when, date, long}")
    #expect(
      found == [
        MessageArgument(name: "n", type: "plural", offset: 3),
        MessageArgument(name: "what", type: "", offset: 22),
        MessageArgument(name: "what", type: "", offset: 39),
        MessageArgument(name: "when", type: "date", offset: 52),
      ])
  }

  @Test(
    "Numbers, currencies, dates and plurals follow the locale",
    arguments: [
      ("{n}", "en", "1,234.5"), ("{n}", "de", "1.234,5"), ("{n, number, ::currency/EUR}", "de", "1.234,50\u{A0}€"),
      ("{n, number, ::percent scale/100}", "en", "123,450%"), ("{when, date, long}", "en", "March 1, 2026"),
      ("{when, date, ::dMMMM}", "fr", "1 mars"), ("{one, plural, one {# stop} other {# stops}}", "en", "1 stop"),
      ("{n, plural, one {# stop} other {# stops}}", "en", "1,234.5 stops"),
      ("{who, select, ada {She} other {They}} came", "en", "She came"), ("it's '{'{who}'}'", "en", "it's {ada}"),
    ])
  func formats(pattern: String, locale: String, expected: String) throws {
    let values: [String: MessageValue] = [
      "n": .number(1234.5), "one": .number(1), "who": .text("ada"), "when": .date(1_772_323_200),
    ]
    #expect(try messages.format(pattern, values, locale: locale) == expected)
  }

  @Test("Errors say where in the pattern they are")
  func errors() {
    #expect(throws: MessageError("a brace is not closed", at: 0)) { try messages.arguments(of: "Hello {who") }
    #expect(throws: MessageError.self) { try messages.arguments(of: "{n, plural, one {#}}") }
    #expect(throws: MessageError.self) { try messages.format("{n, nonsense}", ["n": .number(1)], locale: "en") }
  }
}
