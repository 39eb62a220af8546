import StageKit
import Synchronization

/// Sets numbers in cells of equal width, so that they do not move while they count.
final class DigitLayout: Sendable {
  /// A text whose digits are zeros, in its position; digits are drawn in their place.
  struct Row: Sendable {
    /// In reading order; what is no digit has its outline.
    let cells: [Cell]
    let size: Size
    let baseline: Double
  }

  struct Cell: Sendable {
    /// The outline, relative to its left edge on the baseline.
    let outline: Path
    let colorGlyphs: DisplayList
    /// The distance from the row's left edge.
    let x: Double
    let width: Double
    let isDigit: Bool
  }

  private struct State {
    var rows: [String: Row] = [:]
    var digits: [Character: Path] = [:]
    var width: Double?
  }

  private let parameters: TextParameters
  private let context: any StageContext
  private let zero: Character
  private let isStroked: Bool
  private let state = Mutex(State())

  /// `zero` is the first of the digits that are used.
  init(_ parameters: TextParameters, zero: Character, isStroked: Bool, _ context: any StageContext) {
    (self.parameters, self.context, self.zero, self.isStroked) = (parameters, context, zero, isStroked)
  }

  /// A digit's character.
  func character(_ digit: Int) -> Character {
    let first = zero.unicodeScalars.first.map { Int($0.value) } ?? 48
    return Unicode.Scalar(UInt32(first + digit)).map { Character($0) } ?? "0"
  }

  static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.count == 1 && character.unicodeScalars.first?.properties.numericType == .decimal
  }

  /// A digit's outline, in the middle of its cell from the left edge on the baseline.
  func digit(_ character: Character) throws -> Path {
    if let known = state.withLock({ $0.digits[character] }) { return known }
    let line = try line(of: String(character))
    let room = try digitWidth - line.width
    let outline = line.outline.transformed(by: .translation(room / 2 - line.x, -line.baseline))
    state.withLock { $0.digits[character] = outline }
    return outline
  }

  private var digitWidth: Double {
    get throws {
      if let known = state.withLock({ $0.width }) { return known }
      let width = try (0..<10).map { try line(of: String(character($0))).width }.max() ?? 0
      state.withLock { $0.width = width }
      return width
    }
  }

  private func line(of text: String) throws -> TextLayout.Line {
    try layout(text).lines.first ?? TextLayout.Line(outline: .empty, baseline: 0, x: 0, width: 0)
  }

  private func layout(_ text: String) throws -> TextLayout {
    try parameters.layout(text, context, allowsColor: true, separatesClusters: true, unitesContours: isStroked)
  }

  /// The cells of a text; equal but for their digits, texts have the same.
  func row(of text: String) throws -> Row {
    let pattern = String(text.map { Self.isDigit($0) ? zero : $0 })
    if let known = state.withLock({ $0.rows[pattern] }) { return known }
    let layout = try layout(pattern)
    let width = try digitWidth
    guard let line = layout.lines.first else { return Row(cells: [], size: Size(0, 0), baseline: 0) }
    // Places cells from left to right, digits as wide as their cells.
    var x = 0.0
    var cells = [Cell?](repeating: nil, count: line.clusters.count)
    for index in line.clusters.indices.sorted(by: { line.clusters[$0].x < line.clusters[$1].x }) {
      let cluster = line.clusters[index]
      let isDigit = cluster.text.count == 1 && cluster.text.allSatisfy(Self.isDigit)
      let back = Transform.translation(-cluster.x, -line.baseline)
      cells[index] = Cell(
        outline: isDigit ? .empty : cluster.outline.transformed(by: back),
        colorGlyphs: DisplayList { $0.group(Group(cluster.colorGlyphs, transform: back)) }, x: x,
        width: isDigit ? width : cluster.width, isDigit: isDigit)
      x += isDigit ? width : cluster.width
    }
    let row = Row(cells: cells.compactMap { $0 }, size: Size(x, layout.size.height), baseline: line.baseline)
    state.withLock { $0.rows[pattern] = row }
    return row
  }
}
