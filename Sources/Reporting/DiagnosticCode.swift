/// The kind of a diagnostic, for programs. Codes stay as they are; messages may be worded better.
public enum DiagnosticCode: String, CaseIterable, Codable, Hashable, Sendable {
  /// An error of no other kind.
  case invalid
  /// A warning of no other kind.
  case notice
  /// The text is not JSON, or a key is there twice.
  case syntax
  case unknownKey = "unknown-key"
  /// A key has another name now.
  case renamedKey = "renamed-key"
  case missingKey = "missing-key"
  case wrongType = "wrong-type"
  case outOfRange = "out-of-range"
  /// A word, name or color that is none of those that are known.
  case unknownValue = "unknown-value"
  case unknownStage = "unknown-stage"
  case unknownVariable = "unknown-variable"
  /// There is no stage, output, input, moment or sound of that name.
  case unknownReference = "unknown-reference"
  /// A file is not there or cannot be read.
  case unreadableFile = "unreadable-file"
  /// A limit of jobs, or one of the command line, is exceeded.
  case limit
  /// A stage or variable that nothing needs.
  case unused
  /// A value that changes nothing.
  case noEffect = "no-effect"
  /// A stage leaves the canvas, or is never seen.
  case outsideCanvas = "outside-canvas"
  /// Text leaves the canvas or its safe area.
  case outsideSafeArea = "outside-safe-area"
  /// Nothing is drawn for a while at the end.
  case emptyEnd = "empty-end"
  /// Texts overlap.
  case overlap
  /// Text has too little contrast to what is around it.
  case contrast
}
