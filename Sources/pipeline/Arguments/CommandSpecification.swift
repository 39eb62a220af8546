import Reporting

/// An option of a command, as `--name VALUE` or a flag.
struct OptionSpecification: Sendable {
  let name: String
  /// The placeholder of its value in help; nil for a flag.
  let value: String?
  let summary: String
  /// The one-letter form.
  var short: Character?
  /// An earlier name, which is refused with the current one.
  let formerName: String?

  /// An option with a value.
  init(_ name: String, _ value: String, short: Character? = nil, _ summary: String, formerly formerName: String? = nil)
  {
    self.name = name
    self.value = value
    self.short = short
    self.summary = summary
    self.formerName = formerName
  }

  /// A flag.
  init(flag name: String, short: Character? = nil, _ summary: String, formerly formerName: String? = nil) {
    self.name = name
    value = nil
    self.short = short
    self.summary = summary
    self.formerName = formerName
  }
}

/// A command: its operands, options and help, and what it does.
struct CommandSpecification: Sendable {
  let name: String
  /// The operands in usage, such as `PATH…`.
  let operands: String
  let operandCount: ClosedRange<Int>
  let summary: String
  var details = ""
  /// True if help lists the output formats.
  var listsFormats = false
  let options: [OptionSpecification]
  /// True if help omits the command.
  var isHidden = false
  /// True if the command loads stages, and so has the option `--plugins`.
  var loadsStages = true
  /// True if it runs in a process of its own where there are stages of foreign libraries, which may crash or hang.
  var isSupervised = false
  let run: @Sendable (ParsedArguments) throws -> ExitCode

  /// Runs it, in a process of its own where that is called for.
  func start(_ arguments: ParsedArguments) throws -> ExitCode {
    guard isSupervised, PluginFolders.haveLibraries else { return try run(arguments) }
    return try SupervisedCommand(
      .command(name, arguments, isSupervised: true), of: arguments.operands[arguments.operands.count - 1],
      deadline: JobPolicyOptions.frameDeadline(arguments)
    ).run()
  }

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
    return text + "\noptions:\n" + TextTable.list(rows) + (listsFormats ? "\n\(FormatHelp.text)" : "")
  }
}
