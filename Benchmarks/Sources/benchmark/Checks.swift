import Foundation

/// What does not belong to a scene's row: start-up, conversion, what stages cost the host, what layers cost, how workers scale, what one of them adds in memory.
struct Checks {
  let options: Options

  func print() throws {
    let conversion = try measure("convert", scene: "", ConversionCost.self)
    line(
      "conversion of a 1080p frame", String(format: "%.2f ms", conversion.own),
      String(format: "libswscale %.2f ms, or %.2f ms at its fastest", conversion.exactScaler, conversion.fastScaler))
    line(
      "host, for a stage and frame", String(format: "%.2f µs", try StageOverhead.measure()),
      "50 stages that do nothing, each with an input")
    for place in [StageOverhead.Place.group, .nested] {
      line("host, \(place.rawValue)", String(format: "%.2f µs", try StageOverhead.measure(place)), "the same stages")
    }
    try startUp()
    let layers = try measure("layers", scene: "", [LayerCosts].self)
    for cost in layers {
      line("layers: \(cost.name)", String(format: "%.2f ms", cost.milliseconds), cost.note(among: layers))
    }
    for scene in Scene.all(in: options.folder) where ["city", "city-procedural"].contains(scene.name) {
      guard let scaling = try? measure("scaling", scene: scene.file, Scaling.self) else {
        line(scene.name, "–", "its map is not there")
        continue
      }
      line("\(scene.name): planned, prepared and drawn once", String(format: "%.2f s", scaling.ready), "all workers")
      let gains = scaling.seconds.keys.sorted().dropFirst().compactMap { count in
        scaling.gain(count).map { String(format: "%d workers %.2f ×", count, $0) }
      }
      line("\(scene.name): drawing alone", gains.joined(separator: ", "), "of one worker's speed")
    }
  }

  /// The fastest of several starts of the program, whose path `Scripts/build` prints.
  private func startUp() throws {
    let program = "\(options.folder)/../.build/release/pipeline"
    let job = "\(options.folder)/jobs/shadow.json"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      return line("start-up", "–", "there is no \(program)")
    }
    for arguments in [["--version"], ["validate", job]] {
      var cost = (wall: Double.infinity, processor: Double.infinity)
      for _ in 0..<10 {
        let run = try runChild(program, arguments)
        cost = (min(cost.wall, run.wall), min(cost.processor, run.processor))
      }
      line(
        "pipeline \(arguments[0])", String(format: "%.0f ms", cost.wall * 1e3),
        String(format: "%.0f ms of processor time", cost.processor * 1e3))
    }
  }

  private func measure<Result: Decodable>(_ kind: String, scene: String, _: Result.Type) throws -> Result {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let output = try runChild(program, ["--measure", kind, scene, "--workers", "\(options.workers)"]).output
    return try JSONDecoder().decode(Result.self, from: Data(output.utf8))
  }

  private func line(_ what: String, _ figure: String, _ note: String) {
    Swift.print("\(what): \(figure) (\(note))")
    fflush(nil)
  }
}
