import Foundation
import Testing

@Suite("Checks of stages")
struct CheckStageTests {
  private func check(_ members: String = "", _ body: String) throws -> Outcome {
    let libraries = try Libraries()
    try libraries.addSwift("Checked", Libraries.stage("Checked", named: "checked", members: members, body))
    return try run(
      ["check-stage", "checked", "--plugins", libraries.path, "--seconds", "1"],
      environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
  }

  @Test("A pure stage passes, with what a frame costs")
  func pure() throws {
    let outcome = try check("", "")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("checked: pure in "))
    #expect(outcome.output.contains("a frame"))
  }

  @Test("State between frames is caught")
  func state() throws {
    let outcome = try check(
      """
        final class Counter: @unchecked Sendable {
          var count = 0.0
          func next() -> Double {
            count += 1
            return count
          }
        }
        let count = Counter()
      """,
      "    frame.drawing.fill(.circle(center: .zero, radius: count.next()), .white)"
    )
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("is another one when drawn backward"))
  }

  @Test("Unordered iteration is caught by processes with other hash seeds")
  func unordered() throws {
    let outcome = try check(
      "",
      """
          for x in Set([1.0, 2, 3, 4, 5, 6, 7]) { frame.drawing.fill(.circle(center: Point(x, 0), radius: 1), .white) }
      """)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("frames differ in another process"))
  }

  @Test("The clock is caught, even one that counts whole seconds")
  func clock() throws {
    let outcome = try check(
      "  static func now() -> Double { Double(Glibc.time(nil) % 1000) }",
      "    frame.drawing.fill(.circle(center: Point(Self.now(), 0), radius: 1), .white)")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("checked: not fit"))
  }

  @Test("Numbers that are not finite and crashes are caught at the ends of ranges, with the parameters")
  func ends() throws {
    let nan = try check("", "    frame.drawing.fill(.circle(center: Point(1 / speed, 0), radius: 1), .white)")
    #expect(nan.code == 1)
    #expect(nan.output.contains("not finite: the path of a fill"))
    #expect(nan.output.contains(#"with {"speed":0}"#))
    let crash = try check("", "    precondition(speed < 4)")
    #expect(crash.code == 1)
    #expect(crash.output.contains("crashed the process: "))
    #expect(crash.output.contains(#"with {"speed":4}"#))
  }

  @Test("A stage that ends the process is caught, however it does so")
  func ended() throws {
    for end in ["exit(0)", "exit(130)", "_exit(0)", "raise(SIGKILL)"] {
      let outcome = try check("", "    if speed == 4 { \(end) }")
      #expect(outcome.code == 1)
      #expect(outcome.output.contains(#"with {"speed":4}"#), "\(end): \(outcome.output)")
    }
  }

  @Test("A stage that refuses all was not checked, which is a failure with the reason")
  func refusing() throws {
    let libraries = try Libraries()
    let source = Libraries.stage("Checked", named: "checked").replacing(
      "public init() {}",
      with: """
        public init() {}
        public mutating func prepare(_ context: any StageContext) throws {
            if speed < 9 { throw StageError("it never starts") }
          }
        """)
    try libraries.addSwift("Checked", source)
    let outcome = try run(["check-stage", "checked", "--plugins", libraries.path, "--seconds", "1"])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("checked: nothing was drawn, so that nothing was checked"), "\(outcome.output)")
    #expect(outcome.output.contains("checked: not fit"))
    #expect(outcome.output.contains("it never starts"))
  }

  @Test("What was refused in every case, and what has no value to try, is named")
  func kinds() throws {
    let libraries = try Libraries()
    let source = Libraries.stage("Checked", named: "checked")
      .replacing(
        "public init() {}",
        with: """
          public init() {}
            @Parameter("Its font.", as: .file(extensions: ["ttf"])) var font: FileReference?
            @Parameter("Its picture.", as: .file(extensions: ["png"])) var picture: FileReference?
            @Parameter("Its sound.", as: .track) var track: String?
            @Parameter("Its words.", as: .file(extensions: ["srt"])) var subtitle: FileReference?
            public mutating func prepare(_ context: any StageContext) throws {
              if let picture { _ = try context.image(picture) }
              _ = try context.sound(of: track)
              _ = try context.message("{n}", ["n": .number(1)], locale: "en")
              if subtitle != nil { throw StageError("it takes no words") }
            }
          """)
    try libraries.addSwift("Checked", source)
    let outcome = try run(["check-stage", "checked", "--plugins", libraries.path])
    #expect(outcome.code == 0, "\(outcome.output)")
    #expect(
      outcome.output.contains("  refuses every case of 'subtitle'; --verbose says why\n"),
      "\(outcome.output)")
    #expect(outcome.output.contains("  not tried: 'font', for lack of a value; --parameters gives one\n"))
  }
}
