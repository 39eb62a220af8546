import Reporting
import StageKit

/// Changes of a job's text that keep its comments and layout.
public enum JobText {
  /// Makes the edits in order, each in the text that the ones before leave.
  ///
  /// A value that is there is replaced byte by byte, and left alone where it is equal. A member that is not there is
  /// added behind the others of its object in their style, with the objects that it needs; a list item, where its index
  /// is the count. Removing a member that is not there changes nothing. Of a key that is given twice the first is taken,
  /// as reading does.
  public static func applying(_ edits: [JobEdit], to text: [UInt8]) throws(JobEditError) -> [UInt8] {
    try editing(text) { editor throws(JobEditError) in
      for edit in edits { try editor.apply(edit) }
    }
  }

  /// The text after an editor's changes; a byte order mark stays.
  static func editing(
    _ text: [UInt8], _ body: (inout JobTextEditor) throws(JobEditError) -> Void
  ) throws(JobEditError) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked = text.starts(with: mark)
    var editor = try JobTextEditor(isMarked ? Array(text.dropFirst(mark.count)) : text)
    try body(&editor)
    return isMarked ? mark + editor.bytes : editor.bytes
  }
}
