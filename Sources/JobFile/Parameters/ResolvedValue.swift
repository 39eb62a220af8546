import Reporting

/// A value as it is written, and its path in the job.
typealias Place = (found: ResolvedValue, path: JobPath)

/// A value after variables are substituted.
struct ResolvedValue {
  struct Variable {
    let name: String
    let position: SourcePosition
    /// The origin of a value from elsewhere, such as `handed in at intro.json:14:20`; nil for values of the file
    /// itself.
    var origin: String?
  }

  let kind: SourceValue.Kind
  /// The position at which the value is used.
  let position: SourcePosition
  /// The start of the value itself in the file.
  let offset: Int32
  /// The variable that it came from.
  var variable: Variable?

  /// The position at which a fault of the value is to be corrected: in another file if it comes from there.
  var faultPosition: SourcePosition {
    guard let variable, variable.origin == nil, variable.position.file != position.file else { return position }
    return variable.position
  }

  /// A hint to the definition of a value that came from a variable, or to its use in a file of that name where the
  /// definition is in another.
  func note(in file: String) -> String? {
    guard let variable else { return nil }
    if faultPosition != position {
      return "It is used as '$\(variable.name)' at \(position.file == nil ? "\(file):" : "")\(position)."
    }
    return
      "The value of '$\(variable.name)' is \(variable.origin ?? "at \(variable.position)")."
  }
}
