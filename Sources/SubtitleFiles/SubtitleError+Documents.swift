import Documents
import StageKit

extension SubtitleError {
  /// The fault of a file in XML or JSON.
  init(_ fault: DocumentFault) { self.init(faults: [.init(line: fault.place.line, message: fault.message)]) }
}
