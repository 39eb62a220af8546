import Foundation
import TestSupport
import Testing

/// A film of some stages on a small canvas.
enum SmallFilm {
  /// Runs a command on it as `a.json`.
  static func run(_ command: [String], _ stages: String, in folder: TemporaryFolder) throws -> Outcome {
    try folder.write(
      """
      {"canvas": {"size": [200, 100], "fps": 10, "duration": 1, "background": "black"}, "stages": [\(stages)]}
      """, to: "a.json")
    return try CommandLineTests.run(command, in: folder.url)
  }

  /// The numbers that `trace` prints of it, by column; NaN for missing ones.
  static func trace(_ stages: String) throws -> [String: [Double]] {
    let outcome = try run(["trace", "a.json"], stages, in: try TemporaryFolder())
    #expect(outcome.code == 0, "\(outcome.errors)")
    return Trace(outcome.output).columns.mapValues { $0.map { $0 ?? .nan } }
  }
}
