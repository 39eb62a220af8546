import StageKit

/// A booklet's pages and what they are made of: drawn for a pose and a place.
struct Booklet: Sendable {
  /// What is printed on the faces, in a page's design units: the cover, then pairs of a left page and the right page
  /// that it faces, so that the last is a right page.
  let cover: DisplayList
  let left: [DisplayList]
  let right: [DisplayList]
  /// A page's size in design units.
  let design: Size
  let coverColor: Color
  let shading: Shading
  /// Of the cover, as a share of a page's height; a sheet of paper has a third of it.
  let thickness: Double

  /// The cover and every further sheet.
  var leafCount: Int { left.count }

  /// Draws everything but the shadow on the table.
  func draw(_ pose: Pose, at place: Place, onto list: inout DisplayList) {
    let edgeOn = place.edgeOnAngle
    let angles = pose.angles
    drawBack(pose, at: place, onto: &list)
    // On the right the leaves further turned are nearer to the eye, on the left those less turned. Of sheets at one
    // angle only the nearest is seen.
    for leaf in angles.indices.reversed() where angles[leaf] < edgeOn {
      let isHidden = leaf > 0 && angles[leaf - 1] == angles[leaf]
      if !isHidden { draw(leaf: leaf, isFront: true, pose, at: place, onto: &list) }
    }
    for leaf in angles.indices where angles[leaf] >= edgeOn {
      let isHidden = leaf > 0 && leaf + 1 < angles.count && angles[leaf + 1] == angles[leaf]
      if !isHidden { draw(leaf: leaf, isFront: false, pose, at: place, onto: &list) }
    }
  }

  /// The back cover and the last right page, which never turn.
  private func drawBack(_ pose: Pose, at place: Place, onto list: inout DisplayList) {
    let transform = place.transform(angle: 0)
    drawBoard(angle: 0, isFront: true, pose, at: place, transform, onto: &list)
    // Nothing shows while the sheet above lies on it.
    guard let nearest = pose.angles.last, nearest > 0, let page = right.last else { return }
    list.fill(place.paper, pose.color, transform: transform)
    list.group(Group(page, transform: transform * scaling(at: place)))
    shade(place.paper, angle: 0, isFront: true, opening: nearest, place, transform, onto: &list)
    drawEdges(of: pose, at: place, transform, onto: &list)
  }

  /// The inside of the cover or of the back cover, a border around the paper: shaded by the angle between the two, so
  /// that both are alike when they lie flat.
  private func drawBoard(
    angle: Double, isFront: Bool, _ pose: Pose, at place: Place, _ transform: Transform, onto list: inout DisplayList
  ) {
    list.fill(place.outline, coverColor, transform: transform)
    guard let cover = pose.angles.first, cover > 0 else { return }
    shade(place.outline, angle: angle, isFront: isFront, opening: cover, place, transform, onto: &list)
  }

  private func draw(leaf: Int, isFront: Bool, _ pose: Pose, at place: Place, onto list: inout DisplayList) {
    let angle = pose.angles[leaf]
    let isCover = leaf == 0
    let outline = isCover ? place.outline : place.paper
    let slab = Slab.outline(
      of: outline, angle: angle, thickness: thickness * place.page.height * (isCover ? 1 : 0.34), at: place)
    let edge = (isCover ? coverColor : pose.color).interpolated(to: Shading.ink, at: 0.25)
    list.fill(slab, edge)
    let transform = place.transform(angle: angle)
    guard Self.isVisible(transform, page: place.page) else { return }
    let opening = opening(leaf: leaf, isFront: isFront, pose)
    let face = isCover && !isFront ? place.paper : outline
    if isCover, isFront {
      list.fill(outline, coverColor, transform: transform)
      list.group(Group(cover, transform: transform * scaling(at: place)))
    } else {
      if isCover { drawBoard(angle: angle, isFront: false, pose, at: place, transform, onto: &list) }
      list.fill(face, pose.color, transform: transform)
    }
    let page = isFront ? (isCover ? nil : right[leaf - 1]) : left[leaf]
    if let page {
      let side = isFront ? Transform.identity : Self.mirror(place.page.width)
      list.group(Group(page, transform: transform * side * scaling(at: place)))
    }
    shade(face, angle: angle, isFront: isFront, opening: opening, place, transform, onto: &list)
    if !isFront, leaf == pose.angles.lastIndex(where: { $0 == angle }) {
      drawEdges(of: pose, at: place, transform, onto: &list)
    }
  }

  /// Whether a face that is nearly edge-on is wide enough to leave a trace.
  private static func isVisible(_ transform: Transform, page: Size) -> Bool {
    let near = transform.apply(.zero)
    let far = transform.apply(Point(page.width, 0))
    return transform.isFinite && transform.determinant != 0 && abs(far.x - near.x) > 1e-3
  }

  /// From a left page's own coordinates, x from its outer edge, to those of the leaf, x from the hinge: mirrored, so that
  /// a back reads rightly once the leaf has turned over.
  static func mirror(_ width: Double) -> Transform { Transform(-1, 0, width, 0, 1, 0) }

  private func scaling(at place: Place) -> Transform {
    .scale(place.page.width / design.width, place.page.height / design.height)
  }

  /// The angle between a face and the face it shuts against; nil for the outside of the cover.
  private func opening(leaf: Int, isFront: Bool, _ pose: Pose) -> Double? {
    if isFront { return leaf == 0 ? nil : pose.angles[leaf - 1] - pose.angles[leaf] }
    return pose.angles[leaf] - (leaf + 1 < pose.angles.count ? pose.angles[leaf + 1] : 0)
  }

  private func shade(
    _ outline: Path, angle: Double, isFront: Bool, opening: Double?, _ place: Place, _ transform: Transform,
    onto list: inout DisplayList
  ) {
    let stops = shading.darkness(angle: angle, isFront: isFront, opening: opening)
    if stops.contains(where: { $0.color.alpha > 0 }) {
      list.fill(
        outline, .linear(from: .zero, to: Point(place.page.width, 0), stops: stops), transform: transform)
    }
    let gloss = shading.gloss(angle: angle, isFront: isFront)
    if gloss > 0 { list.fill(outline, .white.opacity(gloss), transform: transform) }
  }

  /// The edges of the sheets below, as fine lines along a page's outer edge.
  private func drawEdges(
    of pose: Pose, at place: Place, _ transform: Transform, onto list: inout DisplayList
  ) {
    let line = place.margin * 0.22
    let radius = max(place.radius - place.margin, 0)
    let edge = place.page.width - place.margin
    for index in 0..<2 {
      let x = edge - line * (1.4 + 2.2 * Double(index))
      list.stroke(
        .line(from: Point(x, place.margin + radius), to: Point(x, place.page.height - place.margin - radius)),
        Shading.ink.opacity(0.1), StrokeStyle(width: line), transform: transform)
    }
  }
}
