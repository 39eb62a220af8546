import StageKit

/// Reads the paints of one glyph of a `ColorTable` as a drawing, in the font's units, y upward.
final class PaintReader {
  private let table: ColorTable
  private let color: (_ index: Int, _ opacity: Double) -> Color
  private let outline: (UInt32) -> Path

  /// Glyphs have hundreds; this ends those that grow without bound.
  private var remainingPaints = 10_000

  /// Fonts nest a few levels; this ends those that nest in a circle.
  private static let maximumDepth = 32

  init(
    table: ColorTable, color: @escaping (_ index: Int, _ opacity: Double) -> Color, outline: @escaping (UInt32) -> Path
  ) {
    self.table = table
    self.color = color
    self.outline = outline
  }

  /// The drawing of the paint at an offset.
  func drawing(at offset: Int, depth: Int) -> DisplayList {
    guard depth < Self.maximumDepth, remainingPaints > 0 else { return DisplayList() }
    remainingPaints -= 1
    if let transform = transform(at: offset) {
      let child = drawing(at: child(of: offset), depth: depth + 1)
      return DisplayList { $0.group(Group(child, transform: transform)) }
    }
    var list = DisplayList()
    switch table.byte(offset) {
    case 1:
      let layers = table.layers(from: table.unsigned32(offset + 2), count: table.byte(offset + 1))
      for layer in layers { list.append(drawing(at: layer, depth: depth + 1)) }
    case 10:
      let path = outline(UInt32(table.unsigned16(offset + 4)))
      list = filled(path, at: child(of: offset), depth: depth + 1)
    case 11:
      guard let root = table.paint(of: UInt32(table.unsigned16(offset + 1))) else { break }
      list = drawing(at: root, depth: depth + 1)
    case 32:
      let source = drawing(at: child(of: offset), depth: depth + 1)
      let backdrop = drawing(at: offset + table.unsigned24(offset + 5), depth: depth + 1)
      list = Self.composite(source, backdrop, mode: table.byte(offset + 4))
    default:
      // A color or gradient without an outline covers all that a glyph may cover.
      guard let paint = paint(at: offset) else { break }
      list.fill(.rect(Rect(x: -16384, y: -16384, width: 32768, height: 32768)), paint)
    }
    return list
  }

  private func child(of offset: Int) -> Int { offset + table.unsigned24(offset + 1) }

  /// An outline filled by a color or gradient, or else cut out of what the paint draws.
  private func filled(_ path: Path, at offset: Int, depth: Int) -> DisplayList {
    var total = Transform.identity
    var offset = offset
    for _ in depth..<Self.maximumDepth {
      guard let inner = transform(at: offset) else { break }
      total = total * inner
      offset = child(of: offset)
    }
    // Transforms between an outline and its paint hold for the paint alone.
    if let paint = paint(at: offset), let inverse = total.inverse {
      return DisplayList { $0.fill(path.transformed(by: inverse), paint, transform: total) }
    }
    let content = drawing(at: offset, depth: depth + 1)
    return DisplayList { $0.group(clip: Clip(path)) { $0.group(Group(content, transform: total)) } }
  }

  private static func composite(_ source: DisplayList, _ backdrop: DisplayList, mode: Int) -> DisplayList {
    DisplayList { list in
      switch mode {
      case 0: break  // clear
      case 1: list.append(source)
      case 2: list.append(backdrop)
      case 4:  // destination over
        list.append(source)
        list.append(backdrop)
      case 5: list.group(Group(source, mask: Mask(backdrop)))  // source in
      case 6: list.group(Group(backdrop, mask: Mask(source)))  // destination in
      case 7: list.group(Group(source, mask: Mask(backdrop, isInverted: true)))  // source out
      case 8: list.group(Group(backdrop, mask: Mask(source, isInverted: true)))  // destination out
      case 9:  // source atop
        list.append(backdrop)
        list.group(Group(source, mask: Mask(backdrop)))
      case 10:  // destination atop
        list.append(source)
        list.group(Group(backdrop, mask: Mask(source)))
      case 11:  // exclusive or
        list.group(Group(source, mask: Mask(backdrop, isInverted: true)))
        list.group(Group(backdrop, mask: Mask(source, isInverted: true)))
      default:
        list.append(backdrop)
        list.group(Group(source, blend: blendModes[mode] ?? .normal))
      }
    }
  }

  private static let blendModes: [Int: BlendMode] = [
    12: .plus, 13: .screen, 14: .overlay, 15: .darken, 16: .lighten, 17: .colorDodge, 18: .colorBurn, 19: .hardLight,
    20: .softLight, 21: .difference, 22: .exclusion, 23: .multiply, 24: .hue, 25: .saturation, 26: .color,
    27: .luminosity,
  ]
}

// MARK: Transforms

extension PaintReader {
  /// The transform of a paint that is one; its child is what it transforms. Odd formats are the variable ones.
  private func transform(at offset: Int) -> Transform? {
    let fields = offset + 4
    switch table.byte(offset) {
    case 12, 13:
      let matrix = offset + table.unsigned24(fields)
      let m = (0..<6).map { table.fixed(matrix + $0 * 4) }
      return Transform(m[0], m[2], m[4], m[1], m[3], m[5])
    case 14, 15: return .translation(table.point(fields))
    case 16, 17: return .scale(table.fraction(fields), table.fraction(fields + 2))
    case 18, 19: return about(fields + 4, .scale(table.fraction(fields), table.fraction(fields + 2)))
    case 20, 21: return .scale(table.fraction(fields))
    case 22, 23: return about(fields + 2, .scale(table.fraction(fields)))
    // Angles are in half turns, counterclockwise with y upward.
    case 24, 25: return .rotation(degrees: table.fraction(fields) * 180)
    case 26, 27: return about(fields + 2, .rotation(degrees: table.fraction(fields) * 180))
    case 28, 29: return skew(fields)
    case 30, 31: return about(fields + 4, skew(fields))
    default: return nil
    }
  }

  private func about(_ offset: Int, _ transform: Transform) -> Transform {
    let center = table.point(offset)
    return .translation(center) * transform * .translation(-center.x, -center.y)
  }

  private func skew(_ fields: Int) -> Transform {
    func tangent(_ offset: Int) -> Double {
      let (sine, cosine) = sineAndCosine(degrees: table.fraction(offset) * 180)
      return cosine == 0 ? 0 : sine / cosine
    }
    return Transform(1, -tangent(fields), 0, tangent(fields + 2), 1, 0)
  }
}

// MARK: Colors and gradients

extension PaintReader {
  /// The paint at an offset where it is a color or a gradient. Odd formats are the variable ones.
  private func paint(at offset: Int) -> Paint? {
    let fields = offset + 4
    switch table.byte(offset) {
    case 2, 3: return .color(color(table.unsigned16(offset + 1), table.fraction(offset + 3)))
    case 4, 5: return linear(fields, line(at: offset))
    case 6, 7: return radial(fields, line(at: offset))
    case 8, 9:
      let (start, end) = (table.fraction(fields + 4) * 180, table.fraction(fields + 6) * 180)
      let stops = line(at: offset).stops.map { GradientStop($0.offset * (end - start) / 360, $0.color) }
      return .conic(center: table.point(fields), startDegrees: start, stops: stops)
    default: return nil
    }
  }

  /// The gradient runs along p0 to p1, and its colors are constant along p0 to p2.
  private func linear(_ fields: Int, _ line: ColorLine) -> Paint {
    let (p0, p1, p2) = (table.point(fields), table.point(fields + 4), table.point(fields + 8))
    let normal = Point((p2 - p0).y, -(p2 - p0).x)
    let length = normal.x * normal.x + normal.y * normal.y
    let along = p1 - p0
    let whole = length == 0 ? along : normal * ((along.x * normal.x + along.y * normal.y) / length)
    // Stops may lie beyond 0 and 1, but not those of a paint.
    let (first, last) = line.range
    let stops = line.stops.map { GradientStop(($0.offset - first) / (last - first), $0.color) }
    return .linear(from: p0 + whole * first, to: p0 + whole * last, stops: stops, spread: line.spread)
  }

  private func radial(_ fields: Int, _ line: ColorLine) -> Paint {
    let (r0, r1) = (Double(table.unsigned16(fields + 4)), Double(table.unsigned16(fields + 10)))
    let (first, last) = line.range
    func radius(_ offset: Double) -> Double { r0 + (r1 - r0) * offset }
    let outer = max(radius(first), radius(last))
    guard outer > 0 else { return .color(line.stops.last?.color ?? .clear) }
    var stops = line.stops.map { GradientStop(min(max(radius($0.offset) / outer, 0), 1), $0.color) }
    if radius(first) > radius(last) { stops.reverse() }
    let center = table.point(r1 >= r0 ? fields + 6 : fields)
    return .radial(center: center, radius: outer, stops: stops, spread: line.spread)
  }

  private struct ColorLine {
    /// In order of their offsets.
    var stops: [GradientStop]
    var spread: Spread

    /// The first and the last offset, which differ.
    var range: (Double, Double) {
      let (first, last) = (stops.first?.offset ?? 0, stops.last?.offset ?? 1)
      return last > first ? (first, last) : (first, first + 1)
    }
  }

  private func line(at offset: Int) -> ColorLine {
    let line = child(of: offset)
    let size = table.byte(offset) % 2 == 1 ? 10 : 6
    let stops = (0..<min(table.unsigned16(line + 1), 1000)).map { index in
      let stop = line + 3 + index * size
      return GradientStop(table.fraction(stop), color(table.unsigned16(stop + 2), table.fraction(stop + 4)))
    }
    let ordered = stops.enumerated().sorted { ($0.1.offset, $0.0) < ($1.1.offset, $1.0) }.map(\.1)
    let spreads: [Int: Spread] = [1: .repeat, 2: .mirror]
    return ColorLine(stops: ordered, spread: spreads[table.byte(line)] ?? .pad)
  }
}
