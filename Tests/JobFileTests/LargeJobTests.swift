import JobFile
import StageKit
import Testing

@Suite("Large jobs")
struct LargeJobTests {
  private static let canvas = #""canvas": {"size": [64, 64], "duration": 1}"#

  @Test("More than a million values are reported at the first one too many, and not read")
  func tooManyValues() {
    let ones = Array(repeating: "1", count: 1_000_001).joined(separator: ",")
    let said = messages("{\"name\":[\(ones)]}")
    // The object, the list, and 999,998 numbers come before.
    let column: Int = 9 + 2 * 999_998 + 1
    #expect(said.last == "1:\(column): more than 1000000 values. Large data goes into files of their own.")
    #expect(said.dropLast() == ["1:9: name: expected a string, found a list"])
  }

  @Test("A key that is far too long is reported with its length, and what follows is read")
  func longKey() {
    let long = String(repeating: "k", count: 1001)
    let said = messages("{\"\(long)\": [1, {}], \(Self.canvas), \"stages\": [], \"lop\": true}")
    #expect(said.first == "1:2: a key has 1001 bytes, more than 1000")
    #expect(said.contains { $0.contains("unknown key 'lop'. Did you mean 'loop'?") })
  }

  @Test("A message shows the beginning and the end of what is long in it")
  func longTexts() throws {
    let long = String(repeating: "é", count: 100_000) + "end"
    let said = try #require(messages(#"{\#(Self.canvas), "stages": [{"id": "a", "stage": "\#(long)"}]}"#).first)
    #expect(said.utf8.count < 1300)
    #expect(said.contains("stages[0].stage: unknown stage 'éé"))
    #expect(said.contains("éend'. Possible values: 'dot', 'needy'."))
    #expect(!said.contains("\u{FFFD}"))
  }

  @Test("The first 200 errors are listed, the rest are counted")
  func manyFaults() {
    let keys = (0..<10_000).map { "\"key\($0)\": 1" }.joined(separator: ", ")
    let said = messages("{\(Self.canvas), \"stages\": [], \(keys)}")
    #expect(said.filter { $0.contains("unknown key") }.count == 200)
    #expect(said.last?.hasSuffix("9800 more errors") == true)
  }

  @Test("Where a long string is put in again and again, its length counts")
  func longVariable() {
    func said(length: Int, uses: Int) -> [String] {
      let text = String(repeating: "w", count: length)
      let stages = (0..<uses).map { #"{"id": "s\#($0)", "stage": "dot", "parameters": {"label": "$t"}}"# }
      return messages(
        #"{\#(Self.canvas), "variables": {"t": "\#(text)"}, "stages": [\#(stages.joined(separator: ","))]}"#)
    }
    #expect(said(length: 640_000, uses: 99).isEmpty)
    #expect(said(length: 640_000, uses: 101).contains { $0.contains("variables expand to more than 1000000 values") })
  }

  @Test("A fault inside a variable's string is reported at its place there")
  func placeInVariable() {
    let said = messages(
      """
      {"variables": {
        "way": "M 0 0\\u0020L 1 X"},
       \(Self.canvas), "stages": [{"id": "a", "stage": "dot", "parameters": {"outline": "$way"}}]}
      """)
    #expect(said.first?.hasPrefix("2:26: stages[0].parameters.outline: path data: found 'X'") == true)
  }

  @Test("A cycle of thousands of variables is reported without walking all of it for each")
  func longCycle() {
    let count = 5000
    let variables = (0..<count).map { "\"v\($0)\": \"$v\(($0 + 1) % count)\"" }.joined(separator: ", ")
    let said = messages("{\"variables\": {\(variables)}, \(Self.canvas), \"stages\": []}")
    #expect(said.first?.contains("the variable 'v1' is defined after this use") == true)
    #expect(said.count == 202)
    #expect(said.contains { $0.hasSuffix("\(count - 1 - 200) more errors") })
  }

  @Test("Names that no file could have, and variables, stages and outputs without end, are refused")
  func namesAndOutputs() {
    let long = String(repeating: "n", count: 252)
    #expect(
      messages(#"{"name": "\#(long)", \#(Self.canvas), "stages": []}"#).contains {
        $0.contains("has 252 bytes, more than 251")
      })
    let variables = (0...10_000).map { "\"v\($0)\": 1" }.joined(separator: ",")
    let said = messages(#"{\#(Self.canvas), "variables": {\#(variables)}, "stages": [], "name": "$v1"}"#)
    #expect(said.first == "1:\(Self.canvas.count + 17): variables: 10001 variables are more than 10000")
    #expect(said.count == 2)
    #expect(said.last?.contains("there are no stages") == true)
    let stages = Array(repeating: "{}", count: 20_001).joined(separator: ",")
    #expect(
      messages(#"{\#(Self.canvas), "stages": [\#(stages)]}"#) == [
        "1:\(Self.canvas.count + 14): stages: 20001 stages are more than 20000"
      ])
    let outputs = (0...100).map { #"{"file": "v\#($0).mp4"}"# }.joined(separator: ",")
    #expect(
      messages(#"{\#(Self.canvas), "stages": [], "outputs": [\#(outputs)]}"#).contains {
        $0.contains("101 outputs are more than 100")
      })
  }

  @Test("Messages about long names and values are truncated")
  func longMessages() {
    let long = String(repeating: "x", count: 20_000)
    let text = #"{"\#(long)": 1, "stages": [{"id": "\#(long)", "stage": "\#(long)"}, {"id": "b", "stage": "needy"}]}"#
    for message in messages(text) { #expect(message.count < 1600) }
  }

  @Test("A job's name is no longer than its video's can be")
  func names() {
    func errors(_ count: Int) -> [String] {
      messages(
        #"{"name": "\#(String(repeating: "n", count: count))", "stages": [], "canvas": {"size": [2, 2], "duration": 1}}"#
      )
      .filter { !$0.contains("warning") }
    }
    #expect(errors(251).isEmpty)
    #expect(errors(252).count == 1)
    #expect(errors(252).first?.hasPrefix("1:10: name: 'nnn") == true)
    #expect(errors(252).first?.contains("has 252 bytes, more than 251. ") == true)
  }
}
