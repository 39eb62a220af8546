import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// The look of a spinner, within a circle of radius 1.
struct SpinnerLook {
  var color: Color
  var track: Color
  /// The width of lines.
  var width: Double

  func faded(_ opacity: Double) -> Color { color.opacity(min(max(opacity, 0), 1)) }
}

enum SpinnerKind: String, CaseIterable, ParameterChoice {
  case arc, ring, dots, spokes, bars, bounce, pulse, ripple, grid, orbit, square, chase, infinity

  /// In seconds.
  var period: Double {
    switch self {
    case .arc: 2.8
    case .ring, .spokes, .dots: 1
    case .bars, .bounce, .grid: 1.2
    case .pulse: 1.4
    case .ripple: 2
    case .orbit, .chase, .infinity: 1.8
    case .square: 2.4
    }
  }

  /// Draws it at a phase from 0 to 1, with which it begins again.
  func draw(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    switch self {
    case .arc: drawArc(phase, look, onto: &list)
    case .ring: drawRing(phase, look, onto: &list)
    case .dots: drawDots(phase, look, onto: &list)
    case .spokes: drawSpokes(phase, look, onto: &list)
    case .bars: drawBars(phase, look, onto: &list)
    case .bounce: drawBounce(phase, look, onto: &list)
    case .pulse: drawRings([phase], look, onto: &list)
    case .ripple: drawRings([phase, (phase + 0.5).truncatingRemainder(dividingBy: 1)], look, onto: &list)
    case .grid: drawGrid(phase, look, onto: &list)
    case .orbit: drawOrbit(phase, look, onto: &list)
    case .square: drawSquare(phase, look, onto: &list)
    case .chase: drawChase(phase, look, onto: &list)
    case .infinity: drawInfinity(phase, look, onto: &list)
    }
  }

  // MARK: Rings

  /// An arc that grows and shrinks while it turns: twice a period, with four turns in all.
  private func drawArc(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    let radius = 1 - look.width / 2
    list.stroke(.circle(center: .zero, radius: radius), look.track, width: look.width)
    let half = (phase * 2).truncatingRemainder(dividingBy: 1)
    let curve = Easing.cubicBezier(0.4, 0, 0.2, 1)
    let head = curve.value(at: min(half * 2, 1))
    let tail = curve.value(at: max(half * 2 - 1, 0))
    // Each half ends three quarters of a turn further than it began; with this both make whole turns.
    let turns = 360 * 2.5 * phase + (phase >= 0.5 ? 270 : 0)
    list.stroke(
      .arc(center: .zero, radius: radius, start: turns - 90 + 270 * tail, sweep: 18 + 270 * (head - tail)), look.color,
      width: look.width, cap: .round)
  }

  private func drawRing(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    let radius = 1 - look.width / 2
    list.stroke(.circle(center: .zero, radius: radius), look.track, width: look.width)
    list.stroke(
      .arc(center: .zero, radius: radius, start: 360 * phase - 90, sweep: 90), look.color, width: look.width,
      cap: .round)
  }

  private func drawRings(_ phases: [Double], _ look: SpinnerLook, onto list: inout DisplayList) {
    for phase in phases {
      let grown = Easing.cubicBezier(0.1, 0.6, 0.3, 1).value(at: phase)
      let width = look.width * (1 - phase * 0.7)
      let radius = grown * (1 - width / 2)
      if radius > 0 { list.stroke(.circle(center: .zero, radius: radius), look.faded(1 - phase), width: width) }
    }
  }

  private func drawInfinity(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    let (measure, reach) = (Self.lemniscate, 1 - look.width / 2)
    let (start, length) = (phase * measure.length, measure.length * 0.3)
    let rest = start + length - measure.length
    func stroke(_ path: Path, _ color: Color, cap: LineCap = .butt) {
      list.stroke(path, color, width: look.width / reach, cap: cap, join: .round, transform: .scale(reach))
    }
    stroke(measure.path, look.track)
    stroke(measure.subpath(from: start, to: min(start + length, measure.length)), look.color, cap: .round)
    if rest > 0 { stroke(measure.subpath(from: 0, to: rest), look.color, cap: .round) }
  }

  /// Bernoulli's, a little higher.
  private static let lemniscate = PathMeasure(
    .polyline(
      (0..<160).map { index in
        let angle = 2 * .pi * Double(index) / 160
        let (s, c) = (sin(angle), cos(angle))
        return Point(c / (1 + s * s), 1.25 * s * c / (1 + s * s))
      }, closed: true))

  // MARK: Around a circle

  private func place(_ turn: Double, _ radius: Double) -> Point {
    let (s, c) = sineAndCosine(degrees: 360 * turn - 90)
    return Point(radius * c, radius * s)
  }

  private func drawDots(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    for index in 0..<8 {
      let age = fraction(phase - Double(index) / 8)
      let radius = look.width * (1.3 - 0.55 * age)
      list.fill(
        .circle(center: place(Double(index) / 8, 1 - look.width * 1.3), radius: radius), look.faded(1 - 0.8 * age))
    }
  }

  private func drawSpokes(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    // One after the other, as on a dial of twelve.
    let step = (phase * 12).rounded(.down) / 12
    for index in 0..<12 {
      let turn = Double(index) / 12
      let age = fraction(step - turn)
      list.stroke(
        .line(from: place(turn, 0.52), to: place(turn, 1 - look.width / 2)), look.faded(1 - 0.8 * age),
        width: look.width,
        cap: .round)
    }
  }

  private func drawChase(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    for index in 0..<6 {
      // Each lingers at the top and hurries below.
      let own = fraction(phase - Double(index) * 0.055)
      let turn = Easing.cubicBezier(0.65, 0, 0.35, 1).value(at: own)
      let radius = look.width * (1.25 - Double(index) * 0.15)
      list.fill(
        .circle(center: place(turn, 1 - look.width * 1.25), radius: radius), look.faded(1 - Double(index) * 0.12))
    }
  }

  private func drawOrbit(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    for (ring, radius) in [0.45, 1 - look.width].enumerated() {
      list.stroke(.circle(center: .zero, radius: radius), look.track, width: look.width * 0.2)
      let turn = ring == 0 ? -phase * 2 : phase
      list.fill(.circle(center: place(turn, radius), radius: look.width * (ring == 0 ? 0.75 : 1)), look.color)
    }
    list.fill(.circle(center: .zero, radius: look.width * 1.3), look.color)
  }

  // MARK: Rows

  private func drawBars(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    let width = 0.24
    for index in 0..<5 {
      let age = fraction(phase - Double(index) * 0.1)
      let height = 0.5 + 1.3 * bump(age, 0.5)
      let x = -1 + width / 2 + Double(index) * (2 - width) / 4
      list.fill(.roundedRect(Rect(center: Point(x, 0), size: Size(width, height)), radius: width / 2), look.color)
    }
  }

  private func drawBounce(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    for index in 0..<3 {
      let height = bump(fraction(phase - Double(index) * 0.14), 0.55)
      list.fill(.circle(center: Point(Double(index - 1) * 0.7, 0.35 - 0.7 * height), radius: 0.27), look.color)
    }
  }

  private func drawGrid(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    for row in 0..<3 {
      for column in 0..<3 {
        let age = fraction(phase - Double(row + column) * 0.1)
        let side = 0.56 * (1 - 0.72 * bump(age, 0.6))
        let center = Point(Double(column - 1) * 0.68, Double(row - 1) * 0.68)
        list.fill(
          .roundedRect(Rect(center: center, size: Size(side, side)), radius: side * 0.22), look.color)
      }
    }
  }

  /// A square that turns over, about one axis and then about the other.
  private func drawSquare(_ phase: Double, _ look: SpinnerLook, onto list: inout DisplayList) {
    let isFirst = phase < 0.5
    let share = Easing.cubicBezier(0.65, 0, 0.35, 1).value(at: fraction(phase * 2))
    let width = abs(cos(.pi * share))
    let size = isFirst ? Size(1.3 * width, 1.3) : Size(1.3, 1.3 * width)
    // The side that turns away from the light is darker.
    let shade = 1 - 0.35 * sin(.pi * share)
    list.fill(
      .roundedRect(
        Rect(center: .zero, size: size),
        radii: CornerRadii(
          topLeft: 0.12 * width, topRight: 0.12 * width, bottomRight: 0.12 * width, bottomLeft: 0.12 * width)),
      look.faded(look.color.alpha == 0 ? 0 : shade))
  }

  /// Between 0 and below 1.
  private func fraction(_ value: Double) -> Double { value - value.rounded(.down) }

  /// Up and down again within a share of the time, smoothly.
  private func bump(_ age: Double, _ share: Double) -> Double {
    age < share ? (1 - cos(2 * .pi * age / share)) / 2 : 0
  }
}
