import StageKit

/// The keys of a keyboard and where they are.
struct KeyLayout: Sendable {
  enum Kind: Hashable, Sendable {
    case letter(Character)
    case shift, back, digits, space, enter
  }

  struct Key: Sendable {
    var kind: Kind
    /// From the keyboard's top left corner.
    var rect: Rect

    /// True for the keys around the letters, which are darker.
    var isWide: Bool {
      switch kind {
      case .letter, .space: false
      case .shift, .back, .digits, .enter: true
      }
    }
  }

  private(set) var keys: [Key] = []
  let size: Size
  /// The distance from letter to letter.
  let unit: Double

  init(rows: [[Character]], width: Double) {
    let longest = rows.map(\.count).max() ?? 1
    let edge = width * 0.012
    unit = (width - 2 * edge) / Double(max(longest, (rows.last?.count ?? 0) + 3, 1))
    let (line, gap) = (unit * 1.42, unit * 0.14)
    let top = unit * 0.2
    size = Size(width, top * 2 + line * Double(rows.count + 1))
    let (unit, height) = (unit, line - gap * 1.9)
    func rect(_ x: Double, _ row: Int, _ width: Double) -> Rect {
      Rect(x: x + gap / 2, y: top + line * Double(row) + gap * 0.95, width: width - gap, height: height)
    }
    for (index, row) in rows.enumerated() {
      let start = width / 2 - unit * Double(row.count) / 2
      for (place, letter) in row.enumerated() {
        keys.append(Key(kind: .letter(letter), rect: rect(start + unit * Double(place), index, unit)))
      }
      guard index == rows.count - 1 else { continue }
      let side = min(start - edge - unit * 0.1, unit * 1.6)
      keys.append(Key(kind: .shift, rect: rect(edge, index, side)))
      keys.append(Key(kind: .back, rect: rect(width - edge - side, index, side)))
    }
    let side = (width - 2 * edge) * 0.22
    keys.append(Key(kind: .digits, rect: rect(edge, rows.count, side)))
    keys.append(Key(kind: .space, rect: rect(edge + side, rows.count, width - 2 * edge - 2 * side)))
    keys.append(Key(kind: .enter, rect: rect(width - edge - side, rows.count, side)))
  }

  private func index(of kind: Kind) -> Int? { keys.firstIndex { $0.kind == kind } }

  /// The key for capitals.
  var shift: Int? { index(of: .shift) }

  /// The key of a character, and whether it is a capital.
  func press(_ character: Character) -> (key: Int, withShift: Bool) {
    if let own = index(of: .letter(character)) { return (own, false) }
    let lower = character.lowercased()
    if lower.count == 1, let first = lower.first, let small = index(of: .letter(first)) { return (small, true) }
    let kind: Kind = character.isNewline ? .enter : character.isWhitespace ? .space : .digits
    return (index(of: kind) ?? 0, false)
  }

  /// The sign on a key, in lines of about 2 by 2.
  static func sign(_ kind: Kind) -> Path {
    Path { path in
      switch kind {
      case .shift:
        path.polyline(
          [
            Point(0, -1), Point(1, 0), Point(0.5, 0), Point(0.5, 0.9), Point(-0.5, 0.9), Point(-0.5, 0), Point(-1, 0),
          ], closed: true)
      case .back:
        path.polyline(
          [Point(-1.4, 0), Point(-0.6, -0.9), Point(1.2, -0.9), Point(1.2, 0.9), Point(-0.6, 0.9)], closed: true)
        path.polyline([Point(-0.1, -0.4), Point(0.7, 0.4)], closed: false)
        path.polyline([Point(0.7, -0.4), Point(-0.1, 0.4)], closed: false)
      default:
        path.polyline([Point(1, -0.8), Point(1, 0.3), Point(-1, 0.3)], closed: false)
        path.polyline([Point(-0.4, -0.3), Point(-1, 0.3), Point(-0.4, 0.9)], closed: false)
      }
    }
  }
}

extension Rect {
  /// The same elsewhere.
  func moved(by offset: Point) -> Rect { Rect(x: x + offset.x, y: y + offset.y, width: width, height: height) }
}
