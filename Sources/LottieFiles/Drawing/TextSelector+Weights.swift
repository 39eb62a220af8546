import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension TextSelector {
  /// The weight of each letter at a frame.
  func weights(of letters: [TextLetter], at frame: Double) -> [Double] {
    let (parts, count) = parts(of: letters)
    if let script {
      let known = script.weights(of: count, at: frame)
      return parts.map { $0.map { known[$0] } ?? 0 }
    }
    let unit = isInPercent ? Double(count) / 100 : 1
    let offset = offset.value(at: frame) * unit
    let first = start.value(at: frame) * unit + offset
    let last = end.map { $0.value(at: frame) * unit + offset } ?? (Double(count) + offset)
    let (low, high) = (min(first, last), max(first, last))
    let amount = amount.value(at: frame) / 100
    let easing = easing(at: frame)
    let smoothness = max(smoothness.value(at: frame) / 100, 1e-8)
    // Letters of a part have one weight.
    let known = (0..<count).map { part in
      var weight = easing.value(at: weight(Double(part), low, high))
      if smoothness < 1, shape == .square {
        weight = min(max((weight - (0.5 - smoothness * 0.5)) / smoothness, 0), 1)
      }
      return weight * amount
    }
    return parts.map { $0.map { known[$0] } ?? 0 }
  }

  private func easing(at frame: Double) -> UnitCurve {
    let (low, high) = (easeLow.value(at: frame) / 100, easeHigh.value(at: frame) / 100)
    return UnitCurve(max(low, 0), max(-low, 0), high > 0 ? 1 - high : 1, high > 0 ? 1 : 1 + high)
  }

  /// The weight of the part of a number in a range.
  private func weight(_ part: Double, _ low: Double, _ high: Double) -> Double {
    let span = high - low
    func ramp() -> Double { span > 0 ? min(max((part + 0.5 - low) / span, 0), 1) : (part >= high ? 1 : 0) }
    switch shape {
    case .square:
      guard part >= low.rounded(.down) else { return 0 }
      let isCut = part < low
      return min(max(isCut ? min(high, part + 1) - low : high - part, 0), 1)
    case .rampUp: return ramp()
    case .rampDown: return 1 - ramp()
    case .triangle: return span > 0 ? 1 - abs(2 * ramp() - 1) : 0
    case .round:
      guard span > 0 else { return 0 }
      let x = 2 * ramp() - 1
      return (1 - x * x).squareRoot()
    case .smooth: return span > 0 ? (1 - cos(2 * .pi * ramp())) / 2 : 0
    }
  }

  /// For each letter the number of its part, nil for those that do not count, and how many parts there are.
  private func parts(of letters: [TextLetter]) -> ([Int?], Int) {
    var numbers: [Int?] = []
    var count = 0
    var known: [Int: Int] = [:]
    for letter in letters {
      switch basis {
      case .characters:
        numbers.append(count)
        count += 1
      case .charactersWithoutSpaces:
        numbers.append(letter.isSpace ? nil : count)
        if !letter.isSpace { count += 1 }
      case .words, .lines:
        let key = basis == .words ? letter.word : letter.line
        let number = known[key] ?? count
        if known[key] == nil {
          known[key] = count
          count += 1
        }
        numbers.append(number)
      }
    }
    guard isShuffled, count > 1 else { return (numbers, count) }
    var chance = SeededNumbers(seed: UInt64(count))
    let order = (0..<count).shuffled(using: &chance)
    return (numbers.map { $0.map { order[$0] } }, count)
  }
}
