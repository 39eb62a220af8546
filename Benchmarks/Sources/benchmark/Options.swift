import Foundation

/// What the command line asks for.
struct Options {
  /// Of the benchmarks: `jobs` and `results` are in it.
  var folder = "."
  /// Empty for all.
  var scenes: [String] = []
  /// Of each scene, from the first; nil for all.
  var frames: Int?
  /// Instead of each job's own.
  var preset: String?
  /// How often a whole run and the encoder alone take turns; the fastest of each counts.
  var rounds = 1
  var workers = ProcessInfo.processInfo.activeProcessorCount
  var drawsOnly = false
  /// True if start-up, conversion and scaling follow the table.
  var checks = true
  var save: String?
  var compare: String?
  /// What a process that this one started is to measure: its kind, and a job.
  var measure: (kind: String, job: String)?
  /// Where such a process writes frames or a movie.
  var output = ""

  static let help = """
    usage: Benchmarks/run [options]

    Measures scenes and prints a table: milliseconds of processor time a frame on one thread, a whole run's time and
    memory beside those of the encoder alone, and allocations; then start-up, conversion, and how workers scale.

    options:
      --scenes A,B    Only these; default: all jobs in Benchmarks/jobs and a few shipped ones.
      --frames N      Only the first frames of each.
      --preset NAME   Of the encoder, instead of each job's own.
      --rounds N      Whole runs and the encoder alone take turns this often; the fastest of each counts. [1]
      --workers N     Of whole runs; default: one for each core.
      --draw-only     No whole runs.
      --no-checks     The table alone, without what follows it: start-up, conversion, scaling.
      --save NAME     Keep the figures in Benchmarks/results/NAME.json.
      --compare NAME  Show how the figures differ from stored ones.

    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkError("\(option) needs a value") }
      return value
    }
    func number(_ option: String) throws -> Int {
      let text = try value(option)
      guard let number = Int(text), number > 0 else { throw BenchmarkError("\(option) \(text): not a number above 0") }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--folder": folder = try value(option)
      case "--scenes": scenes = try value(option).split(separator: ",").map(String.init)
      case "--frames": frames = try number(option)
      case "--preset": preset = try value(option)
      case "--rounds": rounds = try number(option)
      case "--workers": workers = try number(option)
      case "--draw-only": drawsOnly = true
      case "--no-checks": checks = false
      case "--save": save = try value(option)
      case "--compare": compare = try value(option)
      case "--measure": measure = (try value(option), try value(option))
      case "--output": output = try value(option)
      default: throw BenchmarkError("unknown option '\(option)'\n\n\(Self.help)")
      }
    }
  }
}

struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
