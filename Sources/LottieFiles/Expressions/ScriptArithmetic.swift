#if canImport(Glibc)
  import Glibc
#endif

/// Computations with numbers and with lists of them, as After Effects has them.
enum ScriptArithmetic {
  static func sum(_ a: ScriptValue, _ b: ScriptValue) -> ScriptValue {
    if case .text(let text) = a { return .text(text + b.text) }
    if case .text(let text) = b { return .text(a.text + text) }
    if a.elements != nil || b.elements != nil { return combined(a, b, +) }
    return .number(a.number + b.number)
  }

  static func difference(_ a: ScriptValue, _ b: ScriptValue) -> ScriptValue {
    if a.elements != nil || b.elements != nil { return combined(a, b, -) }
    return .number(a.number - b.number)
  }

  static func product(_ a: ScriptValue, _ b: ScriptValue) -> ScriptValue {
    if let list = a.elements { return .list(list.map { .number($0.number * b.number) }) }
    if let list = b.elements { return .list(list.map { .number(a.number * $0.number) }) }
    return .number(a.number * b.number)
  }

  static func quotient(_ a: ScriptValue, _ b: ScriptValue) -> ScriptValue {
    if let list = a.elements { return .list(list.map { .number($0.number / b.number) }) }
    if let list = b.elements { return .list(list.map { .number(a.number / $0.number) }) }
    return .number(a.number / b.number)
  }

  static func negated(_ value: ScriptValue) -> ScriptValue {
    if let list = value.elements { return .list(list.map { .number(-$0.number) }) }
    return .number(-value.number)
  }

  /// A mix of two values.
  static func mix(_ a: ScriptValue, _ b: ScriptValue, _ share: Double) -> ScriptValue {
    sum(a, product(difference(b, a), .number(share)))
  }

  /// A value for each place of two lists; a number counts for the first place alone.
  private static func combined(
    _ a: ScriptValue, _ b: ScriptValue, _ body: (Double, Double) -> Double
  ) -> ScriptValue {
    let (first, second) = (a.elements ?? [a], b.elements ?? [b])
    return .list(
      (0..<max(first.count, second.count)).map { index in
        // Components that one of them lacks stay as they are in the other.
        .number(
          body(index < first.count ? first[index].number : 0, index < second.count ? second[index].number : 0))
      })
  }
}
