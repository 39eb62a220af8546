import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Many small things that are thrown, fly and vanish.
public struct Particles: Stage {
  enum Kind: String, CaseIterable { case circle, square, star, spark, glow }

  static let kind = ParameterKey<Kind>.choice(
    "kind", "What each is: a disc, a square, a star, a line along its way, or a soft light.", default: .circle)
  static let colors = ParameterKey.colors("colors", "Their colors, at random.", default: [.white])
  static let rate = ParameterKey.number(
    "rate", "How many come each second.", default: 40, NumberSchema(minimum: 0, maximum: 2000))
  static let burst = ParameterKey.integer("burst", "How many come at once at its start.", default: 0, .range(0...4000))
  static let until = ParameterKey.number(
    "until", "When no more come; without it they go on.", .nonnegative(.seconds)
  ).optional
  static let life = ParameterKey.number("life", "How long each is there.", default: 1.6, .positive(.seconds))
  static let size = ParameterKey.number("size", "How large each is, across.", default: 8, .positive(.points))
  static let endSize = ParameterKey.number(
    "endSize", "How large each is at its end, as a multiple of its size.", default: 0.2, .nonnegative())
  static let variation = ParameterKey.number(
    "variation", "How much sizes, speeds and lives differ, as a share.", default: 0.4, .fraction)
  static let from = ParameterKey.point("from", "Where they come from; without it the middle of the canvas.").optional
  static let area = ParameterKey.point(
    "area", "The width and height of the area in which they come.", default: .zero)
  static let angle = ParameterKey.number(
    "angle", "The way they are thrown: 0 is up, 90 to the right.", default: 0, .any(.degrees))
  static let spread = ParameterKey.number(
    "spread", "How far they are thrown to both sides of that in all; 360 is all around.", default: 60,
    NumberSchema(minimum: 0, maximum: 360, unit: .degrees))
  static let speed = ParameterKey.number("speed", "How fast, in points a second.", default: 220, .nonnegative())
  static let gravity = ParameterKey.point(
    "gravity", "What pulls them, in points a second, every second.", default: Point(0, 240))
  static let drag = ParameterKey.number(
    "drag", "How much the air holds them back; 1 takes most of their speed in two seconds.", default: 0.6,
    .nonnegative())
  static let sway = ParameterKey.number("sway", "How far they sway from side to side.", default: 0, .nonnegative(.points))
  static let fadeIn = ParameterKey.number("fadeIn", "The share of its life in which each comes.", default: 0.08, .fraction)
  static let fadeOut = ParameterKey.number("fadeOut", "The share of its life in which each goes.", default: 0.5, .fraction)
  static let loop = ParameterKey.number(
    "loop",
    "After so long the same ones come again, so that a video of that length loops; they are then there from its "
      + "start.", .positive(.seconds)
  ).optional
  static let seed = ParameterKey.integer("seed", "Another number gives others.", default: 1, .range(0...1_000_000))

  static let count = Output<Double>("count", "How many are there.")

  public static let definition = StageDefinition(
    name: "particles", version: 1, summary: "Sparks, dust, stars or lights: thrown, pulled, swayed and gone.",
    parameters: [
      kind, colors, rate, burst, until, life, size, endSize, variation, from, area, angle, spread, speed, gravity, drag,
      sway, fadeIn, fadeOut, loop, seed,
    ],
    outputs: [count],
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

  private let kind: Kind
  private let particles: [Particle]
  private let endSize: Double
  private let sway: Double
  private let fadeIn: Double
  private let fadeOut: Double
  private let loop: Double?
  private let end: Double?

  public init(_ parameters: ParameterValues, _ context: any StageContext) throws {
    kind = parameters[Self.kind]
    endSize = parameters[Self.endSize]
    sway = parameters[Self.sway]
    fadeIn = parameters[Self.fadeIn]
    fadeOut = parameters[Self.fadeOut]
    loop = parameters[Self.loop]
    let rate = parameters[Self.rate]
    let variation = parameters[Self.variation]
    let (life, size, speed) = (parameters[Self.life], parameters[Self.size], parameters[Self.speed])
    // What comes after the video's end is never seen.
    let last = min(parameters[Self.until] ?? .infinity, loop ?? context.composition.duration)
    let flowing = (rate * last).rounded(.up)
    // Each is there several times where it lives for longer than the loop.
    let rounds = loop.map { max(life * (1 + variation) / $0, 1) } ?? 1
    let most = (flowing + Double(parameters[Self.burst])) * rounds
    guard most <= 20_000 else {
      throw StageError(
        "\(Int(min(most, 1e9))) are more than 20000",
        parameter: rounds > 1 ? parameters.location(of: Self.life) : parameters.location(of: Self.rate))
    }
    let colors = parameters[Self.colors]
    let middle = parameters[Self.from] ?? context.composition.bounds.center
    let area = parameters[Self.area]
    let births = (0..<parameters[Self.burst]).map { _ in 0.0 } + (0..<Int(flowing)).map { Double($0) / max(rate, 1e-9) }
    var random = SeededNumbers(seed: UInt64(parameters[Self.seed]))
    particles = births.map { birth in
      func varied(_ value: Double) -> Double { value * (1 + variation * (random.unit() * 2 - 1)) }
      let angle = parameters[Self.angle] + parameters[Self.spread] * (random.unit() - 0.5) - 90
      let (s, c) = sineAndCosine(degrees: angle)
      let place = middle + Point(area.x * (random.unit() - 0.5), area.y * (random.unit() - 0.5))
      let thrown = varied(speed)
      return Particle(
        birth: birth, life: max(varied(life), 1e-3), place: place,
        flight: Flight(
          velocity: Point(c, s) * thrown, gravity: parameters[Self.gravity], drag: parameters[Self.drag]),
        size: varied(size), color: colors[min(Int(random.unit() * Double(colors.count)), colors.count - 1)],
        turn: random.unit() * 360, spin: (random.unit() - 0.5) * 360, swayPhase: random.unit())
    }
    let isEndless = loop != nil || parameters[Self.until] == nil && rate > 0
    end = isEndless ? nil : particles.map { $0.birth + $0.life }.max() ?? 0
  }

  public var duration: Double? { end }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    var count = 0
    frame.drawing = DisplayList { list in
      for particle in particles {
        // Several times where it lives for longer than the loop.
        for age in stride(from: age(of: particle, at: time.seconds), to: particle.life, by: loop ?? .infinity)
        where age >= 0 {
          draw(particle, age, onto: &list)
          count += 1
        }
      }
    }
    frame[Self.count] = Double(count)
    return frame
  }

  /// How long ago a particle came last; below 0 before it comes.
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
