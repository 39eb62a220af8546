import CText

/// The Unicode bidirectional algorithm (UAX #9) for a paragraph, without explicit embeddings, overrides and isolates.
struct Bidi {
  /// 0 left to right, 1 right to left.
  let base: UInt8

  /// For each scalar; odd levels read from right to left.
  let levels: [UInt8]

  /// - Parameter isRightToLeft: The paragraph's direction; nil takes that of its first strong character.
  init(_ scalars: [Unicode.Scalar], isRightToLeft: Bool?) {
    let classes = scalars.map(BidiClass.init(of:))
    let base: UInt8 =
      switch isRightToLeft {
      case .some(let given): given ? 1 : 0
      case nil:
        switch classes.first(where: { [.left, .right, .arabicLetter].contains($0) }) {
        case .right, .arabicLetter: 1
        default: 0
        }
      }
    self.base = base
    // Boundary neutrals are as good as absent (X9), and take the level before them.
    let present = classes.indices.filter { classes[$0] != .boundaryNeutral }
    var resolver = BidiResolver(
      classes: present.map { classes[$0] }, scalars: present.map { scalars[$0] }, embedding: base == 1 ? .right : .left)
    let resolved = resolver.resolve()
    var levels = [UInt8](repeating: base, count: scalars.count)
    for (index, kind) in zip(present, resolved) {
      switch kind {
      case .left: levels[index] = base == 0 ? 0 : 2
      case .right: levels[index] = 1
      default: levels[index] = 2
      }
    }
    for index in classes.indices.dropFirst() where classes[index] == .boundaryNeutral {
      levels[index] = levels[index - 1]
    }
    self.levels = levels
  }

  /// Runs in the order in which they stand from left to right (rule L2).
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 % 2 == 1 }).min() else { return order }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}

/// Rules W1 to N2 for one paragraph.
private struct BidiResolver {
  var classes: [BidiClass]
  let scalars: [Unicode.Scalar]
  let embedding: BidiClass

  mutating func resolve() -> [BidiClass] {
    resolveMarksAndNumbers()
    resolveSeparators()
    resolveBrackets()
    resolveNeutrals()
    return classes
  }

  /// W1 to W3.
  private mutating func resolveMarksAndNumbers() {
    var previous = embedding
    var strong = embedding
    for index in classes.indices {
      if classes[index] == .nonspacingMark { classes[index] = previous }
      previous = classes[index]
      switch classes[index] {
      case .left, .right, .arabicLetter: strong = classes[index]
      case .europeanNumber where strong == .arabicLetter: classes[index] = .arabicNumber
      default: break
      }
    }
    for index in classes.indices where classes[index] == .arabicLetter { classes[index] = .right }
  }

  /// W4 to W7.
  private mutating func resolveSeparators() {
    for index in classes.indices.dropFirst().dropLast() {
      let before = classes[index - 1]
      guard before == classes[index + 1] else { continue }
      switch (classes[index], before) {
      case (.europeanSeparator, .europeanNumber), (.commonSeparator, .europeanNumber): classes[index] = .europeanNumber
      case (.commonSeparator, .arabicNumber): classes[index] = .arabicNumber
      default: break
      }
    }
    var index = 0
    while index < classes.count {
      var end = index
      while end < classes.count, classes[end] == .europeanTerminator { end += 1 }
      let touches =
        (index > 0 && classes[index - 1] == .europeanNumber)
        || (end < classes.count && classes[end] == .europeanNumber)
      if end > index && touches { for k in index..<end { classes[k] = .europeanNumber } }
      index = max(end, index + 1)
    }
    var strong = embedding
    for index in classes.indices {
      switch classes[index] {
      case .europeanSeparator, .europeanTerminator, .commonSeparator: classes[index] = .neutral
      case .left, .right: strong = classes[index]
      case .europeanNumber where strong == .left: classes[index] = .left
      default: break
      }
    }
  }

  /// N0: both brackets of a pair go the same way.
  private mutating func resolveBrackets() {
    let functions = hb_unicode_funcs_get_default()
    var open: [(closing: UInt32, index: Int)] = []
    var pairs: [(open: Int, close: Int)] = []
    for (index, scalar) in scalars.enumerated() where classes[index] == .neutral {
      switch scalar.properties.generalCategory {
      case .openPunctuation:
        let closing = hb_unicode_mirroring(functions, scalar.value)
        if closing != scalar.value && open.count < 63 { open.append((closing, index)) }
      case .closePunctuation:
        guard let match = open.lastIndex(where: { $0.closing == scalar.value }) else { continue }
        pairs.append((open[match].index, index))
        open.removeSubrange(match...)
      default: break
      }
    }
    for pair in pairs.sorted(by: { $0.open < $1.open }) {
      let inside = classes[(pair.open + 1)..<pair.close].compactMap(Self.direction)
      guard !inside.isEmpty else { continue }
      var direction = embedding
      if !inside.contains(embedding) {
        direction = classes[..<pair.open].reversed().lazy.compactMap(Self.direction).first ?? embedding
      }
      classes[pair.open] = direction
      classes[pair.close] = direction
    }
  }

  /// N1 and N2.
  private mutating func resolveNeutrals() {
    var index = 0
    while index < classes.count {
      guard Self.direction(of: classes[index]) == nil else {
        index += 1
        continue
      }
      var end = index
      while end < classes.count, Self.direction(of: classes[end]) == nil { end += 1 }
      let before = index > 0 ? Self.direction(of: classes[index - 1]) : embedding
      let after = end < classes.count ? Self.direction(of: classes[end]) : embedding
      for k in index..<end { classes[k] = before == after ? (before ?? embedding) : embedding }
      index = end
    }
  }

  /// A strong direction, numbers counting as right to left; nil for neutrals.
  private static func direction(of kind: BidiClass) -> BidiClass? {
    switch kind {
    case .left: .left
    case .right, .arabicLetter, .europeanNumber, .arabicNumber: .right
    default: nil
    }
  }
}
