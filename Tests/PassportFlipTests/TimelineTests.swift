import StageKit
import Testing

@testable import PassportFlip

@Suite struct TimelineTests {
  private static let bouncy = #"""
    { "pages": [{ "title": "One" }, { "title": "Two" }, { "title": "Three" }],
      "motion": { "angle": { "start": 0, "duration": 1, "curve": { "spring": { "duration": 0.4, "bounce": 0.7 } } } },
      "timeline": [
        { "do": "peek", "at": 0.2, "angle": 40 }, { "do": "open", "at": 1.2 },
        { "do": "turn", "count": 2, "offset": 0.1, "curve": { "spring": { "duration": 0.4, "bounce": 0.7 } } },
        { "do": "back", "count": 2, "curve": { "spring": { "duration": 0.4, "bounce": 0.7 } } },
        { "do": "close" }] }
    """#

  @Test("No spring pushes a leaf through the table or through another leaf")
  func leavesStayApart() throws {
    let stage = try passport(Self.bouncy)
    #expect(stage.booklet.leafCount == 3)
    var extremes = (least: 180.0, greatest: 0.0)
    for index in 0...Int(stage.timeline.end * 240) {
      let angles = stage.timeline.pose(at: Double(index) / 240).angles
      #expect(angles.allSatisfy { (0...180).contains($0) })
      #expect(zip(angles, angles.dropFirst()).allSatisfy { $0 >= $1 })
      extremes = (min(extremes.least, angles[0]), max(extremes.greatest, angles[0]))
    }
    #expect(extremes == (0, 180))
  }

  @Test("An angle beyond flat bounces back by as much")
  func bounces() {
    #expect(Pose.bounced(-7) == 7)
    #expect(Pose.bounced(191) == 169)
    #expect(Pose.bounced(1000) == 0)
    #expect(Pose.bounced(90) == 90)
  }

  @Test("A peek lifts the cover to 30 degrees and lets it back within 0.8 s")
  func peeks() throws {
    let stage = try passport(#"{ "timeline": [{ "do": "peek", "at": 1 }] }"#)
    let angles = (0...480).map { stage.timeline.pose(at: 1 + Double($0) / 600).angles[0] }
    #expect(abs((angles.max() ?? 0) - 30) < 0.05)
    #expect(stage.timeline.pose(at: 1).angles[0] == 0)
    #expect(stage.timeline.pose(at: 1.8).angles[0] == 0)
    #expect(stage.duration == 1.8)
  }

  @Test("Nothing jumps from the end of an action to the rest after it", arguments: [bouncy, "{}"])
  func handsOffSmoothly(parameters: String) throws {
    let stage = try passport(parameters)
    for step in stage.timeline.steps {
      for (before, after) in [(step.end - 1e-7, step.end), (step.begin, step.begin + 1e-7)] {
        let (a, b) = (stage.timeline.pose(at: before), stage.timeline.pose(at: after))
        #expect(zip(a.angles, b.angles).allSatisfy { abs($0 - $1) < 0.001 })
        #expect(abs(a.opening.size - b.opening.size) < 0.001 && abs(a.opening.shadow - b.opening.shadow) < 0.001)
        #expect(abs(a.opening.x - b.opening.x) < 0.001 && abs(a.opening.y - b.opening.y) < 0.001)
        #expect(a.color == b.color)
      }
    }
  }

  @Test("What stands in the booklet's place is hidden exactly while it is on its way")
  func hidesOthers() throws {
    let stage = try passport(#"{ "timeline": [{ "do": "open", "at": 1 }, { "do": "close", "at": 3 }] }"#)
    func opacities(_ seconds: Double) throws -> [Double?] {
      let frame = try stage.frame(at: seconds)
      return [
        frame[PassportFlip.Parameters.named.sourceOpacity], frame[PassportFlip.Parameters.named.destinationOpacity],
      ]
    }
    #expect(try opacities(0.99) == [1, 0])
    #expect(try opacities(1) == [0, 0])
    #expect(try opacities(1.99) == [0, 0])
    #expect(try opacities(2) == [0, 1])
    #expect(try opacities(3.5) == [0, 0])
    #expect(try opacities(4) == [1, 0])
  }

  @Test("The closed and the open booklet lie exactly where the job puts them")
  func framesAreExact() throws {
    let stage = try passport(
      #"""
      { "from": { "position": [100, 600], "height": 80 }, "to": { "position": [270, 250], "height": 200 },
        "aspect": 0.75, "timeline": [{ "do": "open", "at": 1 }] }
      """#)
    func box(_ seconds: Double) throws -> [Double?] {
      let frame = try stage.frame(at: seconds)
      return [
        frame[PassportFlip.Parameters.named.x], frame[PassportFlip.Parameters.named.y],
        frame[PassportFlip.Parameters.named.width], frame[PassportFlip.Parameters.named.height],
      ]
    }
    #expect(try box(0) == [70, 560, 60, 80])
    #expect(try box(2) == [120, 150, 300, 200])
  }

  @Test("A loop starts again with the drawing that it ended with")
  func loops() throws {
    let stage = try passport(#"{ "period": 6 }"#)
    #expect(stage.duration == nil)
    #expect(try stage.frame(at: 6).drawing == stage.frame(at: 0).drawing)
    #expect(try stage.frame(at: 5.999).drawing == stage.frame(at: 0).drawing)
    #expect(try stage.frame(at: 8.25).drawing == stage.frame(at: 2.25).drawing)
    #expect(throws: StageError.self) { try passport(#"{ "period": 3 }"#) }
    #expect(throws: StageError.self) { try passport(#"{ "period": 3, "timeline": [{ "do": "open" }] }"#) }
  }

  @Test(
    "Actions that do not follow from each other are refused",
    arguments: [
      #"[{ "do": "close" }]"#, #"[{ "do": "open" }, { "do": "open" }]"#, #"[{ "do": "turn" }]"#,
      #"[{ "do": "open" }, { "do": "turn" }]"#, #"[{ "do": "open" }, { "do": "back" }]"#,
      #"[{ "do": "open" }, { "do": "peek" }]"#, #"[{ "do": "open", "at": 1 }, { "do": "close", "at": 1.5 }]"#,
      #"[{ "do": "open", "angle": 20 }]"#,
    ])
  func impossibleTimelines(timeline: String) {
    #expect(throws: StageError.self) { try passport(#"{ "timeline": \#(timeline) }"#) }
  }

  @Test("Leaves turn in sequence, each later than the last by the offset")
  func turnsInSequence() throws {
    let stage = try passport(
      #"""
      { "pages": [{}, {}, {}, {}],
        "timeline": [{ "do": "open", "at": 0 }, { "do": "turn", "at": 2, "count": 2, "offset": 0.2, "duration": 0.5 }] }
      """#)
    for index in 0...40 {
      let time = 2 + Double(index) / 50
      let (now, earlier) = (stage.timeline.pose(at: time).angles, stage.timeline.pose(at: time - 0.2).angles)
      if time > 2.2 { #expect(abs(now[2] - earlier[1]) < 1e-9) }
    }
    #expect(stage.timeline.pose(at: 2.7).angles == [180, 180, 180])
  }

  @Test("The cover and every page that turns are cues, in every period")
  func cues() throws {
    let stage = try passport(
      #"""
      { "pages": [{ "title": "One" }, { "title": "Two" }, { "title": "Three" }], "period": 5,
        "timeline": [
          { "do": "peek", "at": 0 }, { "do": "open", "at": 1 },
          { "do": "turn", "at": 2, "count": 2, "offset": 0.25, "duration": 0.5 }, { "do": "close", "at": 3 }] }
      """#)
    let times = stage.cues(until: 9)
    let names = ["opening", "opened", "turning", "turning", "turned", "turned", "closing", "closed"]
    #expect(times.map(\.name) == names + names.dropLast())
    #expect(times.map(\.seconds) == [1, 2, 2, 2.25, 2.5, 2.75, 3, 4, 6, 7, 7, 7.25, 7.5, 7.75, 8])
  }
}
