import StageKit

extension ParameterReader {
  /// A curve's name or function, or `{"spring": …}`.
  func curve(_ found: ResolvedValue, _ path: JobPath) -> Easing? {
    switch found.kind {
    case .string(let text):
      if let own = context.curves[text] { return own }
      do throws(EasingError) {
        return try Easing(parsing: text)
      } catch {
        let suggestion = spellingSuggestion(for: text, among: context.curves.keys.sorted()) ?? error.suggestion
        let hint = suggestion.map { "Did you mean '\($0)'?" }
        if error.offset == 0 {
          context.report(found, path, error.message, hint: hint)
        } else {
          context.report(found, insideAt: error.offset, path, error.message, hint: hint)
        }
        return nil
      }
    default:
      return DeclaredReader<CurveObject>(found, path, in: context)?.read(\.$spring).map { .spring($0.spring) }
    }
  }

  /// A number above 0, or infinity for `forever`.
  func repetition(_ found: ResolvedValue, _ path: JobPath) -> Double? {
    switch found.kind {
    case .string("forever"): return .infinity
    case .number: return context.number(found, path, .positive())
    default:
      context.report(found, path, expected: "a number or \"forever\"")
      return nil
    }
  }
}
