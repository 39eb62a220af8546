import Reporting
import StageKit

/// Turns byte offsets into positions; cheap as long as the offsets grow.
struct SourceLocator {
  private var locator: TextLocator
  private let file: String?

  /// `file` is nil for a job file itself.
  init(_ bytes: [UInt8], file: String? = nil) {
    locator = TextLocator(bytes)
    self.file = file
  }

  /// The position of one offset, from which later ones are counted.
  init(_ bytes: [UInt8], from offset: Int, at position: SourcePosition) {
    locator = TextLocator(bytes, from: offset, at: TextPlace(line: position.line, column: position.column))
    file = position.file
  }

  mutating func position(at offset: Int) -> SourcePosition {
    let place = locator.place(at: offset)
    return SourcePosition(line: place.line, column: place.column, file: file)
  }
}
