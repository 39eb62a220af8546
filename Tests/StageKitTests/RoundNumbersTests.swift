import StageKit
import Testing

@Suite("The round numbers of an axis")
struct RoundNumbersTests {
  @Test(
    "They are those that d3-array publishes",
    arguments: [
      (0, 1, 10, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]), (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
      (0, 1, 3, [0, 0.5, 1]), (0, 1, 1, [0, 1]), (0, 10, 5, [0, 2, 4, 6, 8, 10]), (0, 10, 3, [0, 5, 10]),
      (-10, 10, 10, [-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10]), (-10, 10, 6, [-10, -5, 0, 5, 10]),
      (-10, 10, 2, [-10, 0, 10]), (-10, 10, 1, [0]), (-1, 1, 5, [-1, -0.5, 0, 0.5, 1]),
      (0, 97, 5, [0, 20, 40, 60, 80]), (7, 7, 5, [7]), (0, 1, 0, []),
    ] as [(Double, Double, Int, [Double])])
  func published(start: Double, stop: Double, count: Int, expected: [Double]) {
    #expect(RoundNumbers.values(from: start, to: stop, count: count) == expected)
  }

  @Test(
    "A range is extended to round numbers as d3-scale does it",
    arguments: [
      (0.0, 0.96, 10, 0.0, 1.0), (0, 96, 10, 0, 100), (1.1, 10.9, 10, 1, 11), (-0.51, 13.14, 5, -5, 15),
      (123.1, 6.7e6, 5, 0, 7e6),
    ])
  func nice(low: Double, high: Double, count: Int, start: Double, end: Double) {
    #expect(RoundNumbers.nice(low...high, count: count) == start...end)
  }

  @Test(
    "They are multiples of their step within the range, whatever its size",
    arguments: [1e-30, 1e-9, 1, 7e4, 1e15, 1e99])
  func multiples(size: Double) throws {
    for count in 1...12 {
      let (low, high) = (-0.37 * size, 1.63 * size)
      let ticks = RoundNumbers.values(from: low, to: high, count: count)
      let step = try #require(RoundNumbers.step(from: low, to: high, count: count))
      #expect(!ticks.isEmpty && ticks.allSatisfy { $0 >= low && $0 <= high })
      for (a, b) in zip(ticks, ticks.dropFirst()) { #expect(abs(b - a - step) < 1e-9 * step) }
    }
  }
}
