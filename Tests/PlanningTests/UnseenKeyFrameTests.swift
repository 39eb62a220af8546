import Formats
import StageKit
import Testing

@testable import Planning

@Suite("Key frames where nobody sees them")
struct UnseenKeyFrameTests {
  /// At 60 fps: a grid of 15 frames, segments from 90 to 180, and up to 600.
  private let spacing: KeyFrameSpacing
  private let seen = CutVisibility(rawValue: 2000)
  private let unseen = CutVisibility(rawValue: 1200)

  init() throws { spacing = KeyFrameSpacing(at: try #require(FrameRate(60, 1))) }

  private func cut(_ frames: Range<Int>, _ visibility: (Int) -> CutVisibility) -> [Int] {
    SegmentCutter.cut(frames, spacing, visibility: visibility).dropFirst().map(\.lowerBound)
  }

  private func digests(_ numbers: some Sequence<Int>) -> [Digest] {
    numbers.map { number in Digest { $0.combine(number) } }
  }

  @Test("Spacings follow from the frame rate")
  func spacings() throws {
    #expect([spacing.grid, spacing.shortest, spacing.usual, spacing.longest] == [15, 90, 180, 600])
    let slow = KeyFrameSpacing(at: try #require(FrameRate(30000, 1001)))
    #expect([slow.grid, slow.shortest, slow.usual, slow.longest] == [7, 45, 90, 300])
  }

  @Test("Where all places are alike, segments are as long as usual")
  func usual() {
    #expect(cut(0..<600) { _ in unseen } == [180, 360, 510])
    #expect(cut(0..<180) { _ in unseen } == [])
    #expect(cut(7..<400) { _ in unseen } == [180, 300])
  }

  @Test("The best place within the usual distance is taken")
  func best() {
    #expect(cut(0..<400) { $0 == 120 ? .none : unseen } == [120, 300])
  }

  @Test("Where none is unseen within the usual distance, the first one after it is taken")
  func first() {
    #expect(cut(0..<600) { $0 == 315 || $0 == 330 ? unseen : seen } == [315])
  }

  @Test("What is still or slow for less than the longest distance has no key frame")
  func still() {
    #expect(cut(0..<600) { _ in seen } == [])
  }

  @Test("Beyond the longest distance the best of the places in its latter half is taken")
  func forced() {
    #expect(cut(0..<1000) { $0 == 450 ? CutVisibility(rawValue: 1900) : seen } == [450])
    #expect(cut(0..<1000) { _ in seen } == [600])
  }

  @Test("No segment but a whole video is shorter than the shortest, whatever the places are", arguments: 0..<20)
  func lengths(_ seed: Int) {
    var state = UInt64(seed) &+ 1
    var known: [Int: CutVisibility] = [:]
    for frame in stride(from: 0, to: 3000, by: 15) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      known[frame] = CutVisibility(rawValue: 1000 + Int(state >> 54))
    }
    let cuts = SegmentCutter.cut(seed..<2950 + seed, spacing) { known[$0] ?? .most }
    #expect(cuts.first?.lowerBound == seed && cuts.last?.upperBound == 2950 + seed)
    #expect(zip(cuts, cuts.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    #expect(cuts.allSatisfy { (90...600).contains($0.count) })
    #expect(cuts.dropFirst().allSatisfy { $0.lowerBound.isMultiple(of: 15) })
  }

  private func layout(_ numbers: some Sequence<Int>, _ visibilities: [Int: CutVisibility]) -> SegmentLayout {
    SegmentLayout([.init(digests(numbers), from: 0, keyFrames: .unseen(spacing), visibilities: visibilities)])
  }

  @Test("Copies of a loop begin where key frames are unseen")
  func loop() {
    let visibilities = [45: unseen, 165: unseen, 285: unseen]
    let plan = layout((0..<1200).map { $0 % 120 }, visibilities)
    #expect(plan.segments.dropFirst().allSatisfy { $0.lowerBound % 120 == 45 })
    #expect(plan.distinct.reduce(0) { $0 + plan.segments[$1].count } <= 45 + 120 + 75)
  }

  @Test("A held picture after a change is one segment")
  func hold() {
    #expect(layout((0..<500).map { min($0, 240) }, [240: .none]).segments == [0..<240, 240..<500])
  }

  @Test("Copies of a loop without such a place are as long as the longest segment allows")
  func stillLoop() {
    let long = layout((0..<3600).map { $0 % 120 }, [:])
    #expect(long.segments.count == 6 && long.distinct == [0])
    #expect(layout((0..<480).map { $0 % 120 }, [:]).segments == [0..<480])
  }
}
