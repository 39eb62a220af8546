import Coding
import Geometry
import Testing

@Suite("Numbers by chance")
struct SeededNumbersTests {
  @Test("They are SplitMix64's, as published for seed 1234567")
  func published() {
    var numbers = SeededNumbers(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in numbers.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
      ])
  }
}
