import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Many small things that are thrown, fly and vanish.
public struct Particles: Stage {
  enum Kind: String, CaseIterable, ParameterChoice { case circle, square, star, spark, glow }

  /// The parameters of particles.
  public struct Parameters: ParameterGroup {
    @Parameter("The form of each: a disc, a square, a star, a line along its way, or a soft light.") var kind = Kind
      .circle
    @Parameter("Their colors, at random.", as: .list(of: .color, minimumCount: 1)) var colors: [Color] = [.white]
    @Parameter("The number that come each second.", NumberSchema(minimum: 0, maximum: 2000)) var rate = 40.0
    @Parameter("The number that come at once at its start.", .range(0...4000)) var burst = 0
    @Parameter("The time from which no more come; without it they go on.", .nonnegative(.seconds)) var until: Double?
    @Parameter("The time for which each is there.", .positive(.seconds)) var life = 1.6
    @Parameter("The size of each, across.", .positive(.points)) var size = 8.0
    @Parameter("The size of each at its end, as a multiple of its size.", .nonnegative()) var endSize = 0.2
    @Parameter("The variation of sizes, speeds and lives, as a share.", .fraction) var variation = 0.4
    @Parameter("The place that they come from; without it the middle of the canvas.") var from: Point?
    @Parameter("The width and height of the area in which they come.") var area: Point = .zero
    @Parameter("The way they are thrown: 0 is up, 90 to the right.", .any(.degrees)) var angle = 0.0
    @Parameter(
      "The angle to both sides of that into which they are thrown, in all; 360 is all around.",
      NumberSchema(minimum: 0, maximum: 360, unit: .degrees))
    var spread = 60.0
    @Parameter("The speed, in points a second.", .nonnegative()) var speed = 220.0
    @Parameter("The acceleration that pulls them, in points a second, every second.") var gravity: Point = Point(0, 240)
    @Parameter("The drag of the air; 1 takes most of their speed in two seconds.", .nonnegative())
    var drag = 0.6
    @Parameter("The distance by which they sway from side to side.", .nonnegative(.points)) var sway = 0.0
    @Parameter("The share of its life in which each comes.", .fraction) var fadeIn = 0.08
    @Parameter("The share of its life in which each goes.", .fraction) var fadeOut = 0.5
    @Parameter(
      "The time after which the same ones come again, so that a video of that length loops; they are then there from its "
        + "start.", .positive(.seconds))
    var loop: Double?
    @Parameter("Another number gives others.", .range(0...1_000_000)) var seed = 1

    let count = Output<Double>("The number that are there.")

    /// The parameters of particles.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "particles", version: 1,
    "Sparks, dust, stars or lights: thrown, pulled, swayed and gone.",
    handles: [.point("from"), .size("area", around: "from"), .angle("angle", at: "from", zero: -90)],
    example: .init(
      at: 1.8,
      """
      {
        "id": "sparks",
        "stage": "particles",
        "parameters": {
          "kind": "glow", "colors": ["#FFC24B", "#FF7AB8", "#8CC8FF"], "rate": 70, "life": 1.6, "spread": 360, "speed": 120,
          "gravity": [0, 60], "size": 20
        }
      }
      """))

  private struct Particle {
    let birth: Double
    let life: Double
    let place: Point
    let flight: Flight
    let size: Double
    let color: Color
    let turn: Double
    let spin: Double
    let swayPhase: Double
  }

  private let count: Output<Double>
  private let kind: Kind
  private let particles: [Particle]
  private let endSize: Double
  private let sway: Double
  private let fadeIn: Double
  private let fadeOut: Double
  private let loop: Double?
  private let end: Double?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    count = parameters.count
    kind = parameters.kind
    endSize = parameters.endSize
    sway = parameters.sway
    fadeIn = parameters.fadeIn
    fadeOut = parameters.fadeOut
    loop = parameters.loop
    let rate = parameters.rate
    let variation = parameters.variation
    let (life, size, speed) = (parameters.life, parameters.size, parameters.speed)
    // Particles after the video's end are never seen.
    let last = min(parameters.until ?? .infinity, loop ?? context.composition.duration)
    let flowing = (rate * last).rounded(.up)
    // Each is there several times where it lives for longer than the loop.
    let rounds = loop.map { max(life * (1 + variation) / $0, 1) } ?? 1
    let most = (flowing + Double(parameters.burst)) * rounds
    guard most <= 20_000 else {
      throw StageError(
        "\(Int(min(most, 1e9))) are more than 20000",
        parameter: rounds > 1 ? parameters.$life.location : parameters.$rate.location)
    }
    let colors = parameters.colors
    let middle = parameters.from ?? context.composition.bounds.center
    let area = parameters.area
    let births = (0..<parameters.burst).map { _ in 0.0 } + (0..<Int(flowing)).map { Double($0) / max(rate, 1e-9) }
    var random = SeededNumbers(seed: UInt64(parameters.seed))
    let (throwAngle, spread) = (parameters.angle, parameters.spread)
    let (gravity, drag) = (parameters.gravity, parameters.drag)
    particles = births.map { birth in
      func varied(_ value: Double) -> Double { value * (1 + variation * (random.unit() * 2 - 1)) }
      let angle = throwAngle + spread * (random.unit() - 0.5) - 90
      let (s, c) = sineAndCosine(degrees: angle)
      let place = middle + Point(area.x * (random.unit() - 0.5), area.y * (random.unit() - 0.5))
      let thrown = varied(speed)
      return Particle(
        birth: birth, life: max(varied(life), 1e-3), place: place,
        flight: Flight(
          velocity: Point(c, s) * thrown, gravity: gravity, drag: drag),
        size: varied(size), color: colors[min(Int(random.unit() * Double(colors.count)), colors.count - 1)],
        turn: random.unit() * 360, spin: (random.unit() - 0.5) * 360, swayPhase: random.unit())
    }
    let isEndless = loop != nil || parameters.until == nil && rate > 0
    end = isEndless ? nil : particles.map { $0.birth + $0.life }.max() ?? 0
  }

  public var duration: Double? { end }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    var number = 0
    frame.drawing = DisplayList { list in
      for particle in particles {
        // Several times where it lives for longer than the loop.
        for age in stride(from: age(of: particle, at: time.seconds), to: particle.life, by: loop ?? .infinity)
        where age >= 0 {
          draw(particle, age, onto: &list)
          number += 1
        }
      }
    }
    frame[count] = Double(number)
    return frame
  }

  /// The time since a particle last appeared; below 0 before it appears.
  private func age(of particle: Particle, at seconds: Double) -> Double {
    loop.map { Cycle(at: seconds - particle.birth, period: $0).seconds } ?? seconds - particle.birth
  }

  private func draw(_ particle: Particle, _ age: Double, onto list: inout DisplayList) {
    let share = age / particle.life
    let size = particle.size * (1 + (endSize - 1) * share)
    var opacity = 1.0
    if fadeIn > 0 { opacity = min(opacity, share / fadeIn) }
    if fadeOut > 0 { opacity = min(opacity, (1 - share) / fadeOut) }
    guard size > 0, opacity > 0 else { return }
    var place = particle.place + particle.flight.way(after: age)
    if sway > 0 { place.x += sway * sin(2 * .pi * (age * 0.7 + particle.swayPhase)) * min(age * 2, 1) }
    let color = particle.color.opacity(opacity)
    let turned = Transform.translation(place) * .rotation(degrees: particle.turn + particle.spin * age)
    switch kind {
    case .circle: list.fill(.circle(center: place, radius: size / 2), color)
    case .square: list.fill(.rect(Rect(center: .zero, size: Size(size, size))), color, transform: turned)
    case .star: list.fill(Self.star, color, transform: turned * .scale(size / 2))
    case .spark:
      let before = particle.place + particle.flight.way(after: max(age - 0.05, 0))
      list.stroke(.line(from: before, to: place), color, width: size / 3, cap: .round)
    case .glow:
      list.fill(
        .circle(center: place, radius: size),
        .radial(
          center: place, radius: size,
          stops: [GradientStop(0, color), GradientStop(0.3, color.opacity(0.5)), GradientStop(1, color.opacity(0))],
          spread: .pad))
    }
  }

  private static let star = Path.polyline(
    (0..<8).map { index in
      let (s, c) = sineAndCosine(degrees: 45 * Double(index))
      let radius = index.isMultiple(of: 2) ? 1 : 0.32
      return Point(radius * c, radius * s)
    }, closed: true)
}
