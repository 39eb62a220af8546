import Documents
import StageKit

extension DocumentReader {
  /// A number that may change; the first of a list counts.
  func scalar(_ name: String, of value: JSONNode, default standard: Double) throws -> Property<Double> {
    try property(value[name], name, default: standard) { value in
      (value.list?.first ?? value).number.map(Self.bounded)
    }
  }

  /// Up to four numbers that may change; a single one counts for all of them.
  func vector(_ name: String, of value: JSONNode, default standard: Vector) throws -> Property<Vector> {
    try property(value[name], name, default: standard) { Self.vector($0, standard) }
  }

  /// A color, whose components go to 255 in old files.
  func color(_ name: String, of value: JSONNode, default standard: Vector = [0, 0, 0, 1]) throws -> Property<Vector> {
    let color = try vector(name, of: value, default: standard)
    guard version > 0, version < 40109 else { return color }
    return color.map { max($0.x, $0.y, $0.z) > 1 ? Vector($0.x / 255, $0.y / 255, $0.z / 255, 1) : $0 }
  }

  /// Any number of numbers that may change.
  func numbers(_ name: String, of value: JSONNode) throws -> Property<[Double]> {
    try property(value[name], name, default: []) { $0.numbers?.map(Self.bounded) }
  }

  /// A path that may change. In old files the shape says whether it is closed.
  func path(_ name: String, of value: JSONNode) throws -> Property<BezierPath> {
    let isClosed = value["closed"]?.isTrue
    return try property(value[name], name, default: BezierPath()) { Self.path($0, isClosed: isClosed) }
  }

  /// A position, as one value or by its axes.
  func position(_ name: String, of value: JSONNode) throws -> PositionProperty {
    guard let found = value[name], found["s"]?.isTrue == true else {
      return .joined(try vector(name, of: value, default: .zero))
    }
    return .separate(
      x: try scalar("x", of: found, default: 0), y: try scalar("y", of: found, default: 0),
      z: try scalar("z", of: found, default: 0))
  }

  /// The transform of a layer or a group.
  func transform(_ value: JSONNode?, followsPath: Bool = false, isDeep: Bool = false) throws -> TransformProperties {
    guard let value else { return .identity }
    var result = TransformProperties()
    result.anchor = try vector("a", of: value, default: .zero)
    if value["p"] == nil, value["px"] != nil {
      result.position = .separate(
        x: try scalar("px", of: value, default: 0), y: try scalar("py", of: value, default: 0),
        z: try scalar("pz", of: value, default: 0))
    } else {
      result.position = try position("p", of: value)
    }
    result.scale = try vector("s", of: value, default: Vector(100, 100, 100, 100))
    result.rotation = try scalar(value["rz"] != nil ? "rz" : "r", of: value, default: 0)
    result.skew = try scalar("sk", of: value, default: 0)
    result.skewAxis = try scalar("sa", of: value, default: 0)
    result.opacity = try scalar("o", of: value, default: 100)
    result.followsPath = followsPath
    if isDeep || value["rx"] != nil || value["ry"] != nil || value["or"] != nil {
      let depth = TransformProperties.Depth(
        x: try scalar("rx", of: value, default: 0), y: try scalar("ry", of: value, default: 0),
        orientation: try vector("or", of: value, default: .zero))
      let isFlat =
        depth.isConstant && depth.x.value(at: 0) == 0 && depth.y.value(at: 0) == 0
        && depth.orientation.value(at: 0) == .zero
      if !isFlat { result.depth = depth }
    }
    result.prepare()
    return result
  }

  // MARK: Values

  private static func vector(_ value: JSONNode, _ standard: Vector) -> Vector? {
    guard let numbers = value.numbers, !numbers.isEmpty else { return nil }
    if numbers.count == 1 { return Vector(repeating: bounded(numbers[0])) }
    var result = standard
    for index in 0..<min(4, numbers.count) { result[index] = bounded(numbers[index]) }
    return result
  }

  private static func path(_ value: JSONNode, isClosed: Bool?) -> BezierPath? {
    let value = value.list?.first ?? value
    func points(_ name: String) -> [Point]? {
      guard let list = value[name]?.list else { return nil }
      var result: [Point] = []
      result.reserveCapacity(list.count)
      for entry in list {
        guard let numbers = entry.numbers, numbers.count >= 2 else { return nil }
        result.append(Point(bounded(numbers[0]), bounded(numbers[1])))
      }
      return result
    }
    if value.list?.isEmpty == true { return BezierPath() }
    guard let vertices = points("v"), let before = points("i"), let after = points("o") else { return nil }
    let count = min(vertices.count, before.count, after.count)
    return BezierPath(
      (0..<count).map {
        BezierPath.Vertex(point: vertices[$0], in: vertices[$0] + before[$0], out: vertices[$0] + after[$0])
      }, isClosed: value["c"]?.isTrue ?? isClosed ?? false)
  }

  // MARK: Keyframes

  /// A value that may have keyframes, be that of a slot, or have an expression, which is not evaluated.
  func property<Value: AnimatableValue>(
    _ given: JSONNode?, _ name: String, default standard: Value, _ read: (JSONNode) -> Value?
  ) throws -> Property<Value> {
    guard var value = given else { return Property(standard) }
    if let slot = value["sid"]?.text {
      if let own = slots[slot] {
        value = own
      } else if value["k"] == nil {
        omit("the slot '\(slot)' has no value")
        return Property(standard)
      }
    }
    if let script = value["x"]?.text {
      let own = value.removing("x")
      return expression(script, of: own, name, try property(own, name, default: standard, read))
    }
    guard let content = value.isObject && value["v"]?.list == nil ? value["k"] : value else {
      return Property(standard)
    }
    if let list = content.list, list.contains(where: { $0["t"] != nil }) {
      return try keyframes(list, name, read)
    }
    guard let constant = read(content) else { throw fault("the value of '\(name)' is not understood", at: content) }
    return Property(constant)
  }

  private func keyframes<Value: AnimatableValue>(
    _ list: [JSONNode], _ name: String, _ read: (JSONNode) -> Value?
  ) throws -> Property<Value> {
    func value(_ key: String, of entry: JSONNode) throws -> Value? {
      guard let found = entry[key] else { return nil }
      guard let value = read(found) else { throw fault("the value of '\(name)' is not understood", at: found) }
      return value
    }
    var times: [Double] = []
    var starts: [Value?] = []
    var ends: [Value?] = []
    for entry in list {
      guard entry.isObject else { throw fault("expected a keyframe of '\(name)'", at: entry) }
      // Times that do not grow would have no order.
      times.append(max(try number("t", of: entry), times.last ?? -.infinity))
      starts.append(try value("s", of: entry))
      ends.append(try value("e", of: entry))
    }
    guard var current = starts.lazy.compactMap({ $0 }).first ?? ends.lazy.compactMap({ $0 }).first else {
      throw fault("no keyframe of '\(name)' has a value", at: list[0])
    }
    var result: [Keyframe<Value>] = []
    for index in list.indices.dropLast() {
      let start = starts[index] ?? current
      let end = starts[index + 1] ?? ends[index] ?? start
      let easing = easing(list[index])
      result.append(
        Keyframe(
          time: times[index], start: start, end: end, easing: easing,
          motion: motion(list[index], from: start, to: end)))
      current = end
    }
    return Property(result, end: times[times.count - 1], final: starts[list.count - 1] ?? current)
  }

  private func easing(_ entry: JSONNode) -> KeyframeEasing {
    if entry["h"]?.isTrue == true { return .hold }
    guard let leaving = entry["o"], let arriving = entry["i"], let x1 = leaving["x"]?.numbers,
      let y1 = leaving["y"]?.numbers, let x2 = arriving["x"]?.numbers, let y2 = arriving["y"]?.numbers,
      let count = [x1.count, y1.count, x2.count, y2.count].max(), ![x1, y1, x2, y2].contains([])
    else { return .linear }
    func part(_ numbers: [Double], _ index: Int) -> Double { numbers[min(index, numbers.count - 1)] }
    let curves = (0..<min(count, 4)).map {
      UnitCurve(part(x1, $0), part(y1, $0), part(x2, $0), part(y2, $0))
    }
    if curves.allSatisfy(\.isLinear) { return .linear }
    return curves.allSatisfy { $0 == curves[0] } ? .curve(curves[0]) : .curves(curves)
  }

  /// The curve of a position between two keyframes.
  private func motion<Value>(_ entry: JSONNode, from start: Value, to end: Value) -> MotionPath? {
    guard let from = start as? Vector, let to = end as? Vector, let leaving = entry["to"]?.numbers,
      let arriving = entry["ti"]?.numbers, leaving.count > 1, arriving.count > 1
    else { return nil }
    let (a, b) = (Point(leaving[0], leaving[1]), Point(arriving[0], arriving[1]))
    guard a != .zero || b != .zero, abs(a.x) + abs(a.y) + abs(b.x) + abs(b.y) < 1e9 else { return nil }
    return MotionPath(from: Point(from.x, from.y), to: Point(to.x, to.y), leaving: a, arriving: b)
  }
}
