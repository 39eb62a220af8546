import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// Pieces of paper that flutter down.
public struct Confetti: Stage {
  enum Mode: String, CaseIterable, ParameterChoice { case burst, cannons, rain }

  /// The parameters of confetti.
  public struct Parameters: ParameterGroup {
    @Parameter("The mode: a burst from a point, shots from both lower corners, or rain.") var mode = Mode.burst
    @Parameter("The number of pieces.", .range(1...4000)) var count = 160
    @Parameter("The colors of the pieces.", as: .list(of: .color, minimumCount: 1))
    var colors: [Color] = [0xFF5E5B, 0xFFC24B, 0x4BD37B, 0x4B9BFF, 0xB36BFF].map { Color(hex: $0) }
    @Parameter("The length of a piece.", .positive(.points)) var size = 14.0
    @Parameter("The place that a burst comes from; without it the middle of the canvas.") var from: Point?
    @Parameter("The power of the throw; 1 takes a burst about over the canvas.", .nonnegative()) var power = 1.0
    @Parameter("The time for which thrown pieces are there.", .positive(.seconds)) var life = 4.0
    @Parameter("The time until rain repeats, so that a video of that length loops.", .positive(.seconds))
    var period = 4.0
    @Parameter("Another number gives other pieces.", .range(0...1_000_000)) var seed = 1

    /// The parameters of confetti.
    public init() {}
  }

  public static let definition = StageDefinition(
    Self.self, "confetti", version: 1,
    "Pieces of paper that are thrown or rain, turn in the air and flutter.",
    handles: [.point("from")],
    example: .init(
      at: 0.8,
      """
      {
        "id": "paper",
        "stage": "confetti",
        "parameters": { "mode": "cannons", "count": 160, "colors": ["#FFC24B", "#FF7AB8", "#8CC8FF", "#7CE0A3"] }
      }
      """))

  private struct Piece {
    let place: Point
    let flight: Flight
    /// For rain: how many times it falls within a period.
    let falls: Double
    let start: Double
    let size: Size
    let isRound: Bool
    let color: Color
    let turn: Double
    let spin: Double
    let flips: Double
    let flipPhase: Double
    let sway: Double
    let swayPhase: Double
  }

  private let mode: Mode
  private let pieces: [Piece]
  private let life: Double
  private let period: Double
  private let canvas: Size

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    mode = parameters.mode
    life = parameters.life
    period = parameters.period
    canvas = context.composition.size
    let middle = parameters.from ?? context.composition.bounds.center
    let reach = (canvas.width * canvas.height).squareRoot() * parameters.power
    let (colors, size) = (parameters.colors, parameters.size)
    var random = SeededNumbers(seed: UInt64(parameters.seed))
    let (mode, canvas, period) = (self.mode, self.canvas, self.period)
    pieces = (0..<parameters.count).map { index in
      func within(_ low: Double, _ high: Double) -> Double { low + (high - low) * random.unit() }
      var (place, angle, speed) = (middle, within(0, 360), reach * within(0.3, 2.4))
      switch mode {
      case .burst: angle = -90 + within(-75, 75)
      case .cannons:
        let isLeft = index.isMultiple(of: 2)
        place = Point(isLeft ? -size : canvas.width + size, canvas.height * 0.98)
        angle = isLeft ? within(-82, -42) : within(-138, -98)
        speed = reach * within(0.9, 3.1)
      case .rain: place = Point(within(-0.05, 1.05) * canvas.width, 0)
      }
      let (s, c) = sineAndCosine(degrees: angle)
      let long = size * within(0.75, 1.25)
      let isRound = random.chance(0.2)
      return Piece(
        place: place,
        flight: Flight(
          velocity: Point(c, s) * speed, gravity: Point(0, reach * within(0.55, 0.8)), drag: within(1.7, 2.4)),
        falls: Double(1 + Int(random.unit() * 2)), start: random.unit(),
        size: isRound ? Size(long * 0.6, long * 0.6) : Size(long * within(0.4, 0.6), long), isRound: isRound,
        color: colors[min(Int(random.unit() * Double(colors.count)), colors.count - 1)], turn: within(0, 360),
        spin: mode == .rain ? Double(Int(within(-3, 4))) * 360 / period : within(-140, 140),
        // Whole turns within a period, where it comes again.
        flips: mode == .rain ? Double(Int(within(3, 9))) / period : within(0.9, 2.4), flipPhase: random.unit(),
        sway: within(0.4, 1.6) * size, swayPhase: random.unit())
    }
  }

  public var duration: Double? { mode == .rain ? nil : life }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    var frame = StageFrame()
    frame.drawing = DisplayList { list in
      for piece in pieces {
        if mode == .rain {
          drawRain(piece, at: time.seconds, onto: &list)
        } else {
          drawThrown(piece, at: time.seconds, onto: &list)
        }
      }
    }
    return frame
  }

  private func drawThrown(_ piece: Piece, at seconds: Double, onto list: inout DisplayList) {
    guard seconds > 0, seconds < life else { return }
    var place = piece.place + piece.flight.way(after: seconds)
    // Paper sways once the air has slowed it down.
    place.x += piece.sway * sin(2 * .pi * (seconds * 0.8 + piece.swayPhase)) * min(seconds, 1)
    draw(piece, at: place, seconds, opacity: min(1, (life - seconds) / (life * 0.2)), onto: &list)
  }

  private func drawRain(_ piece: Piece, at seconds: Double, onto list: inout DisplayList) {
    let cycle = Cycle(at: seconds, period: period)
    let fallen = piece.start + cycle.fraction * piece.falls
    let share = fallen - fallen.rounded(.down)
    let room = 2 * piece.size.height
    let sway = piece.sway * sin(2 * .pi * (cycle.fraction * 2 * piece.falls + piece.swayPhase))
    let place = Point(piece.place.x + sway, -room + share * (canvas.height + 2 * room))
    draw(piece, at: place, cycle.seconds, opacity: 1, onto: &list)
  }

  private func draw(
    _ piece: Piece, at place: Point, _ seconds: Double, opacity: Double, onto list: inout DisplayList
  ) {
    let flip = cos(2 * .pi * (seconds * piece.flips + piece.flipPhase))
    // The back of a piece is darker, and its edge catches the light.
    let shade = flip < 0 ? 0.72 : 1
    let lit = abs(flip) > 0.92 ? 1.12 : 1
    let color = Color(
      min(piece.color.red * shade * lit, 1), min(piece.color.green * shade * lit, 1),
      min(piece.color.blue * shade * lit, 1), piece.color.alpha * opacity)
    let own = Rect(center: .zero, size: piece.size)
    let path: Path = piece.isRound ? .ellipse(in: own) : .rect(own)
    list.fill(
      path, color,
      transform: .translation(place) * .rotation(degrees: piece.turn + piece.spin * seconds)
        * .scale(1, max(abs(flip), 0.04)))
  }
}
