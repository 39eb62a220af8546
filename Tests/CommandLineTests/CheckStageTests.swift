import Foundation
import Testing

/// A stage that is checked, and how it differs from one that only draws a circle.
private struct CheckedStage {
  let name: String
  var members = ""
  var body = ""

  static let all = [
    CheckedStage(name: "pure"),
    CheckedStage(
      name: "state",
      members: """
          final class Counter: @unchecked Sendable {
            var count = 0.0
            func next() -> Double {
              count += 1
              return count
            }
          }
          let count = Counter()
        """,
      body: "    frame.drawing.fill(.circle(center: .zero, radius: count.next()), .white)"),
    CheckedStage(
      name: "unordered",
      body: """
            for x in Set([1.0, 2, 3, 4, 5, 6, 7]) { frame.drawing.fill(.circle(center: Point(x, 0), radius: 1), .white) }
        """),
    CheckedStage(
      name: "clock",
      members: "  static func now() -> Double { Double(Glibc.time(nil) % 1000) }",
      body: "    frame.drawing.fill(.circle(center: Point(Self.now(), 0), radius: 1), .white)"),
    CheckedStage(
      name: "infinite", body: "    frame.drawing.fill(.circle(center: Point(1 / speed, 0), radius: 1), .white)"),
    CheckedStage(
      name: "mistaken",
      members: """
          @Parameter("Its share.", .fraction) var share = 1.5
          @Parameter("Another speed.", name: "speed") var again = 2.0
          let never = Moment("It never comes.")
          let unseen = Output<Double>("Nobody publishes it.")
          public var duration: Double? { 0.5 }
        """,
      body: "    frame.drawing.fill(.circle(center: Point(time.seconds, 0), radius: 1), .white)"),
    CheckedStage(name: "crash", body: "    precondition(speed < 4)"),
    CheckedStage(name: "exit", body: "    if speed == 4 { exit(0) }"),
    CheckedStage(name: "interrupted", body: "    if speed == 4 { exit(130) }"),
    CheckedStage(name: "underscore", body: "    if speed == 4 { _exit(0) }"),
    CheckedStage(name: "killed", body: "    if speed == 4 { raise(SIGKILL) }"),
    CheckedStage(
      name: "refusing",
      members: """
          public mutating func prepare(_ context: any StageContext) throws {
            if speed < 9 { throw StageError("it never starts") }
          }
        """),
    CheckedStage(
      name: "kinds",
      members: """
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
        """),
  ]

  /// All of them in one library, compiled once.
  static let libraries = Result {
    let stages = all.map { stage in
      let type = "Checked" + stage.name.capitalized
      return (type, Libraries.declaration(type, named: stage.name, members: stage.members, stage.body))
    }
    return try Libraries("Checked", Libraries.module("Checked", stages))
  }
}

@Suite("Checks of stages", .waitsForProcesses)
struct CheckStageTests {
  private func check(_ name: String, seconds: Int = 1) throws -> Outcome {
    let libraries = try CheckedStage.libraries.get()
    return try run(
      ["check-stage", name, "--plugins", libraries.path, "--seconds", "\(seconds)"],
      environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
  }

  @Test("A pure stage passes, with what a frame costs")
  func pure() throws {
    let outcome = try check("pure")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("pure: pure in "))
    #expect(outcome.output.contains("a frame"))
  }

  @Test("State between frames is caught")
  func state() throws {
    let outcome = try check("state")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("is another one when drawn backward"))
  }

  @Test("Unordered iteration is caught by processes with other hash seeds")
  func unordered() throws {
    let outcome = try check("unordered")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("frames differ in another process"))
  }

  @Test("The clock is caught, even one that counts whole seconds")
  func clock() throws {
    let outcome = try check("clock")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("clock: not fit"))
  }

  @Test("Numbers that are not finite and crashes are caught at the ends of ranges, with the parameters")
  func ends() throws {
    let infinite = try check("infinite", seconds: 60)
    #expect(infinite.code == 1)
    #expect(infinite.output.contains("not finite: the path of a fill"))
    #expect(infinite.output.contains(#"with {"speed":0}"#))
    let crash = try check("crash", seconds: 60)
    #expect(crash.code == 1)
    #expect(crash.output.contains("crashed the process: "))
    #expect(crash.output.contains(#"with {"speed":4}"#))
  }

  @Test(
    "A stage that ends the process is caught, however it does so",
    arguments: ["exit", "interrupted", "underscore", "killed"])
  func ended(_ name: String) throws {
    let outcome = try check(name, seconds: 60)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains(#"with {"speed":4}"#), "\(outcome.output)")
  }

  @Test("Mistakes in declarations are caught, and those of a definition by each command")
  func mistaken() throws {
    let outcome = try check("mistaken", seconds: 600)
    #expect(outcome.code == 1)
    for text in [
      "its definition has two parameters named 'speed'",
      "the default of its parameter 'share' is one that jobs may not give: 1.5 is above 1",
      "declares the moment 'never', which comes in no case", "  moves at 0.517 s, after its duration of 0.5 s, with {}",
      "publishes in no case: 'unseen'",
    ] {
      #expect(outcome.output.contains(text), "\(outcome.output)")
    }
    let libraries = try CheckedStage.libraries.get()
    let list = try run(
      ["stages", "--plugins", libraries.path], environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
    #expect(list.errors.contains("stage 'mistaken': its definition has two parameters named 'speed'"), "\(list.errors)")
  }

  @Test("A stage that refuses all was not checked, which is a failure with the reason")
  func refusing() throws {
    let outcome = try check("refusing")
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("refusing: nothing was drawn, so that nothing was checked"), "\(outcome.output)")
    #expect(outcome.output.contains("refusing: not fit"))
    #expect(outcome.output.contains("it never starts"))
  }

  @Test("What was refused in every case, and what has no value to try, is named")
  func kinds() throws {
    // All cases must be tried, however busy the machine is.
    let outcome = try check("kinds", seconds: 600)
    #expect(outcome.code == 0, "\(outcome.output)")
    #expect(
      outcome.output.contains("  refuses every case of 'subtitle'; --verbose says why\n"),
      "\(outcome.output)")
    #expect(outcome.output.contains("  not tried: 'font', for lack of a value; --parameters gives one\n"))
  }
}
