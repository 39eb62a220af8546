import StageKit

/// The relief of a map's ground, as light, shade and colors on it.
struct Relief: Sendable {
  struct Layers: Sendable {
    /// Colors by height.
    var tint: GroundMap.Layer?
    var shading: GroundMap.Layer
  }

  var grid: HeightGrid
  /// A digest of the file and the choices.
  var digest: Digest
  var sun: Sun
  /// The factor for heights.
  var exaggeration: Double
  /// The darkness of the darkest slopes, from 0 to 1.
  var strength: Double
  /// The color of what is level with the sea, where the ground has colors by height; nil where it has none.
  var water: Color?

  /// The number of pixels along the longer side of a picture.
  private static let detail = 1024.0

  /// The part of a rectangle of the ground that the grid covers; the rectangle where that is none.
  func covered(of frame: Rect, on ground: WebMercatorPlane) -> Rect {
    let (low, high) = (ground.point(grid.corners.southWest), ground.point(grid.corners.northEast))
    return Rect(from: Point(low.x, high.y), to: Point(high.x, low.y)).intersection(frame) ?? frame
  }

  /// Pictures of a part of the ground, with so many pixels along its longer side.
  func layers(in frame: Rect, on ground: WebMercatorPlane, detail: Double = Self.detail) -> Layers? {
    let scale = detail / max(frame.width, frame.height)
    let (width, height) = (max(Int((frame.width * scale).rounded()), 1), max(Int((frame.height * scale).rounded()), 1))
    var shading = [UInt8](repeating: 0, count: width * height * 4)
    var tint = water == nil ? [] : shading
    let direction = sun.direction
    for y in 0..<height {
      for x in 0..<width {
        let place = Point(
          frame.minX + (Double(x) + 0.5) / Double(width) * frame.width,
          frame.minY + (Double(y) + 0.5) / Double(height) * frame.height)
        guard let surface = grid.surface(at: ground.coordinate(place)) else { continue }
        let rise = surface.rise * exaggeration
        let normal = SpacePoint(-rise.x, -rise.y, 1).normalized
        // 0 where the ground is level, -1 where the sun does not come.
        let light = max(normal.dot(direction), 0) / direction.z - 1
        let at = (y * width + x) * 4
        Self.put(
          light < 0 ? .black : .white, opacity: light < 0 ? -light * strength : light * strength * 0.5, at, &shading)
        guard let water else { continue }
        let isSea = abs(surface.height) < 0.5 && surface.rise.length < 0.002
        Self.put(isSea ? water : Self.color(ofHeight: surface.height), opacity: 1, at, &tint)
      }
    }
    guard let picture = Image(width: width, height: height, premultiplied: shading) else { return nil }
    return Layers(
      tint: water == nil ? nil : Image(width: width, height: height, premultiplied: tint).map { .picture($0, frame) },
      shading: .picture(picture, frame))
  }

  private static func put(_ color: Color, opacity: Double, _ at: Int, _ pixels: inout [UInt8]) {
    let alpha = min(max(opacity, 0), 1) * 255
    for (part, value) in [color.red, color.green, color.blue, 1].enumerated() {
      pixels[at + part] = UInt8((value * alpha).rounded())
    }
  }

  /// The colors from lowlands to snow.
  private static let tints: [(height: Double, color: Color)] = [
    (-5, Color(hex: 0xC9DFD8)), (0, Color(hex: 0xC3D8AC)), (120, Color(hex: 0xD3DFB1)), (350, Color(hex: 0xE6E0B4)),
    (800, Color(hex: 0xDFC99A)), (1500, Color(hex: 0xC9A983)), (2400, Color(hex: 0xB9A193)),
    (3200, Color(hex: 0xF4F3F1)),
  ]

  static func color(ofHeight height: Double) -> Color {
    guard let next = tints.firstIndex(where: { $0.height > height }) else { return tints[tints.count - 1].color }
    guard next > 0 else { return tints[0].color }
    let (low, high) = (tints[next - 1], tints[next])
    return low.color.interpolated(to: high.color, at: (height - low.height) / (high.height - low.height))
  }
}
