import Foundation
import Geometry
import Graphics

/// Shapes that every engine draws, as `Benchmarks/shapes` writes them: numbers of 64 bits in little-endian order.
struct Scene {
  enum PaintKind: Int { case solid, linear, radial, conic, nearest, bilinear }

  struct Shape {
    enum Kind: Int { case alignedRect, rect, roundedRect, polygon, world }

    var kind: Kind
    /// Degrees about the middle of the box.
    var angle: Double
    var box: Rect
    var radius: Double
    /// One, or the stops of a gradient at 0, 0.5 and 1.
    var colors: [Color]
    var points: [Point]
  }

  var paint: PaintKind
  /// 0 for fills.
  var strokeWidth: Double
  var rule: FillRule
  var picture: Image?
  /// An outline in the unit square, which each shape takes in its own size.
  var world: [[Point]]
  var shapes: [Shape]

  init(file: String) throws {
    var numbers = Numbers(try Data(contentsOf: URL(fileURLWithPath: file)))
    paint = PaintKind(rawValue: numbers.integer()) ?? .solid
    strokeWidth = numbers.next()
    rule = numbers.integer() == 1 ? .evenOdd : .nonzero
    let side = numbers.integer()
    let pixels = (0..<side * side).flatMap { _ -> [UInt8] in
      let pixel = UInt32(numbers.next())
      return [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: pixel >> $0) }
    }
    picture = Image(width: side, height: side, premultiplied: pixels)
    world = (0..<numbers.integer()).map { _ in numbers.points() }
    shapes = (0..<numbers.integer()).map { _ in
      Shape(
        kind: Shape.Kind(rawValue: numbers.integer()) ?? .rect, angle: numbers.next(),
        box: Rect(x: numbers.next(), y: numbers.next(), width: numbers.next(), height: numbers.next()),
        radius: numbers.next(), colors: (0..<3).map { _ in numbers.color() }, points: numbers.points())
    }
  }

  /// The shapes as commands, each with a path of its own, a little farther to the right in each turn.
  func list(turn: Int = 0) -> DisplayList {
    DisplayList { list in
      for var shape in shapes {
        // Aligned ones stay so.
        let distance = shape.kind == .alignedRect ? Double(turn % 8) : Double(turn) / 4096
        shape.box.x += distance
        // The world lies in a space of its own.
        if shape.kind == .world { shape.box.width -= distance }
        for index in shape.points.indices { shape.points[index].x += distance }
        let (path, transform) = outline(of: shape)
        if strokeWidth > 0 {
          list.stroke(path, paint(of: shape), StrokeStyle(width: strokeWidth), transform: transform)
        } else {
          list.fill(path, paint(of: shape), rule: rule, transform: transform)
        }
      }
    }
  }

  private func outline(of shape: Shape) -> (Path, Transform) {
    let turn = shape.angle == 0 ? .identity : Transform.rotation(degrees: shape.angle, about: shape.box.center)
    switch shape.kind {
    case .alignedRect, .rect: return (.rect(shape.box), turn)
    case .roundedRect: return (.roundedRect(shape.box, radius: shape.radius), turn)
    case .polygon: return (.polyline(shape.points, closed: true), turn)
    case .world:
      let path = Path { path in
        for ring in world {
          path.polyline(ring.lazy.map { Point($0.x * shape.box.width, $0.y * shape.box.width) }, closed: true)
        }
      }
      return (path, .translation(shape.box.x, shape.box.y))
    }
  }

  private func paint(of shape: Shape) -> Paint {
    let (box, center) = (shape.box, shape.box.center)
    let stops = zip([0, 0.5, 1], shape.colors).map { GradientStop($0, $1) }
    switch paint {
    case .solid: return .color(shape.colors[0])
    case .linear:
      let inset = Point(0.2 * box.width, 0.2 * box.height)
      return .linear(
        from: Point(box.minX + inset.x, box.minY + inset.y), to: Point(box.maxX - inset.x, box.maxY - inset.y),
        stops: stops)
    case .radial: return .radial(center: center, radius: box.width / 2, stops: stops)
    case .conic: return .conic(center: center, startDegrees: 0, stops: stops)
    case .nearest, .bilinear:
      guard let picture else { return .color(.clear) }
      return .image(picture, placement: .translation(box.x, box.y))
    }
  }
}

/// Reads a scene's numbers in order.
private struct Numbers {
  private let values: [Double]
  private var position = 0

  init(_ data: Data) {
    values = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { index in
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
      }
    }
  }

  mutating func next() -> Double {
    defer { position += 1 }
    return values[position]
  }

  mutating func integer() -> Int { Int(next()) }

  mutating func points() -> [Point] { (0..<integer()).map { _ in Point(next(), next()) } }

  /// Straight alpha, red, green and blue of 8 bits, the highest first.
  mutating func color() -> Color {
    let bits = UInt32(next())
    func component(_ shift: UInt32) -> Double { Double(bits >> shift & 255) / 255 }
    return Color(component(16), component(8), component(0), component(24))
  }
}
