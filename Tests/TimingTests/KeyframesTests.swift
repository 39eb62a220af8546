import Testing
import Timing

/// A vector of its own, for a type that is not a number.
private struct Place: Interpolatable, Hashable {
  var x: Double
  var y: Double

  func interpolated(to other: Place, at t: Double) -> Place {
    Place(x: x + (other.x - x) * t, y: y + (other.y - y) * t)
  }

  func distance(to other: Place) -> Double {
    ((other.x - x) * (other.x - x) + (other.y - y) * (other.y - y)).squareRoot()
  }
}

func keyframes<Value>(
  times: [Double]? = nil, values: [Value], curves: [Easing] = [], mode: KeyframeMode = .linear
) throws -> Keyframes<Value> {
  try #require(Keyframes(times: times, values: values, curves: curves, mode: mode))
}

@Suite struct KeyframesTests {
  @Test("Frames are joined by straight lines and clamped at both ends")
  func linear() throws {
    let frames = try keyframes(times: [1, 2, 4], values: [10.0, 20, 0])
    #expect([0, 1, 1.5, 2, 3, 4, 9].map(frames.value) == [10, 10, 15, 20, 10, 0, 0])
    #expect(frames.value(at: .nan) == 10)
    #expect(frames.value(at: .infinity) == 0)
  }

  @Test("Every span has its own curve, and each frame is hit exactly")
  func curves() throws {
    let values = [0.1, 0.7, 0.3]
    let frames = try keyframes(values: values, curves: [.easeIn, .steps(2, .jumpEnd)])
    #expect(isClose(frames.value(at: 0.25), 0.1 + 0.6 * Easing.easeIn.value(at: 0.5)))
    #expect(isClose(frames.value(at: 0.8), 0.5))
    #expect([0, 0.5, 1].map(frames.value) == values)
  }

  @Test("A curve that ends elsewhere than at 1 leads to no last frame: linear(1, -0.5, 0) starts and ends reversed")
  func curvesThatEndElsewhere() throws {
    let curve = try Easing(parsing: "linear(1, -0.5, 0)")
    #expect([0, 0.25, 0.5, 0.75, 1].map { curve.value(at: $0) } == [1, 0.25, -0.5, -0.25, 0])
    for mode in [KeyframeMode.linear, .cubic] {
      let frames = try keyframes(times: [0, 2], values: [10.0, 20], curves: [curve], mode: mode)
      #expect([0, 1, 2, 9].map(frames.value) == [20, 5, 10, 10])
      // Between frames the next span's curve takes over.
      let three = try keyframes(times: [0, 2, 4], values: [10.0, 20, 40], curves: [curve, .linear], mode: mode)
      #expect([2, 4].map(three.value) == [20, 40])
    }
  }

  @Test("A spring takes the times' unit for a second")
  func springsInSeconds() throws {
    let spring = Spring(duration: 0.4, bounce: 0.2)
    let frames = try keyframes(times: [1, 4], values: [0.0, 100], curves: [.spring(spring)])
    for t in [0.1, 0.2, 0.5, 1] { #expect(isClose(frames.value(at: 1 + t), 100 * spring.value(at: t), within: 1e-9)) }
    #expect(frames.value(at: 4) == 100)
  }

  @Test("A time given twice switches, exactly then")
  func switches() throws {
    for mode in [KeyframeMode.linear, .discrete, .cubic] {
      let frames = try keyframes(times: [0, 0.5, 0.5, 1], values: [1.0, 1, 5, 5], mode: mode)
      #expect(frames.value(at: 0.5 - 1e-6) == 1)
      #expect(frames.value(at: 0.5) == 5)
      #expect(frames.value(at: 0.75) == 5)
    }
    let all = try keyframes(times: [1, 1, 1], values: [1.0, 2, 3])
    #expect([0, 1, 2].map(all.value) == [1, 3, 3])
  }

  @Test("Discrete values hold until the next one's time")
  func discrete() throws {
    let frames = try keyframes(times: [0, 1.0 / 3, 2.0 / 3], values: [1.0, 2, 3], mode: .discrete)
    let pictures = (0...60).map { frames.value(at: Double($0) / 60) }
    #expect(pictures.filter { $0 == 1 }.count == 20)
    #expect(pictures.filter { $0 == 2 }.count == 20)
  }

  @Test("Paced frames move at even speed, whatever their times")
  func paced() throws {
    let frames = try keyframes(times: [0, 0.9, 2], values: [0.0, 30, 40], mode: .paced)
    #expect([0, 0.5, 1, 1.5, 1.75, 2].map(frames.value) == [0, 10, 20, 30, 35, 40])
    let still = try keyframes(values: [5.0, 5, 5], mode: .paced)
    #expect(still.value(at: 0.5) == 5)
  }

  @Test("A spline is the uniform Catmull-Rom form at even times")
  func cubicMatchesClosedForm() throws {
    let p = [0.0, 3, -1, 4, 2]
    let frames = try keyframes(values: p, mode: .cubic)
    for span in 1...2 {
      for t in [0.0, 0.2, 0.5, 0.9, 1] {
        let (a, b, c, d) = (p[span - 1], p[span], p[span + 1], p[span + 2])
        let constant = 2 * b
        let slope = (c - a) * t
        let square = (2 * a - 5 * b + 4 * c - d) * t * t
        let cube = (3 * b - a - 3 * c + d) * t * t * t
        #expect(isClose(frames.value(at: (Double(span) + t) / 4), (constant + slope + square + cube) / 2))
      }
    }
    for (index, value) in p.enumerated() { #expect(frames.value(at: Double(index) / 4) == value) }
  }

  @Test("A spline is smooth in time where the times are uneven, and straight for two values")
  func cubicIsSmooth() throws {
    let frames = try keyframes(times: [0, 1, 1.5, 4], values: [0.0, 5, 1, 8], mode: .cubic)
    for time in [1, 1.5] {
      let before = (frames.value(at: time) - frames.value(at: time - 1e-5)) / 1e-5
      let after = (frames.value(at: time + 1e-5) - frames.value(at: time)) / 1e-5
      #expect(isClose(before, after, within: 1e-2))
    }
    let line = try keyframes(values: [2.0, 6], mode: .cubic)
    for t in [0, 0.1, 0.5, 1] { #expect(isClose(line.value(at: t), 2 + 4 * t)) }
  }

  @Test("A paced spline moves at even speed through all its values")
  func cubicPaced() throws {
    let values = [Place(x: 0, y: 0), Place(x: 1, y: 5), Place(x: 9, y: 6), Place(x: 10, y: 0)]
    let frames = try keyframes(values: values, mode: .cubicPaced)
    let steps = 1000
    let places = (0...steps).map { frames.value(at: Double($0) / Double(steps)) }
    let lengths = zip(places, places.dropFirst()).map { $0.distance(to: $1) }
    let mean = lengths.reduce(0, +) / Double(steps)
    #expect(lengths.allSatisfy { abs($0 / mean - 1) < 2e-3 })
    for value in values { #expect(places.contains { $0.distance(to: value) < mean }) }
    #expect(places.first == values.first)
    #expect(places.last == values.last)
  }

  @Test("Without a distance of their own all values are one step apart")
  func defaultDistance() throws {
    struct Bare: Interpolatable {
      var v: Double
      func interpolated(to other: Bare, at t: Double) -> Bare { Bare(v: v + (other.v - v) * t) }
    }
    let frames = try keyframes(times: [0, 0.1, 1], values: [Bare(v: 0), Bare(v: 1), Bare(v: 100)], mode: .paced)
    #expect(frames.value(at: 0.5).v == 1)
  }

  @Test("One value holds at all times, in every mode")
  func oneValue() throws {
    for mode in KeyframeMode.allCases {
      let frames = try keyframes(values: [7.0], mode: mode)
      #expect([-1, 0, 0.5, 1, .nan, .infinity].map(frames.value).allSatisfy { $0 == 7 })
    }
  }

  @Test("Frames that make no sense are refused")
  func refusals() {
    #expect(Keyframes<Double>(values: []) == nil)
    #expect(Keyframes(times: [0], values: [0.0, 1]) == nil)
    #expect(Keyframes(values: [0.0, 1, 2, 3], curves: [.linear, .linear]) == nil)
    #expect(Keyframes(times: [0, .nan], values: [0.0, 1]) == nil)
    #expect(Keyframes(times: [0, .infinity], values: [0.0, 1]) == nil)
    #expect(Keyframes(times: [0, 1, 0.5], values: [0.0, 1, 2]) == nil)
  }
}
