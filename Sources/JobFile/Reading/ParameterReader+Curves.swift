import StageKit

extension ParameterReader {
  /// A curve's name or function, or `{"spring": …}`.
  func curve(_ found: ResolvedValue, _ path: JobPath) -> Easing? {
    switch found.kind {
    case .string(let text):
      do throws(EasingError) {
        return try Easing(parsing: text)
      } catch {
        let hint = error.suggestion.map { "Did you mean '\($0)'?" }
        if error.offset == 0 {
          context.report(found, path, error.message, hint: hint)
        } else {
          context.report(found, insideAt: error.offset, path, error.message, hint: hint)
        }
        return nil
      }
    case .object:
      guard let fields = ObjectReader(found, path, known: ["spring"], in: context),
        let (found, path) = fields.required("spring", "an object with the spring's constants")
      else { return nil }
      return spring(found, path).map { .spring($0) }
    default:
      context.report(found, path, expected: "a curve as a string or as {\"spring\": …}")
      return nil
    }
  }

  /// The three ways to describe a spring, with defaults and ranges; what has no default must be given.
  static let springForms: [[(key: String, default: Double?, range: NumberSchema)]] = [
    [
      ("mass", 1, .range(1e-6...1e9)), ("stiffness", 100, .range(1e-6...1e9)), ("damping", 10, .range(0...1e9)),
    ],
    [("duration", nil, .range(1e-3...1e3, .seconds)), ("bounce", 0, .range(-1...1))],
    [("response", nil, .range(1e-3...1e3, .seconds)), ("dampingRatio", 1, .range(0...1e3))],
  ]

  static let springVelocity = NumberSchema.range(-1e6...1e6)

  private func spring(_ found: ResolvedValue, _ path: JobPath) -> Spring? {
    let known = Self.springForms.flatMap { $0.map(\.key) } + ["initialVelocity"]
    guard
      let fields = ObjectReader(
        found, path, known: known, expected: "an object with the spring's constants", in: context)
    else { return nil }
    let velocity = fields.read("initialVelocity", default: 0) { context.number($0, $1, Self.springVelocity) }
    let forms = Self.springForms.filter { form in form.contains { fields.has($0.key) } }
    if forms.count > 1 {
      let ways = Self.springForms.map { $0.map(\.key).joined(separator: ", ") }.joined(separator: "; or ")
      context.report(found, path, "a spring is described in one way only", hint: "Give \(ways).")
      return nil
    }
    let form = forms.first ?? Self.springForms[0]
    let values = form.map { key, standard, range -> Double? in
      if let standard { return fields.read(key, default: standard) { context.number($0, $1, range) } }
      return fields.required(key, range.noun).flatMap { context.number($0.0, $0.1, range) }
    }
    let numbers = values.compactMap { $0 }
    guard numbers.count == form.count, let velocity else { return nil }
    switch form[0].key {
    case "duration": return Spring(duration: numbers[0], bounce: numbers[1], initialVelocity: velocity)
    case "response": return Spring(response: numbers[0], dampingRatio: numbers[1], initialVelocity: velocity)
    default:
      return Spring(mass: numbers[0], stiffness: numbers[1], damping: numbers[2], initialVelocity: velocity)
    }
  }
}
