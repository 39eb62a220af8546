import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// Bends the straight plan of a city into its final shape: the river winds, and no street stays quite straight.
///
/// The plan has the river along its x axis. All parts of the bend are smooth and gentle, so nothing folds over and
/// what lies apart in the plan lies apart on the ground; lengths change by a quarter at most near the center.
struct CityWarp {
  private struct Wave {
    var amplitude: Double
    var wavelength: Double
    var phase: Double
    /// The direction in which the wave travels.
    var direction: Point

    var wavenumber: Double { 2 * .pi / wavelength }
    func angle(_ along: Double) -> Double { wavenumber * along + phase }
  }

  private let meanders: [Wave]
  private let swells: [(wave: Wave, push: Point)]
  private let widening: Wave
  private let turn: (sine: Double, cosine: Double)
  private var center = Point.zero

  /// - Parameter center: The point of the plan that comes to lie at the origin.
  init(center: Point, _ random: inout SeededNumbers) {
    func wave(_ amplitude: Double, _ wavelength: Double, degrees: Double) -> Wave {
      let (s, c) = sineAndCosine(degrees: degrees)
      return Wave(
        amplitude: amplitude * random.within(0.85...1.15), wavelength: wavelength * random.within(0.9...1.1),
        phase: random.within(0...(2 * .pi)), direction: Point(c, s))
    }
    meanders = [wave(185, 5600, degrees: 0), wave(16, 2300, degrees: 0)]
    widening = wave(28, 3700, degrees: 0)
    swells = [(70.0, 4300.0), (70, 4700), (24, 2300), (24, 2100)].enumerated().map { index, size in
      let degrees = Double(index) * 90 + random.within(-35...35)
      let (s, c) = sineAndCosine(degrees: degrees + 60)
      return (wave(size.0, size.1, degrees: degrees), Point(c, s))
    }
    turn = sineAndCosine(degrees: random.within(-60...60))
    self.center = bend(center)
  }

  /// Meters east and south of the city's center.
  func callAsFunction(_ p: Point) -> Point {
    let q = bend(p) - center
    return Point(turn.cosine * q.x - turn.sine * q.y, turn.sine * q.x + turn.cosine * q.y)
  }

  private func bend(_ p: Point) -> Point {
    var q = p
    // Near the river the plan's normals become the river's own, so that blocks along it stay rectangular.
    let away = p.y / 900
    let lean = p.y * exp(-away * away / 2)
    let follow = exp(-p.y * p.y / (2 * 1700 * 1700))
    for wave in meanders {
      q.y += wave.amplitude * sin(wave.angle(p.x)) * follow
      q.x -= wave.amplitude * wave.wavenumber * cos(wave.angle(p.x)) * lean
    }
    // The banks move apart here and there, and far downstream for good.
    let estuary = 260 / (1 + exp(-(p.x - 4600) / 700))
    q.y += (widening.amplitude * (1 + sin(widening.angle(p.x))) / 2 + estuary) * tanh(p.y / 70)
    for (wave, push) in swells {
      q = q + push * (wave.amplitude * sin(wave.angle(p.dot(wave.direction))))
    }
    return q
  }

  /// A straight stretch of the plan as a line on the ground that strays from the true curve by `tolerance` at most, in
  /// meters, as estimated at its quarters.
  func line(from a: Point, to b: Point, tolerance: Double) -> [Point] {
    var result = [self(a)]
    append(from: a, to: b, start: self(a), end: self(b), tolerance: tolerance, depth: 0, to: &result)
    return result
  }

  /// A polygon of the plan as one on the ground.
  func outline(_ corners: [Point], tolerance: Double) -> [Point] {
    var result: [Point] = []
    for (i, a) in corners.enumerated() {
      result += line(from: a, to: corners[(i + 1) % corners.count], tolerance: tolerance).dropLast()
    }
    return result
  }

  private func append(
    from a: Point, to b: Point, start: Point, end: Point, tolerance: Double, depth: Int, to result: inout [Point]
  ) {
    let middle = (a + b) / 2
    let bent = self(middle)
    let isLong = a.distance(to: b) > 900
    if depth < 10, isLong || bent.distance(to: (start + end) / 2) > tolerance {
      append(from: a, to: middle, start: start, end: bent, tolerance: tolerance, depth: depth + 1, to: &result)
      append(from: middle, to: b, start: bent, end: end, tolerance: tolerance, depth: depth + 1, to: &result)
    } else {
      result.append(end)
    }
  }
}
