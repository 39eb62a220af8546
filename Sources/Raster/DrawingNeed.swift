import Coding
import Geometry
import Graphics

/// About how many bytes drawing takes, for display lists of a few frames that follow one another.
///
/// By measurements of paths of up to a million points; what a canvas takes without effects and large paths is left out.
public struct DrawingNeed: Sendable {
  private let width: Int
  private let height: Int
  private let scale: Double
  /// Of the frame that takes most: layers of effects, and what its outlines take while they are made and drawn.
  public private(set) var frame = 0
  /// The points of a frame's paths.
  public private(set) var paths = 0
  /// The outlines of all frames, which are kept as far as there is room.
  public private(set) var outlines = 0
  private var known: [OutlineKey: OutlineNeed] = [:]

  private struct OutlineKey: Hashable {
    let path: Digest
    let tolerance: Int
    let style: StrokeStyle?
  }

  /// What the commands of a frame take.
  private struct FrameNeed {
    var layers = LayerNeed()
    /// Points of paths.
    var points = 0
    /// The most that any outline takes while it is made.
    var making = 0
    /// What all take while they are drawn.
    var drawing = 0
  }

  /// For a canvas of so many pixels, with `scale` pixels for a point.
  public init(width: Int, height: Int, scale: Double) {
    self.width = width
    self.height = height
    self.scale = scale
  }

  /// Takes in the next frame. Costs a look at each path of more than a few points, once while it stays as it is.
  public mutating func add(_ list: DisplayList) {
    var need = FrameNeed()
    add(list, .scale(scale), stretch: scale, times: 1, to: &need)
    let reach = EffectReach(width: width, height: height)
    let margin = min(need.layers.margin, Double(reach.region.x1 - width))
    let making = need.layers.margin > 0 ? (Double(width) + 2 * margin) * (Double(height) + 2 * margin) * 17 : 0
    let layers = min(
      need.layers.count * width * height * 9, max(width * height * 90, 16 << 20))
    frame = max(frame, layers + Int(making) + need.making + need.drawing)
    paths = max(paths, need.points * OutlineNeed.bytesPerPoint)
  }

  /// Takes in what was seen of other frames: the most that any takes.
  public mutating func add(_ other: DrawingNeed) {
    frame = max(frame, other.frame)
    paths = max(paths, other.paths)
    outlines = max(outlines, other.outlines)
  }

  /// `times` is how often the list is drawn: what casts a shadow, twice.
  private mutating func add(
    _ list: DisplayList, _ transform: Transform, stretch: Double, times: Int, to need: inout FrameNeed
  ) {
    for command in list.commands {
      switch command {
      case .fill(let path, _, _, let own): add(path, nil, transform * own, times, to: &need)
      case .stroke(let path, let style, _, let own): add(path, style, transform * own, times, to: &need)
      case .group(let group):
        let inside = need.layers.add(group, stretch: stretch)
        let whole = transform * group.transform
        add(group.content, whole, stretch: inside, times: group.effects.isEmpty ? times : 2, to: &need)
        if let mask = group.mask { add(mask.content, whole, stretch: inside, times: times, to: &need) }
      }
    }
  }

  private mutating func add(
    _ path: Path, _ style: StrokeStyle?, _ transform: Transform, _ times: Int, to need: inout FrameNeed
  ) {
    // Short ones can have any number of dashes.
    guard path.points.count >= OutlineNeed.minCountedPoints || style?.dashes.isEmpty == false else { return }
    need.points += path.points.count
    let region = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    guard let tolerance = ScreenProjection(transform, region: region)?.tolerance(in: path.controlBounds) else { return }
    let key = OutlineKey(
      path: path.digest, tolerance: path.curveCount == 0 ? 0 : tolerance.exponent, style: style)
    let outline = known[key] ?? OutlineNeed(path, style, tolerance)
    if known.updateValue(outline, forKey: key) == nil { outlines += outline.kept }
    need.making = max(need.making, outline.making * times)
    need.drawing += outline.drawing * times
  }
}

/// What an outline takes.
private struct OutlineNeed {
  /// Paths with fewer points are left out, unless they are dashed.
  static let minCountedPoints = 64
  /// For each point of a path, where a stage holds it and where it is drawn.
  static let bytesPerPoint = 70

  let making: Int
  let drawing: Int
  let kept: Int

  init(_ path: Path, _ style: StrokeStyle?, _ tolerance: Tolerance) {
    let lines = lineCount(path, tolerance: tolerance.value)
    guard let style else {
      making = lines * 200
      drawing = lines * 50
      kept = lines * 16
      return
    }
    // Where pieces of curves meet, the outline needs fewer corners than at the corners of a path.
    var corners = path.verbs.count
    let pattern = style.dashes.reduce(0, +)
    if pattern > 0 {
      var length = 0.0
      for (a, b) in zip(path.points, path.points.dropFirst()) { length += a.distance(to: b) }
      let dashes = length / pattern * Double(style.dashes.count)
      if dashes.isFinite { corners += Int(min(dashes, DashPattern.maxDashes)) }
    }
    let pieces = max(lines - path.verbs.count, 0)
    making = corners * 600 + pieces * 160
    drawing = corners * 100 + pieces * 30
    kept = corners * 64 + pieces * 32
  }
}

/// What the groups with effects in a display list take.
private struct LayerNeed {
  /// How many there are.
  var count = 0
  /// How far those reach that are drawn to layers of their own, in pixels.
  var margin = 0.0

  /// Takes in a group in a space with at most `stretch` pixels for a unit. Returns how many its content has.
  mutating func add(_ group: Group, stretch: Double) -> Double {
    let t = group.transform
    let inside = stretch * (t.isAffine ? largestStretch(t.m11, t.m12, t.m21, t.m22) : .infinity)
    if !group.effects.isEmpty {
      count += 1
      if !group.needsOnlyAlpha {
        let reach = group.effects.reduce(0) { $0 + $1.reach } * inside
        margin = max(margin, reach.isFinite ? reach + 2 : .infinity)
      }
    }
    return inside
  }
}

extension Group {
  /// Whether its only effect takes nothing of its content but the alpha.
  var needsOnlyAlpha: Bool {
    guard effects.count == 1 else { return false }
    guard case .blur = effects[0] else { return true }
    return content.singleColor != nil
  }
}

extension Effect {
  /// How far it spreads, in the group's space.
  fileprivate var reach: Double {
    switch self {
    case .blur(let sigma): 3.5 * sigma
    case .dropShadow(_, let offset, let sigma): 3.5 * sigma + offset.length
    }
  }
}
