extension Easing: CustomStringConvertible {
  /// The curve as text that reads back as an equal one; a name where CSS or Penner has one.
  public var description: String {
    switch self {
    case .linear: "linear"
    case .ease: "default"
    case .easeIn: "ease-in"
    case .easeOut: "ease-out"
    case .easeInOut: "ease-in-out"
    case .cubicBezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(list([x1, y1, x2, y2])))"
    case .steps(let count, let term): "steps(\(count), \(term.rawValue))"
    case .linearStops(let stops):
      "linear(\(stops.corners.map { "\(plain($0.value)) \(percentage($0.position))" }.joined(separator: ", ")))"
    case .spring(let spring):
      "spring(\(list([spring.mass, spring.stiffness, spring.damping, spring.initialVelocity])))"
    case .preset(let preset): preset.name
    case .smooth: "smooth"
    case .materialEmphasized: "material-emphasized"
    }
  }
}

private func list(_ numbers: [Double]) -> String { numbers.map(plain).joined(separator: ", ") }

/// The shortest text that reads back as the number, without a superfluous ".0".
private func plain(_ number: Double) -> String {
  let text = number == 0 ? "0" : "\(number)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// A share of 1 as a percentage that reads back exactly: its text with the decimal point moved by two digits.
private func percentage(_ share: Double) -> String {
  let text = plain(share)
  if let e = text.firstIndex(of: "e") {
    return "\(text[..<e])e\((Int(text[text.index(after: e)...]) ?? 0) + 2)%"
  }
  let sign = text.hasPrefix("-") ? "-" : ""
  let parts = text.drop { $0 == "-" }.split(separator: ".")
  let fraction = parts.count > 1 ? String(parts[1]) : ""
  let padded = fraction + String(repeating: "0", count: max(0, 2 - fraction.count))
  let whole = (parts.first.map(String.init) ?? "0") + padded.prefix(2)
  let significant = whole.drop { $0 == "0" }
  let rest = padded.dropFirst(2)
  return sign + (significant.isEmpty ? "0" : significant) + (rest.isEmpty ? "" : "." + rest) + "%"
}
