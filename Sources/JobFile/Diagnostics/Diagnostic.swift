/// One complaint about a job.
public struct Diagnostic: Error, Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    case error, warning
  }

  public var severity: Severity
  /// The job file, as it was named to the reader.
  public var file: String
  /// Nil where the complaint is about the file as a whole.
  public var position: SourcePosition?
  /// What it is about, such as `stages[2].parameters.radius`; empty for the file's text or the whole job.
  public var path: String
  /// A phrase without a final stop.
  public var message: String
  /// What to do about it; sentences.
  public var hint: String?
  /// How many complaints it stands for that are not told; 0 for a complaint itself.
  public var more = 0

  public init(
    severity: Severity = .error, file: String, position: SourcePosition? = nil, path: String = "", message: String,
    hint: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.position = position
    self.path = path
    self.message = message
    self.hint = hint
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `jobs/intro.json:14:20: stages[2].parameters.radius: -3 is below 0`, then the hint; warnings say so. On one line, see
  /// `visible`, of bounded length, see `brief`.
  public var description: String {
    let place = position.map { ":\($0)" } ?? ""
    let kind = severity == .warning ? "warning: " : ""
    let subject = path.isEmpty ? "" : "\(path): "
    let text = "\(kind)\(subject)\(message)" + (hint.map { ". \($0)" } ?? "")
    return "\(file.visible.brief)\(place): \(text.visible.brief)"
  }
}
