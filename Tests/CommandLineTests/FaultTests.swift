import Foundation
import TestSupport
import Testing
import Video

@Suite("Faults of the machine", .waitsForProcesses)
struct FaultTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.job("long", seconds: 12), to: "1.json")
    try folder.write(Self.job("short", seconds: 0.2), to: "2.json")
  }

  /// A turning box that no segment repeats.
  private static func job(_ name: String, seconds: Double) -> String {
    """
    {"name": "\(name)", "canvas": {"size": [96, 64], "fps": 30, "duration": \(seconds), "background": "#203040"},
     "stages": [{"id": "box", "stage": "shape", "parameters": {"rect": {"size": [40, 20], "center": [48, 32]},
       "fill": "white", "rotation": {"keyframes": [{"at": 0, "value": 0}, {"at": 4000, "value": 700000}]}}}],
     "outputs": [{"file": "\(name).mp4", "preset": "ultrafast", "gop": 30}]}
    """
  }

  /// Runs the program under limits of the shell, with a store of the test's own.
  private func run(under limit: String, _ arguments: String) throws -> Outcome {
    try shell("\(limit); exec \"$0\" \(arguments) >output 2>errors")
  }

  /// Runs a script, with the program as `$0`, that leaves the files `output` and `errors`.
  private func shell(_ script: String) throws -> Outcome {
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script, program.path]
    process.currentDirectoryURL = folder.url
    process.environment = environment(cache: folder.url.appendingPathComponent("cache"))
    try process.run()
    process.waitUntilExit()
    let texts = try ["output", "errors"].map {
      try String(contentsOf: folder.url.appendingPathComponent($0), encoding: .utf8)
    }
    return Outcome(code: process.terminationStatus, output: texts[0], errors: texts[1])
  }

  /// Everything in the output folder, and whether a run now gives what an undisturbed one gives.
  private func expectRecovery() throws {
    let again = try run(under: ":", "run 1.json 2.json")
    #expect(again.code == 0, "\(again.errors)")
    #expect(folder.names(below: "out").filter { $0 != "long.mp4" && $0 != "short.mp4" }.isEmpty)
    #expect(try run(under: ":", "run 1.json 2.json --output undisturbed --no-cache").code == 0)
    for name in ["long.mp4", "short.mp4"] {
      let files = try ["out", "undisturbed"].map {
        try Data(contentsOf: folder.url.appendingPathComponent("\($0)/\(name)"))
      }
      #expect(files[0] == files[1])
    }
  }

  /// Starts a run, sends it a signal once its first job is finished and its second begun, and waits for its end.
  private func stop(with signal: Int32) throws -> TestProcess {
    let process = TestProcess()
    process.arguments = ["run", "2.json", "1.json"]
    process.currentDirectoryURL = folder.url
    process.environment = environment(cache: folder.url.appendingPathComponent("cache"))
    try process.run()
    while process.isRunning,
      !folder.names(below: "out").contains(where: { $0.hasPrefix(".pipeline-unfinished") })
        || !folder.names(below: "out").contains("short.mp4")
    { usleep(2000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process
  }

  @Test(
    "A signal ends a run with what is finished, and the next run ends in the same bytes",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
  func signals(_ signal: Int32) throws {
    // A machine under load may look too late, when the run is over: then a longer one is tried.
    var seconds = 12.0
    var stopped = try stop(with: signal)
    while folder.names(below: "out").contains("long.mp4"), seconds < 3000 {
      seconds *= 4
      for name in ["out", "cache"] {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
      }
      try folder.write(Self.job("long", seconds: seconds), to: "1.json")
      stopped = try stop(with: signal)
    }
    if signal == SIGKILL {
      #expect(stopped.terminationStatus == SIGKILL)
    } else {
      #expect(stopped.terminationStatus == 128 + signal)
      #expect(folder.names(below: "out") == ["short.mp4"])
    }
    try expectRecovery()
  }

  @Test("A reader of events that goes away keeps nothing from being rendered")
  func closedPipe() throws {
    let outcome = try shell(
      "touch output; \"$0\" run 1.json 2.json --progress json 2>errors | true; exit ${PIPESTATUS[0]}")
    #expect(outcome.code == 0)
    #expect(folder.names(below: "out") == ["long.mp4", "short.mp4"])
  }

  @Test("Where a file cannot grow, its job fails with the reason, and smaller ones are finished")
  func fileSize() throws {
    let outcome = try run(under: "ulimit -f 20", "run 1.json 2.json --no-cache")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("1.json: "))
    #expect(outcome.errors.contains("File too large"))
    #expect(folder.names(below: "out") == ["short.mp4"])
    try expectRecovery()
  }

  /// True if this process may mount a small disk.
  private static let mayMount: Bool = {
    let folder = try? TemporaryFolder()
    let script = "mount -t tmpfs -o size=64k tmpfs \"$0\" 2>errors && umount \"$0\""
    let outcome = try? CommandLineTests.run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", script, folder?.url.path ?? "/nowhere"], in: folder?.url)
    return outcome?.code == 0
  }()

  @Test(
    "On a full disk the job that fills it fails with the reason, and smaller ones are finished", .enabled(if: mayMount))
  func fullDisk() throws {
    let outcome = try shell(
      """
      mkdir -p out; mount -t tmpfs -o size=44k tmpfs out || exit 99
      "$0" run 1.json 2.json --no-cache >output 2>errors; code=$?
      ls -A out >names; umount out; exit $code
      """)
    #expect(outcome.code == 1)
    #expect(
      outcome.errors.contains("1.json: ") && outcome.errors.contains("No space left on device"), "\(outcome.errors)")
    #expect(try String(contentsOf: folder.url.appendingPathComponent("names"), encoding: .utf8) == "short.mp4\n")
    try expectRecovery()
  }

  @Test(
    "A baseline or a report that a full disk does not hold is no bad usage, and other jobs are recorded",
    .enabled(if: mayMount))
  func fullBaseline() throws {
    // The record of the short job fits, that of the long one does not.
    for (size, options, isRecorded) in [("96k", "--record --baseline disk/B", true), ("4k", "-o disk/r", false)] {
      let outcome = try shell(
        """
        mkdir -p disk; mount -t tmpfs -o size=\(size) tmpfs disk || exit 99
        "$0" regress 1.json 2.json --no-cache \(options) >output 2>errors; code=$?
        umount disk; exit $code
        """)
      #expect(outcome.code == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("No space left on device"), "\(outcome.errors)")
      #expect(outcome.output.contains("disk/B/2: recorded") == isRecorded, "\(outcome.output)")
      #expect(!outcome.output.contains("disk/B/1: recorded"))
    }
  }

  @Test("A full disk below the cache takes nothing from the videos", .enabled(if: mayMount))
  func fullStore() throws {
    let outcome = try shell(
      """
      mkdir -p cache; mount -t tmpfs -o size=44k tmpfs cache || exit 99
      "$0" run 1.json 2.json >output 2>errors; code=$?
      umount cache; exit $code
      """)
    #expect(outcome.code == 0, "\(outcome.errors)")
    try expectRecovery()
  }

  @Test("A share whose store is full says so with 75, and another try draws the rest", .enabled(if: mayMount))
  func fullStoreOfShare() throws {
    let outcome = try shell(
      """
      mkdir -p store; mount -t tmpfs -o size=44k tmpfs store || exit 99
      "$0" run 1.json 2.json --cache-only --cache store >output 2>errors; code=$?
      "$0" run 1.json 2.json --join --cache store >>output 2>>errors; join=$?
      umount store; [ $join = 4 ] || exit 98; exit $code
      """)
    #expect(outcome.code == 75, "\(outcome.errors)")
    #expect(outcome.errors.contains("cannot be written: No space left on device"), "\(outcome.errors)")
    #expect(try run(under: ":", "run 1.json 2.json --cache-only --cache store").code == 0)
    #expect(try run(under: ":", "run 1.json 2.json --join --cache store").code == 0)
    try expectRecovery()
  }

  @Test("Encoders take all sizes that jobs may have", arguments: ["[2, 2]", "[16384, 2]", "[2, 16384]"])
  func extremeSizes(_ size: String) throws {
    try folder.write(Self.job("short", seconds: 0.2).replacing("[96, 64]", with: size), to: "2.json")
    #expect(try run(under: ":", "run 2.json --no-cache").code == 0)
  }

  @Test("Without file descriptors jobs fail with the reason", arguments: [8, 12, 16, 20])
  func descriptors(_ count: Int) throws {
    let outcome = try run(under: "ulimit -n \(count)", "run 1.json 2.json")
    #expect((0...2).contains(outcome.code))
    if outcome.code > 0 { #expect(!outcome.errors.isEmpty) }
    #expect(folder.names(below: "out").allSatisfy { $0 == "long.mp4" || $0 == "short.mp4" })
    try expectRecovery()
  }

  @Test("An output folder that may not be written is reported")
  func readOnly() throws {
    let outcome = try run(under: ":", "run 1.json --output /proc/nothing --no-cache")
    #expect(outcome.code == 2)
    let reason = "the folder '/proc/nothing' cannot be created: No such file or directory"
    #expect(outcome.errors == "pipeline: --output /proc/nothing: \(reason)\n")
  }
}
