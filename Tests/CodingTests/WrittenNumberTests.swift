import Coding
import Testing

@Suite("Numbers in tables")
struct WrittenNumberTests {
  @Test(
    "Numbers may be meant as thousands where all have a period before three digits",
    arguments: [
      (["1.200", "3.500"], true), (["-999.000"], true), (["1.200", "1.5"], false), (["1.200", "12"], false),
      (["0.125", "1.250"], false), (["1234.500"], false), (["1.200.300"], false), ([".500"], false), ([], false),
    ] as [([String], Bool)])
  func thousands(texts: [String], expected: Bool) { #expect(WrittenNumber.mayBeThousands(texts) == expected) }
}
