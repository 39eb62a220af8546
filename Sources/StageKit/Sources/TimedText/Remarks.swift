/// Remarks on what of a file of subtitles is left out, one of a kind.
@_spi(Host) public struct Remarks {
  public private(set) var texts: [SubtitleError.Fault] = []
  private var kinds: Set<String> = []

  /// No remarks.
  public init() {}

  /// Adds a remark unless there is one of its kind; lines count from 1.
  public mutating func add(_ kind: String, line: Int?, _ message: @autoclosure () -> String) {
    if kinds.insert(kind).inserted { texts.append(.init(line: line, message: message())) }
  }
}
