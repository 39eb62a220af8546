import Coding
import Testing
import Timing

@Suite struct EasingParsingTests {
  @Test("Every spelling reads as its curve")
  func everySpellingReads() throws {
    let spellings: [(String, Easing)] = [
      ("linear", .linear), ("ease", .ease), ("default", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
      (" Ease-In-Out ", .easeInOut), ("step-start", .steps(1, .jumpStart)), ("step-end", .steps(1, .jumpEnd)),
      ("cubic-bezier(.4, 0, 0.2, 1)", .cubicBezier(0.4, 0, 0.2, 1)),
      ("cubic-bezier( 0.5,-2e-1 , 1,+1.5e0)", .cubicBezier(0.5, -0.2, 1, 1.5)),
      ("steps(4)", .steps(4, .jumpEnd)), ("steps(4, start)", .steps(4, .jumpStart)),
      ("steps(2, jump-none)", .steps(2, .jumpNone)), ("STEPS(3,JUMP-BOTH)", .steps(3, .jumpBoth)),
      ("linear(0, 1)", .linearStops([.init(0), .init(1)])),
      (
        "linear(0, 25% 0.25 , 0.5 40% 60%, 7.3% 0.1, 1)",
        .linearStops([
          .init(0), .init(0.25, at: 0.25), .init(0.5, at: 0.4, until: 0.6), .init(0.1, at: 0.073), .init(1),
        ])
      ),
      ("spring", .spring(Spring())), ("spring()", .spring(Spring())),
      ("spring(1, 200, 5)", .spring(Spring(mass: 1, stiffness: 200, damping: 5))),
    ]
    for (text, curve) in spellings { #expect(try Easing(parsing: text) == curve, "\(text)") }
  }

  @Test("Every name reads")
  func everyNameReads() {
    for name in Easing.names { #expect(throws: Never.self) { try Easing(parsing: name) } }
  }

  @Test("A description reads back as the same curve")
  func descriptionReadsBack() throws {
    var curves: [Easing] = [
      .linear, .ease, .easeIn, .easeOut, .easeInOut, .cubicBezier(0.1, -1e-7, 1.0 / 3, 1e20),
      .steps(7, .jumpBoth), .spring(Spring(duration: 0.5, bounce: 0.3, initialVelocity: -2)),
    ]
    let positions = [0.07, 0.1 + 0.2, 1.0 / 3, 1e-9, 0, -0.5, 12.5, 1e11, 0.29, 0x1p-1074]
    curves.append(.linearStops(LinearStops(positions.sorted().map { .init(-$0, at: $0) })))
    for curve in curves { #expect(try Easing(parsing: curve.description) == curve, "\(curve)") }
    #expect(Easing.easeInOut.description == "ease-in-out")
    #expect(Easing.ease.description == "default")
    #expect(Easing.cubicBezier(0.4, 0, 0.2, 1).description == "cubic-bezier(0.4, 0, 0.2, 1)")
    #expect(
      try Easing(parsing: "linear(0, 0.5 7% 50%, 1)").description == "linear(0 0%, 0.5 7%, 0.5 50%, 1 100%)")
  }

  @Test(
    "A fault is named at its place",
    arguments: [
      ("ease-inout", 0, "unknown curve 'ease-inout'. Did you mean 'ease-in-out'?"),
      (" eas", 1, "unknown curve 'eas'. Did you mean 'ease'?"),
      ("bounce", 0, "unknown curve 'bounce'"),
      ("", 0, "a curve is empty"),
      ("7", 0, "expected the name of a curve"),
      ("cubic-bezir(0,0,1,1)", 0, "unknown curve 'cubic-bezir(…)'. Did you mean 'cubic-bezier'?"),
      ("cubic-bezier(1.5, 0, 1, 1)", 13, "x1 must be within 0…1"),
      ("cubic-bezier(0, 0, 1)", 20, "expected ',' and not ')'"),
      ("cubic-bezier(0, 0, 1, 1", 23, "expected ')'"),
      ("cubic-bezier(0, inf, 1, 1)", 16, "expected y1"),
      ("cubic-bezier(0, 5%, 1, 1)", 16, "y1 must be a number, not a percentage"),
      ("cubic-bezier(0, 1e999, 1, 1)", 16, "this number is too large"),
      ("cubic-bezier", 12, "'cubic-bezier' needs arguments in parentheses"),
      ("ease-in(1)", 7, "'ease-in' takes no arguments"),
      ("steps(0)", 6, "the number of steps must be a whole number from 1 to 1000000"),
      ("steps(2.5)", 6, "the number of steps must be a whole number from 1 to 1000000"),
      ("steps(1, jump-none)", 6, "'jump-none' needs 2 steps or more"),
      (
        "steps(2, jump-strat)", 9,
        "expected jump-start, jump-end, jump-none, jump-both. Did you mean 'jump-start'?"
      ),
      ("linear(0)", 7, "'linear(…)' needs two stops or more"),
      ("linear(0, 50%)", 13, "a stop needs a number"),
      ("linear(0, 50% 1 70%)", 16, "a stop is one number and up to two percentages side by side"),
      ("spring(0)", 7, "the mass of a spring must be within 1e-06…1000000000.0"),
      ("linear é", 7, "unexpected 'é' after the curve"),
    ])
  func faultIsNamedAtItsPlace(text: String, offset: Int, message: String) {
    do throws(EasingError) {
      _ = try Easing(parsing: text)
      Issue.record("read '\(text)'")
    } catch {
      #expect(error.offset == offset)
      #expect(error.description == message)
    }
  }

  @Test("No text makes the reader trap")
  func noTextTraps() {
    let alphabet = Array("linear(steps,.05%e+- )\u{0}é9".unicodeScalars)
    var state: UInt64 = 1
    for _ in 0..<3000 {
      var text = ["", "linear(", "steps(", "cubic-bezier(", "spring("][Int(state >> 40) % 5]
      for _ in 0..<(state >> 33) % 20 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.unicodeScalars.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      if let curve = try? Easing(parsing: text) { #expect(curve.value(at: 0.3).isFinite) }
    }
    #expect(throws: EasingError.self) { try Easing(parsing: "steps(1e99999999999999999999)") }
  }

  @Test("A suggestion is near, whatever the case, and never wild")
  func suggestionIsNear() {
    let words = ["halo-pulse", "pin-morph", "linear"]
    #expect(spellingSuggestion(for: "halo-puls", among: words) == "halo-pulse")
    #expect(spellingSuggestion(for: "HALO_PULSE", among: words) == "halo-pulse")
    #expect(spellingSuggestion(for: "lienar", among: words) == "linear")
    #expect(spellingSuggestion(for: "camera", among: words) == nil)
    #expect(spellingSuggestion(for: "", among: words) == nil)
    #expect(spellingSuggestion(for: "x", among: ["y"]) == nil)
    #expect(spellingSuggestion(for: "ab", among: ["ax", "ba", "ab"]) == "ab")
    #expect(spellingSuggestion(for: String(repeating: "a", count: 100_000), among: words) == nil)
    #expect(
      spellingSuggestion(for: "linear", among: [String(repeating: "linear", count: 100_000), "linar"]) == "linar")
  }
}
