import StageKit

/// Draws what is printed on a flat page on a bent leaf.
///
/// Outlines are bent point by point, so that they stay sharp and without seams. What is filled with more than a color is
/// drawn through narrow plane strips that overlap.
struct BentDrawing {
  let leaf: BentLeaf
  let side: BentLeaf.Side

  private static let pieces = 20.0
  private static let strips = 16

  /// Along the leaf, in points.
  private var from: Double { side.from * leaf.place.page.width }
  private var to: Double { side.to * leaf.place.page.width }
  private var step: Double { leaf.place.page.width / Self.pieces }

  /// A drawing on the canvas; `transform` leads from its space to the leaf's.
  func bent(_ drawing: DisplayList, _ transform: Transform) -> DisplayList {
    DisplayList { list in
      for command in drawing.commands { add(command, transform, to: &list) }
    }
  }

  private func add(_ command: DrawCommand, _ transform: Transform, to list: inout DisplayList) {
    switch command {
    case .fill(let path, let rule, .color(let color), let own):
      list.fill(fill(path.transformed(by: transform * own)), color, rule: rule)
    case .stroke(let path, var style, .color(let color), let own):
      let total = transform * own
      if style.order == .outlineThenTransform { style.width *= abs(total.determinant).squareRoot() }
      style.order = .transformThenOutline
      list.stroke(stroke(path.transformed(by: total)), color, style)
    case .group(var group):
      let total = transform * group.transform
      group.transform = .identity
      group.content = bent(group.content, total)
      if let clip = group.clip {
        group.clip = Clip(fill(clip.path.transformed(by: total * clip.transform)), rule: clip.rule)
      }
      if var mask = group.mask {
        mask.content = bent(mask.content, total)
        group.mask = mask
      }
      list.group(group)
    case .backdrop(var filter):
      filter.outline = bent(filter.outline, transform * filter.transform)
      filter.transform = .identity
      list.append(DisplayList([.backdrop(filter)]))
    case .exposure(let exposure): list.append(DisplayList([.exposure(exposure.map { bent($0, transform) })]))
    case .fill, .stroke, .solids: addStrips(of: command, transform, to: &list)
    }
  }

  private func addStrips(of command: DrawCommand, _ transform: Transform, to list: inout DisplayList) {
    let height = leaf.place.page.height
    let content = DisplayList([command])
    for index in 0..<Self.strips {
      let low = side.from + (side.to - side.from) * Double(index) / Double(Self.strips)
      let high = side.from + (side.to - side.from) * Double(index + 1) / Double(Self.strips)
      guard high > low else { continue }
      let plane = leaf.chord(from: low, to: high)
      let (left, right) = (low * leaf.place.page.width, min(high * leaf.place.page.width + 0.75, to))
      list.group(
        Group(
          DisplayList { $0.group(Group(content, transform: plane * transform)) },
          clip: Clip(.rect(Rect(x: left, y: -height, width: right - left, height: 3 * height)), transform: plane)))
    }
  }

  // MARK: Outlines

  /// An outline of the leaf's plane on the canvas, cut to the side: what lies beyond falls onto its ends.
  func fill(_ path: Path) -> Path {
    Path { builder in
      for subpath in path.subpaths {
        builder.move(to: project(subpath.start))
        for segment in subpath.segments { add(segment, to: &builder) }
        builder.close()
      }
    }
  }

  /// A line of the leaf's plane on the canvas, without what lies beyond the side.
  private func stroke(_ path: Path) -> Path {
    guard side.from > 0 || side.to < 1 else {
      return Path { builder in
        for subpath in path.subpaths {
          builder.move(to: project(subpath.start))
          for segment in subpath.segments { add(segment, to: &builder) }
          if subpath.isClosed { builder.close() }
        }
      }
    }
    return Path { builder in
      for subpath in path.subpaths {
        var isDrawing = false
        for segment in subpath.segments {
          for piece in pieces(of: segment) {
            let isInside = (from...to).contains(piece.point(at: 0.5).x)
            if isInside {
              if !isDrawing { builder.move(to: project(piece.start)) }
              append(piece, to: &builder)
            }
            isDrawing = isInside
          }
        }
      }
    }
  }

  private func add(_ segment: Path.Segment, to builder: inout PathBuilder) {
    for piece in pieces(of: segment) { append(piece, to: &builder) }
  }

  private func append(_ piece: Path.Segment, to builder: inout PathBuilder) {
    switch piece {
    case .line(let a, let b):
      let end = project(b)
      // Short lines, and lines along the hinge, do not visibly bend.
      if abs(a.x - b.x) < step / 8 { return builder.line(to: end) }
      let middle = project((a + b) / 2)
      builder.quad(middle * 2 - (project(a) + end) / 2, to: end)
    case .quad(_, let control, let end): builder.quad(project(control), to: project(end))
    case .cubic(_, let c, let d, let end): builder.cubic(project(c), project(d), to: project(end))
    }
  }

  private func project(_ p: Point) -> Point { leaf.project(Point(min(max(p.x, from), to), p.y)) }

  /// Parts of a segment that are short along the leaf, and lines cut at the side's ends.
  private func pieces(of segment: Path.Segment) -> [Path.Segment] {
    let (low, high) = Self.extent(of: segment)
    if high <= from || low >= to { return [.line(segment.start, segment.end)] }
    var cuts = [0.0, 1]
    let count = ((high - low) / step).rounded(.up)
    if count > 1 { cuts = (0...Int(count)).map { Double($0) / count } }
    if case .line(let a, let b) = segment, a.x != b.x {
      cuts += [from, to].map { ($0 - a.x) / (b.x - a.x) }.filter { $0 > 0 && $0 < 1 }
      cuts.sort()
    }
    return zip(cuts, cuts.dropFirst()).map { segment.slice(from: $0, to: $1) }
  }

  private static func extent(of segment: Path.Segment) -> (low: Double, high: Double) {
    switch segment {
    case .line(let a, let b): (min(a.x, b.x), max(a.x, b.x))
    case .quad(let a, let b, let c): (min(a.x, b.x, c.x), max(a.x, b.x, c.x))
    case .cubic(let a, let b, let c, let d): (min(a.x, b.x, c.x, d.x), max(a.x, b.x, c.x, d.x))
    }
  }
}
