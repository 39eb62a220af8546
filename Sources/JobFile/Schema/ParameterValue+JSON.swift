import Reporting
import StageKit

extension ParameterValue {
  /// The value as a job could write it, with all defaults of keyframes and gradients left out.
  public var json: JSONValue {
    switch self {
    case .number(let value): value.isFinite ? .number(value) : "forever"
    case .boolean(let value): .boolean(value)
    case .text(let value): .string(value)
    case .color(let color): .string(color.cssText)
    case .point(let point): point.json
    case .coordinate(let coordinate): coordinate.json
    case .path(let path): .string(path.svgData)
    case .paint(.color(let color)): .string(color.cssText)
    case .paint(.gradient(let gradient)): gradient.json
    case .stops(let stops): stops.json
    case .curve(let curve): .string("\(curve)")
    case .file(let file): .string(file.literal)
    case .route(.file(let file, let selection)): selection.json(of: file)
    case .route(.coordinates(let coordinates)): .array(coordinates.map(\.json))
    case .list(let items): .array(items.map(\.json))
    case .variant(let name, let fields): .object([.init(name, fields.json)])
    case .object(let fields): fields.json
    case .animation(let animation): animation.json
    }
  }
}

extension ParameterValues {
  /// As `ParameterValue.json`, in the order of their declarations.
  public var json: JSONValue { .object(entries.map { .init($0.name, $0.value.json) }) }
}

extension RouteSelection {
  fileprivate func json(of file: FileReference) -> JSONValue {
    func changed(_ value: Double, from usual: Double) -> JSONValue? { value == usual ? nil : .number(value) }
    if self == RouteSelection() { return .string(file.literal) }
    return .members([
      "file": .string(file.literal), "track": track.map { .number(Double($0)) }, "name": name.map { .string($0) },
      "fromDistance": fromDistance.map { .number($0) }, "toDistance": toDistance.map { .number($0) },
      "fromTime": fromTime.map { .number($0) }, "toTime": toTime.map { .number($0) },
      "maxSpeed": changed(maxSpeed, from: Self.defaultMaxSpeed), "smoothing": changed(smoothing, from: 0),
      "simplify": changed(simplify, from: 0),
    ])
  }
}

extension AnimationValue {
  fileprivate var json: JSONValue {
    .members([
      "follow": follow.map { .string("\($0.stage).\($0.output)") },
      "keyframes": .array(
        frames.map { frame in
          .members([
            "at": .number(frame.time), "value": frame.value.json,
            "curve": frame.curve == .linear ? nil : .string("\(frame.curve)"),
          ])
        }),
      "mode": mode == .linear ? nil : .string(mode.rawValue),
      "repeat": repeatCount == 1 ? nil : repeatCount.isFinite ? .number(repeatCount) : "forever",
      "autoreverse": autoreverse ? true : nil,
    ])
  }
}

extension GradientValue {
  fileprivate var json: JSONValue {
    let (name, fields): (String, [JSONValue.Member]) =
      switch geometry {
      case .angle(let degrees): ("linear", [.init("angle", .number(degrees))])
      case .line(let from, let to): ("linear", [.init("from", from.json), .init("to", to.json)])
      case .radial(let center, let radius):
        ("radial", [.init("center", center.json), .init("radius", .number(radius))])
      case .conic(let center, let angle): ("conic", [.init("center", center.json), .init("angle", .number(angle))])
      case .along: ("along", [])
      }
    let more: [(String, JSONValue?)] = [
      ("stops", stops.json), ("spread", spread == .pad ? nil : .string("\(spread)")),
      ("units", units == .box ? nil : .string(units.rawValue)),
      ("interpolation", interpolation == .srgb ? nil : .string(interpolation.rawValue)),
    ]
    return .object([.init(name, .object(fields + more.compactMap { key, value in value.map { .init(key, $0) } }))])
  }
}

extension [GradientStop] {
  fileprivate var json: JSONValue { .array(map { [.number($0.offset), .string($0.color.cssText)] }) }
}

extension Point {
  fileprivate var json: JSONValue { [.number(x), .number(y)] }
}

extension Coordinate {
  fileprivate var json: JSONValue { [.number(longitude), .number(latitude)] }
}
