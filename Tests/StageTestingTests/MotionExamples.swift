import StageKit

// The examples of StageKit's article on text, chance and shapes, as they stand there.

/// Letters that bob, each a little later than the one before it.
struct Bobbing: Stage {
  static let height = Parameter.number("height", "How far letters rise.", default: 8, .nonnegative(.points)).animated
  static let definition = StageDefinition(
    name: "bobbing", version: 1, summary: "Letters that bob.", parameters: TextParameters.parameters + [height])

  private let letters: [TextLayout.Cluster]
  private let height: Animated<Double>

  init(_ parameters: Parameters, _ context: any StageContext) throws {
    let layout = try TextParameters(parameters).layout(context, separatesClusters: true)
    letters = layout.lines.flatMap(\.clusters).filter { !$0.isEmpty }
    height = parameters[Self.height]
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
struct Snow: Stage {
  static let seed = Parameter.integer("seed", "Chooses among falls.", default: 1, .range(0...1_000_000))
  static let definition = StageDefinition(name: "snow", version: 1, summary: "Snow.", parameters: [seed])

  private let flakes: [(x: Double, start: Double, seconds: Double, radius: Double)]
  private let canvas: Rect

  init(_ parameters: Parameters, _ context: any StageContext) {
    canvas = context.composition.bounds
    var numbers = SeededNumbers(seed: UInt64(parameters[Self.seed]))
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
struct Drift: Stage {
  static let reach = Parameter.number("reach", "How far it drifts.", default: 20, .nonnegative(.points))
  static let definition = StageDefinition(
    name: "drift", version: 1, summary: "A lamp that drifts.", parameters: [reach])

  private let noise = SeededNoise(seed: 7)
  private let reach: Double

  init(_ parameters: Parameters, _ context: any StageContext) { reach = parameters[Self.reach] }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    let turn = Cycle(at: time.seconds, period: 4).fraction * 6
    let offset = Point(noise.value(turn, 0.5, period: 6), noise.value(turn, 50.5, period: 6)) * reach
    return StageFrame(DisplayList { $0.fill(.circle(center: Point(100, 50) + offset, radius: 10), .white) })
  }
}

/// A light with a word below it.
struct Signal: Stage {
  enum Light: String, CaseIterable { case red, amber, green }

  static let light = Parameter.choice("light", "Which light is on.", default: Light.red).animated
  static let word = Parameter.text("word", "What stands below it.", default: "Wait").animated
  static let definition = StageDefinition(
    name: "signal", version: 1, summary: "A light with a word.", parameters: [light, word])

  private let light: Animated<Stepped<Light>>
  private let word: Animated<Stepped<String>>
  private let outlines: [String: Path]

  init(_ parameters: Parameters, _ context: any StageContext) throws {
    light = parameters[Self.light]
    word = parameters[Self.word]
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
struct Moon: Stage {
  static let definition = StageDefinition(name: "moon", version: 1, summary: "A moon.")

  private let outline: Path

  init(_ parameters: Parameters, _ context: any StageContext) throws {
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
  static let film = Parameter.file("film", "The film.", extensions: ["mp4"])
  static let logo = Parameter.file("logo", "The logo.", extensions: ["svg"])
  static let definition = StageDefinition(
    name: "titled", version: 1, summary: "A film behind a logo.", parameters: [film, logo])

  private let film: Footage
  private let logo: VectorImage
  private let canvas: Rect

  init(_ parameters: Parameters, _ context: any StageContext) throws {
    canvas = context.composition.bounds
    film = try parameters.locating(Self.film) { try context.footage(parameters[Self.film], framesPerSecond: 30) }
    logo = try parameters.locating(Self.logo) { try context.vectorImage(parameters[Self.logo], color: .white) }
  }

  func frame(at time: StageTime, _ inputs: Inputs) -> StageFrame {
    var frame = StageFrame()
    if let image = film.frame(at: time.seconds) { frame.drawing.image(image, in: canvas) }
    let place = canvas.center - Point(logo.size.width, logo.size.height) / 2
    frame.drawing.group(transform: .translation(place)) { $0.append(logo.drawing) }
    return frame
  }
}
