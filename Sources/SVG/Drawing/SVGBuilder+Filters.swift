import StageKit

extension SVGBuilder {
  /// A drawing after a filter: each of its steps is a drawing made of others. Unknown steps return their input.
  mutating func filtered(
    _ source: DisplayList, by id: String, bounds: Rect?, at element: SVGElement, _ context: Context
  ) throws -> DisplayList {
    guard let filter = document.element(id: id), filter.name == "filter" else {
      omit("'filter' refers to nothing in this file", at: element)
      return source
    }
    // The 'href' of SVG 1.1 is not followed by browsers, either.
    if filter["href"] != nil { omit("the 'href' of a filter is not followed", at: filter) }
    // A filter of no steps, or of an empty region, leaves nothing.
    let region = self.region(filter, filter["filterUnits"] == "userSpaceOnUse" ? nil : bounds ?? .zero, context)
    guard !region.isEmpty, filter.elements.contains(where: { $0.name.hasPrefix("fe") }) else { return DisplayList() }
    // Cuts the input and the output of a step to the region.
    func kept(_ list: DisplayList) -> DisplayList {
      guard let box = list.bounds, region.intersection(box) != box else { return list }
      return DisplayList { $0.group(clip: Clip(.rect(region))) { $0.append(list) } }
    }
    let source = kept(source)
    let isInBox = filter["primitiveUnits"] == "objectBoundingBox"
    let scale = isInBox ? bounds?.size ?? Size(1, 1) : Size(1, 1)
    var results: [String: DisplayList] = ["SourceGraphic": source, "SourceAlpha": Self.alpha(of: source)]
    var last = source
    for step in filter.elements {
      let style = style(inFile: step)
      var isLinear = style["color-interpolation-filters"] != "srgb"
      func taken(_ list: DisplayList) -> DisplayList { isLinear ? LinearLight.light(list) : list }
      func given(_ name: String) -> DisplayList { step[name].map { results[$0] ?? last } ?? last }
      func input(_ name: String) -> DisplayList {
        if let input = step[name], ["FillPaint", "StrokePaint"].contains(input) {
          omit("'\(input)' as an input is not drawn", at: step)
        }
        return taken(given(name))
      }
      func numbers(_ name: String) -> [Double] { step[name].map { SVGValues.numbers($0) } ?? [] }
      func number(_ name: String, _ other: Double) -> Double {
        let numbers = numbers(name)
        return numbers.count == 1 ? numbers[0] : other
      }
      let isDrop = step.name == "feDropShadow"
      let offset = Point(
        number("dx", isDrop ? 2 : 0) * scale.width, number("dy", isDrop ? 2 : 0) * scale.height)
      let deviations = numbers("stdDeviation")
      let sides =
        step["stdDeviation"] == nil && isDrop
        ? [2, 2]
        : deviations.count == 2 ? deviations : deviations.count == 1 ? [deviations[0], deviations[0]] : [0, 0]
      let (across, down) = (sides[0] * scale.width, sides[1] * scale.height)
      let sigma = across < 0 || down < 0 ? 0 : across
      if ["feGaussianBlur", "feDropShadow"].contains(step.name), abs(across - down) > 1e-6 * max(across, down) {
        omit("the blur is drawn as wide as it is high", at: step)
      }
      let nodes = step.elements.filter { $0.name == "feMergeNode" }.map { $0["in"].flatMap { results[$0] } ?? last }
      // In linear light where that makes a difference.
      let mixed = step.name == "feMerge" ? nodes : [given("in")] + (step["in2"] == nil ? [] : [given("in2")])
      isLinear = isLinear && (step.name == "feComponentTransfer" || mixes(step, mixed))
      var flood = style.color("flood-color") ?? .black
      if isLinear { flood = LinearLight.light(flood, in: style.gamut) }
      let color = Color(flood.red, flood.green, flood.blue, flood.alpha * style.share("flood-opacity"))
      switch step.name {
      case "feGaussianBlur":
        if let mode = step["edgeMode"], mode != "none" { omit("'edgeMode: \(mode)' is not drawn", at: step) }
        last = Self.group(input("in"), effects: sigma > 0 ? [.blur(sigma: sigma)] : [])
      case "feDropShadow":
        last = Self.group(input("in"), effects: [.dropShadow(color: color, offset: offset, sigma: sigma)])
      case "feOffset":
        let moved = input("in")
        last = DisplayList { $0.group(transform: .translation(offset)) { $0.append(moved) } }
      case "feFlood": last = DisplayList { $0.fill(.rect(region), color) }
      case "title", "desc", "animate", "set", "script": continue
      case "feMerge":
        let merged = nodes.map(taken)
        last = DisplayList { list in for node in merged { list.append(node) } }
      case "feBlend":
        let (top, below) = (input("in"), input("in2"))
        last = DisplayList { list in
          list.append(below)
          list.group(Group(top, blend: Self.blend(step["mode"]), isIsolated: true))
        }
        last = Self.group(last, isIsolated: true)
      case "feComposite":
        guard let composed = Self.composed(input("in"), input("in2"), step) else {
          omit("the filter '\(step.name)' with '\(step["operator"] ?? "")' is not drawn", at: step)
          continue
        }
        last = composed
      case "feColorMatrix":
        let taken = input("in")
        guard let colored = Self.colored(taken, step["type"] ?? "matrix", numbers("values")) else {
          omit("the filter '\(step.name)' with these values is not drawn", at: step)
          continue
        }
        last = colored
      case "feComponentTransfer":
        guard let changed = transferred(given("in"), step, isLinear: isLinear) else {
          omit(
            "the filter '\(step.name)' is drawn for colors alone, and for an alpha that is multiplied by up to 1",
            at: step)
          continue
        }
        // Its table has both ways.
        isLinear = false
        last = changed
      default:
        isLinear = false
        omit("the filter '\(step.name)' is not drawn", at: step)
      }
      if isLinear { last = LinearLight.components(last) }
      // A step may say in which part of the region it is seen.
      if ["x", "y", "width", "height"].contains(where: { step[$0] != nil }) {
        let part = subregion(of: step, isInBox ? bounds ?? .zero : nil, region, context)
        let whole = last
        last = DisplayList { $0.group(clip: Clip(.rect(part))) { $0.append(whole) } }
      }
      if step !== filter.elements.last { last = kept(last) }
      if let name = step["result"] { results[name] = last }
    }
    return DisplayList { list in list.group(clip: Clip(.rect(region))) { [last] in $0.append(last) } }
  }

  private mutating func subregion(of step: SVGElement, _ box: Rect?, _ region: Rect, _ context: Context) -> Rect {
    func value(_ name: String, otherwise other: Double, origin: Double, side: Double, whole: Double) -> Double {
      guard let length = length(name, of: step, box == nil ? whole : 1, context) else { return other }
      return box == nil ? length : origin + length * side
    }
    let (width, height) = (context.viewport.width, context.viewport.height)
    return Rect(
      x: value("x", otherwise: region.x, origin: box?.x ?? 0, side: box?.width ?? 0, whole: width),
      y: value("y", otherwise: region.y, origin: box?.y ?? 0, side: box?.height ?? 0, whole: height),
      width: value("width", otherwise: region.width, origin: 0, side: box?.width ?? 0, whole: width),
      height: value("height", otherwise: region.height, origin: 0, side: box?.height ?? 0, whole: height))
  }

  /// Whether it makes a difference for a step that it mixes colors in linear light.
  private func mixes(_ step: SVGElement, _ inputs: [DisplayList]) -> Bool {
    let isPlain: Bool =
      switch step.name {
      case "feBlend": (step["mode"] ?? "normal") == "normal" && inputs.first.map(Self.isHard) == true
      case "feColorMatrix":
        (step["type"] ?? "matrix") == "matrix"
          && (step["values"].map { SVGValues.numbers($0) } ?? []).prefix(15).allSatisfy { $0 == 0 || $0 == 1 }
      case "feMerge": inputs.dropFirst().allSatisfy(Self.isHard)
      case "feComposite": ["in", "out"].contains(step["operator"]) || inputs.allSatisfy(Self.isHard)
      case "feGaussianBlur", "feDropShadow": inputs.allSatisfy { Self.colors(of: $0).count < 2 }
      default: true
      }
    return !isPlain
  }

  /// Whether a drawing covers wholly or not at all: without blurs, and nothing seen through.
  private static func isHard(_ list: DisplayList) -> Bool {
    list.commands.allSatisfy { command in
      switch command {
      case .fill(_, _, let paint, _), .stroke(_, _, let paint, _): paint.isOpaque
      case .group(let group):
        group.opacity == 1 && group.mask == nil && isHard(group.content)
          && group.effects.allSatisfy { if case .color = $0 { true } else { false } }
      default: false
      }
    }
  }

  /// The colors of a drawing, whatever their opacity; a gradient or a picture counts as two.
  private static func colors(of list: DisplayList) -> Set<Color> {
    list.commands.reduce(into: []) { colors, command in
      switch command {
      case .fill(_, _, .color(let color), _), .stroke(_, _, .color(let color), _):
        colors.insert(Color(color.red, color.green, color.blue))
      case .group(let group):
        var own = Self.colors(of: group.content)
        for effect in group.effects {
          // All is black by itself: of a matrix of nothing.
          if case .color(let matrix) = effect, matrix == Self.black { own = [.black] }
          if case .dropShadow(let color, _, _) = effect { own.insert(Color(color.red, color.green, color.blue)) }
        }
        colors.formUnion(own)
      default: colors.formUnion([.black, .white])
      }
    }
  }

  private static let black = ColorMatrix(red: .zero, green: .zero, blue: .zero)

  private static func group(
    _ content: DisplayList, effects: [Effect] = [], isIsolated: Bool = false
  ) -> DisplayList {
    DisplayList { $0.group(Group(content, effects: effects, isIsolated: isIsolated)) }
  }

  /// The same in black.
  private static func alpha(of content: DisplayList) -> DisplayList {
    group(content, effects: [.color(black)])
  }

  private static func blend(_ mode: String?) -> BlendMode {
    switch mode {
    case "multiply": .multiply
    case "screen": .screen
    case "overlay": .overlay
    case "darken": .darken
    case "lighten": .lighten
    case let mode: mode.flatMap { blends[$0] } ?? .normal
    }
  }

  /// Porter and Duff's operators, and sums and differences; nil for others.
  private static func composed(_ top: DisplayList, _ below: DisplayList, _ step: SVGElement) -> DisplayList? {
    func masked(_ content: DisplayList, by mask: DisplayList, isInverted: Bool = false) -> DisplayList {
      DisplayList { $0.group(mask: Mask(mask, isInverted: isInverted)) { $0.append(content) } }
    }
    func stacked(_ parts: DisplayList...) -> DisplayList { DisplayList { for part in parts { $0.append(part) } } }
    func sum(_ a: DisplayList, _ b: DisplayList) -> DisplayList {
      group(
        DisplayList { list in
          list.append(a)
          list.group(blend: .plus) { $0.append(b) }
        }, isIsolated: true)
    }
    switch step["operator"] ?? "over" {
    case "over": return stacked(below, top)
    case "in": return masked(top, by: below)
    case "out": return masked(top, by: below, isInverted: true)
    case "atop": return sum(masked(below, by: top, isInverted: true), masked(top, by: below))
    case "xor": return sum(masked(top, by: below, isInverted: true), masked(below, by: top, isInverted: true))
    case "lighter": return sum(below, top)
    case "arithmetic":
      let k = ["k1", "k2", "k3", "k4"].map { name in step[name].flatMap { SVGValues.numbers($0).first } ?? 0 }
      // A difference is taken for what is left of one outside of the other, which it is where alphas are 0 or 1.
      if k[1] * k[2] < 0, !isHard(k[1] < 0 ? top : below) { return nil }
      switch k {
      case [1, 0, 0, 0]: return masked(top, by: below)
      case [0, 1, 1, 0]: return sum(below, top)
      case [0, -1, 1, 0]: return masked(below, by: top, isInverted: true)
      case [0, 1, -1, 0]: return masked(top, by: below, isInverted: true)
      default: return nil
      }
    default: return nil
    }
  }

  /// Colors changed by a matrix. Alpha may be multiplied by a number; above 1 edges are as good as hard.
  private static func colored(_ content: DisplayList, _ type: String, _ values: [Double]) -> DisplayList? {
    switch type {
    case "saturate": return group(content, effects: [.color(.saturation(values.first ?? 1))])
    case "hueRotate": return group(content, effects: [.color(.hue(degrees: values.first ?? 0))])
    case "matrix":
      if values.isEmpty { return content }
      guard values.count == 20 else { return nil }
      let rows = (0..<4).map { Array(values[$0 * 5..<$0 * 5 + 5]) }
      let alpha = rows[3]
      // Colors are those of what is there: what depends on alpha would be a color by itself.
      guard rows[..<3].allSatisfy({ $0[3] == 0 }), alpha[..<3].allSatisfy({ $0 == 0 }), alpha[4] == 0, alpha[3] >= 0,
        alpha[3] <= 1 || isHard(content)
      else { return nil }
      func row(_ index: Int) -> SIMD4<Double> { SIMD4(rows[index][0], rows[index][1], rows[index][2], rows[index][4]) }
      let matrix = ColorMatrix(red: row(0), green: row(1), blue: row(2))
      let effects: [Effect] = matrix == .identity ? [] : [.color(matrix)]
      return DisplayList { $0.group(Group(content, opacity: min(alpha[3], 1), effects: effects)) }
    default: return nil
    }
  }
}

extension Paint {
  /// Whether nothing is seen through it.
  fileprivate var isOpaque: Bool {
    switch self {
    case .color(let color): color.alpha >= 1
    case .linear(_, _, let stops, let spread), .radial(_, _, let stops, let spread):
      spread != .clear && stops.allSatisfy { $0.color.alpha >= 1 }
    default: false
    }
  }
}
