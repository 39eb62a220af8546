import StageKit

/// The kind of content that loads.
enum LoadedContent: ParameterVariant {
  case card, profile
  case list(Rows)
  case article(Lines)
  case blocks(Blocks)

  struct Rows: ParameterGroup {
    @Parameter("The number of rows.", .range(1...100)) var rows = 3
  }

  struct Lines: ParameterGroup {
    @Parameter("The number of lines.", .range(1...200)) var lines = 5
  }

  struct Blocks: ParameterGroup {
    @Parameter("The blocks, from the bottom up.", atLeast: 1) var blocks: [Block]
  }

  struct Block: ParameterGroup {
    @Parameter("Its top left corner, from that of all.") var position: Point
    @Parameter("Its width and height.") var size: Point
    @Parameter("The radius of its corners; 8 unless given.", .nonnegative(.points)) var radius = 8.0
  }

  static let alternatives: [Alternative<LoadedContent>] = [
    .init("card", "A picture, a title and two lines.") { (_: NoParameters) in .card },
    .init("list", "Rows of a round picture and two lines.", LoadedContent.list),
    .init("article", "A title and lines of text.", LoadedContent.article),
    .init("profile", "A round picture, a name and three figures.") { (_: NoParameters) in .profile },
    .init("blocks", "Blocks of your own.", LoadedContent.blocks),
  ]

  static var placeholder: LoadedContent { .card }
}

/// The blocks that take the place of content, from the top left corner (0, 0) on.
struct SkeletonLayout {
  let outline: Path
  let size: Size

  init(_ content: LoadedContent, width: Double) {
    var builder = BlockBuilder(width: width)
    switch content {
    case .list(let list): for _ in 0..<list.rows { builder.row() }
    case .article(let article): builder.article(lines: article.lines)
    case .profile: builder.profile()
    case .blocks(let all):
      for block in all.blocks {
        let (corner, size) = (block.position, block.size)
        builder.block(
          Rect(x: corner.x, y: corner.y, width: max(0, size.x), height: max(0, size.y)), radius: block.radius)
      }
    case .card: builder.card()
    }
    outline = builder.path.path
    size = Size(width, max(builder.bottom, 1))
  }
}

/// Sets blocks under one another.
private struct BlockBuilder {
  let width: Double
  var path = PathBuilder()
  /// The end of the lowest block.
  var bottom = 0.0

  mutating func block(_ rect: Rect, radius: Double) {
    path.roundedRect(rect, radius: radius)
    bottom = max(bottom, rect.maxY)
  }

  /// A line of text that takes a share of the width from `x` on.
  mutating func line(x: Double = 0, y: Double, share: Double, height: Double) {
    block(Rect(x: x, y: y, width: (width - x) * share, height: height), radius: height / 2)
  }

  mutating func card() {
    let unit = width / 320
    block(Rect(x: 0, y: 0, width: width, height: width * 0.56), radius: 16 * unit)
    line(y: bottom + 20 * unit, share: 0.62, height: 18 * unit)
    line(y: bottom + 16 * unit, share: 1, height: 12 * unit)
    line(y: bottom + 12 * unit, share: 0.84, height: 12 * unit)
  }

  mutating func row() {
    let unit = width / 320
    let top = bottom > 0 ? bottom + 24 * unit : 0
    let side = 52 * unit
    block(Rect(x: 0, y: top, width: side, height: side), radius: side / 2)
    line(x: side + 16 * unit, y: top + 8 * unit, share: 0.58, height: 14 * unit)
    line(x: side + 16 * unit, y: top + 32 * unit, share: 0.92, height: 11 * unit)
  }

  mutating func article(lines: Int) {
    let unit = width / 320
    line(y: 0, share: 0.72, height: 22 * unit)
    // Text ends where it ends: lengths that look random, and a short last line.
    let shares = [1, 0.94, 0.98, 0.9, 0.96]
    for index in 0..<lines {
      let isLast = index == lines - 1 && lines > 1
      line(y: bottom + (index == 0 ? 20 : 12) * unit, share: isLast ? 0.55 : shares[index % 5], height: 12 * unit)
    }
  }

  mutating func profile() {
    let unit = width / 320
    let side = 104 * unit
    block(Rect(x: (width - side) / 2, y: 0, width: side, height: side), radius: side / 2)
    for (share, gap, height) in [(0.5, 20.0, 18.0), (0.34, 14, 12)] {
      let length = width * share
      block(
        Rect(x: (width - length) / 2, y: bottom + gap * unit, width: length, height: height * unit),
        radius: height / 2 * unit)
    }
    let (top, third) = (bottom + 28 * unit, (width - 32 * unit) / 3)
    for index in 0..<3 {
      block(
        Rect(x: Double(index) * (third + 16 * unit), y: top, width: third, height: 64 * unit), radius: 14 * unit)
    }
  }
}
