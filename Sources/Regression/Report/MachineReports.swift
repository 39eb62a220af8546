import Files
import Foundation
import JobFile
import Reporting

/// A run's results for other programs.
public struct MachineReports {
  let results: [JobResult]
  let slower: [String]

  public init(_ results: [JobResult], slower: [String] = []) {
    self.results = results
    self.slower = slower
  }

  /// One object: a summary, and every job with its status, causes, notes and the figures of its frames.
  public var json: String {
    JSONValue.members([
      "summary": .string(RunSummary(results).text),
      "slower": .array(slower.map { .string($0) }),
      "jobs": .array(results.map(Self.json)),
    ]).prettyText
  }

  private static func json(_ result: JobResult) -> JSONValue {
    .members([
      "job": .string(result.name), "file": .string(result.file), "status": .string(result.status.rawValue),
      "changedFrames": .number(Double(result.changedFrames.count)),
      "firstChangedFrame": result.changedFrames.first.map { .number(Double($0)) },
      "causes": .array(
        result.causes.map { cause in
          .members([
            "kind": .string(cause.kind.rawValue), "frame": cause.frame.map { .number(Double($0)) },
            "seconds": cause.seconds.map { .number($0) }, "stage": cause.stage.map { .string($0) },
            "definition": cause.definition.map { .string($0) }, "detail": .string(cause.detail),
            "followers": .array(cause.followers.map { .string($0) }), "text": .string(cause.description),
          ])
        }),
      "notes": .array(result.notes.map { .string($0) }),
      "frames": .array(
        result.frames.map { frame in
          .members([
            "frame": .number(Double(frame.frame)), "source": .string(frame.source.rawValue),
            "differing": .number(Double(frame.difference.differing)),
            "beyondAntialias": .number(Double(frame.difference.beyondAntialias)),
            "largest": .number(Double(frame.difference.largest)), "ssim": .number(frame.difference.ssim),
          ])
        }),
      "timings": .array(
        result.timings.map { .members(["name": .string($0.name), "seconds": .number($0.seconds)]) }),
    ])
  }

  /// A JUnit report for build servers, with a test case for each job.
  public var junit: String {
    let failures = results.count { [.differs, .missing, .new].contains($0.status) }
    let errors = results.count { [.unfinished, .failed].contains($0.status) }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites><testsuite name=\"regress\" tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\">",
    ]
    for result in results {
      let seconds = String(format: "%.3f", result.timings.reduce(0) { $0 + $1.seconds })
      let text = HTML.escaped((result.lines + result.notes).joined(separator: "\n"))
      lines.append(
        "<testcase classname=\"regress\" name=\"\(HTML.escaped(result.name))\" file=\"\(HTML.escaped(result.file))\" time=\"\(seconds)\">"
      )
      let message = HTML.escaped(result.lines.first ?? "")
      switch result.status {
      case .differs, .missing, .new: lines.append("<failure message=\"\(message)\">\(text)</failure>")
      case .unfinished, .failed: lines.append("<error message=\"\(message)\">\(text)</error>")
      case .passed, .tolerated: break
      }
      lines.append("</testcase>")
    }
    return (lines + ["</testsuite></testsuites>", ""]).joined(separator: "\n")
  }

  /// Writes `index.html`, `results.json` and `junit.xml`. Throws `FileError`.
  public static func write(
    _ results: [JobResult], baseline: BaselineFolder, slower: [String] = [], to folder: String
  ) throws(FileError) {
    try FileSystem.createFolder(folder)
    let machine = MachineReports(results, slower: slower)
    for (name, text) in [
      ("index.html", HTMLReport(results, baseline: baseline, slower: slower).text), ("results.json", machine.json),
      ("junit.xml", machine.junit),
    ] {
      try FileSystem.write(Data(text.utf8), to: "\(folder)/\(name)")
    }
  }
}
