import StageKit

/// A path of a shape layer at one instant, while modifiers change it.
struct PathSlot {
  /// The group in whose space it is.
  var group: Int
  /// The slot that takes its place for the styles behind it, once it is merged with others.
  var mergedInto = Int.max
  /// Slots of one number above 0 count as one path for merging.
  var unit = 0
  private var content: Content

  private enum Content {
    case paths([BezierPath])
    case outline(Path)
    /// Both, where they do not change over time.
    case both(BezierPath, Path)
  }

  /// The path of a shape at a frame.
  init(_ source: Shared<PathSource>, at frame: Double, group: Int) {
    self.group = group
    if case .constant(let path, let outline) = source.value {
      content = .both(path, outline)
    } else {
      content = .paths([source.value.path(at: frame)])
    }
  }

  init(_ outline: Path, group: Int) {
    self.group = group
    content = .outline(outline)
  }

  /// Its subpaths; setting them replaces it.
  var paths: [BezierPath] {
    get {
      switch content {
      case .paths(let paths): paths
      case .both(let path, _): [path]
      case .outline(let outline): BezierPath.paths(of: outline)
      }
    }
    set { content = .paths(newValue) }
  }

  /// It as an outline; setting it replaces it.
  var outline: Path {
    get {
      switch content {
      case .outline(let outline), .both(_, let outline): outline
      case .paths(let paths):
        Path { builder in
          builder.reserve(verbs: pointCount, points: pointCount)
          for path in paths { path.append(to: &builder) }
        }
      }
    }
    set { content = .outline(newValue) }
  }

  /// The outline if it is at hand.
  var readyOutline: Path? {
    switch content {
    case .outline(let outline), .both(_, let outline): outline
    case .paths: nil
    }
  }

  /// The number of points that it has at most.
  var pointCount: Int {
    switch content {
    case .paths(let paths): paths.reduce(0) { $0 + 3 * $1.vertices.count + 1 }
    case .outline(let outline), .both(_, let outline): outline.points.count
    }
  }

  /// Adds it to an outline, its points moved.
  func append(to builder: inout PathBuilder, _ transform: Transform) {
    switch content {
    case .paths(let paths): for path in paths { path.append(to: &builder, transform) }
    case .outline(let outline), .both(_, let outline):
      builder.append(transform == .identity ? outline : outline.transformed(by: transform))
    }
  }
}
