import StageKit

/// A page of a book that turns over about the middle of a box: its front is half of one scene, its back half of the next.
struct PageTurn {
  let direction: SceneTransition.Direction
  let box: Rect

  private var isSideways: Bool { direction == .left || direction == .right }

  /// The half of the box that the page leaves, or the one that it comes to.
  private func half(isLeft: Bool) -> Rect {
    let isSecond = isLeft == (direction == .left || direction == .up)
    let (width, height) = (box.width / (isSideways ? 2 : 1), box.height / (isSideways ? 1 : 2))
    return Rect(
      x: box.x + (isSideways && isSecond ? width : 0), y: box.y + (!isSideways && isSecond ? height : 0), width: width,
      height: height)
  }

  func drawing(from old: DisplayList, to new: DisplayList, _ t: Double, isShaded: Bool) -> DisplayList {
    let (source, target) = (half(isLeft: true), half(isLeft: false))
    let isFront = t < 0.5
    // The page rises out of its half, and its back comes down onto the other one.
    let angle = (isFront ? t * 180 : t * 180 - 180) * (direction == .left || direction == .up ? -1 : 1)
    let turn =
      Transform.translation(box.center)
      * Depth.transform(
        x: isSideways ? 0 : -angle, y: isSideways ? angle : 0, distance: 1.6 * max(box.width, box.height))
      * .translation(Point.zero - box.center)
    // The height of the page's edge over the book.
    let lift = min(t, 1 - t) * 2
    return DisplayList { list in
      list.group(Group(old, clip: Clip(.rect(target))))
      list.group(Group(new, clip: Clip(.rect(source))))
      if isShaded {
        shade(isFront ? source : target, 0.3 * (1 - lift), onto: &list)
        shade(isFront ? target : source, 0.12 * lift, onto: &list)
      }
      list.group(transform: turn) { list in
        let page = isFront ? source : target
        list.group(Group(isFront ? old : new, clip: Clip(.rect(page))))
        if isShaded { shade(page, 0.25 * lift, onto: &list) }
      }
    }
  }

  /// A shadow that is darkest at the spine.
  private func shade(_ rect: Rect, _ opacity: Double, onto list: inout DisplayList) {
    let spine = box.center
    let far =
      isSideways
      ? Point(rect.center.x < spine.x ? rect.x : rect.maxX, spine.y)
      : Point(spine.x, rect.center.y < spine.y ? rect.y : rect.maxY)
    let stops = [GradientStop(0, Color.black.opacity(opacity)), GradientStop(1, Color.black.opacity(opacity * 0.2))]
    list.fill(.rect(rect), .linear(from: spine, to: far, stops: stops))
  }
}
