import Foundation
import StageKit
import TestSupport
import Testing

@Suite("Libraries of stages", .waitsForProcesses)
struct PluginTests {
  /// This program's own versions, such as `1.0.0` and `6.3.1`.
  static let versions = StageABI(number: StageModule.abi)

  /// The output of `pipeline stages` with a folder of libraries: the one line of error, the stages still there.
  private func errorLine(_ libraries: Libraries, _ more: [String] = []) throws -> String {
    let outcome = try run(["stages", "--plugins", libraries.path] + more, environment: Self.cache(libraries))
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("halo-pulse"))
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(outcome.errors)")
    return lines.first.map(String.init) ?? ""
  }

  private static func cache(_ libraries: Libraries) -> [String: String] {
    ["XDG_CACHE_HOME": libraries.path + "/cache"]
  }

  @Test("A library that is no plugin is named and not loaded")
  func noPlugin() throws {
    let libraries = try Libraries()
    try libraries.addC("Foreign", "__attribute__((constructor)) static void loaded(void) { __builtin_trap(); }")
    let line = try errorLine(libraries)
    #expect(line.contains("\(libraries.path)/libForeignStage.so: is no stage module"))
  }

  @Test("A file that is no library, and one without the functions, are reported as such")
  func broken() throws {
    let text = try Libraries()
    let marks = "pipeline-stage-kit:\(Self.versions.stageKit); pipeline-swift:\(Self.versions.swift);"
    try text.folder.write(marks, to: "libTextStage.so")
    #expect(try errorLine(text).contains("libTextStage.so: cannot be loaded: "))
    let nameless = try Libraries()
    try nameless.addC("Nameless", "const char marks[] = \"\(marks)\";")
    #expect(try errorLine(nameless).contains("it has no function 'pipeline_stages_Nameless'. Export it"))
  }

  @Test("The path of a library in the list of folders is reported")
  func noFolder() throws {
    let libraries = try Libraries()
    try libraries.folder.write("", to: "libTextStage.so")
    let path = libraries.path + "/libTextStage.so"
    var environment = Self.cache(libraries)
    environment["PIPELINE_PLUGINS"] = path
    let outcome = try run(["stages"], environment: environment)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.contains("warning: \(path): is not a folder; PIPELINE_PLUGINS names the folders of libraries"))
  }

  @Test("What is not a file under a library's name is reported as what it is, without waiting for it")
  func noFiles() throws {
    for (kind, reason) in [
      ("pipe", "is a pipe, not a file"), ("folder", "is a folder, not a file"),
      ("link", "is a link to 'gone', which does not exist"),
      ("huge", "it has 1099511627776 bytes, more than 268435456"),
    ] {
      let libraries = try Libraries()
      let path = libraries.path + "/libOddStage.so"
      switch kind {
      case "pipe": #expect(mkfifo(path, 0o600) == 0)
      case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "gone")
      default:
        try Data().write(to: URL(fileURLWithPath: path))
        try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 1 << 40)
      }
      let line = try errorLine(libraries)
      #expect(line.hasPrefix("warning: \(path): is not used: ") && line.contains(reason), "\(line)")
    }
  }

  @Test("Marks with absurd versions, and names with line breaks, are reported on one line")
  func absurdMarks() throws {
    let libraries = try Libraries()
    let number = String(repeating: "9", count: 30)
    let marks = "pipeline-stage-kit:\(number).\(number).1; pipeline-swift:\(number).\(number).\(number);"
    try libraries.folder.write(marks, to: "libOdd\nerror: fakeStage.so")
    let line = try errorLine(libraries)
    #expect(line.contains("libOdd\\u{A}error: fakeStage.so: was built with StageKit 999.999.999 and Swift 99.99.99"))
  }

  @Test("A library that is cut off harms nothing", arguments: [1, 64, 4096, 40_000, 100_000])
  func truncated(_ count: Int) throws {
    let libraries = try Libraries()
    let own = program.deletingLastPathComponent().appendingPathComponent("libHaloPulseStage.so")
    try Data(contentsOf: own).prefix(count).write(
      to: libraries.folder.url.appendingPathComponent("libHaloPulseStage.so"))
    let line = try errorLine(libraries)
    #expect(line.hasPrefix("warning: \(libraries.path)/libHaloPulseStage.so: "), "\(line)")
  }

  @Test("Another StageKit is reported with both versions and a remedy, and the library is not loaded")
  func otherStageKit() throws {
    let libraries = try Libraries()
    try libraries.addC(
      "Newer",
      Libraries.marked("Newer", kit: "9.8.7", swift: Self.versions.swift)
        + "\n__attribute__((constructor)) static void loaded(void) { __builtin_trap(); }")
    let line = try errorLine(libraries)
    #expect(line.contains("libNewerStage.so: was built with StageKit 9.8.7 and Swift \(Self.versions.swift), but this"))
    #expect(line.contains("StageKit \(Self.versions.stageKit) and Swift \(Self.versions.swift). Build it again"))
  }

  @Test("Another compiler is reported with both versions and a remedy")
  func otherCompiler() throws {
    let libraries = try Libraries()
    try libraries.addC("Older", Libraries.marked("Older", kit: Self.versions.stageKit, swift: "5.9.2"))
    let line = try errorLine(libraries)
    #expect(line.contains("was built with StageKit \(Self.versions.stageKit) and Swift 5.9.2, but this program with"))
    #expect(line.hasSuffix("Build it again with this program's Swift."))
  }

  @Test(
    "A library that fails while registering takes only itself with it",
    arguments: [
      ("abort();", "crashed the process: an abort (SIGABRT) while registering its stages"),
      ("*(volatile int *)0 = 1;", "crashed the process: a bad memory access (SIGSEGV) while registering its stages"),
      ("exit(0);", "ended the process while registering its stages"),
      ("", "offers no stage"),
    ])
  func crashing(_ body: String, _ message: String) throws {
    let libraries = try Libraries()
    try libraries.addC(
      "Crashing",
      Libraries.marked("Crashing", kit: Self.versions.stageKit, swift: Self.versions.swift, registering: body))
    let line = try errorLine(libraries)
    #expect(line.contains("\(libraries.path)/libCrashingStage.so: \(message)"))
  }

  @Test(
    "A stage that cannot be made takes only its library with it",
    arguments: [
      ("public init() { fatalError() }", "crashed the process: a failed check"),
      (
        "@Parameter(\"Its weight.\", .range(0...9)) var weight = Double(\"3,0\")!",
        "crashed the process: a failed check"
      ),
      ("public init() { while true {} }", "did not end within 30 s"),
    ])
  func crashingStage(_ members: String, _ message: String) throws {
    var source = Libraries.stage("Bad", named: "bad", members: "  \(members)")
    if members.contains("init()") { source = source.replacing("  public init() {}\n", with: "") }
    let libraries = try Libraries("Bad", source)
    let line = try errorLine(libraries)
    #expect(line.contains("\(libraries.path)/libBadStage.so: \(message)"), "\(line)")
    #expect(line.contains("while registering its stages"))
  }

  @Test(
    "A library that hangs, when loaded or when registering, is given up, whatever it started", arguments: [true, false])
  func hanging(_ whenLoaded: Bool) throws {
    let libraries = try Libraries()
    let hang = "if (fork() == 0) { sleep(15); _exit(0); } for (;;) sleep(1);"
    try libraries.addC(
      "Hanging",
      Libraries.marked(
        "Hanging", kit: Self.versions.stageKit, swift: Self.versions.swift, registering: whenLoaded ? "" : hang)
        + (whenLoaded ? "\n__attribute__((constructor)) static void loaded(void) { \(hang) }" : ""))
    let line = try errorLine(libraries)
    #expect(line.contains("libHangingStage.so: did not end within 30 s while registering its stages"), "\(line)")
  }

  @Test("A name that is taken is reported with both libraries, and the first one counts")
  func nameTaken() throws {
    let libraries = try Libraries()
    let own = program.deletingLastPathComponent().appendingPathComponent("libHaloPulseStage.so")
    try FileManager.default.copyItem(at: own, to: libraries.folder.url.appendingPathComponent("libHaloPulseStage.so"))
    let line = try errorLine(libraries)
    #expect(line.contains("\(libraries.path)/libHaloPulseStage.so: its stage 'halo-pulse' is not used"))
    #expect(line.contains("belongs to \(own.path) already"))
  }

  @Test("A stage is found by --plugins, the environment and the user's folder, tried once, and drawn")
  func found() throws {
    let libraries = try Libraries()
    try libraries.addSwift("Found", Libraries.stage("Found", named: "found"))
    let data = try TemporaryFolder()
    try data.write("", to: "pipeline/plugins/empty")
    try FileManager.default.copyItem(
      atPath: libraries.path + "/libFoundStage.so", toPath: data.url.path + "/pipeline/plugins/libFoundStage.so")
    let ways: [([String], [String: String])] = [
      (["--plugins", libraries.path], [:]), ([], ["PIPELINE_PLUGINS": "/nowhere:\(libraries.path)"]),
      ([], ["XDG_DATA_HOME": data.url.path]),
    ]
    for (arguments, environment) in ways {
      let outcome = try run(
        ["stages", "found"] + arguments, environment: Self.cache(libraries).merging(environment) { $1 })
      #expect(outcome.output.hasPrefix("found, version 1"))
      #expect(outcome.errors.isEmpty)
    }
    #expect(libraries.folder.names(below: "cache/pipeline/plugins").count == 2)
    let job =
      #"{"plugins": ["Found"], "canvas": {"size": [64, 64], "duration": 1}, "stages": [{"id": "a", "stage": "found"}]}"#
    try libraries.folder.write(job, to: "job.json")
    let still = try run(
      ["still", "job.json", "--plugins", ".", "-o", "a.png"], in: libraries.folder.url,
      environment: Self.cache(libraries))
    #expect(still.code == 0, "\(still.errors)")
  }

  @Test("A job never makes code load: it names modules, which must lie where the user allows")
  func jobsDoNotLoad() throws {
    let libraries = try Libraries()
    try libraries.addC(
      "Trap", Libraries.marked("Trap", kit: Self.versions.stageKit, swift: Self.versions.swift, registering: "abort();")
    )
    let job = """
      {"plugins": ["./libTrapStage.so", "Trap", "HaloPuls"], "canvas": {"size": [64, 64], "duration": 1}, "stages": []}
      """
    try libraries.folder.write(job, to: "job.json")
    let outcome = try run(["validate", "job.json"], in: libraries.folder.url)
    #expect(outcome.code == 2)
    let text = outcome.output + outcome.errors
    #expect(
      text.contains("job.json:1:14: plugins[0]: './libTrapStage.so' is not a module name. Name a module"))
    #expect(
      text.contains("plugins[1]: there is no stage module 'Trap'. Its library libTrapStage.so must be in a folder"))
    #expect(text.contains("plugins[2]: there is no stage module 'HaloPuls'. Did you mean 'HaloPulse'?"))
  }
}
