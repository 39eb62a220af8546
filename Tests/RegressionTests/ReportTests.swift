import Foundation
import FoundationXML
import Testing

@testable import Regression

@Suite("Reports") struct ReportTests {
  private let hostile = "</script><img src=x onerror=\"alert('1')\">&\u{202E}"

  private let description = RunDescription(
    date: "2026-03-01T02:30:00Z", commit: "1a2b3c4", machine: "runner", program: "1", command: "pipeline regress jobs/")

  private var results: [JobResult] {
    var differing = JobResult(name: hostile, file: hostile, status: .differs, notes: [hostile])
    differing.causes = [
      Blame(kind: .parameters, frame: 3, seconds: 0.125, stage: hostile, definition: hostile, detail: hostile)
    ]
    return [differing, JobResult(name: "b", file: "b.json", status: .passed)]
  }

  @Test("Nothing of a job gets into a page but as text") func pageIsEscaped() {
    let page = HTMLReport(results, baseline: BaselineFolder("/nowhere"), slower: [hostile], run: description).text
    #expect(!page.contains("<img src=x"))
    #expect(!page.contains("\u{202E}"))
    #expect(page.components(separatedBy: "</script>").count == 2)
    #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;"))
  }

  @Test("A page needs nothing from elsewhere") func pageIsSelfContained() {
    let page = HTMLReport(results, baseline: BaselineFolder("/nowhere"), run: description).text
    #expect(!page.contains("src=\"http") && !page.contains("<link") && !page.contains("@import"))
    #expect(page.contains("default-src 'none'"))
  }

  @Test("Other programs can read the results") func machineReportsAreSound() throws {
    let reports = MachineReports(results, slower: ["a: drawing"], run: description)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(reports.json.utf8)) as? [String: Any])
    let jobs = try #require(object["jobs"] as? [[String: Any]])
    #expect(jobs.map { $0["status"] as? String } == ["differs", "passed"])
    let causes = try #require(jobs[0]["causes"] as? [[String: Any]])
    #expect(causes[0]["frame"] as? Int == 3 && causes[0]["kind"] as? String == "parameters")
    let xml = reports.junit
    #expect(
      xml.contains(
        "<testsuite id=\"0\" package=\"pipeline\" name=\"regress\" hostname=\"runner\" tests=\"2\" failures=\"1\" errors=\"0\" time=\"0.000\" timestamp=\"2026-03-01T02:30:00\">"
      ))
    #expect(!xml.contains("<img"))
    #expect(xml.components(separatedBy: "<testcase ").count == 3)
  }

  /// The faults of a value by a schema, with the keywords that the schema of results uses.
  private func faults(_ value: Any, _ schema: [String: Any], at path: String = "results") -> [String] {
    var found: [String] = []
    if let wanted = schema["const"] as? Int, value as? Int != wanted { found.append("\(path): not \(wanted)") }
    if let words = schema["enum"] as? [String], !words.contains(value as? String ?? "") {
      found.append("\(path): \(value) is none of \(words)")
    }
    switch schema["type"] as? String {
    case "object":
      guard let object = value as? [String: Any] else { return found + ["\(path): is no object"] }
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      found += (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "\(path).\($0): is missing" }
      for (key, value) in object {
        guard let inner = properties[key] else {
          found.append("\(path).\(key): is not in the schema")
          continue
        }
        found += faults(value, inner, at: "\(path).\(key)")
      }
    case "array":
      guard let items = value as? [Any] else { return found + ["\(path): is no array"] }
      let inner = schema["items"] as? [String: Any] ?? [:]
      for (index, item) in items.enumerated() { found += faults(item, inner, at: "\(path)[\(index)]") }
    case "string": if !(value is String) { found.append("\(path): is no text") }
    case "integer": if !(value is Int) { found.append("\(path): is no whole number") }
    case "number": if !(value is Double) { found.append("\(path): is no number") }
    default: break
    }
    return found
  }

  @Test("results.json is what its schema says") func resultsFitTheirSchema() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/results.schema.json")
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    var result = results[0]
    result.changedFrames = [3]
    result.timings = [PhaseTime(name: "drawing", seconds: 0.5)]
    let all = Blame.Kind.allCases.map { Blame(kind: $0, frame: 1, seconds: 0.5, detail: "d", followers: ["a"]) }
    result.causes += all
    let states = JobResult.Status.allCases.map { JobResult(name: $0.rawValue, file: "f", status: $0) }
    let text = MachineReports([result] + states, slower: ["a: drawing"], run: description).json
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    #expect(faults(value, schema) == [])
  }

  @Test("The page of a hundred failing jobs is small, groups them, and opens the first alone") func pageOfManyJobs() {
    let many = (0..<100).map { index in
      var result = JobResult(
        name: "job-\(index)", file: "jobs/job-\(index).json", status: index < 2 ? .passed : .differs)
      if index >= 2 {
        result.causes = [
          Blame(kind: .drawing, frame: index, seconds: 0.5, stage: "s\(index)", definition: "shape", detail: "it draws")
        ]
      }
      return result
    }
    let page = HTMLReport(many, baseline: BaselineFolder("/nowhere"), run: description).text
    #expect(page.utf8.count < 200_000)
    #expect(page.contains("98</td><td><span class=\"cause\">&#39;shape&#39; draws something else from equal values"))
    #expect(page.contains("pipeline regress jobs/ --accept "))
    #expect(page.components(separatedBy: " open>").count == 2)
    #expect(page.contains("id=\"job-2\" data-status=\"differs\""))
    #expect(page.contains("2026-03-01T02:30:00Z · commit 1a2b3c4 · runner"))
  }

  @Test("JUnit's report has the elements and attributes of its schema alone") func junitIsSound() throws {
    final class Reader: NSObject, XMLParserDelegate {
      let allowed: [String: Set<String>] = [
        "testsuites": [],
        "testsuite": ["id", "package", "name", "hostname", "tests", "failures", "errors", "time", "timestamp"],
        "testcase": ["name", "classname", "time"], "failure": ["message", "type"], "error": ["message", "type"],
        "properties": [], "system-out": [], "system-err": [],
      ]
      var faults: [String] = []
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
      ) {
        for key in attributes.keys where allowed[name]?.contains(key) != true { faults.append("\(name) \(key)") }
        if allowed[name] == nil { faults.append(name) }
      }
    }
    let states = JobResult.Status.allCases.map { JobResult(name: $0.rawValue, file: "f", status: $0) }
    let reader = Reader()
    let parser = XMLParser(data: Data(MachineReports(results + states, run: description).junit.utf8))
    parser.delegate = reader
    #expect(parser.parse())
    #expect(reader.faults == [])
  }

  @Test("A comment shows what it says, and is no longer than one may be") func commentIsMarkdown() {
    let many = (0..<200).map { index in
      var result = JobResult(name: "job_\(index)", file: "job_\(index).json", status: .differs)
      result.causes = [
        Blame(kind: .parameters, frame: 0, stage: "s", definition: "shape", detail: "'fill' <\(index)> #FFF | `x`")
      ]
      return result
    }
    let comment = GitHubReport(many, run: description).comment
    #expect(comment.contains(##"| 'shape': 'fill' &lt;0&gt; \#FFF \| \`x\` | job\_0 |"##))
    #expect(comment.contains("and 150 causes more"))
    #expect(comment.utf8.count < 65_536)
  }

  @Test("A line says frame, stage, cause and what follows") func linesSayWhatToDo() {
    var cause = Blame(
      kind: .values, frame: 74, seconds: 74.0 / 60, stage: "booklet", definition: "passport-flip",
      detail: "pageAngle 91.2° → 90.8°", followers: ["booklet", "shadow"])
    #expect(
      cause.description == "frame 74 (1.233 s): stage 'booklet' (passport-flip): pageAngle 91.2° → 90.8°; "
        + "drawing of 'booklet', 'shadow' follow")
    cause.followers = ["booklet"]
    #expect(cause.description.hasSuffix("drawing of 'booklet' follows"))
  }
}
