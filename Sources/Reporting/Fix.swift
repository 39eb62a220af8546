import StageKit

/// A correction of the key or value that begins at a diagnostic's position.
public struct Fix: Codable, Hashable, Sendable {
  public enum Correction: Codable, Hashable, Sendable {
    /// A name in it becomes another. A key whose new name has a dot moves into the object before that.
    case name(String, is: String)
    /// The value becomes another, in JSON.
    case value(String)
  }

  public var correction: Correction
  /// True where nothing else can be meant.
  public var isSure: Bool

  public init(_ correction: Correction, isSure: Bool) {
    self.correction = correction
    self.isSure = isSure
  }

  /// The most similar of the words that are known in the place of one that is not; nil where none is near.
  public init?(word: String, among known: [String]) {
    guard let meant = spellingSuggestion(for: word, among: known) else { return nil }
    self.init(.name(word, is: meant), isSure: certainSpelling(for: word, among: known) == meant)
  }
}
