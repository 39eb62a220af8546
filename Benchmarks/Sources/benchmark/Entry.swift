import Foundation
import StageKit

@main
enum Entry {
  static func main() {
    do {
      if CommandLine.arguments.contains("--help") {
        print(Options.help, terminator: "")
        return
      }
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let registry = try loadStages()
      if let (kind, job) = options.measure {
        try SceneMeasurement.perform(kind, job, options, registry)
      } else {
        try run(options, registry)
      }
    } catch {
      say("benchmark: \(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options, _ registry: StageRegistry) throws {
    let known = Scene.all(in: options.folder)
    for name in options.scenes where !known.contains(where: { $0.name == name }) {
      throw BenchmarkError(
        "there is no scene '\(name)'; there are \(known.map(\.name).joined(separator: ", "))")
    }
    let scenes = known.filter { options.scenes.isEmpty || options.scenes.contains($0.name) }
    let width = scenes.map(\.name.count).max() ?? 0
    let old = try options.compare.map { try results($0, options) } ?? [:]
    var all: [String: Figures] = [:]
    print(row("scene", Column.all.map(\.head), width: width))
    for scene in scenes {
      do {
        let figures = try SceneMeasurement(scene: scene, options: options, registry: registry).figures()
        all[scene.name] = figures
        print(row(scene.name, Column.all.map { $0.text(figures) }, width: width))
        if let old = old[scene.name] {
          print(row("", Column.all.map { $0.change(figures, from: old) }, width: width))
        }
      } catch {
        say("\(scene.name): skipped: \(error)")
      }
      fflush(nil)
    }
    print(
      """
      stages … frame: processor time a frame on one thread; allocs: allocations a frame but for the encoder's.
      whole: \(options.workers) workers; encoder: \(all.values.first?.encoderName ?? "–") with the same frames lying \
      ready as yuv420p; enc-1: its memory on one thread; share: a run with one worker beyond its encoder.
      """)
    if options.checks { try Checks(options: options).print() }
    if let name = options.save {
      let folder = "\(options.folder)/results"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(all).write(to: URL(fileURLWithPath: "\(folder)/\(name).json"))
    }
  }

  private static func results(_ name: String, _ options: Options) throws -> [String: Figures] {
    let path = "\(options.folder)/results/\(name).json"
    guard let data = FileManager.default.contents(atPath: path) else { throw BenchmarkError("\(path): is not there") }
    return try JSONDecoder().decode([String: Figures].self, from: data)
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
