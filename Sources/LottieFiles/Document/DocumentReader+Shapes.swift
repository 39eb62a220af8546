import Documents
import StageKit

extension DocumentReader {
  /// The entries of a shape layer, or of a group in it.
  func shapes(_ list: [JSONNode]) throws -> [ShapeItem] {
    var result: [ShapeItem] = []
    shapeAncestors.append(JSONNode(.list(list)))
    defer { shapeAncestors.removeLast() }
    for entry in list where entry["hd"]?.isTrue != true {
      shapeAncestors.append(entry)
      defer { shapeAncestors.removeLast() }
      guard let item = try shape(entry, after: result) else { continue }
      if case .repeater = item { result = [item] } else { result.append(item) }
    }
    return result
  }

  /// The group of a list of entries, one of which may be its transform.
  func group(_ list: [JSONNode]) throws -> ShapeGroup {
    let own = list.first { $0["ty"]?.text == "tr" }
    let items = try shapes(list)
    if let own { shapeAncestors.append(own) }
    defer { if own != nil { shapeAncestors.removeLast() } }
    return ShapeGroup(items: items, transform: try transform(own))
  }

  private func shape(_ entry: JSONNode, after items: [ShapeItem]) throws -> ShapeItem? {
    let type = entry["ty"]?.text ?? ""
    switch type {
    case "gr":
      var group = try group(try objects("it", of: entry))
      group.blend = blend(of: entry)
      return .group(Shared(group))
    case "sh", "rc", "el", "sr": return .path(Shared(try source(entry, type).prepared))
    case "fl", "st", "gf", "gs": return .style(Shared(try style(entry, type)))
    case "tm", "mm", "rd", "op", "zz", "pb", "tw": return .modifier(Shared(try modifier(entry, type)))
    case "rp": return .repeater(Shared(try repeater(entry, items)))
    case "tr", "no": return nil
    default:
      omit("the shape '\(entry["nm"]?.text ?? type)' of the type '\(type)' is not drawn")
      return nil
    }
  }

  private func isReversed(_ entry: JSONNode) -> Bool { entry["d"]?.whole == 3 }

  private func source(_ entry: JSONNode, _ type: String) throws -> PathSource {
    switch type {
    case "sh":
      // In old files the shape says that it is closed.
      var content = entry
      if let path = entry["ks"] ?? entry["pt"] { content = entry.setting("ks", to: path) }
      return .bezier(try path("ks", of: content), isReversed: isReversed(entry))
    case "rc":
      return .rectangle(
        position: try position("p", of: entry), size: try vector("s", of: entry, default: .zero),
        radius: try scalar("r", of: entry, default: 0), isReversed: isReversed(entry))
    case "el":
      return .ellipse(
        position: try position("p", of: entry), size: try vector("s", of: entry, default: .zero),
        isReversed: isReversed(entry))
    default:
      return .star(
        StarSource(
          isPolygon: entry["sy"]?.whole == 2, position: try position("p", of: entry),
          points: try scalar("pt", of: entry, default: 5), rotation: try scalar("r", of: entry, default: 0),
          innerRadius: try scalar("ir", of: entry, default: 0), outerRadius: try scalar("or", of: entry, default: 0),
          innerRoundness: try scalar("is", of: entry, default: 0),
          outerRoundness: try scalar("os", of: entry, default: 0), isReversed: isReversed(entry)))
    }
  }

  private func style(_ entry: JSONNode, _ type: String) throws -> ShapeStyle {
    let isGradient = type.hasPrefix("g")
    var result = ShapeStyle(
      paint: isGradient ? .gradient(try gradient(entry)) : .color(try color("c", of: entry)),
      opacity: try scalar("o", of: entry, default: 100))
    result.rule = entry["r"]?.whole == 2 ? .evenOdd : .nonzero
    result.blend = blend(of: entry)
    guard type == "st" || type == "gs" else { return result }
    var stroke = ShapeStroke(width: try scalar("w", of: entry, default: 1))
    stroke.cap = [1: LineCap.butt, 2: .round, 3: .square][entry["lc"]?.whole ?? 2] ?? .round
    stroke.join = join(entry)
    stroke.miterLimit =
      entry["ml2"] != nil ? try scalar("ml2", of: entry, default: 4) : try scalar("ml", of: entry, default: 4)
    for dash in try objects("d", of: entry) {
      let length = try scalar("v", of: dash, default: 0)
      if dash["n"]?.text == "o" { stroke.dashOffset = length } else { stroke.dashes.append(length) }
    }
    result.stroke = stroke
    return result
  }

  private func join(_ entry: JSONNode) -> LineJoin {
    [1: LineJoin.miter, 2: .round, 3: .bevel][entry["lj"]?.whole ?? 2] ?? .round
  }

  private func gradient(_ entry: JSONNode) throws -> ShapeGradient {
    guard let colors = entry["g"] else { throw fault("a gradient has no colors 'g'", at: entry) }
    var result = ShapeGradient(
      isRadial: entry["t"]?.whole == 2, start: try vector("s", of: entry, default: .zero),
      end: try vector("e", of: entry, default: .zero), highlightLength: try scalar("h", of: entry, default: 0),
      highlightAngle: try scalar("a", of: entry, default: 0), colorCount: max(colors["p"]?.whole ?? 0, 0),
      values: try numbers("k", of: colors))
    if result.values.isConstant { result.constant = result.stops(at: 0) }
    return result
  }

  private func modifier(_ entry: JSONNode, _ type: String) throws -> PathModifier {
    switch type {
    case "tm":
      return .trim(
        start: try scalar("s", of: entry, default: 0), end: try scalar("e", of: entry, default: 100),
        offset: try scalar("o", of: entry, default: 0), isSequential: entry["m"]?.whole == 2)
    case "mm": return .merge(MergeMode(rawValue: entry["mm"]?.whole ?? 1) ?? .normal)
    case "rd": return .roundCorners(radius: try scalar("r", of: entry, default: 0))
    case "op":
      return .offset(
        amount: try scalar("a", of: entry, default: 0), join: join(entry),
        miterLimit: try scalar("ml", of: entry, default: 4))
    case "zz":
      return .zigZag(
        size: try scalar("s", of: entry, default: 0), ridges: try scalar("r", of: entry, default: 0),
        isSmooth: try scalar("pt", of: entry, default: 1).value(at: 0) == 2)
    case "pb": return .pucker(amount: try scalar("a", of: entry, default: 0))
    default:
      return .twist(angle: try scalar("a", of: entry, default: 0), center: try vector("c", of: entry, default: .zero))
    }
  }

  private func repeater(_ entry: JSONNode, _ items: [ShapeItem]) throws -> Repeater {
    let move = entry["tr"] ?? JSONNode(.object([]))
    return Repeater(
      items: items, copies: try scalar("c", of: entry, default: 1), offset: try scalar("o", of: entry, default: 0),
      isBelow: entry["m"]?.whole != 2, transform: try transform(move),
      startOpacity: try scalar("so", of: move, default: 100), endOpacity: try scalar("eo", of: move, default: 100))
  }
}
