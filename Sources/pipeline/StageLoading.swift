import CStageLoader
import Foundation
import StageKit

/// Finds the libraries of stage modules and registers what they offer.
enum StageLoading {
  /// Every stage beside this program or below the prefix it was installed to, and a line for each library that could
  /// not be used.
  static func loadAll() -> (registry: StageRegistry, problems: [String]) {
    var registry = StageRegistry()
    var problems: [String] = []
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path ?? "."
    for folder in [program, program + "/../lib/pipeline"] {
      for module in modules(in: folder) {
        if let problem = load(module, from: folder, into: &registry) { problems.append(problem) }
      }
    }
    return (registry, problems)
  }

  /// Every stage that could be loaded; what could not is told on standard error.
  static func registry() -> StageRegistry {
    let (registry, problems) = loadAll()
    for problem in problems { Terminal.error("warning: \(problem)") }
    return registry
  }

  /// The names of stage modules in a folder: what stands between `lib` and `Stage.so`.
  private static func modules(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("lib") && $0.hasSuffix("Stage.so") }
      .map { String($0.dropFirst("lib".count).dropLast("Stage.so".count)) }
      .filter { !$0.isEmpty }
      .sorted()
  }

  /// What kept a module from being used, or nil.
  private static func load(_ module: String, from folder: String, into registry: inout StageRegistry) -> String? {
    let path = "\(folder)/lib\(module)Stage.so"
    if let fault = stage_library_load(path) { return "\(path): cannot be loaded: \(String(cString: fault))" }
    let abi = stage_library_number(path, "pipeline_abi_\(module)", -1)
    if abi == -1 { return "\(path): is no stage module: it has no function 'pipeline_abi_\(module)'" }
    if abi != StageModule.abi {
      return "\(path): was built with \(versions(abi)), but this program with \(versions(StageModule.abi)). "
        + "Build the module again."
    }
    if stage_library_run(path, "pipeline_stages_\(module)") == 0 {
      return "\(path): is no stage module: it has no function 'pipeline_stages_\(module)'"
    }
    for stage in StageModule.takeOffers() where !registry.register(stage) {
      return "\(path): a stage named '\(stage.definition.name)' is there already"
    }
    return nil
  }

  private static func versions(_ abi: Int) -> String {
    let (kit, compiler) = abi.quotientAndRemainder(dividingBy: 1_000_000)
    return "StageKit \(kit / 1_000_000).\(kit / 1000 % 1000).\(kit % 1000) and Swift "
      + "\(compiler / 10000).\(compiler / 100 % 100).\(compiler % 100)"
  }
}
