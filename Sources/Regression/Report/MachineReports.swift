import Files
import Foundation
import JobFile
import Reporting

/// A run's results for other programs.
public struct MachineReports {
  let results: [JobResult]
  let slower: [String]
  let run: RunDescription

  /// The version of `results.json`, raised whenever older readers would misread it; see `Documentation/results.schema.json`.
  public static let version = 1

  public init(_ results: [JobResult], slower: [String] = [], run: RunDescription) {
    self.results = results
    self.slower = slower
    self.run = run
  }

  /// One object: a summary, and every job with its status, causes, notes and the figures of its frames.
  public var json: String {
    JSONValue.members([
      "version": .number(Double(Self.version)),
      "run": .members([
        "date": .string(run.date), "commit": run.commit.map { .string($0) }, "machine": .string(run.machine),
        "program": .string(run.program),
      ]),
      "causes": .array(
        CauseGroup.all(of: results).map { group in
          .members([
            "id": .string(group.id), "text": .string(group.text), "jobs": .array(group.jobs.map { .string($0) }),
          ])
        }),
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
            "id": .string(cause.groupID), "kind": .string(cause.kind.rawValue),
            "frame": cause.frame.map { .number(Double($0)) },
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
            "largestDelta": .number(frame.difference.largestDelta),
            "largest": .number(Double(frame.difference.largest)), "ssim": .number(frame.difference.ssim),
          ])
        }),
      "timings": .array(
        result.timings.map { .members(["name": .string($0.name), "seconds": .number($0.seconds)]) }),
    ])
  }

  /// A JUnit report for build servers, with a test case for each job, valid by the schemas of Apache Ant and of Jenkins.
  public var junit: String {
    let failures = results.count { [.differs, .missing, .new].contains($0.status) }
    let errors = results.count { [.unfinished, .failed].contains($0.status) }
    let total = String(
      format: "%.3f", results.reduce(0) { $0 + $1.timings.reduce(0) { $0 + $1.seconds } })
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites><testsuite id=\"0\" package=\"pipeline\" name=\"regress\" hostname=\"\(HTML.escaped(run.machine))\" tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" time=\"\(total)\" timestamp=\"\(HTML.escaped(run.date.prefix(19) + ""))\">",
      "<properties/>",
    ]
    for result in results {
      let seconds = String(format: "%.3f", result.timings.reduce(0) { $0 + $1.seconds })
      let text = HTML.escaped((result.lines + result.notes).joined(separator: "\n"))
      lines.append(
        "<testcase classname=\"\(HTML.escaped(result.file))\" name=\"\(HTML.escaped(result.name))\" time=\"\(seconds)\">"
      )
      let message = HTML.escaped(result.lines.first ?? "")
      switch result.status {
      case .differs, .missing, .new:
        lines.append("<failure type=\"\(result.status.rawValue)\" message=\"\(message)\">\(text)</failure>")
      case .unfinished, .failed:
        lines.append("<error type=\"\(result.status.rawValue)\" message=\"\(message)\">\(text)</error>")
      case .passed, .tolerated: break
      }
      lines.append("</testcase>")
    }
    return (lines + ["<system-out/><system-err/>", "</testsuite></testsuites>", ""]).joined(separator: "\n")
  }

  /// Writes `index.html`, `results.json` and `junit.xml`, and pictures next to them unless they are to be in the page.
  /// Throws `FileError`.
  public static func write(
    _ results: [JobResult], baseline: BaselineFolder, slower: [String] = [], run: RunDescription,
    nights: [NightHistory.Night] = [], isSingleFile: Bool = false, to folder: String
  ) throws(FileError) {
    try FileSystem.createFolder(folder)
    try? FileManager.default.removeItem(atPath: "\(folder)/\(ReportFiles.pictures)")
    let machine = MachineReports(results, slower: slower, run: run)
    let files = ReportFiles(folder: isSingleFile ? nil : folder)
    let page = HTMLReport(results, baseline: baseline, slower: slower, run: run, nights: nights, files: files).text
    if let fault = files.fault { throw fault }
    for (name, text) in [("index.html", page), ("results.json", machine.json), ("junit.xml", machine.junit)] {
      try AtomicFile.write(Data(text.utf8), to: "\(folder)/\(name)")
    }
  }
}
