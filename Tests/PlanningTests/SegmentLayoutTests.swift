import Planning
import StageKit
import Testing

/// Digests that are equal where the numbers are.
private func digests(_ numbers: some Sequence<Int>) -> [Digest] {
  numbers.map { number in Digest { $0.combine(number) } }
}

@Suite("Loops among frames")
struct FrameLoopTests {
  private func loop(_ text: String) -> FrameLoop? { FrameLoop.find(in: digests(text.utf8.map { Int($0) })) }

  @Test(
    "A loop is the shortest stretch that repeats up to the end, after the shortest lead-in",
    arguments: [
      ("abcabcabc", 0, 3), ("abcabcab", 0, 3), ("xyabab", 2, 2), ("xyababa", 2, 2), ("xaaaa", 1, 1), ("aaaa", 0, 1),
      ("aabab", 1, 2), ("abcdefa", 0, 6), ("ababxabab", 0, 5),
    ])
  func shortest(_ text: String, _ start: Int, _ length: Int) {
    #expect(loop(text) == FrameLoop(start: start, length: length, end: text.utf8.count))
  }

  @Test("Frames that do not repeat at the end make no loop", arguments: ["", "a", "abc", "ababc"])
  func none(_ text: String) {
    #expect(loop(text) == nil)
  }

  @Test("What is found repeats, and nothing that spares more does: against trying all")
  func exhaustive() {
    var seed: UInt64 = 1
    for _ in 0..<300 {
      let numbers = (0..<24).map { _ -> Int in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 60) % 2
      }
      let count = numbers.count
      var least = count
      for start in 0..<count {
        for length in 1..<max(2, count - start) where start + length < count {
          if (start..<count - length).allSatisfy({ numbers[$0] == numbers[$0 + length] }) {
            least = min(least, start + length)
          }
        }
      }
      let found = FrameLoop.find(in: digests(numbers))
      #expect((found.map { $0.start + $0.length } ?? count) == least)
      if let found {
        #expect((found.start..<count - found.length).allSatisfy { numbers[$0] == numbers[$0 + found.length] })
      }
    }
  }
}

@Suite("Segments of loops")
struct SegmentLayoutTests {
  private func plan(_ numbers: some Sequence<Int>, from first: Int = 0, gop: Int = 120) -> SegmentLayout {
    SegmentLayout([.init(digests(numbers), from: first, keyFrames: .every(gop))])
  }

  /// Frames that are drawn and encoded.
  private func cost(_ plan: SegmentLayout) -> Int { plan.distinct.reduce(0) { $0 + plan.segments[$1].count } }

  private func expectCover(_ plan: SegmentLayout, _ frames: Range<Int>) {
    #expect(plan.segments.first?.lowerBound == frames.lowerBound)
    #expect(plan.segments.last?.upperBound == frames.upperBound)
    for (a, b) in zip(plan.segments, plan.segments.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
    #expect(plan.segments.allSatisfy { !$0.isEmpty && $0.count <= 120 })
    for (a, b) in zip(plan.segments, plan.segments.dropFirst()) { #expect(a.count + b.count > 2) }
    for (index, original) in plan.originals.enumerated() {
      #expect(plan.contents[index] == plan.contents[original])
      #expect(
        zip(plan.segments[index], plan.segments[original]).allSatisfy {
          plan.videos[0].digest(ofFrame: $0) == plan.videos[0].digest(ofFrame: $1)
        })
    }
  }

  @Test(
    "Copies of a loop fall into equal segments; at most one copy, and a part of one segment, are rendered",
    arguments: [621, 414, 120, 60, 124, 31], [0, 7, 100])
  func loops(_ length: Int, _ first: Int) {
    let plan = plan((0..<3600).map { $0 % length }, from: first)
    expectCover(plan, first..<first + 3600)
    #expect(cost(plan) < length + 120)
    #expect(cost(plan) <= length || 3600 % length != 0)
  }

  @Test("A short loop comes several times in a segment", arguments: [1, 2, 7, 29])
  func shortLoops(_ length: Int) {
    let plan = plan((0..<1800).map { $0 % length })
    expectCover(plan, 0..<1800)
    #expect(plan.distinct.count <= 2)
    #expect(plan.segments[0].count > 60)
  }

  @Test("A lead-in is cut as a video of its own, and the loop follows it")
  func leadIn() {
    let plan = plan((0..<1000).map { $0 < 95 ? 5000 + $0 : $0 % 100 })
    expectCover(plan, 0..<1000)
    #expect(plan.segments.contains { $0.lowerBound == 120 })
    #expect(cost(plan) <= 120 + 100 + 100)
  }

  @Test(
    "A loop within a video is cut copy by copy, between a lead-in and an end of their own",
    arguments: [90, 12, 130], [60, 75, 200])
  func inside(_ length: Int, _ intro: Int) {
    let end = intro + 600
    let plan = plan((0..<end + 60).map { $0 < intro || $0 >= end ? 5000 + $0 : $0 % length }, from: 7)
    expectCover(plan, 7..<end + 67)
    // Around the loop, one copy or as many as fill a segment, and at each end what is left of a copy or the grid.
    #expect(cost(plan) <= intro + 60 + 2 * max(length, 120) + 30)
  }

  @Test("Two loops within a video are both found, and one that a like end would hide")
  func severalInside() {
    func frames(_ parts: [(count: Int, length: Int, from: Int)]) -> [Int] {
      parts.flatMap { part in (0..<part.count).map { part.from + $0 % part.length } }
    }
    let two = plan(frames([(60, 60, 1000), (300, 60, 2000), (90, 90, 3000), (300, 100, 4000), (60, 60, 5000)]))
    expectCover(two, 0..<810)
    #expect(cost(two) <= 60 + 60 + 90 + 100 + 60)
    let hidden = plan(frames([(60, 60, 1000), (540, 90, 2000), (60, 60, 1000)]))
    expectCover(hidden, 0..<660)
    #expect(cost(hidden) <= 60 + 90)
  }

  @Test("Frames that hold within a video change no cut, nor does a stretch that comes but twice apart")
  func noLoopInside() {
    let hold = plan((0..<600).map { min($0, 200) + max(0, $0 - 400) })
    #expect(hold.segments == SegmentCutter.cut(0..<600, gop: 120))
    let again = plan((0..<600).map { (400..<460).contains($0) ? $0 - 300 : $0 })
    #expect(again.segments == SegmentCutter.cut(0..<600, gop: 120))
  }

  @Test("A loop that spares less than a segment changes no cut")
  func smallLoop() {
    let plan = plan((0..<300).map { min($0, 280) })
    #expect(plan.segments == SegmentCutter.cut(0..<300, gop: 120))
  }

  @Test("Without reusing the cut is the same and every segment is distinct")
  func longWay() {
    let frames = digests((0..<1000).map { $0 % 90 })
    let short = SegmentLayout([.init(frames, from: 0, keyFrames: .every(120))])
    let long = SegmentLayout([.init(frames, from: 0, keyFrames: .every(120))], reusing: false)
    #expect(short.segments == long.segments)
    #expect(long.distinct.count == long.segments.count)
    #expect(short.distinct.count < 5)
  }

  @Test("The last of equal segments is known, and how many frames a segment spares")
  func uses() {
    let plan = plan((0..<400).map { $0 % 100 })
    let last = plan.segments.indices.filter { plan.isLastUse($0) }
    #expect(Set(last.map { plan.originals[$0] }) == Set(plan.distinct))
    #expect(last.count == plan.distinct.count)
    let spared = plan.distinct.reduce(0) { $0 + plan.reusedFrames(of: $1, isStored: false) }
    #expect(spared + cost(plan) == 400)
    #expect(plan.distinct.reduce(0) { $0 + plan.reusedFrames(of: $1, isStored: true) } == 400)
  }
}
