import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A round stamp, put on a page a little askew.
struct Stamp: ParameterGroup {
  @Parameter("The text in its middle.") var text = "VERIFIED"
  @Parameter("The text that runs around.") var ring = ""
  @Parameter("The angle by which it is turned, clockwise.", .range(-360...360, .degrees)) var angle = -14.0
  @Parameter("Its middle, in fractions of the page.") var position: Point = Point(0.7, 0.78)
  @Parameter("Its diameter as a share of the page's height.", .range(0.02...1)) var size = 0.32
  @Parameter("The opacity of its ink.", .fraction) var opacity = 0.62
  @Parameter("Its ink; without it, the accent color.") var color: Color?

  func draw(onto list: inout DisplayList, in page: Size, palette: Palette, type: Typesetter) throws {
    let radius = size * page.height / 2
    let ink = color ?? palette.accent
    var art = DisplayList()
    art.stroke(.circle(center: .zero, radius: radius * 0.96), ink, StrokeStyle(width: radius * 0.05))
    art.stroke(.circle(center: .zero, radius: radius * 0.88), ink, StrokeStyle(width: radius * 0.018))
    art.stroke(.circle(center: .zero, radius: radius * 0.62), ink, StrokeStyle(width: radius * 0.018))
    if !ring.isEmpty { art.fill(try around(radius: radius * 0.69, height: radius * 0.17, type), ink) }
    let width = radius * 1.06
    let block = try type.block(
      text, size: radius * 0.3, weight: 700, isTitle: true, spacing: radius * 0.02, alignment: .center, width: width)
    art.fill(block.outline, ink, transform: .translation(-width / 2, -block.size.height / 2))
    for side in [-1.0, 1] {
      let y = side * radius * 0.24
      art.fill(
        .rect(Rect(x: -radius * 0.3, y: y - radius * 0.01, width: radius * 0.6, height: radius * 0.02)), ink)
    }
    list.group(
      Group(
        art,
        transform: .translation(Point(position.x * page.width, position.y * page.height)) * .rotation(degrees: angle),
        opacity: opacity))
  }

  /// Text along the outside of a circle, its middle at the top.
  private func around(radius: Double, height: Double, _ type: Typesetter) throws -> Path {
    let room = 2 * Double.pi * radius * 0.94
    let block = try type.block(ring, size: height, weight: 700, spacing: height * 0.16, width: room)
    let baseline = block.size.height * 0.79
    return Path { path in
      for element in block.outline.elements {
        path.append(
          element.mapped { p in
            let angle = (p.x - block.size.width / 2) / radius
            let distance = radius + baseline - p.y
            return Point(sin(angle) * distance, -cos(angle) * distance)
          })
      }
    }
  }
}

extension Path.Element {
  /// This element with all its points moved.
  fileprivate func mapped(_ move: (Point) -> Point) -> Path.Element {
    switch self {
    case .move(let p): .move(move(p))
    case .line(let p): .line(move(p))
    case .quad(let c, let p): .quad(move(c), move(p))
    case .cubic(let c, let d, let p): .cubic(move(c), move(d), move(p))
    case .close: .close
    }
  }
}
