import Foundation
import JobFile
import Messages
import Rendering
import StageKit

extension FuzzTarget {
  /// A file without a job says why, and every diagnostic has a position.
  static func job(_ bytes: [UInt8]) {
    let reading = JobReader.read(
      bytes: bytes, file: "jobs/fuzzed.json", registry: registry, messages: Messages())
    if reading.job == nil { require(!reading.diagnostics.isEmpty, "nothing was read, and nothing said") }
    for diagnostic in reading.diagnostics {
      require(!diagnostic.message.isEmpty && !"\(diagnostic)".isEmpty, "an empty diagnostic")
    }
  }

  /// A valid job makes a plan whose frames are the same in any order: one that is written in `bytes`, or, where these do
  /// not begin like one, is made up of them.
  static func plan(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let text = bytes.first == UInt8(ascii: "{") ? bytes : Array(source.job(registry).utf8)
    if isShowing { print(String(decoding: text, as: UTF8.self)) }
    let reading = JobReader.read(
      bytes: text, file: "\(folder)/fuzzed.json", registry: registry, messages: Messages())
    if isShowing { for diagnostic in reading.diagnostics { print(diagnostic) } }
    guard let job = reading.job, reading.isValid,
      let prepared = try? PlannedJob(job, registry: registry, shared: shared)
    else { return }
    let times = [0, 0.5, 1].map { $0 * prepared.plan.seconds(ofFrame: job.frameCount - 1) }
    let there = times.map { try? prepared.plan.evaluate(at: $0).picture }
    let back = Array(times.reversed().map { try? prepared.plan.evaluate(at: $0).picture }.reversed())
    require(there == back, "frames depend on the order in which they are made")
    let side = Double(max(job.pixelWidth, job.pixelHeight))
    _ = try? prepared.image(at: times[1], scale: min(1, 96 / side))
  }

  /// The folder of the files that seeds name.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzzing/Seeds/plan").standardizedFileURL.path

  /// True if jobs are to be written out, to look at what failed.
  private static let isShowing = ProcessInfo.processInfo.environment["PIPELINE_FUZZ_SHOW"] != nil

  /// One for all jobs: fonts are looked for once, and what jobs have in common, such as their city, is prepared once.
  private static let shared = SharedPlanning()

  /// All stages whose libraries lie beside this program.
  private static let registry: StageRegistry = {
    var registry = StageRegistry()
    let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
      guard name.hasPrefix("lib"), name.hasSuffix("Stage.so"), let library = dlopen("\(folder)/\(name)", RTLD_NOW)
      else { continue }
      let module = name.dropFirst("lib".count).dropLast("Stage.so".count)
      guard let symbol = dlsym(library, "pipeline_stages_\(module)") else { continue }
      unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
      for stage in StageModule.takeOffers() { _ = registry.register(stage) }
    }
    return registry
  }()
}
