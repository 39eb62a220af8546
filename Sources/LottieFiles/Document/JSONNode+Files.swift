import Documents
import StageKit

extension JSONNode {
  /// The value of a file's text; the error of a place in it names the file.
  static func read(_ bytes: [UInt8], name: String) throws(StageError) -> JSONNode {
    do throws(DocumentFault) { return try read(bytes) } catch { throw StageError("\(name):\(error)") }
  }
}
