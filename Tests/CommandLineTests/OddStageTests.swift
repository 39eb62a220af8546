import Foundation
import TestSupport
import Testing

@Suite("Stages with faults in what they declare and say", .waitsForProcesses)
struct OddStageTests {
  private let libraries: Libraries

  private static let source = """
    import StageKit

    public struct Times: Stage, ParameterGroup {
      enum Kind: String, CaseIterable, ParameterChoice {
        case fine, nanMoment, negativeMoment, infiniteMoment, hugeMoment, twice, nanDuration, negativeDuration, infiniteDuration, throwing
      }
      public static let definition = StageDefinition(Self.self, "times", version: 1, "A test.")
      @Parameter("Its kind.") var kind: Kind = .fine
      @Parameter("Nothing.", .range(0...1)) var blend2 = 0.0
      let done = Moment("It is done.", .both)
      public init() {}
      public var moments: [Moment.Time] {
        switch kind {
        case .nanMoment: [done.at(.nan)]
        case .negativeMoment: [done.at(-0.3)]
        case .infiniteMoment: [done.at(.infinity)]
        case .hugeMoment: [done.at(1e300)]
        case .twice: [done.at(0.7), done.at(0.2)]
        default: [done.at(0.4)]
        }
      }
      public var duration: Double? {
        switch kind {
        case .nanDuration: .nan
        case .negativeDuration: -4
        case .infiniteDuration: .infinity
        default: 0.5
        }
      }
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        if kind == .throwing, time.seconds > 0.4 { throw StageError("it went wrong") }
        var frame = StageFrame()
        frame.drawing.fill(.circle(center: Point(20, 20), radius: 10), .white)
        return frame
      }
    }

    public struct Outside: Stage {
      public struct Parameters: ParameterGroup {
        @Parameter("Its size.", .range(1...9, .points)) var size = 3.0
        let kept = Output<Double>("Its size.")
        public init() {}
      }
      public static let definition = StageDefinition(
        Self.self, "outside", version: 1, "A test.",
        example: .init(at: 0.5, #"{ "stage": "outside", "parameters": { "size": 4 } }"#))
      let parameters: Parameters
      let kept: Output<Double>
      let total = Output<Double>("The total.")
      let drive = Input<Double?>("The drive.")
      let ready = Moment("It is ready.")
      public init(_ parameters: Parameters, _ context: any StageContext) throws {
        self.parameters = parameters
        kept = parameters.kept
      }
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        var frame = StageFrame()
        frame[kept] = parameters.size
        frame[total] = 1
        return frame
      }
    }

    public struct Ended: Stage, ParameterGroup {
      public static let definition = StageDefinition(Self.self, "ended", version: 1, "A test.")
      let end = Moment("Its own end.")
      public init() {}
      public var moments: [Moment.Time] { [end.at(0.4)] }
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame { StageFrame() }
    }

    public struct Misled: Stage, ParameterGroup {
      public static let definition = StageDefinition(
        Self.self, "misled", version: 1, "A test.",
        example: .init(at: 0.5, #"{ "id": "m", "stage": "misled", "parameters": { "sizee": 4 } }"#))
      @Parameter("Its size.", replacedBy: ["lod"]) var size = 3.0
      @Parameter("Its rate.", requires: "rod") var rate = 1.0
      struct Glow: ParameterGroup { @Parameter("Its share.", replacedBy: ["god"]) var share = 1.0 }
      @Parameter("Its glow.") var glow: Glow?
      let load = Input<Double?>("The load.")
      public init() {}
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame { StageFrame() }
    }

    @_cdecl("pipeline_stages_Odd") public func stages() {
      StageModule.offer(Times.self, Outside.self, Ended.self, Misled.self)
    }
    """

  init() throws {
    libraries = try Libraries("Odd", Self.source)
    for kind in [
      "fine", "nanMoment", "negativeMoment", "infiniteMoment", "hugeMoment", "twice", "nanDuration",
      "negativeDuration", "infiniteDuration", "throwing",
    ] {
      try libraries.folder.write(Self.job(kind), to: "\(kind).json")
    }
    try libraries.folder.write(
      """
      { "canvas": { "size": [64, 48], "fps": 10, "duration": 1 },
        "stages": [{ "id": "o", "stage": "outside" }], "outputs": [{ "file": "outside.mp4" }] }
      """, to: "outside.json")
  }

  private static func job(_ kind: String) -> String {
    """
    { "canvas": { "size": [64, 48], "fps": 10, "duration": 1 },
      "stages": [
        { "id": "g", "stage": "times", "parameters": { "kind": "\(kind)" } },
        { "id": "h", "stage": "shape", "start": { "after": "g.\(kind.hasSuffix("Duration") ? "end" : "done")" },
          "parameters": { "circle": { "radius": 5 }, "fill": "red" } }
      ], "outputs": [{ "file": "\(kind).mp4" }] }
    """
  }

  private func pipeline(_ arguments: [String]) throws -> Outcome {
    try run(
      arguments + ["--plugins", "."], in: libraries.folder.url,
      environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
  }

  @Test("Moments and durations that are not finite or below 0 are refused at every door")
  func times() throws {
    let faults = [
      ("nanMoment", "gives its moment 'done' at nan s"), ("negativeMoment", "gives its moment 'done' at -0.3 s"),
      ("infiniteMoment", "gives its moment 'done' at inf s"), ("nanDuration", "gives its duration as nan s"),
      ("negativeDuration", "gives its duration as -4.0 s"), ("infiniteDuration", "gives its duration as inf s"),
    ]
    let validated = try pipeline(["validate"] + faults.map { "\($0.0).json" })
    #expect(validated.code == 2)
    for (name, fault) in faults {
      #expect(validated.errors.contains("\(name).json:3:5: stages[0]: stage 'g' (times) \(fault)"))
    }
    #expect(!validated.errors.contains("'h'"), "\(validated.errors)")
    for door in [["run", "--no-cache"], ["still", "-o", "a.png"], ["trace"]] {
      let outcome = try pipeline(door + ["nanMoment.json"])
      #expect(outcome.code == 2 && outcome.errors.contains(faults[0].1), "\(door): \(outcome)")
    }
    let checked = try pipeline(["check-stage", "times", "--seconds", "5"])
    #expect(checked.code == 1)
    for (_, fault) in faults { #expect(checked.output.contains("times: \(fault)"), "\(checked.output)") }
  }

  @Test("Of a moment that a stage gives twice the first time counts, also in records")
  func twice() throws {
    let trace = try pipeline(["trace", "twice.json"])
    #expect(trace.code == 0, "\(trace.errors)")
    let recorded = try pipeline(["regress", "twice.json", "hugeMoment.json", "--record", "--no-cache"])
    #expect(recorded.code == 0, "\(recorded.errors)")
    let text = try String(contentsOfFile: libraries.folder.file("Baselines/twice/record.json"), encoding: .utf8)
    #expect(text.contains(#""done" : 0.2"#) && text.contains(#""start" : 0.2"#))
  }

  @Test("Inputs that a stage has not and an example that no job can have are named")
  func misled() throws {
    let listed = try pipeline(["stages", "misled", "--job"])
    #expect(listed.code == 0)
    let faults = [
      "stage 'misled': its parameter 'size' names 'lod', which is none of its inputs",
      "stage 'misled': its parameter 'rate' names 'rod', which is none of its inputs",
      "stage 'misled': its parameter 'share' names 'god', which is none of its inputs",
      "stage 'misled': a job with its example cannot be read: stages[0].parameters.sizee: unknown parameter 'sizee'. "
        + "Did you mean 'size'?",
    ]
    for fault in faults { #expect(listed.errors.contains(fault), "\(listed.errors)") }
    let checked = try pipeline(["check-stage", "misled", "--seconds", "0"])
    #expect(checked.code == 1)
    for fault in faults {
      #expect(checked.output.contains(fault.replacing("stage 'misled'", with: "misled")), "\(checked.output)")
    }
  }

  @Test("A folder of libraries without any is named, and how a stage that nobody knows is found")
  func emptyFolder() throws {
    try libraries.folder.write(
      #"{ "canvas": { "size": [9, 9] }, "stages": [{ "id": "a", "stage": "zzz" }] }"#, to: "jobs/unknown.json")
    let outcome = try run(["validate", "jobs/unknown.json", "--plugins", "jobs"], in: libraries.folder.url)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("warning: --plugins jobs: has no library 'lib…Stage.so'"), "\(outcome.errors)")
    #expect(outcome.errors.contains("those of libraries of your own need --plugins DIR"), "\(outcome.errors)")
  }

  @Test("What a stage declares beside its parameters is named when it is loaded, checked and drawn")
  func outside() throws {
    let listed = try pipeline(["stages"])
    let errors = listed.errors.split(separator: "\n")
    #expect(listed.code == 0 && errors.count == 7, "\(listed.errors)")
    for (member, line) in zip(["output 'total'", "input 'drive'", "moment 'ready'"], errors) {
      #expect(line.hasSuffix("stage 'outside': its \(member) is declared outside of 'Parameters'; move it there"))
    }
    #expect(errors[3].hasSuffix("stage 'ended': its moment 'end' has the name of one that every stage has"))
    let drawn = try pipeline(["run", "outside.json", "--no-cache"])
    let fault = "publishes an output that is declared outside of 'Parameters'; move it there"
    #expect(drawn.code == 1 && drawn.errors.contains("outside.json: stage 'o' (outside) failed"), "\(drawn.errors)")
    #expect(drawn.errors.contains(fault))
    let checked = try pipeline(["check-stage", "outside", "--seconds", "5"])
    #expect(checked.code == 1)
    #expect(checked.output.contains(fault), "\(checked.output)")
    #expect(checked.output.contains("outside: its input 'drive' is declared outside of 'Parameters'; move it there"))
    #expect(checked.output.contains("outside: a job with its example cannot be read: stages[0]: "), "\(checked.output)")
  }

  @Test("A stage that fails while a job is looked over is named with the job")
  func validation() throws {
    let outcome = try pipeline(["validate", "throwing.json", "fine.json"])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("throwing.json: stage 'g' (times) failed at frame 5 (0.5 s): it went wrong"))
  }

  @Test("A command whose output nobody reads any more ends without a word, also in a process of its own")
  func closedOutput() throws {
    var job = Self.job("fine")
    job.replace("\"duration\": 1", with: "\"duration\": 600")
    try libraries.folder.write(job, to: "long.json")
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", "\"$0\" trace long.json --plugins . 2>errors | head -1 >first; exit ${PIPESTATUS[0]}", program.path,
    ]
    process.currentDirectoryURL = libraries.folder.url
    process.environment = environment(cache: libraries.folder.url.appendingPathComponent("cache"))
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + SIGPIPE)
    let errors = try String(contentsOfFile: libraries.folder.file("errors"), encoding: .utf8)
    #expect(!errors.contains("crashed") && !errors.contains("long.json"), "\(errors)")
  }
}
