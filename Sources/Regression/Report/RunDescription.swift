/// When, where and with what a regression run was made, for its reports.
public struct RunDescription: Codable, Hashable, Sendable {
  /// In ISO 8601.
  public var date: String
  /// The commit of the jobs' folder; nil where it is none of git.
  public var commit: String?
  /// The machine's name and processor.
  public var machine: String
  /// The program's version.
  public var program: String
  /// The first words of a command that accepts differences, such as `pipeline regress jobs/`.
  public var command: String

  public init(date: String, commit: String?, machine: String, program: String, command: String) {
    self.date = date
    self.commit = commit
    self.machine = machine
    self.program = program
    self.command = command
  }

  /// `2026-03-01T02:30:00Z · commit 1a2b3c4 · runner-7, x86_64 · pipeline 0.1.0`.
  var text: String {
    [date, commit.map { "commit \($0)" }, machine, "pipeline \(program)"].compactMap { $0 }.joined(separator: " · ")
  }

  /// The command that accepts the differences of a group of causes.
  public func acceptance(of group: CauseGroup) -> String { "\(command) --accept \(group.id)" }
}
