import Reporting

/// A place in a job's text that names a stage.
public struct StageReference: Hashable, Sendable {
  /// The kinds of places.
  public enum Kind: String, Sendable {
    /// The id of the stage itself, or of what a variant changes of it.
    case id, change
    case input, start, matte, parent, place, follow, sound, expression
  }

  public var kind: Kind
  /// The id of the stage that refers to it, or of the stage itself; nil where it is not in a stage.
  public var owner: String?
  /// The path of the text with the id, as `JobEdit` takes it.
  public var path: String
  /// The path of the whole that is of no use without the stage, such as `stages[2].start` of `stages[2].start.after`.
  public var whole: String
  /// The offset of the text's first byte.
  let offset: Int
  let stage: String

  /// The text with another id in place of the stage's.
  func renamed(_ text: String, to id: String) -> String {
    guard kind == .expression else {
      return text == stage ? id : id + text.dropFirst(stage.count)
    }
    return ExpressionNames.replacing(stage, by: id, in: text).text
  }
}
