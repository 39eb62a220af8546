import Reporting

/// A value after variables are substituted.
struct ResolvedValue {
  struct Variable {
    let name: String
    let position: SourcePosition
    /// Where another job hands it in.
    var origin: String?
  }

  let kind: SourceValue.Kind
  /// Where it is used.
  let position: SourcePosition
  /// Where the value itself begins in the file.
  let offset: Int32
  /// The variable that it came from.
  var variable: Variable?

  /// A hint to the definition of a value that came from a variable.
  var note: String? {
    variable.map { "The value of '$\($0.name)' is \($0.origin.map { "handed in at \($0)" } ?? "at \($0.position)")." }
  }
}
