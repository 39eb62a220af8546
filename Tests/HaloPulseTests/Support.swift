import StageKit
import StageTesting

@testable import HaloPulse

func halo(_ parameters: [(String, ParameterValue)] = []) throws -> HaloPulse {
  try HaloPulse(ParameterValues(parameters), FakeContext(background: .white))
}

/// A camera over the origin that sees a canvas of 540 × 960.
func camera(pitch: Double, heading: Double = 0, distance: Double = 6000) -> Camera {
  Camera(
    ground: WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0)), distance: distance, pitch: pitch,
    heading: heading, canvas: Size(540, 960))
}

extension DisplayList {
  var strokes: [(path: Path, style: StrokeStyle, paint: Paint, transform: Transform)] {
    commands.compactMap {
      if case .stroke(let path, let style, let paint, let transform) = $0 {
        (path, style, paint, transform)
      } else {
        nil
      }
    }
  }

  var groups: [Group] { commands.compactMap { if case .group(let group) = $0 { group } else { nil } } }
}

/// The box of a unit circle's image.
func boxOfUnitCircle(_ transform: Transform) -> Rect {
  let points = (0..<360).map { degrees -> Point in
    let (sine, cosine) = sineAndCosine(degrees: Double(degrees))
    return transform.apply(Point(cosine, sine))
  }
  return Rect(around: points) ?? .zero
}

/// The value of CSS cubic-bezier(x1, y1, x2, y2) by plain bisection.
func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double) -> Double {
  func coordinate(_ a: Double, _ b: Double, _ s: Double) -> Double {
    3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
  }
  var (low, high) = (0.0, 1.0)
  for _ in 0..<100 {
    let middle = (low + high) / 2
    if coordinate(x1, x2, middle) < x { low = middle } else { high = middle }
  }
  return coordinate(y1, y2, low)
}
