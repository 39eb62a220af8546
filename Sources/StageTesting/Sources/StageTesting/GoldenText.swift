import StageKit

extension DisplayList {
  /// The drawing as text: a line for each command and each element of its path, groups indented, numbers rounded to
  /// thousandths.
  public var goldenText: String { commands.map { $0.lines(indent: "") }.joined() }
}

extension DrawCommand {
  fileprivate func lines(indent: String) -> String {
    switch self {
    case .fill(let path, let rule, let paint, let transform):
      let ruled = rule == .evenOdd ? "fill even-odd" : "fill"
      return "\(indent)\(ruled) \(paint.text)\(transform.text)\n" + path.lines(indent: indent + "  ")
    case .stroke(let path, let style, let paint, let transform):
      return "\(indent)stroke \(style.text) \(paint.text)\(transform.text)\n" + path.lines(indent: indent + "  ")
    case .group(let group):
      return "\(indent)group\(group.text)\n" + group.content.commands.map { $0.lines(indent: indent + "  ") }.joined()
    case .backdrop(let filter):
      let outline = filter.outline.commands.map { $0.lines(indent: indent + "  ") }.joined()
      return "\(indent)backdrop\(filter.text)\n" + outline
    case .exposure(let exposure):
      let samples = exposure.samples.map { sample in
        "\(indent)  sample \(sample.weight)\n"
          + sample.content.commands.map { $0.lines(indent: indent + "    ") }.joined()
      }
      return "\(indent)exposure\n" + samples.joined()
    case .solids(let solids, let transform):
      return "\(indent)solids \(solids.mesh.digest)\(transform.text)\n"
    }
  }
}

extension Group {
  fileprivate var text: String {
    var text = opacity == 1 ? "" : " opacity \(short(opacity))"
    if isIsolated { text += " isolated" }
    if blend != .normal { text += " \(blend)" }
    text += transform.text
    if let clip { text += " clip \(clip.path.text)\(clip.transform.text)" }
    if let mask {
      text +=
        " mask(\(mask.isInverted ? "inverted " : "")\(mask.channel): \(mask.content.goldenText.split(separator: "\n").joined(separator: "; ")))"
    }
    for effect in effects {
      switch effect {
      case .blur(let sigma): text += " blur \(short(sigma))"
      case .dropShadow(let color, let offset, let sigma):
        text += " shadow \(color.text) \(offset.text) blur \(short(sigma))"
      case .shadow(let color, let offset, let sigma):
        text += " shadow-only \(color.text) \(offset.text) blur \(short(sigma))"
      case .innerShadow(let color, let offset, let sigma):
        text += " inner-shadow \(color.text) \(offset.text) blur \(short(sigma))"
      case .color(let matrix): text += " color \(matrix.text)"
      case .grade(let grade): text += " grade \(grade.text)"
      case .graph(let graph): text += " filter \(graph.steps.count) steps \(Digest { graph.digest(into: &$0) })"
      case .highlights(let threshold): text += " highlights above \(short(threshold))"
      }
    }
    return text
  }
}

extension BackdropFilter {
  fileprivate var text: String {
    var text = " blur \(short(sigma))"
    if opacity != 1 { text += " opacity \(short(opacity))" }
    if let color { text += " color \(color.text)" }
    if let grade { text += " grade \(grade.text)" }
    if let highlights { text += " highlights above \(short(highlights))" }
    return text + transform.text
  }
}

extension Grade {
  fileprivate var text: String {
    var parts: [String] = []
    func add(_ name: String, _ numbers: Double...) {
      parts.append("\(name) \(numbers.map(short).joined(separator: " "))")
    }
    if tone.exposure != 0 { add("exposure", tone.exposure) }
    for (name, part, neutral) in [("lift", tone.lift, 0.0), ("gain", tone.gain, 1), ("gamma", tone.gamma, 1)]
    where part != SIMD3(repeating: neutral) {
      add(name, part.x, part.y, part.z)
    }
    let named = [
      ("curve", curves.all), ("red", curves.red), ("green", curves.green), ("blue", curves.blue),
      ("saturation", curves.saturation),
    ]
    for case (let name, let curve?) in named { parts.append("\(name) \(curve.points.map(\.text).joined())") }
    if matrix != .identity { parts.append("color \(matrix.text)") }
    if let table { parts.append("table \(table.table.digest) \(short(table.amount))") }
    if let vignette {
      let frame = vignette.frame
      add("vignette", vignette.amount, vignette.start, frame.x, frame.y, frame.width, frame.height)
    }
    if let grain { add("grain", grain.amount, grain.size, Double(grain.seed), Double(grain.frame)) }
    return "(\(parts.joined(separator: ", ")))"
  }
}

extension ColorMatrix {
  fileprivate var text: String {
    let numbers = [red, green, blue].flatMap { row in (0..<4).map { short(row[$0]) } }
    return "(\(numbers.joined(separator: " ")))"
  }
}

extension Paint {
  fileprivate var text: String {
    switch self {
    case .color(let color): color.text
    case .linear(let from, let to, let stops, let spread): "linear \(from.text) \(to.text) \(stops.text) \(spread)"
    case .radial(let center, let radius, let stops, let spread):
      "radial \(center.text) \(short(radius)) \(stops.text) \(spread)"
    case .conical(let focus, let inner, let center, let radius, let stops, let spread):
      "conical \(focus.text) \(short(inner)) \(center.text) \(short(radius)) \(stops.text) \(spread)"
    case .conic(let center, let start, let stops): "conic \(center.text) \(short(start)) \(stops.text)"
    case .image(let image, let placement, let spread, let opacity):
      "image \(image.width)x\(image.height) \(image.digest)\(placement.text) \(spread) \(short(opacity))"
    case .alongPath(let start, let end, let stops): "along \(short(start)) \(short(end)) \(stops.text)"
    }
  }
}

extension [GradientStop] {
  fileprivate var text: String { "[\(map { "\(short($0.offset)) \($0.color.text)" }.joined(separator: ", "))]" }
}

extension Color {
  fileprivate var text: String { "(\([red, green, blue, alpha].map(short).joined(separator: " ")))" }
}

extension Point {
  fileprivate var text: String { "(\(short(x)) \(short(y)))" }
}

extension StrokeStyle {
  fileprivate var text: String {
    var text = "\(short(width)) \(cap) \(join)"
    if join == .miter && miterLimit != 4 { text += " \(short(miterLimit))" }
    if !dashes.isEmpty { text += " dashes \(dashes.map(short).joined(separator: " ")) from \(short(dashOffset))" }
    return order == .outlineThenTransform ? text : text + " of the canvas"
  }
}

extension Transform {
  fileprivate var text: String {
    if self == .identity { return "" }
    let rows = [m11, m12, m13, m21, m22, m23] + (isAffine ? [] : [m31, m32, m33])
    return " by \(rows.map(short).joined(separator: " "))"
  }
}

extension Path {
  fileprivate var text: String { lines(indent: "").split(separator: "\n").joined(separator: " ") }

  fileprivate func lines(indent: String) -> String {
    elements.map { element in
      switch element {
      case .move(let p): "\(indent)M \(Self.text(p))\n"
      case .line(let p): "\(indent)L \(Self.text(p))\n"
      case .quad(let a, let p): "\(indent)Q \(Self.text(a, p))\n"
      case .cubic(let a, let b, let p): "\(indent)C \(Self.text(a, b, p))\n"
      case .close: "\(indent)Z\n"
      }
    }.joined()
  }

  private static func text(_ points: Point...) -> String {
    points.map { "\(short($0.x)) \(short($0.y))" }.joined(separator: "  ")
  }
}

/// Rounded to thousandths, without a fraction where there is none.
private func short(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}
