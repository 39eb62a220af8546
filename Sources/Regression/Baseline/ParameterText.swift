import Foundation
import LottieFiles
import StageKit

/// A stage's parameters as text, one entry for every value that a job could write alone.
///
/// Keys are paths such as `moves[0].to.distance`. Files are given by name and content, so that an edited map or
/// picture counts as an edited parameter.
struct ParameterText {
  private(set) var entries: [String: String] = [:]

  init(_ parameters: ParameterValues) { add(parameters, at: "") }

  /// With the keys by which a job makes a stage come in and leave; those that are parameters, too, begin with `stage.`.
  init(_ parameters: ParameterValues, motion: ParameterValues) {
    self.init(parameters)
    for entry in motion.entries {
      add(entry.value, at: parameters[entry.name] == nil ? entry.name : "stage.\(entry.name)")
    }
  }

  /// With the parts of a Lottie animation that a parameter names, below the path of its file.
  mutating func add(animation file: FileReference, of parameter: String, _ animation: String?) {
    guard let data = FileManager.default.contents(atPath: file.path),
      let parts = try? LottieParts([UInt8](data), name: file.literal, animation: animation)
    else { return }
    for (path, text) in parts.entries { entries["\(parameter).\(path)"] = text }
  }

  /// The paths of all values that a job does not give, sorted: a new version of a stage may bring some of its own.
  static func defaults(of parameters: ParameterValues, isGiven: (String) -> Bool) -> [String] {
    var text = ParameterText(ParameterValues())
    text.addDefaults(parameters, at: "", isGiven: isGiven)
    return text.entries.keys.sorted()
  }

  private mutating func addDefaults(_ parameters: ParameterValues, at path: String, isGiven: (String) -> Bool) {
    for entry in parameters.entries {
      let own = path.isEmpty ? entry.name : "\(path).\(entry.name)"
      if !isGiven(own) {
        add(entry.value, at: own)
      } else if case .object(let fields) = entry.value {
        addDefaults(fields, at: own, isGiven: isGiven)
      } else if case .variant(let name, let fields) = entry.value {
        addDefaults(fields, at: "\(own).\(name)", isGiven: isGiven)
      } else if case .list(let items) = entry.value {
        for (index, item) in items.enumerated() {
          if case .object(let fields) = item { addDefaults(fields, at: "\(own)[\(index)]", isGiven: isGiven) }
        }
      }
    }
  }

  private mutating func add(_ parameters: ParameterValues, at path: String) {
    for entry in parameters.entries { add(entry.value, at: path.isEmpty ? entry.name : "\(path).\(entry.name)") }
  }

  private mutating func add(_ value: ParameterValue, at path: String) {
    switch value {
    case .number(let number): entries[path] = Self.text(number)
    case .boolean(let value): entries[path] = "\(value)"
    case .text(let text): entries[path] = text
    case .color(let color): entries[path] = color.cssText
    case .point(let point): entries[path] = Self.text(point)
    case .coordinate(let coordinate): entries[path] = Self.text(coordinate)
    case .path(let outline): add(outline, at: path)
    case .paint(let paint): add(paint, at: path)
    case .stops(let stops): add(stops, at: path)
    case .curve(let curve): entries[path] = "\(curve)"
    case .file(let file): entries[path] = Self.text(file)
    case .route(.file(let file, let selection)):
      let text = "\(selection)"
      entries[path] = Self.text(file) + (text.isEmpty ? "" : ", \(text)")
    case .route(.coordinates(let coordinates)): list(coordinates.map(Self.text), at: path)
    case .list(let items): for (index, item) in items.enumerated() { add(item, at: "\(path)[\(index)]") }
    case .object(let parameters): add(parameters, at: path)
    case .variant(let name, let parameters): add(parameters, at: "\(path).\(name)")
    case .animation(let animation): add(animation, at: path)
    }
  }

  private mutating func add(_ animation: AnimationValue, at path: String) {
    if let follow = animation.follow { entries["\(path).follow"] = "\(follow.stage).\(follow.output)" }
    for (index, frame) in animation.frames.enumerated() {
      let keyframe = "\(path).keyframes[\(index)]"
      entries["\(keyframe).at"] = Self.text(frame.time)
      add(frame.value, at: "\(keyframe).value")
      if frame.curve != .linear { entries["\(keyframe).curve"] = "\(frame.curve)" }
      if let out = frame.outward { entries["\(keyframe).out"] = Self.text(out) }
      if let back = frame.inward { entries["\(keyframe).in"] = Self.text(back) }
    }
    if animation.mode != .linear { entries["\(path).mode"] = animation.mode.rawValue }
    if animation.repeatCount != 1 { entries["\(path).repeat"] = Self.text(animation.repeatCount) }
    if animation.autoreverse { entries["\(path).autoreverse"] = "true" }
  }

  private mutating func add(_ paint: PaintValue, at path: String) {
    switch paint {
    case .color(let color): entries[path] = color.cssText
    case .gradient(let gradient):
      switch gradient.geometry {
      case .angle(let degrees): entries["\(path).linear.angle"] = Self.text(degrees)
      case .line(let from, let to):
        entries["\(path).linear.from"] = Self.text(from)
        entries["\(path).linear.to"] = Self.text(to)
      case .radial(let center, let radius):
        entries["\(path).radial.center"] = Self.text(center)
        entries["\(path).radial.radius"] = Self.text(radius)
      case .conic(let center, let degrees):
        entries["\(path).conic.center"] = Self.text(center)
        entries["\(path).conic.angle"] = Self.text(degrees)
      case .along: entries["\(path).along"] = "true"
      }
      add(gradient.stops, at: "\(path).stops")
      entries["\(path).spread"] = "\(gradient.spread)"
      entries["\(path).units"] = gradient.units.rawValue
      if gradient.interpolation != .srgb { entries["\(path).interpolation"] = gradient.interpolation.rawValue }
    }
  }

  private mutating func add(_ stops: [GradientStop], at path: String) {
    list(stops.map { "\(Self.text($0.offset)) \($0.color.cssText)" }, at: path)
  }

  private mutating func add(_ outline: Path, at path: String) {
    list(
      outline.elements.map { element in
        switch element {
        case .move(let p): "M \(Self.text(p))"
        case .line(let p): "L \(Self.text(p))"
        case .quad(let c, let p): "Q \(Self.text(c)) \(Self.text(p))"
        case .cubic(let a, let b, let p): "C \(Self.text(a)) \(Self.text(b)) \(Self.text(p))"
        case .close: "Z"
        }
      }, at: path)
  }

  /// One entry each, or for long lists a single one with their digest.
  private mutating func list(_ items: [String], at path: String) {
    if items.count <= 64 {
      for (index, item) in items.enumerated() { entries["\(path)[\(index)]"] = item }
    } else {
      let digest = Digest { hasher in for item in items { hasher.combine(item) } }
      entries[path] = "\(items.count) items, \(digest)"
    }
  }

  static func text(_ file: FileReference) -> String {
    guard let content = FileManager.default.contents(atPath: file.path) else { return "\(file.literal), unreadable" }
    return "\(file.literal), \(content.count) bytes, \(Digest { $0.combine(bytes: content) })"
  }

  private static func text(_ p: Point) -> String { "\(text(p.x)),\(text(p.y))" }
  private static func text(_ c: Coordinate) -> String { "\(text(c.longitude)),\(text(c.latitude))" }

  /// Without a fraction where there is none.
  static func text(_ number: Double) -> String {
    if number.isInfinite { return number > 0 ? "forever" : "-forever" }
    if abs(number) < 1e15, let whole = Int(exactly: number) { return "\(whole)" }
    return "\(number)"
  }
}
