#if canImport(Glibc)
  import Glibc
#endif

/// The functions that After Effects has for all expressions.
enum ExpressionFunctions {
  /// The function of a name; nil for none.
  static func function(_ name: String) -> ScriptValue? {
    switch name {
    case "sum", "add", "$bm_sum": .function { ScriptArithmetic.sum($0.at(0), $0.at(1)) }
    case "sub", "$bm_sub": .function { ScriptArithmetic.difference($0.at(0), $0.at(1)) }
    case "mul", "$bm_mul": .function { ScriptArithmetic.product($0.at(0), $0.at(1)) }
    case "div", "$bm_div": .function { ScriptArithmetic.quotient($0.at(0), $0.at(1)) }
    case "mod", "$bm_mod": .function { .number(fmod($0.at(0).number, $0.at(1).number)) }
    case "$bm_neg": .function { ScriptArithmetic.negated($0.at(0)) }
    case "clamp":
      .function { arguments in
        let (low, high) = (arguments.at(1).number, arguments.at(2).number)
        func clamped(_ value: ScriptValue) -> ScriptValue {
          .number(min(max(value.number, min(low, high)), max(low, high)))
        }
        return arguments.at(0).elements.map { .list($0.map(clamped)) } ?? clamped(arguments.at(0))
      }
    case "linear": .function { interpolated($0) { $0 } }
    case "ease": easing(0.33, 0, 0.667, 1)
    case "easeIn": easing(0.333, 0, 0.833, 0.833)
    case "easeOut": easing(0.167, 0.167, 0.667, 1)
    case "degreesToRadians", "degrees_to_radians": .function { .number($0.at(0).number * .pi / 180) }
    case "radiansToDegrees", "radians_to_degrees": .function { .number($0.at(0).number * 180 / .pi) }
    case "length":
      .function { arguments in
        let way = arguments.count > 1 ? ScriptArithmetic.difference(arguments[0], arguments[1]) : arguments.at(0)
        return .number(length(way))
      }
    case "normalize": .function { ScriptArithmetic.quotient($0.at(0), .number(length($0.at(0)))) }
    case "dot":
      .function { arguments in
        let pairs = zip(arguments.at(0).elements ?? [], arguments.at(1).elements ?? [])
        return .number(pairs.reduce(0) { $0 + $1.0.number * $1.1.number })
      }
    case "parseInt": .function { .number(($0.at(0).number).rounded(.towardZero)) }
    case "parseFloat", "Number": .function { .number($0.at(0).number) }
    case "String": .function { .text($0.at(0).text) }
    case "isNaN": .function { .boolean($0.at(0).number.isNaN) }
    default: nil
    }
  }

  private static func length(_ value: ScriptValue) -> Double {
    (value.elements ?? [value]).reduce(0) { $0 + $1.number * $1.number }.squareRoot()
  }

  private static func easing(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> ScriptValue {
    let curve = UnitCurve(x1, y1, x2, y2)
    return .function { interpolated($0, curve.value) }
  }

  /// A mix of two values by the place of a number in a range, or between 0 and 1.
  private static func interpolated(_ arguments: [ScriptValue], _ curve: (Double) -> Double) -> ScriptValue {
    let isShort = arguments.count < 5
    let (low, high) = isShort ? (0, 1) : (arguments[1].number, arguments[2].number)
    let (a, b) = isShort ? (arguments.at(1), arguments.at(2)) : (arguments[3], arguments[4])
    let share = high == low ? 1 : min(max((arguments.at(0).number - low) / (high - low), 0), 1)
    return ScriptArithmetic.mix(a, b, curve(share))
  }
}

extension [ScriptValue] {
  /// The argument of a number from 0, undefined for none.
  fileprivate func at(_ place: Int) -> ScriptValue { place < count ? self[place] : .undefined }
}
