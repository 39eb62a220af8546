import Documents
import StageKit

extension DocumentReader {
  /// The effects and layer styles of a layer; those that are not drawn are noted.
  func filters(_ entry: JSONNode) throws -> [LayerFilter] {
    var result: [LayerFilter] = []
    for effect in try objects("ef", of: entry) where effect["en"]?.isTrue ?? true {
      if let filter = try filter(effect) { result.append(filter) }
    }
    for style in try objects("sy", of: entry) where style["en"]?.isTrue ?? true {
      if let filter = try layerStyle(style) { result.append(filter) }
    }
    return result
  }

  /// The values of an effect by their places in it.
  private struct Values {
    let reader: DocumentReader
    let list: [JSONNode]

    func value(_ place: Int) -> JSONNode { list.indices.contains(place) ? list[place] : JSONNode(.object([])) }
    func scalar(_ place: Int, _ standard: Double = 0) throws -> Property<Double> {
      try reader.scalar("v", of: value(place), default: standard)
    }
    func color(_ place: Int) throws -> Property<Vector> { try reader.color("v", of: value(place)) }
  }

  private func filter(_ effect: JSONNode) throws -> LayerFilter? {
    let values = Values(reader: self, list: try objects("ef", of: effect))
    switch effect["ty"]?.whole {
    case 20:
      return .tint(black: try values.color(0), white: try values.color(1), amount: try values.scalar(2, 100))
    case 21: return .fill(color: try values.color(2), opacity: try values.scalar(6, 1))
    case 22:
      let isAll = try values.scalar(1).value(at: 0) != 0
      let mask = try values.scalar(0, 1).value(at: 0)
      let mode = StrokeFilter.Mode(rawValue: Int(min(max(try values.scalar(10, 1).value(at: 0), 1), 3))) ?? .onLayer
      return .stroke(
        StrokeFilter(
          mask: isAll ? nil : Int(min(max(mask, 0), 10_000)), color: try values.color(3), width: try values.scalar(4),
          opacity: try values.scalar(6, 1).map { $0 * 100 }, start: try values.scalar(7),
          end: try values.scalar(8, 100), mode: mode))
    case 23:
      return .tritone(
        bright: try values.color(0), middle: try values.color(1), dark: try values.color(2),
        blend: try values.scalar(3))
    case 24:
      return .levels(
        try [(0, 3), (1, 10), (2, 17), (3, 24)].compactMap { channel, place in
          guard values.list.count > place + 4 else { return nil }
          return LevelsFilter(
            channel: channel, inBlack: try values.scalar(place), inWhite: try values.scalar(place + 1, 1),
            gamma: try values.scalar(place + 2, 1), outBlack: try values.scalar(place + 3),
            outWhite: try values.scalar(place + 4, 1))
        })
    case 25:
      return .shadow(
        ShadowFilter(
          color: try values.color(0), opacity: try values.scalar(1, 255).map { $0 / 255 },
          angle: try values.scalar(2), distance: try values.scalar(3), sigma: try values.scalar(4).map { $0 / 4 },
          isAlone: try values.scalar(5).value(at: 0) != 0))
    case 29:
      if try values.scalar(1, 1).value(at: 0) != 1 { omit("its blur in one direction is drawn in both") }
      return .blur(amount: try values.scalar(0))
    default: return try namedFilter(effect, values)
    }
  }

  private func namedFilter(_ effect: JSONNode, _ values: Values) throws -> LayerFilter? {
    let name = effect["mn"]?.text ?? ""
    if name == "ADBE HUE SATURATION" {
      return .hueSaturation(
        hue: try values.scalar(2), saturation: try values.scalar(3), lightness: try values.scalar(4))
    }
    // Controls that expressions read draw nothing themselves.
    let isControl =
      effect["ty"]?.whole == 5
      && (name.hasSuffix(" Control") || name.lowercased().hasPrefix("pseudo") || values.list.allSatisfy(Self.isControl))
    if !isControl { omit("the effect '\(effect["nm"]?.text ?? name)' is not drawn") }
    return nil
  }

  private static func isControl(_ value: JSONNode) -> Bool { value["mn"]?.text?.hasPrefix("Pseudo") == true }

  private func layerStyle(_ style: JSONNode) throws -> LayerFilter? {
    func shadow() throws -> ShadowFilter {
      // The light comes from the angle, counterclockwise from the right.
      ShadowFilter(
        color: try color("c", of: style), opacity: try scalar("o", of: style, default: 75).map { $0 / 100 },
        angle: try scalar("a", of: style, default: 120).map { 270 - $0 },
        distance: try scalar("d", of: style, default: 5), sigma: try scalar("s", of: style, default: 5).map { $0 / 4 })
    }
    func glow() throws -> ShadowFilter {
      ShadowFilter(
        color: try color("c", of: style), opacity: try scalar("o", of: style, default: 75).map { $0 / 100 },
        angle: Property(0), distance: Property(0), sigma: try scalar("s", of: style, default: 5).map { $0 / 4 })
    }
    let names = [
      0: "stroke", 5: "bevel and emboss", 6: "satin", 8: "gradient overlay",
    ]
    switch style["ty"]?.whole ?? -1 {
    case 1: return .shadow(try shadow())
    case 2: return .innerShadow(try shadow())
    case 3: return .shadow(try glow())
    case 4: return .innerShadow(try glow())
    case 7:
      return .fill(
        color: try color("c", of: style), opacity: try scalar("so", of: style, default: 100).map { $0 / 100 })
    case let type:
      omit("the layer style '\(names[type] ?? "\(type)")' is not drawn")
      return nil
    }
  }
}
