import StageKit

/// The ring of the classic look, on a unit circle: a white line with a glow that hugs it on both sides.
///
/// The original draws the line six times, each time with a shadow of another blur. Blurred rings are round, so the six
/// together are a radial gradient, which is drawn at its real size in every frame.
enum ClassicHalo {
  /// The line's width, as a share of the ring's radius.
  static let thickness = 1.0 / 24
  /// The reach of the glow, as a share of the ring's radius.
  static let glowReach = 1.0 / 6

  /// The six shadows; a blur's standard deviation is half of its radius.
  static let glow = RadialGlow(
    [1.3, 1.12, 0.94, 0.76, 0.58, 0.40].map { blur in
      BlurredRing(inner: 1 - thickness, outer: 1, sigma: min(1, blur) * glowReach / 2)
    })

  private static let line = Path { builder in
    builder.circle(center: .zero, radius: 1)
    builder.circle(center: .zero, radius: 1 - thickness)
  }

  private static let disc = Path.circle(center: .zero, radius: glow.radius)

  /// The radius of the ring whose glow reaches to `radius`.
  static func ringRadius(within radius: Double) -> Double { radius / (1 + glowReach) }

  static func drawing(_ color: Color) -> DisplayList {
    DisplayList { list in
      list.fill(disc, glow.paint(color))
      list.fill(line, .white, rule: .evenOdd)
    }
  }

  // MARK: Pictures

  /// The radii of the rings in the original's three pictures, in points.
  static let pictureRadii = [20.0, 35, 50]

  /// The three pictures, each with two pixels to a point.
  static func pictures(_ color: Color) -> [Image] { pictureRadii.compactMap { picture(radius: $0, color) } }

  private static func picture(radius: Double, _ color: Color) -> Image? {
    let side = Int((2 * 2 * radius * (1 + glowReach)).rounded())
    let middle = Double(side) / 2
    let unit = 1 / (2 * radius)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(side * side * 4)
    for row in 0..<side {
      for column in 0..<side {
        let offset = Point(Double(column) + 0.5 - middle, Double(row) + 0.5 - middle)
        let distance = offset.length * unit
        func inside(_ edge: Double) -> Double { min(max((edge - distance) / unit + 0.5, 0), 1) }
        let line = inside(1) - inside(1 - thickness)
        let glow = glow.opacity(at: distance) * color.alpha * (1 - line)
        for component in [color.red, color.green, color.blue] { pixels.append(byte(component * glow + line)) }
        pixels.append(byte(glow + line))
      }
    }
    return Image(width: side, height: side, premultiplied: pixels)
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }

  /// The picture that shows at a share of the pulse, stretched over the halo's unit circle with its glow.
  static func drawing(of pictures: [Image], at progress: Double) -> DisplayList {
    let reached = progress * Double(pictures.count)
    let index = (0..<pictures.count).last { Double($0) <= reached } ?? 0
    guard pictures.indices.contains(index) else { return DisplayList() }
    let side = 2 * (1 + glowReach)
    return DisplayList { $0.image(pictures[index], in: Rect(center: .zero, size: Size(side, side))) }
  }
}
