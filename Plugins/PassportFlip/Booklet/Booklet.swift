import StageKit

/// A booklet's pages and what they are made of: drawn for a pose and a place.
struct Booklet: Sendable {
  /// The print on the faces, in a page's design units: the cover, then pairs of a left page and the right page that it
  /// faces, so that the last is a right page.
  let cover: DisplayList
  let left: [DisplayList]
  let right: [DisplayList]
  /// A page's size in design units.
  let design: Size
  let coverColor: Color
  let shading: Shading
  /// The thickness of the cover, as a share of a page's height; a sheet of paper has a third of it.
  let thickness: Double
  /// The bend of sheets as they turn: 0 for stiff ones, 1 for paper.
  let flexibility: Double

  /// The cover and every further sheet.
  var leafCount: Int { left.count }

  /// Draws everything but the shadow on the table.
  func draw(_ pose: Pose, at place: BookletPlacement, onto list: inout DisplayList) {
    let leaves = pose.angles.indices.map {
      BentLeaf(bend: pose.bend(ofLeaf: $0, flexibility: flexibility), place: place)
    }
    drawBack(pose, leaves, at: place, onto: &list)
    // On the right the leaves further turned are nearer to the eye, on the left those less turned. Of sheets at one
    // angle only the nearest is seen.
    for index in leaves.indices.reversed() {
      let isHidden = index > 0 && leaves[index - 1].bend == leaves[index].bend
      for side in leaves[index].sides where side.isFront && !isHidden {
        draw(index, side: side, pose: pose, leaves: leaves, onto: &list)
      }
    }
    for index in leaves.indices {
      let isHidden = index > 0 && index + 1 < leaves.count && leaves[index + 1].bend == leaves[index].bend
      for side in leaves[index].sides where !side.isFront && !isHidden {
        draw(index, side: side, pose: pose, leaves: leaves, onto: &list)
      }
    }
  }

  /// The back cover and the last right page, which never turn.
  private func drawBack(_ pose: Pose, _ leaves: [BentLeaf], at place: BookletPlacement, onto list: inout DisplayList) {
    let transform = place.transform(angle: 0)
    drawBoard(.flat(0), isFront: true, pose, at: place, transform, onto: &list)
    // Nothing shows while the sheet above lies on it.
    guard let nearest = leaves.last?.bend, nearest != .flat(0), let page = right.last else { return }
    drawBlock(pose, at: place, transform, onto: &list)
    list.fill(place.paper, pose.color, transform: transform)
    list.group(Group(page, transform: transform * scaling(at: place)))
    shade(place.paper, .flat(0), isFront: true, opening: nearest, at: place, transform, onto: &list)
  }

  /// The inside of the cover or of the back cover, a border around the paper: shaded by the angle between the two, so
  /// that both are alike when they lie flat.
  private func drawBoard(
    _ bend: Bend, isFront: Bool, _ pose: Pose, at place: BookletPlacement, _ transform: Transform,
    onto list: inout DisplayList
  ) {
    list.fill(place.outline, coverColor, transform: transform)
    guard let cover = pose.angles.first, cover > 0 else { return }
    shade(place.outline, bend, isFront: isFront, opening: .flat(cover), at: place, transform, onto: &list)
  }

  /// One side of a leaf, or the part of it that is seen.
  private func draw(
    _ index: Int, side: BentLeaf.Side, pose: Pose, leaves: [BentLeaf], onto list: inout DisplayList
  ) {
    let leaf = leaves[index]
    let opening = opening(of: index, isFront: side.isFront, leaves)
    if leaf.bend.isFlat {
      drawFlat(index, leaf, isFront: side.isFront, opening: opening, pose: pose, onto: &list)
    } else {
      drawBent(index, leaf, side: side, opening: opening, pose: pose, onto: &list)
    }
  }

  private func drawFlat(
    _ index: Int, _ leaf: BentLeaf, isFront: Bool, opening: Bend?, pose: Pose, onto list: inout DisplayList
  ) {
    let (place, bend) = (leaf.place, leaf.bend)
    let isCover = index == 0
    let outline = isCover ? place.outline : place.paper
    let slab = Slab.outline(
      of: outline, angle: bend.start, thickness: thickness * place.page.height * (isCover ? 1 : 0.34), at: place)
    list.fill(slab, (isCover ? coverColor : pose.color).interpolated(to: Shading.ink, at: 0.25))
    let transform = place.transform(angle: bend.start)
    guard Self.isVisible(transform, page: place.page) else { return }
    let face = isCover && !isFront ? place.paper : outline
    if isCover, isFront {
      list.fill(outline, coverColor, transform: transform)
      list.group(Group(cover, transform: transform * scaling(at: place)))
    } else {
      if isCover { drawBoard(bend, isFront: false, pose, at: place, transform, onto: &list) }
      if isCover || bend == .flat(0) || bend == .flat(180) { drawBlock(pose, at: place, transform, onto: &list) }
      list.fill(face, pose.color, transform: transform)
    }
    if let page = page(index, isFront: isFront) {
      list.group(Group(page, transform: transform * side(isFront, at: place)))
    }
    shade(face, bend, isFront: isFront, opening: opening, at: place, transform, onto: &list)
  }

  /// A side of a sheet that rolls: its lines along the hinge are upright on the canvas, so that one gradient shades it.
  private func drawBent(
    _ index: Int, _ leaf: BentLeaf, side: BentLeaf.Side, opening: Bend?, pose: Pose, onto list: inout DisplayList
  ) {
    let drawing = BentDrawing(leaf: leaf, side: side)
    let sheet = drawing.fill(leaf.place.paper)
    list.fill(sheet, pose.color)
    if let page = page(index, isFront: side.isFront) {
      list.append(drawing.bent(page, self.side(side.isFront, at: leaf.place)))
    }
    let stops = shading.stops(leaf.bend, isFront: side.isFront, opening: opening, from: side.from, to: side.to)
    let (start, end) = (leaf.canvasX(side.from), leaf.canvasX(side.to))
    if abs(end - start) > 1e-3 {
      let placed = stops.map { GradientStop((leaf.canvasX($0.offset) - start) / (end - start), $0.color) }
      list.fill(sheet, .linear(from: Point(start, 0), to: Point(end, 0), stops: placed))
    }
    // The edge of the paper, which sets it off from paper below.
    list.stroke(
      sheet, Shading.ink.opacity(0.22), StrokeStyle(width: thickness * leaf.place.page.height * 0.34, join: .round))
  }

  /// The print on a side of a leaf; nil on the outside of the cover.
  private func page(_ index: Int, isFront: Bool) -> DisplayList? {
    isFront ? (index == 0 ? nil : right[index - 1]) : left[index]
  }

  /// Maps a page's design units to the leaf's coordinates, on its front or its back.
  private func side(_ isFront: Bool, at place: BookletPlacement) -> Transform {
    (isFront ? Transform.identity : Self.mirror(place.page.width)) * scaling(at: place)
  }

  /// True if a face that is nearly edge-on is wide enough to leave a trace.
  private static func isVisible(_ transform: Transform, page: Size) -> Bool {
    let near = transform.apply(.zero)
    let far = transform.apply(Point(page.width, 0))
    return transform.isFinite && transform.determinant != 0 && abs(far.x - near.x) > 1e-3
  }

  /// Maps a left page's own coordinates, x from its outer edge, to those of the leaf, x from the hinge: mirrored, so
  /// that a back reads correctly once the leaf has turned over.
  static func mirror(_ width: Double) -> Transform { Transform(-1, 0, width, 0, 1, 0) }

  private func scaling(at place: BookletPlacement) -> Transform {
    .scale(place.page.width / design.width, place.page.height / design.height)
  }

  /// The bend of the leaf that a face shuts against, as seen from the face; nil for the outside of the cover.
  private func opening(of index: Int, isFront: Bool, _ leaves: [BentLeaf]) -> Bend? {
    let bend = leaves[index].bend
    if isFront { return index == 0 ? nil : leaves[index - 1].bend.relative(to: bend.start) }
    return index + 1 < leaves.count ? bend.opening(from: leaves[index + 1].bend) : bend
  }

  private func shade(
    _ outline: Path, _ bend: Bend, isFront: Bool, opening: Bend?, at place: BookletPlacement, _ transform: Transform,
    onto list: inout DisplayList
  ) {
    let stops = shading.stops(bend, isFront: isFront, opening: opening)
    if stops.contains(where: { $0.color.alpha > 0 }) {
      list.fill(outline, .linear(from: .zero, to: Point(place.page.width, 0), stops: stops), transform: transform)
    }
  }

  /// The sheets below a page that lies flat: they fan out toward the outer edge, over the cover's border.
  private func drawBlock(_ pose: Pose, at place: BookletPlacement, _ transform: Transform, onto list: inout DisplayList)
  {
    let sheets = 3
    for index in (1...sheets).reversed() {
      let share = Double(index) / Double(sheets)
      let outline = place.paperEdge(outset: place.margin * 0.5 * share)
      list.fill(outline, pose.color.interpolated(to: Shading.ink, at: index % 2 == 0 ? 0.1 : 0.2), transform: transform)
    }
  }
}
