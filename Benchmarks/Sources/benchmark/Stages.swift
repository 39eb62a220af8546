import Foundation
import StageKit

/// All stages whose libraries lie beside this program.
func loadStages() throws -> StageRegistry {
  var registry = StageRegistry()
  let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
  for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
    guard name.hasPrefix("lib"), name.hasSuffix("Stage.so") else { continue }
    let module = name.dropFirst("lib".count).dropLast("Stage.so".count)
    guard let library = dlopen("\(folder)/\(name)", RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(library, "pipeline_stages_\(module)")
    else { throw BenchmarkError("\(folder)/\(name): cannot be loaded") }
    unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
    for stage in StageModule.takeOffers() { _ = registry.register(stage) }
  }
  return registry
}
