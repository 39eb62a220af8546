import Foundation

/// An option of a command, as `--name VALUE` or a flag.
struct OptionSpecification: Sendable {
  let name: String
  /// What stands for its value in help; nil for a flag.
  let value: String?
  let summary: String
  /// A one-letter spelling.
  var short: Character?

  /// An option with a value.
  init(_ name: String, _ value: String, short: Character? = nil, _ summary: String) {
    self.name = name
    self.value = value
    self.short = short
    self.summary = summary
  }

  /// A flag.
  init(flag name: String, short: Character? = nil, _ summary: String) {
    self.name = name
    value = nil
    self.short = short
    self.summary = summary
  }
}

/// A command: what it takes, what help says of it, and what it does.
struct CommandSpecification: Sendable {
  let name: String
  /// The operands as usage shows them, such as `PATH…`.
  let operands: String
  let operandCount: ClosedRange<Int>
  let summary: String
  var details = ""
  let options: [OptionSpecification]
  /// Whether the command is left out of help.
  var isHidden = false
  /// Whether the command looks for stages, and so takes `--plugins`.
  var loadsStages = true
  let run: @Sendable (ParsedArguments) throws -> ExitCode

  /// All options but `--help`.
  var allOptions: [OptionSpecification] {
    options
      + (loadsStages ? [.init("plugins", "DIR", "Also load the stage libraries of a folder; may be repeated.")] : [])
  }

  /// Everything `pipeline NAME --help` prints.
  var help: String {
    var text = "usage: pipeline \(name)\(allOptions.isEmpty ? "" : " [options]")"
    if !operands.isEmpty { text += " \(operands)" }
    text += "\n\n\(summary)\n"
    if !details.isEmpty { text += "\n\(details)\n" }
    let rows = (allOptions + [OptionSpecification(flag: "help", short: "h", "Show this help.")]).map { option in
      let spelling = (option.short.map { "-\($0), " } ?? "    ") + "--\(option.name)"
      return (spelling + (option.value.map { " \($0)" } ?? ""), option.summary)
    }
    return text + "\noptions:\n" + Columns.lines(rows)
  }
}

/// How a process ends.
enum ExitCode: Int32, Sendable {
  case success = 0
  case renderFailed = 1
  case badInput = 2
  case differs = 3
  // Ended by a signal: 128 and its number.
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// How a process ends that a signal asked to.
  init(signal: Int32) {
    self =
      switch signal {
      case SIGHUP: .hungUp
      case SIGTERM: .terminated
      default: .interrupted
      }
  }

  /// Whether a signal asked for the end.
  var isInterruption: Bool { [.hungUp, .interrupted, .terminated].contains(self) }
}

/// Text in two columns.
enum Columns {
  /// One line a row, the second column aligned and wrapped to 100 characters.
  static func lines(_ rows: [(String, String)], indent: Int = 2) -> String {
    let width = min(rows.map(\.0.count).max() ?? 0, 34)
    let margin = String(repeating: " ", count: indent)
    var text = ""
    for (left, right) in rows {
      let continuation = margin + String(repeating: " ", count: width + 2)
      var line = margin + left
      if left.count > width {
        text += line + "\n"
        line = continuation
      } else {
        line += String(repeating: " ", count: width + 2 - left.count)
      }
      for (index, part) in wrap(right, width: max(40, 100 - width - indent)).enumerated() {
        text += (index == 0 ? line : continuation) + part + "\n"
      }
    }
    return text
  }

  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty && !lines.isEmpty ? [] : [line])
  }
}
