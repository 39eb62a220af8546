import StageKit

/// The way from one scene to the next.
struct SceneTransition: ParameterType {
  enum Style: String, CaseIterable, ParameterChoice {
    case cut, dissolve, dip, push, cover, uncover, wipe, iris, zoom, blur, flip, page
  }

  /// The direction in which things move.
  enum Direction: String, CaseIterable, ParameterChoice {
    case left, right, up, down

    var unit: Point {
      switch self {
      case .left: Point(-1, 0)
      case .right: Point(1, 0)
      case .up: Point(0, -1)
      case .down: Point(0, 1)
      }
    }
  }

  struct Values: ParameterGroup {
    @Parameter(
      "cut: at once. dissolve: one becomes the other. dip: through a color. push: the next one pushes the other out. cover: "
        + "the next one slides over the other. uncover: the other slides away. wipe: an edge runs over the picture. iris: a "
        + "circle opens. zoom: the other comes near and fades. blur: both become soft. flip: it turns over as a card. page: a page of a book turns over."
    )
    var style = Style.dissolve
    @Parameter("The duration, by which the next scene begins before the other ends.", .positive(.seconds))
    var duration = 0.6
    @Parameter("The easing.") var curve = Easing.smooth
    @Parameter("The direction of what moves.") var direction = Direction.left
    @Parameter("The color of 'dip'.") var color = Color.black
  }

  private let style: Style
  private let values: Values

  init(_ style: Style) { self.init(style, Values()) }

  private init(_ style: Style, _ values: Values) {
    self.style = style
    self.values = values
  }

  /// In seconds; 0 for a cut.
  var duration: Double { style == .cut ? 0 : values.duration }

  /// The share of the way from one scene to the next, from 0 to 1.
  func progress(at seconds: Double) -> Double {
    guard duration > 0, seconds < duration else { return 1 }
    return min(max(values.curve.value(at: max(seconds, 0) / duration, over: duration), 0), 1)
  }

  /// Both scenes at a number of seconds after the next one's start, with the color that they dip to or without.
  func drawing(
    from old: DisplayList, to new: DisplayList, at seconds: Double, in box: Rect, pixelsPerPoint: Double,
    withVeil: Bool = true
  ) -> DisplayList {
    guard duration > 0, seconds < duration else { return new }
    let progress = progress(at: seconds)
    if progress == 0 { return old }
    if progress == 1 { return new }
    return drawing(from: old, to: new, progress, in: box, pixelsPerPoint: pixelsPerPoint, withVeil: withVeil)
  }

  private func drawing(
    from old: DisplayList, to new: DisplayList, _ t: Double, in box: Rect, pixelsPerPoint: Double, withVeil: Bool
  ) -> DisplayList {
    let unit = values.direction.unit
    let way = Point(unit.x * box.width, unit.y * box.height)
    let frame = Clip(.rect(box))
    switch style {
    case .cut: return new
    case .dissolve: return mix(Group(old, opacity: 1 - t), Group(new, opacity: t))
    case .dip:
      let veil = min(t, 1 - t) * 2
      return DisplayList { list in
        list.append(t < 0.5 ? old : new)
        if withVeil { list.fill(.rect(box), .color(values.color.opacity(veil))) }
      }
    case .push:
      // By whole pixels: both scenes end at the join, whose pixels would be covered by a part of a part of each.
      func whole(_ length: Double) -> Double { (length * pixelsPerPoint).rounded() / pixelsPerPoint }
      let shift = Point(whole(way.x * t), whole(way.y * t))
      return mix(
        Group(old, transform: .translation(shift), clip: frame),
        Group(new, transform: .translation(shift - way), clip: frame))
    case .cover:
      return DisplayList([.group(Group(old)), .group(Group(new, transform: .translation(way * (t - 1)), clip: frame))])
    case .uncover:
      return DisplayList([.group(Group(new)), .group(Group(old, transform: .translation(way * t), clip: frame))])
    case .wipe:
      let edge = box.cut(at: t, along: unit)
      return mix(Group(old, clip: Clip(.rect(edge.behind))), Group(new, clip: Clip(.rect(edge.before))))
    case .iris:
      let radius = Point(box.width, box.height).length / 2 * t
      let circle = Path.circle(center: box.center, radius: radius)
      let rest = Path { path in
        path.rect(box)
        path.append(circle)
      }
      return mix(Group(old, clip: Clip(rest, rule: .evenOdd)), Group(new, clip: Clip(circle)))
    case .zoom:
      return mix(
        Group(old, transform: .scale(1 + 0.5 * t, about: box.center), opacity: 1 - t),
        Group(new, opacity: t))
    case .blur:
      let sigma = min(box.width, box.height) * 0.04
      return mix(soft(old, sigma * t, in: box, opacity: 1 - t), soft(new, sigma * (1 - t), in: box, opacity: t))
    case .page:
      return PageTurn(direction: values.direction, box: box).drawing(from: old, to: new, t, isShaded: withVeil)
    case .flip:
      let side = t < 0.5 ? t * 180 : t * 180 - 180
      let turn =
        Transform.translation(box.center)
        * Depth.transform(x: -unit.y * side, y: unit.x * side, distance: 1.6 * max(box.width, box.height))
        * .translation(Point.zero - box.center)
      return DisplayList([.group(Group(t < 0.5 ? old : new, transform: turn, clip: frame))])
    }
  }

  /// Both scenes' light added up, so that where their shares make a whole, nothing below shows.
  private func mix(_ old: Group, _ new: Group) -> DisplayList {
    var new = new
    new.blend = .plus
    return DisplayList([.group(Group(DisplayList([.group(old), .group(new)]), isIsolated: true))])
  }

  /// Larger by what a blur fades at its edges.
  private func soft(_ scene: DisplayList, _ sigma: Double, in box: Rect, opacity: Double) -> Group {
    let scale = 1 + 5 * sigma / min(box.width, box.height)
    let grown = DisplayList([.group(Group(scene, transform: .scale(scale, about: box.center)))])
    return Group(grown, opacity: opacity, effects: sigma > 0.1 ? [.blur(sigma: sigma)] : [])
  }

  // MARK: Parameter

  static let schema = ParameterSchema.named(
    NamedSchema(
      "scene transition", "The way from one scene to the next: its name, or an object.",
      example: #"{ "style": "wipe", "direction": "up", "duration": 0.8 }"#,
      presets: "transitions"
    ) {
      .alternatives([Style.schema, .object(Values.declarations)], noun: "a transition's name, or an object")
    })

  static let placeholder = SceneTransition(.dissolve)
  var parameterValue: ParameterValue? { .text(style.rawValue) }
  static func read(_ value: ParameterValue) throws -> SceneTransition? {
    if let style = Style.read(value) { return SceneTransition(style) }
    guard case .object(let fields) = value else { return nil }
    let values = try Values(fields)
    return SceneTransition(values.style, values)
  }
}

extension Transform {
  fileprivate static func scale(_ factor: Double, about center: Point) -> Transform {
    .translation(center) * .scale(factor) * .translation(Point.zero - center)
  }
}

extension Rect {
  /// The parts before and behind an edge that has run a share of the way in a direction.
  fileprivate func cut(at share: Double, along unit: Point) -> (before: Rect, behind: Rect) {
    let (dx, dy) = (width * share, height * share)
    return switch (unit.x, unit.y) {
    case (1, _): (Rect(x: x, y: y, width: dx, height: height), Rect(x: x + dx, y: y, width: width - dx, height: height))
    case (-1, _):
      (
        Rect(x: maxX - dx, y: y, width: dx, height: height), Rect(x: x, y: y, width: width - dx, height: height)
      )
    case (_, 1): (Rect(x: x, y: y, width: width, height: dy), Rect(x: x, y: y + dy, width: width, height: height - dy))
    default:
      (
        Rect(x: x, y: maxY - dy, width: width, height: dy), Rect(x: x, y: y, width: width, height: height - dy)
      )
    }
  }
}
