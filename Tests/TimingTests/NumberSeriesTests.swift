import Testing
import Timing

@Suite("Series of numbers")
struct NumberSeriesTests {
  private static let series = NumberSeries(times: [1, 2, 4], values: [10, 20, 0])

  @Test("At an instant it is exactly that number, between two it is on a line, outside it stays")
  func values() throws {
    let series = try #require(Self.series)
    for (time, value) in [(-5.0, 10.0), (1, 10), (1.5, 15), (2, 20), (3, 10), (4, 0), (9, 0), (.infinity, 0)] {
      #expect(series.value(at: time) == value)
    }
    #expect(NumberSeries(times: [], values: [])?.value(at: 1) == nil)
    let frames = (0..<600).map { Double($0) * 1001 / 30000 }
    let exact = try #require(NumberSeries(times: frames, values: frames.map { 1 / ($0 + 1) }))
    for time in frames { #expect(exact.value(at: time) == 1 / (time + 1)) }
  }

  @Test("It settles where its last change ends")
  func settling() throws {
    func end(_ values: [Double]) throws -> Double? {
      try #require(NumberSeries(times: values.indices.map { Double($0) }, values: values)).settlingTime
    }
    #expect(try end([3, 3, 3]) == 0 && end([]) == 0)
    #expect(try end([1, 2, 3, 3]) == 2)
    #expect(try end([1, 2, 3]) == nil)
  }

  @Test("Times ascend, and all numbers are finite")
  func refused() {
    #expect(NumberSeries(times: [1, 1], values: [0, 0]) == nil)
    #expect(NumberSeries(times: [1], values: []) == nil)
    #expect(NumberSeries(times: [1], values: [.nan]) == nil)
    #expect(NumberSeries(times: [.infinity], values: [1]) == nil)
  }
}
