@_spi(Host) import Coding
import StageKit

/// A shape that `clip-path` names by a function (CSS Masking 1, 5.1; CSS Shapes 1, 3).
struct SVGBasicShape {
  /// The name of the box in which it lies.
  let boxName: String
  private let name: String
  private let arguments: Substring

  private static let boxes: Set<String> = [
    "border-box", "content-box", "fill-box", "margin-box", "padding-box", "stroke-box", "view-box",
  ]

  /// Nil where the value is neither a function nor a box.
  init?(_ value: String) {
    var rest = value.trimmed
    var (boxName, name, arguments) = ("border-box", "", Substring())
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isWhitespace && $0 != "(" }
      guard rest.dropFirst(word.count).first == "(" else {
        guard Self.boxes.contains(word.lowercased()) else { return nil }
        boxName = word.lowercased()
        rest = rest.dropFirst(word.count).trimmed
        continue
      }
      guard name.isEmpty, let end = rest.lastIndex(of: ")") else { return nil }
      name = word.lowercased()
      arguments = rest[..<end].dropFirst(word.count + 1).trimmed
      rest = rest[end...].dropFirst().trimmed
    }
    (self.boxName, self.name, self.arguments) = (boxName, name, arguments)
  }

  /// Its outline; nil where it is not understood.
  func clip(in box: Rect, _ font: SVGFontSize) -> Clip? {
    switch name {
    case "": return Clip(.rect(box))
    case "circle", "ellipse": return round(in: box, font)
    case "inset": return inset(in: box, font)
    case "polygon", "path":
      var parts = StyleDeclaration.parts(of: arguments, at: ",").map { $0.trimmed }
      var rule = FillRule.nonzero
      if let word = parts.first?.lowercased(), ["nonzero", "evenodd"].contains(word) {
        if word == "evenodd" { rule = .evenOdd }
        parts.removeFirst()
      }
      if name == "path" {
        guard parts.count == 1, let data = SVGProperty.pathData("path(\(parts[0]))") else { return nil }
        let (path, fault) = SVGPath.parse(data)
        return fault == nil ? Clip(path, rule: rule, transform: .translation(box.origin)) : nil
      }
      let points = parts.compactMap { part -> Point? in
        let lengths = part.split(whereSeparator: \.isWhitespace).compactMap { Self.length($0) }
        guard lengths.count == 2 else { return nil }
        return Point(box.x + lengths[0].value(of: box.width, font), box.y + lengths[1].value(of: box.height, font))
      }
      return points.count == parts.count && points.count > 2 ? Clip(.polyline(points, closed: true), rule: rule) : nil
    default: return nil
    }
  }

  /// A length with a unit, or 0.
  private static func length(_ text: Substring) -> SVGLength? {
    SVGLength(String(text)).flatMap { $0.hasUnit || $0.plainNumber == 0 ? $0 : nil }
  }

  private func round(in box: Rect, _ font: SVGFontSize) -> Clip? {
    var words = arguments.split(whereSeparator: \.isWhitespace)
    var center = box.center
    if let at = words.firstIndex(where: { $0.lowercased() == "at" }) {
      let place = words[(at + 1)...].joined(separator: " ")
      guard SVGProperty.read(place, of: "transform-origin", asStyle: true) != nil else { return nil }
      center = SVGBuilder.origin(place.lowercased(), in: box, font)
      words = Array(words[..<at])
    }
    guard words.isEmpty || words.count == (name == "circle" ? 1 : 2) else { return nil }
    let (left, right) = (abs(center.x - box.minX), abs(box.maxX - center.x))
    let (top, bottom) = (abs(center.y - box.minY), abs(box.maxY - center.y))
    func radius(_ index: Int, _ near: Double, _ far: Double, _ whole: Double) -> Double? {
      switch index < words.count ? words[index].lowercased() : "closest-side" {
      case "closest-side": near
      case "farthest-side": far
      default: Self.length(words[index]).flatMap { $0.isNegative ? nil : $0.value(of: whole, font) }
      }
    }
    if name == "circle" {
      let whole = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
      return radius(0, min(left, right, top, bottom), max(left, right, top, bottom), whole).map {
        Clip(.circle(center: center, radius: $0))
      }
    }
    guard let rx = radius(0, min(left, right), max(left, right), box.width),
      let ry = radius(1, min(top, bottom), max(top, bottom), box.height)
    else { return nil }
    return Clip(.ellipse(in: Rect(center: center, size: Size(2 * rx, 2 * ry))))
  }

  private func inset(in box: Rect, _ font: SVGFontSize) -> Clip? {
    let words = arguments.split(whereSeparator: \.isWhitespace)
    let mark = words.firstIndex { $0.lowercased() == "round" } ?? words.endIndex
    let sides = words[..<mark].compactMap { Self.length($0) }
    let radii = words[mark...].dropFirst().compactMap { Self.length($0) }
    // One radius for all corners.
    guard (1...4).contains(sides.count), sides.count == mark, radii.count == max(words.count - mark - 1, 0),
      radii.count < 2
    else { return nil }
    func side(_ place: Int, _ whole: Double) -> Double {
      let index = place < sides.count ? place : place == 3 && sides.count > 1 ? 1 : place == 2 ? 0 : 0
      return sides[index].value(of: whole, font)
    }
    let (top, right) = (side(0, box.height), side(1, box.width))
    let (bottom, left) = (side(2, box.height), side(3, box.width))
    let rect = Rect(
      x: box.x + left, y: box.y + top, width: max(box.width - left - right, 0),
      height: max(box.height - top - bottom, 0))
    let radius = radii.first?.value(of: box.width, font) ?? 0
    let most = min(radius, rect.width / 2, rect.height / 2)
    return Clip(most > 0 ? .roundedRect(rect, radius: most) : .rect(rect))
  }
}

extension SVGBuilder {
  /// The clip of a `clip-path` that is a shape by itself; nil where it is not understood.
  mutating func basicClip(_ value: String, bounds: Rect?, _ context: Context) -> Clip? {
    guard let shape = SVGBasicShape(value) else { return nil }
    var box = bounds ?? .zero
    switch shape.boxName {
    case "view-box": box = Rect(x: 0, y: 0, width: context.viewport.width, height: context.viewport.height)
    case "border-box", "margin-box", "stroke-box":
      // A box without strokes has that of its outline.
      if context.style["stroke"] != "none" {
        box = box.inset(by: -(context.style.length("stroke-width", of: context.viewport.width) ?? 1) / 2)
      }
    default: break
    }
    return shape.clip(in: box, context.style.fontSize)
  }
}
