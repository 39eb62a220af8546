import StageKit

/// The looks of a text in a shape that changes, frame by frame: one for each form of the shape.
struct ChangingShape<Look: Sendable>: Sendable {
  /// Longer videos have a form for several frames.
  private static var maxFrames: Int { 1200 }

  private let framesPerSecond: Double
  /// The look of each frame; nil where the shape has no inside.
  private let frames: [Int?]
  let looks: [Look]

  /// Nil for a shape that stays as it is at rest. `shape` gives it at a number of seconds, or nil where it is not there; `look` a
  /// text in it.
  init?(
    resting: Path, _ composition: Composition, shape: (Double) throws -> Path?, look: (Path) throws -> Look
  ) throws {
    let count = (composition.duration * composition.framesPerSecond).rounded(.up)
    framesPerSecond = composition.framesPerSecond / max((count / Double(Self.maxFrames)).rounded(.up), 1)
    var shapes: [Path] = []
    for frame in 0...Int(min(count, Double(Self.maxFrames))) {
      shapes.append(try shape(Double(frame) / framesPerSecond) ?? resting)
    }
    if shapes.allSatisfy({ $0 == resting }) { return nil }
    // Forms that differ by rounding alone share a look.
    let forms = shapes.map(\.rounded)
    let rest = resting.rounded
    if forms.allSatisfy({ $0 == rest }) { return nil }
    var known: [Path: Int] = [:]
    var looks: [Look] = []
    frames = try zip(shapes, forms).map { shape, form in
      guard let bounds = shape.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
      if let known = known[form] { return known }
      looks.append(try look(shape))
      known[form] = looks.count - 1
      return looks.count - 1
    }
    self.looks = looks
  }

  /// The look at a time; nil where there is none.
  func look(at seconds: Double) -> Look? {
    // Times of frames may be a little before them.
    let place = min(max(seconds * framesPerSecond + 1e-6, 0), Double(frames.count - 1))
    return frames[Int(place)].map { looks[$0] }
  }
}

extension Path {
  /// With points in 1/1024 of a point.
  fileprivate var rounded: Path {
    Path { path in
      func near(_ p: Point) -> Point { Point((p.x * 1024).rounded() / 1024, (p.y * 1024).rounded() / 1024) }
      for element in elements {
        switch element {
        case .move(let p): path.move(to: near(p))
        case .line(let p): path.line(to: near(p))
        case .quad(let c, let p): path.quad(near(c), to: near(p))
        case .cubic(let c1, let c2, let p): path.cubic(near(c1), near(c2), to: near(p))
        case .close: path.close()
        }
      }
    }
  }
}
