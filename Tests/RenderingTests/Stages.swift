import StageKit
import Synchronization

/// A disc that grows and shrinks for ever, and stands still from a time on.
struct Pulse: Stage, ParameterGroup {
  @Parameter("From one beat to the next.", .positive(.seconds)) var period = 1.0
  @Parameter("When it comes to rest.", .nonnegative(.seconds)) var rest = 1e6
  @Parameter("Its color.") var color: Color = .white
  @Parameter("When it turns red.", .nonnegative(.seconds)) var changes = 1e6
  let size = Output<Double>("Its radius.")
  static let definition = StageDefinition(Self.self, "pulse", version: 1, "A disc.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let share = Cycle(at: min(time.seconds, rest), period: period).fraction
    let radius = 4 + 30 * share * (1 - share) + share
    var frame = StageFrame()
    frame[size] = radius
    frame.drawing.fill(
      .circle(center: Point(32, 24), radius: radius), time.seconds < changes - 1e-9 ? color : Color(1, 0, 0))
    return frame
  }
}

/// A disc that goes to the right, and comes again after a time, if it has one; it may wait once at its start.
struct Returner: Stage, ParameterGroup {
  @Parameter("When it comes again.", .positive(.seconds)) var again: Double?
  @Parameter("When it comes.", .nonnegative(.seconds)) var wait = 0.0
  static let definition = StageDefinition(Self.self, "returner", version: 1, "A disc.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    let place = again.map { Cycle(at: time.seconds, period: $0).fraction } ?? time.seconds
    let radius = time.seconds < wait ? 1.0 : 4
    frame.drawing.fill(.circle(center: Point(4 + 40 * place, 24), radius: radius), .white)
    return frame
  }
}

/// A ring whose size another stage says.
struct Ring: Stage, ParameterGroup {
  let size = Input<Double>("Its radius.")
  static let definition = StageDefinition(Self.self, "ring", version: 1, "A ring.")

  func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame.drawing.stroke(.circle(center: Point(10, 10), radius: try inputs[size]), .white, StrokeStyle(width: 2))
    return frame
  }
}

/// A disc with many teeth that is stored between runs.
struct Star: Stage, ParameterGroup {
  @Parameter("Which one.", .range(0...1000)) var seed = 0
  static let definition = StageDefinition(Self.self, "star", version: 1, "A disc with teeth.")

  /// The number of times that each was made.
  static let made = Mutex<[Int: Int]>([:])

  private var path = Path.empty

  mutating func prepare(_ context: any StageContext) throws {
    let seed = seed
    let key = Digest { $0.combine(seed) }
    path = try context.cachedOnDisk(key) {
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
struct FromFile: Stage, ParameterGroup {
  @Parameter("Its radius in points.", as: .file(extensions: ["txt"])) var file: FileReference
  static let definition = StageDefinition(Self.self, "from-file", version: 1, "A disc.")

  /// The next content of a file, by its path, as soon as it was read.
  static let edits = Mutex<[String: String]>([:])

  private var radius = 0.0

  mutating func prepare(_ context: any StageContext) throws {
    let file = file
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

struct Glow: Stage, ParameterGroup {
  @Parameter("How many.", .range(1...1000)) var count = 1
  static let definition = StageDefinition(Self.self, "glow", version: 1, "Glowing discs.")

  private var size = Size(0, 0)

  mutating func prepare(_ context: any StageContext) {
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
struct Filter: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "filter", version: 1, "A filter.")

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    frame.drawing.group(blend: .multiply) {
      $0.fill(Path { $0.rect(Rect(x: 16, y: 8, width: 32, height: 24)) }, Color(0.2, 0.9, 0.4))
    }
    return frame
  }
}

/// Stripes that move to the right, and another color from a time on.
struct Stripes: Stage, ParameterGroup {
  @Parameter("Points a second.", .range(0...1000)) var speed = 0.0
  @Parameter("From 0 to 1.", .range(0...1)) var contrast = 1.0
  @Parameter("When they turn blue.", .nonnegative(.seconds)) var turnsAt = 1e6
  static let definition = StageDefinition(Self.self, "stripes", version: 1, "Stripes.")

  private var size = Size(0, 0)

  mutating func prepare(_ context: any StageContext) {
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
