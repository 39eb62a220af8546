import StageKit

/// A picture whose edges and corners keep their size while its middle is stretched.
struct NineSlices {
  /// The parts of the picture, and where they go.
  private let parts: [(source: Rect, target: Rect)]

  /// Edges at the top, the right, the bottom and the left, in pixels; nil without any. Where two edges have no room next to each
  /// other, they shrink.
  init?(_ edges: [Double], of picture: Rect, in box: Rect, pixelsPerPoint: Double) {
    guard edges.count == 4, edges.contains(where: { $0 > 0 }), !picture.isEmpty, !box.isEmpty else { return nil }
    func cuts(_ first: Double, _ last: Double, of whole: Double, in room: Double) -> (
      source: [Double], target: [Double]
    ) {
      let share = min(1, whole / max(first + last, 1e-9))
      let (a, b) = (first * share, last * share)
      let scale = min(1 / pixelsPerPoint, room / max(a + b, 1e-9))
      return ([0, a, whole - b, whole], [0, a * scale, room - b * scale, room])
    }
    let across = cuts(edges[3], edges[1], of: picture.width, in: box.width)
    let down = cuts(edges[0], edges[2], of: picture.height, in: box.height)
    func cell(_ x: [Double], _ y: [Double], _ column: Int, _ row: Int, from origin: Point) -> Rect {
      Rect(
        x: origin.x + x[column], y: origin.y + y[row], width: x[column + 1] - x[column], height: y[row + 1] - y[row])
    }
    parts = (0..<9).compactMap { index in
      let source = cell(across.source, down.source, index % 3, index / 3, from: picture.origin)
      let target = cell(across.target, down.target, index % 3, index / 3, from: box.origin)
      return source.isEmpty || target.isEmpty ? nil : (source, target)
    }
  }

  /// Draws all parts; their shares of the pixels along common edges add up to one.
  func draw(_ content: PictureContent, size: Size, onto list: inout DisplayList) {
    let groups = parts.map { source, target in
      let placement =
        Transform.translation(target.origin)
        * .scale(target.width / source.width, target.height / source.height) * .translation(Point.zero - source.origin)
      let drawing = DisplayList { list in
        switch content {
        case .image(let image):
          let pixel = Transform.scale(size.width / Double(image.width), size.height / Double(image.height))
          list.fill(.rect(target), .image(image, placement: placement * pixel))
        case .drawing(let drawing, _):
          list.group(clip: Clip(.rect(target))) { $0.group(Group(drawing, transform: placement)) }
        }
      }
      return Group(drawing, blend: .plus)
    }
    list.group(Group(DisplayList(groups.map { .group($0) }), isIsolated: true))
  }
}
