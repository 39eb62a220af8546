import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The drawing of a shape layer at one instant.
///
/// First all paths are collected, in the order of the file, and changed by the modifiers behind them. Then styles draw
/// them: each takes all paths before it in its group, those of nested groups too, in the space of its group.
struct ShapeRun {
  /// The combination of two outlines, with its tolerance.
  typealias Combine = @Sendable (Path, Path, PathOperation, Double) throws -> Path

  /// The greatest number of paths of a layer, copies by repeaters counted.
  static let maxPaths = 20_000

  /// Things that are drawn, the topmost first.
  private enum Node {
    case style(Shared<ShapeStyle>, paths: Range<Int>, group: Int)
    case group([Node], Int, opacity: Double, blend: BlendMode)
    case drawing(DisplayList, transform: Transform, opacity: Double, blend: BlendMode)
  }

  private struct Place {
    var parent: Int
    var transform: Transform
  }

  private let frame: Double
  private let combine: Combine
  private var slots: [PathSlot] = []
  private var places: [Place]

  private init(at frame: Double, _ combine: @escaping Combine, _ transform: Transform) {
    self.frame = frame
    self.combine = combine
    places = [Place(parent: 0, transform: transform)]
  }

  /// The drawing of a layer's shapes at a frame.
  static func drawing(of items: [ShapeItem], at frame: Double, _ combine: @escaping Combine) throws -> DisplayList {
    var run = ShapeRun(at: frame, combine, .identity)
    let nodes = try run.collect(items, in: 0)
    var list = DisplayList()
    try run.draw(nodes, onto: &list)
    return list
  }

  // MARK: Collecting

  private mutating func collect(_ items: [ShapeItem], in group: Int) throws -> [Node] {
    var nodes: [Node] = []
    let start = slots.count
    for item in items {
      switch item {
      case .path(let source):
        guard slots.count < Self.maxPaths else { continue }
        slots.append(PathSlot(source, at: frame, group: group))
      case .group(let inner):
        let number = places.count
        places.append(Place(parent: group, transform: inner.value.transform.transform(at: frame)))
        let content = try collect(inner.value.items, in: number)
        nodes.append(
          .group(content, number, opacity: inner.value.transform.opacity(at: frame), blend: inner.value.blend))
      case .fixed(let inner):
        let opacity = inner.value.transform.opacity(at: frame)
        guard opacity > 0 else { continue }
        nodes.append(
          .drawing(
            try inner.value.content.list(combine), transform: inner.value.transform.transform(at: frame),
            opacity: opacity, blend: inner.value.blend))
      case .style(let style): nodes.append(.style(style, paths: start..<slots.count, group: group))
      case .modifier(let modifier): try apply(modifier.value, to: start..<slots.count, in: group)
      case .repeater(let repeater): nodes += try collect(repeater.value, in: group)
      }
    }
    return nodes
  }

  private mutating func collect(_ repeater: Repeater, in group: Int) throws -> [Node] {
    let count = Int(min(max(repeater.copies.value(at: frame).rounded(.up), 0), 10_000))
    let offset = repeater.offset.value(at: frame)
    let first = repeater.startOpacity.value(at: frame) / 100
    let last = repeater.endOpacity.value(at: frame) / 100
    var copies: [Node] = []
    for index in 0..<count where slots.count < Self.maxPaths && places.count < Self.maxPaths {
      let step = offset + Double(index)
      let transform = repeater.transform.repeated(step, at: frame)
      guard transform.isFinite else { continue }
      let share = count > 1 ? Double(index) / Double(count - 1) : 0
      let number = places.count
      places.append(Place(parent: group, transform: transform))
      let content = try collect(repeater.items, in: number)
      copies.append(
        .group(content, number, opacity: min(max(first + (last - first) * share, 0), 1), blend: .normal))
    }
    return repeater.isBelow ? copies : copies.reversed()
  }

  private mutating func apply(_ modifier: PathModifier, to range: Range<Int>, in group: Int) throws {
    guard !range.isEmpty else { return }
    switch modifier {
    case .trim(let start, let end, let offset, let isSequential):
      let range = range.filter { slots[$0].mergedInto == .max }
      PathTrim(
        start: start.value(at: frame), end: end.value(at: frame), offset: offset.value(at: frame),
        isSequential: isSequential
      ).apply(to: &slots, range)
    case .merge(let mode): try merge(mode, range, in: group)
    case .roundCorners(let radius):
      let radius = radius.value(at: frame)
      if radius > 0 { change(range) { $0.roundingCorners(radius) } }
    case .offset(let amount, let join, let limit):
      let amount = amount.value(at: frame)
      if amount != 0 { change(range) { [frame] in $0.offset(by: amount, join, limit.value(at: frame)) } }
    case .zigZag(let size, let ridges, let isSmooth):
      let (size, ridges) = (size.value(at: frame), ridges.value(at: frame))
      change(range) { $0.zigZag(size: size, ridges: ridges, isSmooth: isSmooth) }
    case .pucker(let amount):
      let amount = amount.value(at: frame) / 100
      if amount != 0 { change(range) { $0.puckered(amount) } }
    case .twist(let angle, let center):
      let (angle, center) = (angle.value(at: frame), center.value(at: frame))
      if angle != 0 { change(range) { $0.twisted(angle, about: Point(center.x, center.y)) } }
    }
  }

  private mutating func change(_ range: Range<Int>, _ body: (BezierPath) -> BezierPath) {
    for index in range where slots[index].mergedInto == .max { slots[index].paths = slots[index].paths.map(body) }
  }

  /// Combines all paths to one, in the space of a group; styles before it keep theirs.
  private mutating func merge(_ mode: MergeMode, _ range: Range<Int>, in group: Int) throws {
    let merged = range.filter { slots[$0].mergedInto == .max }
    guard let operation = mode.operation else {
      // They stay as they are, and count as one for the next merge.
      for index in merged { slots[index].unit = range.upperBound }
      return
    }
    var units: [PathBuilder] = []
    var last = 0
    for index in merged {
      if units.isEmpty || slots[index].unit == 0 || slots[index].unit != last { units.append(PathBuilder()) }
      last = slots[index].unit
      slots[index].append(to: &units[units.count - 1], transform(from: slots[index].group, to: group))
      slots[index].mergedInto = slots.count
    }
    guard var result = units.first?.path else { return }
    for unit in units.dropFirst() {
      let sides = (result.controlBounds ?? unit.path.controlBounds)?.size ?? Size(1, 1)
      let tolerance = min(max(max(sides.width, sides.height) * 2e-4, 1e-3), 0.1)
      result = try combine(result, unit.path, operation, tolerance)
    }
    slots.append(PathSlot(result, group: group))
  }

  /// The map from the space of a group to that of one around it.
  private func transform(from inner: Int, to outer: Int) -> Transform {
    var result = Transform.identity
    var group = inner
    while group != outer, group != 0 {
      result = places[group].transform * result
      group = places[group].parent
    }
    return result
  }

  // MARK: Drawing

  private func draw(_ nodes: [Node], onto list: inout DisplayList) throws {
    for node in nodes.reversed() {
      switch node {
      case .style(let style, let paths, let group):
        let path = outline(paths, in: group)
        guard !path.isEmpty else { continue }
        let opacity = min(max(style.value.opacity.value(at: frame) / 100, 0), 1)
        guard opacity > 0 else { continue }
        if style.value.blend == .normal {
          StyleRun(style, at: frame, opacity: opacity).draw(path, onto: &list)
        } else {
          list.group(blend: style.value.blend) { StyleRun(style, at: frame, opacity: opacity).draw(path, onto: &$0) }
        }
      case .group(let content, let number, let opacity, let blend):
        let transform = places[number].transform
        guard opacity > 0, transform.isFinite, transform.determinant != 0 else { continue }
        var inner = DisplayList()
        try draw(content, onto: &inner)
        list.group(inner.faded(by: opacity, transform: transform, blend: blend))
      case .drawing(let drawing, let transform, let opacity, let blend):
        guard transform.isFinite, transform.determinant != 0 else { continue }
        list.group(drawing.faded(by: opacity, transform: transform, blend: blend))
      }
    }
  }

  /// The paths of a range as one outline in the space of a group.
  private func outline(_ range: Range<Int>, in group: Int) -> Path {
    let shown = range.lazy.filter { slots[$0].mergedInto >= range.upperBound }
    if range.count == 1, let slot = slots[range].first, slot.group == group, let ready = slot.readyOutline {
      return ready
    }
    var builder = PathBuilder()
    let most = shown.reduce(0) { $0 + slots[$1].pointCount }
    builder.reserve(verbs: most, points: most)
    for index in shown {
      slots[index].append(to: &builder, transform(from: slots[index].group, to: group))
    }
    let path = builder.path
    // Numbers that are none would draw nothing, and fail checked renders.
    guard let bounds = path.controlBounds, bounds.origin.isFinite, bounds.width.isFinite, bounds.height.isFinite else {
      return .empty
    }
    return path
  }
}

extension TransformProperties {
  /// The map of a repeater's copy, `step` times applied; parts of a step count in proportion.
  func repeated(_ step: Double, at frame: Double) -> Transform {
    guard step != 0 else { return .identity }
    let (anchor, position) = (anchor.value(at: frame), position.value(at: frame))
    let scale = scale.value(at: frame) / 100
    let whole = step.rounded(.towardZero)
    let rest = step - whole
    func power(_ factor: Double) -> Double { pow(factor, whole) * (1 + (factor - 1) * rest) }
    let center = Point(anchor.x, anchor.y)
    return .translation(position.x * step, position.y * step) * .translation(center)
      * .scale(power(scale.x), power(scale.y)) * .rotation(degrees: rotation.value(at: frame) * step)
      * .translation(-center)
  }
}

extension DisplayList {
  /// It as a group; the opacity of a single fill or stroke in a color goes to its color, which needs no layer.
  func faded(by opacity: Double, transform: Transform = .identity, blend: BlendMode = .normal) -> Group {
    guard opacity < 1, blend == .normal, commands.count == 1 else {
      return Group(self, transform: transform, opacity: opacity, blend: blend)
    }
    switch commands[0] {
    case .fill(let path, let rule, .color(let color), let own):
      return Group(
        DisplayList([.fill(path, rule: rule, paint: .color(color.opacity(opacity)), transform: own)]),
        transform: transform)
    case .stroke(let path, let style, .color(let color), let own):
      return Group(
        DisplayList([.stroke(path, style: style, paint: .color(color.opacity(opacity)), transform: own)]),
        transform: transform)
    case .group(var group) where group.blend == .normal:
      group.opacity *= opacity
      return Group(DisplayList([.group(group)]), transform: transform)
    default: return Group(self, transform: transform, opacity: opacity, blend: blend)
    }
  }
}
