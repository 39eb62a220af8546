import Testing
import Timing

func isClose(_ a: Double?, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
  a.map { abs($0 - b) <= tolerance } ?? false
}

@Suite struct EasingTests {
  static let shares = [0.1, 0.25, 0.5, 0.75, 0.9]

  @Test(
    "Béziers match values computed with 40 digits",
    arguments: [
      (
        Easing.ease,
        [0.0947963057160432, 0.4085105913553958, 0.8024033875848569, 0.960458978348974, 0.9943164774845563]
      ),
      (.easeIn, [0.0170266096515629, 0.0934646507188248, 0.3153568125725393, 0.6218618691748902, 0.8394278457624665]),
      (.easeOut, [0.1605721542375334, 0.3781381308251097, 0.6846431874274606, 0.9065353492811751, 0.982973390348437]),
      (.easeInOut, [0.0197224535483111, 0.1291619310473198, 0.5, 0.8708380689526801, 0.9802775464516888]),
      (
        .cubicBezier(0.68, -0.55, 0.265, 1.55),
        [-0.066291477333528, -0.082807108828322, 0.6066798972237716, 1.0891657748134211, 1.0623731951663699]
      ),
    ])
  func bezierMatchesReference(curve: Easing, expected: [Double]) {
    for (share, value) in zip(Self.shares, expected) { #expect(isClose(curve.value(at: share), value, within: 1e-14)) }
    #expect(curve.value(at: 0) == 0)
    #expect(curve.value(at: 1) == 1)
  }

  @Test("A Bézier's y follows its parametric form wherever x moves")
  func bezierFollowsParametricForm() {
    for x1 in [0, 0.01, 0.3, 0.9, 1] {
      for x2 in [0, 0.1, 0.5, 0.99, 1] {
        let curve = Easing.cubicBezier(x1, -0.4, x2, 1.7)
        for k in 0...200 {
          let s = Double(k) / 200
          let r = 1 - s
          let x = 3 * r * r * s * x1 + 3 * r * s * s * x2 + s * s * s
          let slope = 3 * (r * r * x1 + 2 * r * s * (x2 - x1) + s * s * (1 - x2))
          if slope < 1e-4 { continue }
          #expect(isClose(curve.value(at: x), -1.2 * r * r * s + 5.1 * r * s * s + s * s * s))
        }
      }
    }
  }

  @Test("The steepest Bézier stays monotonic and finds its middle")
  func steepestBezierStaysMonotonic() {
    let curve = Easing.cubicBezier(1, 0, 0, 1)
    #expect(curve.value(at: 0.5) == 0.5)
    let values = (0...10_000).map { curve.value(at: Double($0) / 10_000) }
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("Outside 0…1 a Bézier follows its end tangents")
  func bezierFollowsEndTangents() {
    let curve = Easing.cubicBezier(0.2, 0.5, 0.6, 0.8)
    #expect(isClose(curve.value(at: -2), -5))
    #expect(isClose(curve.value(at: 3), 2))
    // The first control point on the start: the line to the second one counts.
    #expect(isClose(Easing.cubicBezier(0, 0, 0.5, 1).value(at: -1), -2))
    #expect(isClose(Easing.cubicBezier(0.5, 0, 1, 1).value(at: 2), 3))
    // Neither gives a direction.
    #expect(Easing.cubicBezier(0, 0.5, 0, 1).value(at: -3) == 0)
    #expect(Easing.cubicBezier(1, 0, 1, 0.5).value(at: 4) == 1)
    #expect(Easing.linear.value(at: -3) == -3)
  }

  @Test("Steps jump where their term says")
  func stepsJumpWhereTheirTermSays() {
    let times = [0, 0.2, 0.25, 0.5, 0.75, 0.99, 1]
    func values(_ term: Easing.JumpTerm) -> [Double] { times.map { Easing.steps(4, term).value(at: $0) } }
    #expect(values(.jumpEnd) == [0, 0, 0.25, 0.5, 0.75, 0.75, 1])
    #expect(values(.jumpStart) == [0.25, 0.25, 0.5, 0.75, 1, 1, 1])
    let thirds: [Double] = [0, 0, 1.0 / 3, 2.0 / 3, 1, 1, 1]
    #expect(values(.jumpNone) == thirds)
    #expect(values(.jumpBoth) == [0.2, 0.2, 0.4, 0.6, 0.8, 0.8, 1])
  }

  @Test("Steps go on outside 0…1, and the before flag gives the bottom of a step")
  func stepsGoOnOutsideAndBefore() {
    let end = Easing.steps(2, .jumpEnd)
    #expect(end.value(at: -0.25) == -0.5)
    #expect(end.value(at: 1.5) == 1.5)
    #expect(Easing.steps(2, .jumpStart).value(at: -0.75) == -0.5)
    #expect(Easing.steps(2, .jumpStart).value(at: 0, before: true) == 0)
    #expect(end.value(at: 0, before: true) == 0)
    #expect(end.value(at: 0.5, before: true) == 0)
    #expect(end.value(at: 0.6, before: true) == 0.5)
  }

  @Test("A step is not missed by the rounding of a frame time")
  func stepIsNotMissedByRounding() {
    let local = (0.7 + 1.0 / 3) - 0.7
    #expect(Easing.steps(100, .jumpEnd).value(at: 0.29) == 0.29)
    #expect(isClose(Easing.steps(3, .jumpEnd).value(at: local), 1.0 / 3))
  }

  @Test("Missing stop positions are spread, and lower ones raised")
  func missingStopPositionsAreSpread() {
    func positions(_ stops: LinearStops) -> [Double] { stops.corners.map(\.position) }
    #expect(positions([.init(0), .init(0.25), .init(1)]) == [0, 0.5, 1])
    #expect(positions([.init(0), .init(0.2), .init(0.5, at: 0.6), .init(1)]) == [0, 0.3, 0.6, 1])
    #expect(positions([.init(0, at: 0.2), .init(0.5, at: 0.1), .init(1)]) == [0.2, 0.2, 1])
    #expect(positions([.init(0), .init(0.25, at: 0.25, until: 0.75), .init(1)]) == [0, 0.25, 0.75, 1])
    #expect(positions([.init(0), .init(1, at: 1.5), .init(0)]) == [0, 1.5, 1.5])
    #expect(positions([.init(0, at: .nan), .init(1, at: .infinity)]) == [0, 1])
  }

  @Test("Stops interpolate, switch and extrapolate as in CSS")
  func stopsInterpolateAndExtrapolate() {
    let ramp = Easing.linearStops([.init(0), .init(0.25, at: 0.25, until: 0.75), .init(1)])
    #expect([-1, 0, 0.125, 0.5, 0.875, 1, 1.25].map { ramp.value(at: $0) } == [-1, 0, 0.125, 0.25, 0.625, 1, 1.75])
    let jump = Easing.linearStops([.init(0), .init(0.2, at: 0.5), .init(0.8, at: 0.5), .init(1)])
    #expect(jump.value(at: 0.5) == 0.8)
    #expect(isClose(jump.value(at: 0.25), 0.1))
    let doubled = Easing.linearStops([.init(1, at: 0), .init(2, at: 0), .init(3, at: 1), .init(4, at: 1)])
    #expect([-1, 0, 1, 2].map { doubled.value(at: $0) } == [1, 2, 4, 4])
    #expect(doubled.value(at: 0, before: true) == 1)
  }

  @Test("No input makes an output that is not finite")
  func outputsAreFinite() {
    let odd = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0x1p-1074, 0.5]
    var curves: [Easing] = [.linear, .easeIn, .linearStops([]), .linearStops([.init(7)])]
    for a in odd {
      curves += [.cubicBezier(a, a, a, a), .cubicBezier(0.5, a, 0.5, a), .cubicBezier(0x1p-1074, a, 1 - 1e-16, a)]
      curves += [.linearStops([.init(a, at: a), .init(a), .init(a, at: a, until: a)])]
      curves += [.spring(Spring(mass: a, stiffness: a, damping: a, initialVelocity: a))]
      curves += [.spring(Spring(duration: a, bounce: a, initialVelocity: a))]
    }
    for count in [Int.min, 0, 1, Int.max] { curves += Easing.JumpTerm.allCases.map { .steps(count, $0) } }
    for curve in curves {
      for t in odd {
        #expect(curve.value(at: t).isFinite, "\(curve) at \(t)")
        #expect(curve.value(at: t, before: true).isFinite, "\(curve) before \(t)")
      }
    }
  }
}
