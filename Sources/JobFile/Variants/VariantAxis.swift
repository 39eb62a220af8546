import Reporting
import StageKit

/// One of the ways in which a job's videos differ.
struct VariantAxis {
  enum Source {
    /// Its values are written in the job.
    case job
    /// Each value has the strings of a locale.
    case strings
    /// Each value is a row of data.
    case data
  }

  let name: String
  let source: Source
  let position: SourcePosition
  var values: [VariantValue] = []

}

extension [VariantAxis] {
  /// The places of the axes among whose values `--locale` chooses: those of strings, or else the one with the most values that set
  /// a locale.
  var localeIndices: [Int] {
    let strings = indices.filter { self[$0].source == .strings }
    if !strings.isEmpty { return strings }
    let counts = map { axis in axis.values.count { $0.ownLocale != nil } }
    guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { return [] }
    return [index]
  }
}

/// A value of an axis: what it changes in the job.
struct VariantValue {
  let name: String
  /// The position at which it is written.
  let position: SourcePosition
  /// The variables that it fills.
  var variables: [SourceObject.Member] = []
  /// Its locale, if it is that of strings.
  var locale: SourceValue?
  /// The parts of the job that the job sets for it.
  var overrides: [SourceObject] = []
  /// The texts of a row's cells by their columns.
  var cells: [String: String] = [:]
  /// The faults of the value; the axis's other values are fine.
  var faults: [Fault] = []

  /// The locale that the job sets for it.
  var ownLocale: String? {
    for overrides in overrides { if case .string(let locale)? = overrides["locale"]?.kind { return locale } }
    return nil
  }

  struct Fault {
    let position: SourcePosition
    /// The column or string that it is about; empty for the value as a whole.
    var name = ""
    let message: String
    var hint: String?
  }
}
