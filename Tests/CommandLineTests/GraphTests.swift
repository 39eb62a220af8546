import TestSupport
import Testing

@Suite("pipeline graph")
struct GraphTests {
  private static let job = """
    {"canvas": {"size": [64, 64], "duration": 1},
     "stages": [
       {"id": "s", "stage": "halo-pulse"},
       {"id": "a", "stage": "halo-pulse", "inputs": {"position": "s.point"}, "start": {"after": "s.end"}}
     ]}
    """

  @Test(
    "The graph is written as a table, for Graphviz and for Mermaid",
    arguments: [
      ("text", "a  halo-pulse  (position ← s.point, starts after s.end)"),
      ("dot", #"s0 -> s1 [label="point → position"];"#), ("dot", #"s0 -> s1 [label="after end", style=dashed];"#),
      ("mermaid", #"s0 -.->|"after end"| s1"#),
    ])
  func formats(_ format: String, _ line: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.job, to: "j.json")
    let outcome = try run(["graph", "j.json", "--format", format], in: folder.url)
    #expect(outcome.output.contains(line), "\(outcome.output)\(outcome.errors)")
  }
}
