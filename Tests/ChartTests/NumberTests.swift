import Messages
import StageKit
import StageTesting
import Testing

@testable import Chart

/// Messages as in the host.
private struct MessageContext: StageContext {
  let fake = FakeContext()
  var composition: Composition { fake.composition }

  func bytes(of file: FileReference) throws -> [UInt8] { try fake.bytes(of: file) }
  func image(_ file: FileReference) throws -> Image { try fake.image(file) }
  func layout(_ request: TextRequest) throws -> TextLayout { try fake.layout(request) }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) {}
  func message(_ pattern: String, _ values: [String: MessageValue], locale: String) throws -> String {
    try Messages().format(pattern, values, locale: locale)
  }
}

@Suite("The numbers of a chart")
struct NumberTests {
  private func format(_ fields: (String, ParameterValue)..., locale: String = "en") throws -> NumberFormat {
    try NumberFormat(FormatParameters(ParameterValues(fields)), locale: locale, MessageContext())
  }

  @Test("Ticks have the decimals of their step")
  func ticks() throws {
    let format = try format()
    #expect(try format.strings(ofTicks: [0, 0.5, 1], step: 0.5) == ["0.0", "0.5", "1.0"])
    #expect(try format.strings(ofTicks: [-2000, 0, 2000], step: 2000) == ["-2,000", "0", "2,000"])
    #expect(try format.strings(ofTicks: [0, 2e-20, 4e-20], step: 2e-20) == ["0", "2E-20", "4E-20"])
    #expect(
      try format.strings(ofTicks: [1e15, 1.5e15], step: 5e14) == ["1,000,000,000,000,000", "1,500,000,000,000,000"])
  }

  @Test("Values have the decimals that they are written with, small ones three digits")
  func values() throws {
    let format = try format()
    #expect(format.decimals(of: [1, 2.5, 3.25]) == 2)
    #expect(format.decimals(of: [1.0 / 3]) == 6)
    #expect(format.decimals(of: [1, 1e-17]) == 0)
    #expect(format.decimals(of: [3e-9]) == 9)
    #expect(format.decimals(of: [0.1 + 0.2]) == 1)
    #expect(try format.string(-0.2, decimals: 0) == "0")
  }

  @Test("Amounts that are not whole have the decimals of their currency, and whole ones none")
  func amounts() throws {
    let euros = try format(("style", .text("currency")))
    #expect(euros.decimals(of: [19.5, 42]) == 2 && euros.decimals(of: [1200, 42]) == 0)
    #expect(try euros.string(42, decimals: euros.decimals(of: [19.5, 42])) == "€42.00")
    #expect(try euros.strings(ofTicks: [0, 0.5, 1], step: 0.5) == ["€0.00", "€0.50", "€1.00"])
    #expect(try euros.strings(ofTicks: [0, 20, 40], step: 20) == ["€0", "€20", "€40"])
    let yen = try format(("style", .text("currency")), ("currency", .text("JPY")))
    #expect(yen.decimals(of: [19.5]) == 0)
    let tenths = try format(("style", .text("currency")), ("decimals", .number(1)))
    #expect(try tenths.string(19.5, decimals: 2) == "€19.5")
  }

  @Test("They are written as their locale and their style say")
  func styles() throws {
    #expect(try format(locale: "de").string(1234.5, decimals: 1) == "1.234,5")
    #expect(try format(("style", .text("percent"))).string(42, decimals: 0) == "42%")
    #expect(try format(("style", .text("compact"))).string(12_500, decimals: 1) == "12.5K")
    #expect(try format(("text", .text("# km")), ("grouping", .boolean(false))).string(1200, decimals: 0) == "1200 km")
    #expect(
      try format(("style", .text("currency")), ("currency", .text("EUR")), locale: "de").string(5, decimals: 2)
        == "5,00\u{A0}€")
  }
}
