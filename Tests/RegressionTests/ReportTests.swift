import Foundation
import Testing

@testable import Regression

@Suite("Reports") struct ReportTests {
  private let hostile = "</script><img src=x onerror=\"alert('1')\">&\u{202E}"

  private var results: [JobResult] {
    var differing = JobResult(name: hostile, file: hostile, status: .differs, notes: [hostile])
    differing.causes = [
      Blame(kind: .parameters, frame: 3, seconds: 0.125, stage: hostile, definition: hostile, detail: hostile)
    ]
    return [differing, JobResult(name: "b", file: "b.json", status: .passed)]
  }

  @Test("Nothing of a job gets into a page but as text") func pageIsEscaped() {
    let page = HTMLReport(results, baseline: BaselineFolder("/nowhere"), slower: [hostile]).text
    #expect(!page.contains("<img src=x"))
    #expect(!page.contains("\u{202E}"))
    #expect(page.components(separatedBy: "</script>").count == 2)
    #expect(page.contains("&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;"))
  }

  @Test("A page needs nothing from elsewhere") func pageIsSelfContained() {
    let page = HTMLReport(results, baseline: BaselineFolder("/nowhere")).text
    #expect(!page.contains("src=\"http") && !page.contains("<link") && !page.contains("@import"))
    #expect(page.contains("default-src 'none'"))
  }

  @Test("Other programs can read the results") func machineReportsAreSound() throws {
    let reports = MachineReports(results, slower: ["a: drawing"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(reports.json.utf8)) as? [String: Any])
    let jobs = try #require(object["jobs"] as? [[String: Any]])
    #expect(jobs.map { $0["status"] as? String } == ["differs", "passed"])
    let causes = try #require(jobs[0]["causes"] as? [[String: Any]])
    #expect(causes[0]["frame"] as? Int == 3 && causes[0]["kind"] as? String == "parameters")
    let xml = reports.junit
    #expect(xml.contains("<testsuite name=\"regress\" tests=\"2\" failures=\"1\" errors=\"0\">"))
    #expect(!xml.contains("<img"))
    #expect(xml.components(separatedBy: "<testcase ").count == 3)
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
