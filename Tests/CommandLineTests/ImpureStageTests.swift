import Foundation
import Testing

/// A way for a stage to depend on something but time, parameters and inputs.
struct Impurity: Sendable, CustomTestStringConvertible {
  let name: String
  /// Beside `frame(at:_:)`.
  var members = ""
  /// The value of `shift`, which moves the stage's circle.
  let shift: String
  /// The text that the report must have.
  var says = "not fit"

  var testDescription: String { name }
  var type: String { "Impure" + name.split(separator: "-").map(\.capitalized).joined() }

  var source: String {
    """
    public struct \(type): Stage, ParameterGroup {
      public static let definition = StageDefinition(Self.self, "\(name)", version: 1, "A test.")
    \(members)
      public init() {}
      public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
        let shift = \(shift)
        var frame = StageFrame()
        frame.drawing.fill(.circle(center: Point(time.seconds, Double(shift)), radius: 5), .white)
        return frame
      }
    }

    """
  }

  private static let box = """
      final class Box: @unchecked Sendable { var value = 0.0 }
      let box = Box()
    """

  static let all = [
    Impurity(name: "clock-seconds", shift: "time_t(Glibc.time(nil)) % 1000"),
    Impurity(name: "clock-date", shift: "Date().timeIntervalSince1970.rounded(.down).remainder(dividingBy: 1e4)"),
    Impurity(name: "clock-day", shift: "Glibc.time(nil) / 86_400"),
    Impurity(name: "clock-uptime", shift: "ProcessInfo.processInfo.systemUptime"),
    Impurity(name: "random-frame", shift: "Double.random(in: 0..<9)"),
    Impurity(name: "random-init", members: "  let own = Double.random(in: 0..<9)", shift: "own"),
    Impurity(
      name: "random-file",
      shift: "(try? Data(contentsOf: URL(fileURLWithPath: \"/dev/urandom\"))).map { _ in 1.0 } ?? 0.5", says: "opens"),
    Impurity(
      name: "counter-instance", members: box, shift: "{ box.value += 1; return box.value }() as Double",
      says: "is another one"),
    Impurity(
      name: "counter-global", members: "  nonisolated(unsafe) static var count = 0.0",
      shift: "{ Self.count += 1; return Self.count }() as Double"),
    Impurity(
      name: "order-first", members: box,
      shift: "{ if box.value == 0 { box.value = time.seconds + 1 }; return box.value }() as Double",
      says: "is another one"),
    Impurity(
      name: "order-last", members: box,
      shift: "{ let old = box.value; box.value = time.seconds; return old < time.seconds ? 0 : 1 }() as Double"),
    Impurity(
      name: "order-instances",
      members: """
          nonisolated(unsafe) static var made = 0.0
          let own = { made += 1; return made }() as Double
        """, shift: "own"),
    Impurity(name: "hash-set", shift: "Set([1.0, 2, 3, 4, 5, 6, 7]).first ?? 0"),
    Impurity(name: "hash-dictionary", shift: "[\"a\": 1.0, \"b\": 2, \"c\": 3, \"d\": 4, \"e\": 5].values.first ?? 0"),
    Impurity(name: "hash-value", shift: "\"pin\".hashValue % 1000"),
    Impurity(name: "thread-id", shift: "pthread_self() % 100_000"),
    Impurity(name: "thread-main", shift: "Thread.isMainThread ? 1.0 : 0"),
    Impurity(name: "process-id", shift: "getpid()"),
    Impurity(name: "address", members: box, shift: "UInt(bitPattern: ObjectIdentifier(box).hashValue) / 16 % 100_000"),
    Impurity(name: "environment", shift: "getenv(\"SEED\") == nil ? 0.0 : 1"),
    Impurity(name: "user-name", shift: "(ProcessInfo.processInfo.environment[\"USER\"] ?? \"\").count"),
    Impurity(name: "locale", shift: "setlocale(LC_ALL, \"\") == nil ? 1.0 : 0"),
    Impurity(name: "time-zone", shift: "{ var t = 0; var c = tm(); localtime_r(&t, &c); return c.tm_hour }() as Int32"),
    Impurity(name: "folder", shift: "FileManager.default.currentDirectoryPath.count"),
    Impurity(name: "cores", shift: "sysconf(Int32(_SC_NPROCESSORS_ONLN))"),
    Impurity(name: "cores-active", shift: "ProcessInfo.processInfo.activeProcessorCount"),
    Impurity(
      name: "host",
      shift:
        "{ var n = [CChar](repeating: 0, count: 64); gethostname(&n, 64); return n.reduce(0) { $0 + Int($1) } }() as Int"
    ),
    Impurity(name: "one-frame", shift: "time.seconds == 97.0 / 60 ? Double.random(in: 0..<9) : 0"),
    Impurity(
      name: "file",
      shift: "{ let f = fopen(\"/etc/hostname\", \"r\"); if let f { fclose(f) }; return 1.0 }() as Double",
      says: "opens /etc/hostname by itself"),
    Impurity(name: "nan", shift: "time.seconds > 100 ? Double.nan : 0", says: "not finite: the path of a fill"),
  ]
}

/// True if all are tried, for half a minute more; a fourth of them else.
private let runsAllImpurities = ProcessInfo.processInfo.environment["CHECK_STAGE_SUITE"] == "whole"

@Suite("Impure stages", .waitsForProcesses)
struct ImpureStageTests {
  /// All of them in one library.
  static let libraries = Result {
    let stages = Impurity.all.map { (type: $0.type, source: $0.source) }
    return try Libraries("Impure", Libraries.module("Impure", imports: ["Foundation", "Glibc"], stages))
  }

  @Test(
    "What depends on anything but time, parameters and inputs is found",
    arguments: Impurity.all.enumerated().filter { $0.offset % 4 == 0 || runsAllImpurities }.map(\.element))
  func isFound(_ impurity: Impurity) throws {
    let libraries = try Self.libraries.get()
    let outcome = try run(
      ["check-stage", impurity.name, "--plugins", libraries.path, "--seconds", "1"],
      environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
    #expect(outcome.code == 1, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains(impurity.says), "\(outcome.output)")
  }

  @Test("A number that is not finite fails a checked run, with its stage and frame")
  func checkedRun() throws {
    let libraries = try Self.libraries.get()
    try libraries.folder.write(
      """
      {"canvas": {"size": [64, 64], "fps": 1, "duration": 103}, "stages": [{"id": "a", "stage": "nan"}],
       "outputs": [{"file": "a.mp4", "preset": "ultrafast"}]}
      """, to: "nan.json")
    let outcome = try run(
      ["run", "nan.json", "--checked", "--no-cache", "--plugins", libraries.path], in: libraries.folder.url,
      environment: ["XDG_CACHE_HOME": libraries.path + "/cache"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("draws with a number that is not finite: the path of a fill"), "\(outcome.errors)")
    #expect(outcome.errors.contains("101"), "\(outcome.errors)")
  }
}
