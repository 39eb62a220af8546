import StageKit

/// Remarks on what is left out, one of a kind.
struct Remarks {
  private(set) var texts: [SubtitleError.Fault] = []
  private var kinds: Set<String> = []

  /// Adds a remark unless there is one of its kind.
  mutating func add(_ kind: String, line: Int?, _ message: @autoclosure () -> String) {
    if kinds.insert(kind).inserted { texts.append(.init(line: line, message: message())) }
  }
}
