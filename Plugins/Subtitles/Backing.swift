import StageKit

/// A surface behind the lines of a text.
struct Backing: ParameterGroup, TimeVarying {
  enum Shape: String, CaseIterable, ParameterChoice {
    /// As wide as each line, all lines as one outline with round corners.
    case lines
    /// One rectangle around all lines.
    case block
  }

  @Parameter("The shape: by each line's width, or one rectangle around all of them.") var shape = Shape.lines
  @Parameter("Its color or gradient.") var paint: Animated<PaintValue> = Animated(.color(Color(0, 0, 0, 0.6)))
  @Parameter("Room between the text and its edge, at the sides and above and below.") var padding: Point = Point(14, 4)
  @Parameter("The radius of its corners; more than fits makes half circles.", .nonnegative(.points)) var radius = 10.0

  func prepare() throws { try $paint.filling() }

  var settlingTime: Double? { paint.settlingTime }
  var largestPadding: Point { Point(max(0, padding.x), max(0, padding.y)) }

  func draw(behind phrase: PhraseLayout, at time: Double, onto list: inout DisplayList) {
    let box = Rect(
      center: phrase.textBox.center,
      size: Size(
        max(0, phrase.textBox.width + 2 * padding.x), max(0, phrase.textBox.height + 2 * padding.y)))
    guard !box.isEmpty else { return }
    let outline = shape == .block ? Path.roundedRect(box, radius: radius) : linesOutline(of: phrase.lines)
    list.fill(outline, paint.value(at: time).paint(in: box))
  }

  /// Around lines that lie on each other, rounded at the outer and the inner corners.
  private func linesOutline(of lines: [Rect]) -> Path {
    var rows = lines.map { (left: $0.minX - padding.x, right: $0.maxX + padding.x, top: $0.minY, bottom: $0.maxY) }
    rows[0].top -= padding.y
    rows[rows.count - 1].bottom += padding.y
    // Steps too small for two round corners vanish: the shorter line becomes as wide as the longer one.
    let least = radius * 1.2
    for _ in rows {
      for index in rows.indices.dropFirst() {
        if abs(rows[index].left - rows[index - 1].left) < least {
          let left = min(rows[index].left, rows[index - 1].left)
          (rows[index].left, rows[index - 1].left) = (left, left)
        }
        if abs(rows[index].right - rows[index - 1].right) < least {
          let right = max(rows[index].right, rows[index - 1].right)
          (rows[index].right, rows[index - 1].right) = (right, right)
        }
      }
    }
    var points: [Point] = []
    for row in rows { points += [Point(row.right, row.top), Point(row.right, row.bottom)] }
    for row in rows.reversed() { points += [Point(row.left, row.bottom), Point(row.left, row.top)] }
    return Path { $0.roundedPolygon(points, radius: radius) }
  }
}

extension PathBuilder {
  /// A closed line through points whose sides meet at right angles, with round corners; points on a straight side count
  /// as none.
  mutating func roundedPolygon(_ all: [Point], radius: Double) {
    let distinct = all.indices.filter { all[$0] != all[($0 + all.count - 1) % all.count] }.map { all[$0] }
    let count = distinct.count
    let points = distinct.indices.filter { index in
      let (a, b) = (distinct[(index + count - 1) % count], distinct[(index + 1) % count])
      return abs((distinct[index] - a).cross(b - distinct[index])) > 1e-9
    }.map { distinct[$0] }
    for (index, corner) in points.enumerated() {
      let before = points[(index + points.count - 1) % points.count] - corner
      let after = points[(index + 1) % points.count] - corner
      let reach = min(radius, before.length / 2, after.length / 2)
      let (start, end) = (corner + before.normalized * reach, corner + after.normalized * reach)
      // The reach of a quarter circle's handles from its ends toward the corner.
      let handle = 0.5522847498
      if index == 0 { move(to: start) } else { line(to: start) }
      if reach > 0 { cubic(start + (corner - start) * handle, end + (corner - end) * handle, to: end) }
    }
    close()
  }
}
