import ColorGrade
import StageKit
import StageTesting
import Testing

@Suite("The stage that grades")
struct ColorGradeTests {
  private func grade(
    _ parameters: String, at seconds: Double = 0, files: [String: String] = [:]
  ) throws -> Grade {
    let context = FakeContext(files: files)
    let list = try draw(make(ColorGrade.self, parameters, context), at: seconds)
    guard case .backdrop(let filter)? = list.commands.last else { return Grade() }
    return filter.grade ?? Grade()
  }

  @Test("Without parameters it draws nothing")
  func nothing() throws { #expect(try draw(make(ColorGrade.self, "{}"), at: 0).isEmpty) }

  @Test("Numbers are those of a grade, for all colors or for each")
  func numbers() throws {
    let grade = try grade(
      #"""
      { "exposure": 0.5, "lift": 0.1, "gamma": { "red": 1.2 }, "gain": { "green": 0.9, "blue": 1.1 }, "contrast": 1.5,
        "saturation": 2 }
      """#)
    #expect(grade.tone.exposure == 0.5 && grade.tone.lift == SIMD3(0.1, 0.1, 0.1))
    #expect(grade.tone.gamma == SIMD3(1.2, 1, 1) && grade.tone.gain == SIMD3(1, 0.9, 1.1))
    #expect(
      grade.matrix == ColorMatrix.brightness(1).followed(by: .contrast(1.5)).followed(by: .saturation(2)))
  }

  @Test("Numbers take keyframes")
  func keyframes() throws {
    let parameters = #"""
      { "exposure": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 2, "value": 1 }] },
        "gain": { "red": { "keyframes": [{ "at": 0, "value": 1 }, { "at": 2, "value": 2 }] } },
        "vignette": { "amount": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 2, "value": 1 }] } } }
      """#
    let grade = try grade(parameters, at: 1)
    #expect(grade.tone.exposure == 0.5 && grade.tone.gain.x == 1.5 && grade.vignette?.amount == 0.5)
    #expect(try self.grade(parameters).vignette == nil)
    #expect(try make(ColorGrade.self, parameters).duration == 2)
  }

  @Test("A vignette is that of the canvas, around another center if there is one")
  func vignette() throws {
    #expect(
      try grade(#"{ "vignette": { "amount": 0.5, "start": 0.1 } }"#).vignette
        == Grade.Vignette(Rect(x: 0, y: 0, width: 540, height: 960), amount: 0.5, start: 0.1))
    #expect(
      try grade(#"{ "vignette": { "amount": 0.5, "center": [100, 200] } }"#).vignette?.frame
        == Rect(x: -170, y: -280, width: 540, height: 960))
  }

  @Test("Grain differs from frame to frame, and comes again after the canvas's duration")
  func grain() throws {
    #expect(try grade(#"{ "grain": 0.04 }"#).grain == Grade.Grain(amount: 0.04))
    let parameters = #"{ "grain": { "amount": 0.1, "size": 2, "seed": 7 } }"#
    #expect(try grade(parameters, at: 0.5).grain == Grade.Grain(amount: 0.1, size: 2, seed: 7, frame: 30))
    // The canvas has 300 frames.
    #expect(try grade(parameters, at: 5) == grade(parameters, at: 0))
    #expect(try grade(parameters, at: 4 + 59.0 / 60).grain?.frame == 299)
    let slow = #"{ "grain": { "amount": 0.1, "rate": 12 } }"#
    let frames = try (0..<60).map { (frame: Int) -> Int? in try grade(slow, at: Double(frame) / 60).grain?.frame }
    #expect(frames == (0..<60).map { (frame: Int) -> Int? in frame / 5 })
    #expect(try grade(#"{ "grain": { "rate": 0 } }"#, at: 3).grain?.frame == 0)
    // Instants of a shutter are those of one frame.
    #expect(try grade(parameters, at: 0.5 + 0.4 / 60).grain?.frame == 30)
  }

  @Test("A table is that of its file, or a share of it")
  func table() throws {
    let files = ["look.cube": "LUT_1D_SIZE 2\n0 0 0\n1 1 0.5\n"]
    let table = LookupTable(.curves, size: 2, entries: [SIMD3(0, 0, 0), SIMD3(1, 1, 0.5)])
    #expect(try grade(#"{ "lut": "look.cube" }"#, files: files).table == table.map { Grade.Look($0) })
    #expect(
      try grade(#"{ "lut": { "file": "look.cube", "amount": 0.25 } }"#, files: files).table
        == table.map { Grade.Look($0, amount: 0.25) })
    #expect(try grade(#"{ "lut": { "file": "look.cube", "amount": 0 } }"#, files: files).table == nil)
  }

  @Test("All faults of a table's file are named at the parameter, with lines")
  func faults() throws {
    let error = #expect(throws: StageError.self) {
      try grade(#"{ "lut": "look.cube" }"#, files: ["look.cube": "LUT_1D_SIZE 2\n0 0\n0 0 x\n"])
    }
    #expect(error?.parameter == "lut")
    #expect(
      error?.message
        == "look.cube:2:4: expected 3 numbers of an entry, found the end of the line; "
        + "look.cube:3:5: expected 3 numbers of an entry, found 'x'")
  }

  @Test("Curves go through their points")
  func curves() throws {
    let grade = try grade(
      #"{ "curves": { "all": [[0, 0], [0.5, 0.6], [1, 1]], "saturation": [[0, 0.5], [1, 2]] } }"#)
    #expect(grade.curves.all == ToneCurve([Point(0, 0), Point(0.5, 0.6), Point(1, 1)]))
    #expect(grade.curves.saturation == ToneCurve([Point(0, 0.5), Point(1, 2)]))
    let error = #expect(throws: StageError.self) { try self.grade(#"{ "curves": { "red": [[0, 0], [0, 1]] } }"#) }
    #expect(error?.parameter == "curves.red")
    #expect(throws: StageError.self) { try self.grade(#"{ "curves": { "red": [[0, 0], [1, 2]] } }"#) }
  }

  @Test("Its glow comes before the grade")
  func glow() throws {
    let list = try draw(
      make(ColorGrade.self, #"{ "glow": { "radius": 20, "amount": 0.5, "threshold": 0.6 }, "exposure": 1 }"#), at: 0)
    let filters = list.commands.compactMap { command in
      if case .backdrop(let filter) = command { filter } else { nil }
    }
    #expect(filters.map(\.highlights) == [0.6, nil] && filters.map(\.sigma) == [10, 0])
    #expect(filters[0].opacity == 0.5 && filters[1].grade != nil)
  }
}
