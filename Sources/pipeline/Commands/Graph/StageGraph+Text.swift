import JobFile
import Planning
import Reporting

/// An output format of `pipeline graph`.
enum GraphFormat: String, Sendable, CaseIterable { case text, dot, mermaid }

extension StageGraph {
  /// The graph of a job in Graphviz's or Mermaid's language, or as a table.
  func text(of job: Job, as format: GraphFormat) -> String {
    switch format {
    case .dot: dot(job)
    case .mermaid: mermaid(job)
    case .text: plain(job)
    }
  }

  private func dot(_ job: Job) -> String {
    var lines = [
      "digraph \(Self.quoted(job.name.escapingControlCharacters)) {", "  rankdir=LR;",
      "  node [shape=box, fontname=\"sans-serif\"];",
    ]
    for (index, stage) in job.stages.enumerated() {
      lines.append("  s\(index) [label=\(Self.quoted("\(stage.id)\n\(stage.definition.name)"))];")
    }
    for edge in edges {
      let style = if case .moment = edge.reason { ", style=dashed" } else { "" }
      lines.append("  s\(edge.from) -> s\(edge.to) [label=\(Self.quoted(edge.label))\(style)];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private func mermaid(_ job: Job) -> String {
    var lines = ["flowchart LR"]
    for (index, stage) in job.stages.enumerated() {
      lines.append("  s\(index)[\"\(Self.escaped(stage.id))<br/>\(Self.escaped(stage.definition.name))\"]")
    }
    for edge in edges {
      let arrow = if case .moment = edge.reason { "-.->" } else { "-->" }
      lines.append("  s\(edge.from) \(arrow)|\"\(Self.escaped(edge.label))\"| s\(edge.to)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func plain(_ job: Job) -> String {
    let rows = order.map { index in
      let stage = job.stages[index]
      let needs = needs(of: index).map { edge in
        switch edge.reason {
        case .value(let output, let input): "\(input) ← \(job.stages[edge.from].id).\(output)"
        case .follow(let output, let parameter): "\(parameter) follows \(job.stages[edge.from].id).\(output)"
        case .moment(let moment): "starts after \(job.stages[edge.from].id).\(moment)"
        case .sound(let sound): "hears \(sound), which begins after \(job.stages[edge.from].id)"
        case .matte: "masked by \(job.stages[edge.from].id)"
        case .place: "placed by \(job.stages[edge.from].id)"
        case .parent: "moves with \(job.stages[edge.from].id)"
        case .space: "takes values out of \(job.stages[edge.from].id)"
        case .content: "holds \(job.stages[edge.from].id)"
        }
      }
      return [stage.id, stage.definition.name, needs.isEmpty ? "" : "(\(needs.joined(separator: ", ")))"]
    }
    return TextTable.lines(rows, indent: 0).map { $0 + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
    return result + "\""
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\"": result += "#quot;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      case "#": result += "#35;"
      default: result.append(character)
      }
    }
  }
}
