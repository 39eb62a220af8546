import StageKit
import Synchronization

/// A disc that grows and shrinks for ever, and stands still from a time on.
struct Pulse: Stage {
  static let period = ParameterKey.number("period", "From one beat to the next.", default: 1, .positive(.seconds))
  static let rest = ParameterKey.number("rest", "When it comes to rest.", default: 1e6, .nonnegative(.seconds))
  static let hue = ParameterKey.color("color", "Its color.", default: .white)
  static let changes = ParameterKey.number("changes", "When it turns red.", default: 1e6, .nonnegative(.seconds))
  static let size = Output<Double>("size", "Its radius.")
  static let definition = StageDefinition(
    name: "pulse", version: 1, summary: "A disc.", parameters: [period, rest, hue, changes], outputs: [size])

  let period: Double
  let rest: Double
  let color: Color
  let changes: Double

  init(_ parameters: ParameterValues, _ context: any StageContext) {
    period = parameters[Self.period]
    rest = parameters[Self.rest]
    color = parameters[Self.hue]
    changes = parameters[Self.changes]
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let share = Cycle(at: min(time.seconds, rest), period: period).fraction
    let radius = 4 + 30 * share * (1 - share) + share
    var frame = StageFrame()
    frame[Self.size] = radius
    frame.drawing.fill(
      .circle(center: Point(32, 24), radius: radius), time.seconds < changes - 1e-9 ? color : Color(1, 0, 0))
    return frame
  }
}

/// A ring whose size another stage says.
struct Ring: Stage {
  static let size = Input<Double>("size", "Its radius.")
  static let definition = StageDefinition(name: "ring", version: 1, summary: "A ring.", inputs: [size])

  init(_ parameters: ParameterValues, _ context: any StageContext) {}

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame.drawing.stroke(.circle(center: Point(10, 10), radius: try inputs[Self.size]), .white, StrokeStyle(width: 2))
    return frame
  }
}

/// A disc with many teeth that is stored between runs.
struct Star: Stage {
  static let seed = ParameterKey.integer("seed", "Which one.", default: 0, .range(0...1000))
  static let definition = StageDefinition(name: "star", version: 1, summary: "A disc with teeth.", parameters: [seed])

  /// How often each was made.
  static let made = Mutex<[Int: Int]>([:])

  let path: Path

  init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let seed = parameters[Self.seed]
    let key = Digest { $0.combine(seed) }
    path = try context.stored(key) {
      Self.made.withLock { $0[seed, default: 0] += 1 }
      return Path { path in
        let corners = (0..<701).map { corner -> Point in
          let (s, c) = sineAndCosine(degrees: Double(corner) * 360 / 701)
          let radius = corner % 2 == 0 ? 20 : 15 + Double(seed) / 10
          return Point(32 + radius * c, 24 + radius * s)
        }
        path.polyline(corners, closed: true)
      }
    }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.fill(path, .white, transform: .translation(time.seconds, 0))
    return frame
  }
}

/// Discs with a glow each, all of another size in every frame.
struct FromFile: Stage {
  static let file = ParameterKey.file("file", "Its radius in points.", extensions: ["txt"])
  static let definition = StageDefinition(name: "from-file", version: 1, summary: "A disc.", parameters: [file])

  /// What becomes of a file, by its path, as soon as it was read.
  static let edits = Mutex<[String: String]>([:])

  let radius: Double

  init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    let file = parameters[Self.file]
    radius = Double(String(decoding: try context.bytes(of: file), as: UTF8.self)) ?? 0
    if let edit = Self.edits.withLock({ $0[file.path] }) {
      try edit.write(toFile: file.path, atomically: true, encoding: .utf8)
    }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.fill(.circle(center: Point(20 + time.seconds, 20), radius: radius), .white)
    return frame
  }
}

struct Glow: Stage {
  static let count = ParameterKey.integer("count", "How many.", default: 1, .range(1...1000))
  static let definition = StageDefinition(name: "glow", version: 1, summary: "Glowing discs.", parameters: [count])

  let count: Int
  let size: Size

  init(_ parameters: ParameterValues, _ context: any StageContext) {
    count = parameters[Self.count]
    size = context.composition.size
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for i in 0..<count {
      frame.drawing.group(effects: [.blur(sigma: 2 + Double(i) / 100)]) { group in
        let radius = size.height / 3 + time.seconds + Double(i) / 10
        group.fill(.circle(center: Point(size.width / 2, size.height / 2), radius: radius), .white)
        group.fill(.circle(center: Point(size.width / 3, size.height / 2), radius: radius), Color(1, 0, 0, 0.5))
      }
    }
    return frame
  }
}

/// A square that multiplies what lies below it, and what is left of it clear.
struct Filter: Stage {
  static let definition = StageDefinition(name: "filter", version: 1, summary: "A filter.")

  init(_ parameters: ParameterValues, _ context: any StageContext) {}

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.group(blend: .multiply) {
      $0.fill(Path { $0.rect(Rect(x: 16, y: 8, width: 32, height: 24)) }, Color(0.2, 0.9, 0.4))
    }
    return frame
  }
}

/// Stripes that move to the right, and another color from a time on.
struct Stripes: Stage {
  static let speed = ParameterKey.number("speed", "Points a second.", default: 0, .range(0...1000))
  static let contrast = ParameterKey.number("contrast", "From 0 to 1.", default: 1, .range(0...1))
  static let turnsAt = ParameterKey.number("turnsAt", "When they turn blue.", default: 1e6, .nonnegative(.seconds))
  static let definition = StageDefinition(
    name: "stripes", version: 1, summary: "Stripes.", parameters: [speed, contrast, turnsAt])

  let speed: Double
  let contrast: Double
  let turnsAt: Double
  let size: Size

  init(_ parameters: ParameterValues, _ context: any StageContext) {
    (speed, contrast, turnsAt) = (parameters[Self.speed], parameters[Self.contrast], parameters[Self.turnsAt])
    size = context.composition.size
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    let color = time.seconds < turnsAt - 1e-9 ? Color(1, 1, 1, contrast) : Color(0, 0, 1, contrast)
    let offset = (time.seconds * speed).truncatingRemainder(dividingBy: 6)
    for x in stride(from: offset - 6, to: size.width, by: 6) {
      frame.drawing.fill(.rect(Rect(x: x, y: 0, width: 3, height: size.height)), color)
    }
    return frame
  }
}
