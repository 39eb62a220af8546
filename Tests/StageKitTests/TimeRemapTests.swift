import StageKit
import Testing

@Suite("The time of content")
struct TimeRemapTests {
  private func remap(_ entries: (String, ParameterValue)..., duration: Double? = 4) throws -> TimeRemap {
    try TimeParameters(ParameterValues(entries, path: "time")).remap(duration: duration)
  }

  @Test("It runs as it does, until just before the content's end, which stays")
  func plain() throws {
    let remap = try remap()
    let times: [Double] = [0, 1.25, 3.5]
    #expect(times.map(remap.contentTime) == times)
    let end: Double = 4 - 1e-6
    #expect(remap.contentTime(at: 4) == end)
    #expect(remap.contentTime(at: 99) == end)
    #expect(remap.settlingTime == 4)
    #expect(try self.remap(duration: nil).contentTime(at: 99) == 99)
    #expect(try self.remap(duration: nil).settlingTime == nil)
  }

  @Test("An offset and a speed")
  func speed() throws {
    let remap = try remap(("offset", .number(1)), ("speed", .number(2)))
    #expect([0, 0.5, 1].map(remap.contentTime) == [1, 2, 3])
    #expect(remap.settlingTime == 1.5)
    #expect(remap.contentTime(at: 2) == 4 - 1e-6)
  }

  @Test("A loop comes to the very same instants again and again")
  func loop() throws {
    let remap = try remap(("loop", .boolean(true)), ("length", .number(0.7)), ("offset", .number(0.1)))
    for frame in 0..<42 {
      let first = remap.contentTime(at: Double(frame) / 60)
      #expect(first == TimeGrid.snapped(0.1 + Cycle(at: Double(frame) / 60, period: 0.7).seconds))
      for turn in [1, 2, 17] { #expect(remap.contentTime(at: Double(frame + 42 * turn) / 60) == first) }
    }
    #expect(remap.settlingTime == nil)
  }

  @Test("Reversed it begins at the end and comes to its beginning, just before each instant")
  func reverse() throws {
    let remap = try remap(("reverse", .boolean(true)))
    let end: Double = 4 - 1e-6
    let times: [Double] = [0, 1, 3, 4]
    #expect(times.map(remap.contentTime) == [end, 3 - 1e-6, 1 - 1e-6, 0])
    let looped = try self.remap(("reverse", .boolean(true)), ("loop", .boolean(true)), ("length", .number(2)))
    #expect([0.5, 1, 2.5].map(looped.contentTime) == [1.5 - 1e-6, 1 - 1e-6, 1.5 - 1e-6])
    // Of ten frames a second each is shown once, the last one first.
    let frames = (0..<40).map { Int(looped.contentTime(at: Double($0) / 10) * 10) }
    #expect(frames == Array((0..<20).reversed()) + Array((0..<20).reversed()))
  }

  @Test("Frozen it shows one instant")
  func freeze() throws {
    let remap = try remap(("freeze", .number(1.5)))
    #expect([0, 9].map(remap.contentTime) == [1.5, 1.5])
    #expect(remap.settlingTime == 0)
    #expect(remap.playback == nil)
  }

  @Test("Keyframes lead through the content forward and backward")
  func keyframes() throws {
    let frames = AnimationValue(frames: [
      .init(time: 0, value: .number(0)), .init(time: 1, value: .number(3)), .init(time: 2, value: .number(1)),
    ])
    let remap = try remap(("remap", .animation(frames)))
    #expect([0, 0.5, 1, 1.5, 2, 9].map(remap.contentTime) == [0, 1.5, 3, 2, 1, 1])
    #expect(remap.settlingTime == 2)
    let crossing = try #require(remap.time(ofContentAt: 1.5, until: 5))
    #expect(abs(crossing - 0.5) < 1e-9)
    #expect(remap.time(ofContentAt: 3.5, until: 5) == nil)
  }

  @Test("An instant of the content is found in the stage's time")
  func times() throws {
    #expect(try remap(("offset", .number(1)), ("speed", .number(2))).time(ofContentAt: 2, until: 9) == 0.5)
    #expect(try remap(("offset", .number(1))).time(ofContentAt: 0.5, until: 9) == nil)
    #expect(try remap().time(ofContentAt: 3, until: 2) == nil)
    #expect(try remap(("reverse", .boolean(true))).time(ofContentAt: 1, until: 9) == 3)
    #expect(try remap(("freeze", .number(1.5))).time(ofContentAt: 1.5, until: 9) == 0)
    #expect(try remap(("freeze", .number(1.5))).time(ofContentAt: 1, until: 9) == nil)
  }

  @Test("What excludes each other, and what needs a length, is refused at its place")
  func errors() throws {
    #expect(throws: StageError("'freeze' and the rest exclude each other", parameter: "time.freeze")) {
      try remap(("freeze", .number(1)), ("speed", .number(2)))
    }
    #expect(throws: StageError("'freeze' and 'remap' exclude each other", parameter: "time.freeze")) {
      try remap(("freeze", .number(1)), ("remap", .number(2)))
    }
    #expect(throws: StageError("'remap' and the rest exclude each other", parameter: "time.remap")) {
      try remap(("remap", .number(1)), ("loop", .boolean(true)))
    }
    let error = #expect(throws: StageError.self) { try remap(("loop", .boolean(true)), duration: nil) }
    #expect(error?.message == "'loop' needs 'length'")
    #expect(error?.parameter == "time.loop")
  }

  @Test("An instant comes once in each pass of a loop, and wherever keyframes lead over it")
  func everyTime() throws {
    let looped = try remap(("loop", .boolean(true)), ("length", .number(2)), ("speed", .number(2)))
    #expect(looped.times(ofContentAt: 0.5, until: 2.3) == [0.25, 1.25, 2.25])
    #expect(looped.times(ofContentAt: 3, until: 9) == [])
    #expect(try remap().times(ofContentAt: 1, until: 9) == [1])
    #expect(looped.times(ofContentAt: 0, until: 1e9, limit: 3).count == 3)
    let frames = AnimationValue(frames: [
      .init(time: 0, value: .number(0)), .init(time: 1, value: .number(2)), .init(time: 2, value: .number(0)),
    ])
    let found = try remap(("remap", .animation(frames))).times(ofContentAt: 1, until: 3)
    #expect(found.count == 2 && abs(found[0] - 0.5) < 1e-6 && abs(found[1] - 1.5) < 1e-6)
  }
}
