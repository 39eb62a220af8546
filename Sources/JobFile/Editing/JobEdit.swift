import Reporting

/// A change of one value in a job's text.
public struct JobEdit: Hashable, Sendable {
  /// Such as `stages[2].parameters.color`, as the text has it: items that are included from other files are not
  /// counted. Keys with dots, brackets or quotes are strings in brackets: `variables["odd.key"]`.
  public var path: String
  /// Nil removes the member or item.
  public var value: JSONValue?

  public init(_ path: String, _ value: JSONValue?) {
    self.path = path
    self.value = value
  }
}

/// Why a text cannot be edited.
public struct JobEditError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the edit; empty if the text itself is at fault.
  public var path: String
  /// The position of the fault, or of the value that is in the way.
  public var position: SourcePosition?
  /// A phrase without a period at its end.
  public var message: String
  /// A way to correct it, in sentences.
  public var hint: String?

  init(_ path: String, at position: SourcePosition? = nil, _ message: String, hint: String? = nil) {
    self.path = path
    self.position = position
    self.message = message
    self.hint = hint
  }

  /// `14:20: stages[2].parameters: expected an object, found a string`, then the hint.
  public var description: String {
    let place = [position?.description, path.isEmpty ? nil : path, message].compactMap { $0 }.joined(separator: ": ")
    return place + (hint.map { ". \($0)" } ?? "")
  }
}
