import StageKit
import Testing

@testable import Rendering

@Suite("Assigning segments to shares")
struct ShareTableTests {
  /// The segments that each share takes.
  private func loads(_ table: [[Int]], _ weights: [[Double]], shares: Int) -> [Double] {
    var loads = [Double](repeating: 0, count: shares)
    for job in weights.indices {
      for (share, weight) in zip(table[job], weights[job]) { loads[share] += weight }
    }
    return loads
  }

  private func randomWeights(jobs: Int, segments: Int, seed: UInt64) -> [[Double]] {
    var numbers = SeededNumbers(seed: seed)
    return (0..<jobs).map { _ in (0..<segments).map { _ in numbers.within(0.5...2) } }
  }

  @Test("Equal segments are spread evenly")
  func equalSegments() {
    let weights = [[Double](repeating: 1, count: 10)]
    let table = ShareTable.assign(weights: weights, shares: 4)
    #expect(loads(table, weights, shares: 4).sorted() == [2, 2, 3, 3])
  }

  @Test("The longest share exceeds the mean by less than a segment")
  func balance() throws {
    let weights = randomWeights(jobs: 7, segments: 40, seed: 3)
    for shares in [2, 8, 31] {
      let loads = loads(ShareTable.assign(weights: weights, shares: shares), weights, shares: shares)
      let mean = loads.reduce(0, +) / Double(shares)
      #expect(try #require(loads.max()) < mean + 0.6)
    }
  }

  @Test("A job that fits into a share stays whole")
  func affinity() {
    let weights = [[Double]](repeating: [1, 1, 1], count: 8)
    let table = ShareTable.assign(weights: weights, shares: 4)
    #expect(table.allSatisfy { Set($0).count == 1 })
    #expect(loads(table, weights, shares: 4) == [6, 6, 6, 6])
  }

  @Test("The same weights give the same table")
  func determinism() {
    let weights = randomWeights(jobs: 20, segments: 20, seed: 5)
    #expect(ShareTable.assign(weights: weights, shares: 9) == ShareTable.assign(weights: weights, shares: 9))
  }

  @Test("With more shares than segments none takes longer than the longest segment")
  func manyShares() {
    let weights = [[1.0, 2], [3]]
    let table = ShareTable.assign(weights: weights, shares: 10)
    #expect(loads(table, weights, shares: 10).max() == 3)
  }

  @Test("Segments are dealt evenly, each round from another share on, without those that are there")
  func deal() {
    let wanted = [[true, true, false, true], [true, true, true]]
    #expect(ShareTable.deal(wanted, shares: 3) == [[0, 1, 0, 2], [1, 2, 0]])
  }

  @Test("Segments of unknown cost take what others of their job take, or of other jobs for each pixel")
  func weights() {
    func segment(_ job: Int, _ ordinal: Int, _ frames: Int, stored: Bool = false, _ seconds: Double?) -> SegmentForecast
    {
      SegmentForecast(
        job: job, ordinal: ordinal, frames: 0..<frames, framesToDraw: frames, isStored: stored, seconds: seconds)
    }
    let segments = [
      [segment(0, 0, 30, 3), segment(0, 1, 60, nil), segment(0, 2, 30, stored: true, 3)],
      [segment(1, 0, 10, nil)],
    ]
    #expect(SegmentWeights.weights(segments, pixels: [100, 400]) == [[3, 6, 0], [4]])
  }
}
