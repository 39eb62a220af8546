import StageKit

// The examples of StageKit's article on text, chance and shapes, as they stand there.

/// Letters that bob, each a little later than the one before it.
struct Bobbing: Stage, ParameterGroup {
  @Parameter("The text whose letters bob.") var text: String
  @Include var type: TextParameters
  @Parameter("How far letters rise.", .nonnegative(.points)) var height: Animated<Double> = 8
  static let definition = StageDefinition(Self.self, "bobbing", version: 1, "Letters that bob.")

  private var letters: [TextLayout.Cluster] = []

  mutating func prepare(_ context: any StageContext) throws {
    let layout = try type.layout(text, context, separatesClusters: true)
    letters = layout.lines.flatMap(\.clusters).filter { !$0.isEmpty }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for (index, letter) in letters.enumerated() {
      let turn = Cycle(at: time.seconds - Double(index) * 0.1, period: 2).fraction
      let rise = height.value(at: time.seconds) * (1 - sineAndCosine(degrees: 360 * turn).cosine) / 2
      frame.drawing.fill(letter.outline, .white, transform: .translation(0, -rise))
    }
    return frame
  }
}

/// Flakes that fall for ever.
struct Snow: Stage, ParameterGroup {
  @Parameter("Chooses among falls.", .range(0...1_000_000)) var seed = 1
  static let definition = StageDefinition(Self.self, "snow", version: 1, "Snow.")

  private var flakes: [(x: Double, start: Double, seconds: Double, radius: Double)] = []
  private var canvas = Rect.zero

  mutating func prepare(_ context: any StageContext) {
    canvas = context.composition.bounds
    var numbers = SeededNumbers(seed: UInt64(seed))
    flakes = (0..<40).map { _ in
      (numbers.unit(), numbers.unit(), numbers.within(3...6), numbers.within(1...3))
    }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    for flake in flakes {
      let fall = Cycle(at: time.seconds / flake.seconds + flake.start, period: 1).fraction
      let place = Point(canvas.width * flake.x, (canvas.height + 6) * fall - 3)
      frame.drawing.fill(.circle(center: place, radius: flake.radius), .white)
    }
    return frame
  }
}

/// A lamp that drifts about its place, and comes back in a loop of 4 s.
struct Drift: Stage, ParameterGroup {
  @Parameter("How far it drifts.", .nonnegative(.points)) var reach = 20.0
  static let definition = StageDefinition(Self.self, "drift", version: 1, "A lamp that drifts.")

  private let noise = SeededNoise(seed: 7)

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let turn = Cycle(at: time.seconds, period: 4).fraction * 6
    let offset = Point(noise.value(turn, 0.5, period: 6), noise.value(turn, 50.5, period: 6)) * reach
    return StageFrame(DisplayList { $0.fill(.circle(center: Point(100, 50) + offset, radius: 10), .white) })
  }
}

/// A light with a word below it.
struct Signal: Stage, ParameterGroup {
  enum Light: String, CaseIterable, ParameterChoice { case red, amber, green }

  @Parameter("Which light is on.") var light: Animated<Stepped<Light>> = Animated(Stepped(.red))
  @Parameter("The word below it.") var word: Animated<Stepped<String>> = Animated(Stepped("Wait"))
  static let definition = StageDefinition(Self.self, "signal", version: 1, "A light with a word.")

  private var outlines: [String: Path] = [:]

  mutating func prepare(_ context: any StageContext) throws {
    // Every text that there is, laid out once.
    outlines = try Dictionary(
      word.values.map { ($0.value, try context.layout(TextRequest($0.value, style: TextStyle(size: 20))).outline) },
      uniquingKeysWith: { first, _ in first })
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let color: Color =
      switch light.value(at: time.seconds).value {
      case .red: Color(1, 0.2, 0.2)
      case .amber: Color(1, 0.75, 0.2)
      case .green: Color(0.2, 0.8, 0.4)
      }
    var frame = StageFrame()
    frame.drawing.fill(.circle(center: Point(100, 30), radius: 20), color)
    frame.drawing.fill(outlines[word.value(at: time.seconds).value] ?? .empty, .white, transform: .translation(80, 60))
    return frame
  }
}

/// The outline of a moon: one disc without another.
struct Moon: Stage, ParameterGroup {
  static let definition = StageDefinition(Self.self, "moon", version: 1, "A moon.")

  private var outline = Path.empty

  mutating func prepare(_ context: any StageContext) throws {
    let disc = Path.circle(center: Point(100, 50), radius: 30)
    let shade = Path.circle(center: Point(115, 40), radius: 26)
    outline = try context.combine(disc, shade, by: .difference, tolerance: 0.01)
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    StageFrame(DisplayList { $0.stroke(outline, .white, width: 2, join: .round) })
  }
}

/// A film behind a logo.
struct Titled: Stage {
  struct Parameters: ParameterGroup {
    @Parameter("The film.", as: .file(extensions: ["mp4"])) var film: FileReference
    @Parameter("The logo.", as: .file(extensions: ["svg"])) var logo: FileReference
  }

  static let definition = StageDefinition(Self.self, "titled", version: 1, "A film behind a logo.")

  private let film: VideoClip
  private let logo: VectorImage
  private let canvas: Rect

  init(_ parameters: Parameters, _ context: any StageContext) throws {
    canvas = context.composition.bounds
    film = try parameters.$film.locating { try context.clip(parameters.film, framesPerSecond: 30) }
    logo = try parameters.$logo.locating { try context.vectorImage(parameters.logo, color: .white) }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    if let image = film.frame(at: time.seconds) { frame.drawing.image(image, in: canvas) }
    let place = canvas.center - Point(logo.size.width, logo.size.height) / 2
    frame.drawing.group(transform: .translation(place)) { $0.append(logo.drawing) }
    return frame
  }
}
