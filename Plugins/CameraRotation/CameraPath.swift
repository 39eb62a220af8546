import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// A way through several views, without a halt at any of them.
///
/// Views are joined by cubic splines of continuous acceleration, of the logarithm of the distance, so that zooming
/// looks even. The way is measured as the eye does, by how far the picture moves (van Wijk and Nuij's metric, besides
/// turns), and equal shares of it look equally fast.
struct CameraPath: Sendable {
  /// The numbers of a view: center, logarithm of the distance, pitch, heading, roll and anchor.
  private typealias Values = [Double]

  private let views: [CameraView]
  /// The spline's parameter at each view.
  private let knots: [Double]
  /// At each view, and the second derivatives there.
  private let values: [Values]
  private let bends: [Values]
  /// The parameter and the length of the way at even steps of every span, and the speed there.
  private let marks: [(parameter: Double, length: Double, speed: Double)]

  private static let stepsPerSpan = 64

  /// - Parameter views: Two or more, of which neighbors differ.
  /// - Parameter isLoop: Whether the last view looks like the first, and the way goes on through it smoothly.
  init(_ views: [CameraView], isLoop: Bool) {
    self.views = views
    let values = views.map {
      [$0.center.x, $0.center.y, log($0.distance), $0.pitch, $0.heading, $0.roll, $0.anchor.x, $0.anchor.y]
    }
    var knots = [0.0]
    for (a, b) in zip(values, values.dropFirst()) {
      // Roots of lengths keep the way between near views from swinging out.
      let chord = Self.speed(zip(a, b).map { $1 - $0 }, at: zip(a, b).map { ($0 + $1) / 2 })
      knots.append(knots[knots.count - 1] + max(chord, 1e-9).squareRoot())
    }
    let columns = (0..<8).map { column in Self.bends(values.map { $0[column] }, knots, isLoop: isLoop) }
    self.values = values
    self.knots = knots
    let bends = views.indices.map { index in columns.map { $0[index] } }
    self.bends = bends
    var marks: [(parameter: Double, length: Double, speed: Double)] = []
    var length = 0.0
    func speed(_ parameter: Double) -> Double {
      let (value, slope) = Self.evaluate(parameter, knots: knots, values: values, bends: bends)
      return Self.speed(slope, at: value)
    }
    for span in 0..<(views.count - 1) {
      let step = (knots[span + 1] - knots[span]) / Double(Self.stepsPerSpan)
      for index in 0..<Self.stepsPerSpan {
        let parameter = knots[span] + step * Double(index)
        let (from, middle, to) = (speed(parameter), speed(parameter + step / 2), speed(parameter + step))
        marks.append((parameter, length, from))
        length += step / 6 * (from + 4 * middle + to)
      }
    }
    marks.append((knots[knots.count - 1], length, speed(knots[knots.count - 1])))
    self.marks = marks
  }

  /// The view after a share of the way, from 0 to 1; beyond these as straight on as it came.
  func view(afterShare share: Double) -> CameraView {
    let last = marks[marks.count - 1]
    if share == 0 { return views[0] }
    if share == 1 { return views[views.count - 1] }
    let parameter = parameter(atLength: min(max(share, 0), 1) * last.length)
    var (value, slope) = Self.evaluate(parameter, knots: knots, values: values, bends: bends)
    let beyond = (share - min(max(share, 0), 1)) * last.length
    if beyond != 0 {
      let speed = Self.speed(slope, at: value)
      for index in value.indices where speed > 0 { value[index] += slope[index] / speed * beyond }
    }
    return CameraView(
      distance: exp(value[2]), pitch: value[3], heading: value[4], center: Point(value[0], value[1]), roll: value[5],
      anchor: Point(value[6], value[7]))
  }

  /// Between marks by the cubic that has their slopes.
  private func parameter(atLength length: Double) -> Double {
    var (low, high) = (0, marks.count - 2)
    while low < high {
      let middle = (low + high + 1) / 2
      if marks[middle].length <= length { low = middle } else { high = middle - 1 }
    }
    let (a, b) = (marks[low], marks[low + 1])
    let span = b.length - a.length
    guard span > 0 else { return a.parameter }
    let t = (length - a.length) / span
    // At a standstill, the slope by length is infinite.
    let straight = (b.parameter - a.parameter) / span
    let (from, to) = (min(1 / a.speed, 3 * straight) * span, min(1 / b.speed, 3 * straight) * span)
    let (t2, t3) = (t * t, t * t * t)
    return a.parameter * (2 * t3 - 3 * t2 + 1) + from * (t3 - 2 * t2 + t) + b.parameter * (3 * t2 - 2 * t3)
      + to * (t3 - t2)
  }

  /// The apparent speed of the picture for a rate of change of the values.
  private static func speed(_ slope: Values, at value: Values) -> Double {
    let pan = Flight.rho * (slope[0] * slope[0] + slope[1] * slope[1]).squareRoot() / (exp(value[2]) * Flight.breadth)
    let zoom = slope[2] / Flight.rho
    // A turn moves what lies between the middle and the edge of the picture as a pan of half its angle would.
    let turn = Flight.rho * 0.5 * .pi / 180
    let turns = turn * turn * (slope[3] * slope[3] + slope[4] * slope[4] + slope[5] * slope[5])
    return (pan * pan + zoom * zoom + turns).squareRoot()
  }

  private static func evaluate(
    _ parameter: Double, knots: [Double], values: [Values], bends: [Values]
  ) -> (value: Values, slope: Values) {
    let span = max(min(knots.lastIndex { $0 <= parameter } ?? 0, knots.count - 2), 0)
    let width = knots[span + 1] - knots[span]
    let (b, a) = ((parameter - knots[span]) / width, (knots[span + 1] - parameter) / width)
    var (value, slope) = (Values(), Values())
    for column in 0..<8 {
      let (y0, y1) = (values[span][column], values[span + 1][column])
      let (m0, m1) = (bends[span][column], bends[span + 1][column])
      value.append(a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * width * width / 6)
      slope.append((y1 - y0) / width + ((3 * b * b - 1) * m1 - (3 * a * a - 1) * m0) * width / 6)
    }
    return (value, slope)
  }

  /// The second derivatives at the knots: 0 at the ends, or as if the way began anew at its end.
  private static func bends(_ y: [Double], _ knots: [Double], isLoop: Bool) -> [Double] {
    let count = y.count
    func width(_ i: Int) -> Double { knots[i + 1] - knots[i] }
    func slope(_ i: Int) -> Double { (y[i + 1] - y[i]) / width(i) }
    var rows = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
    for i in stride(from: 1, to: count - 1, by: 1) {
      rows[i][i - 1] = width(i - 1)
      rows[i][i] = 2 * (width(i - 1) + width(i))
      rows[i][i + 1] = width(i)
      rows[i][count] = 6 * (slope(i) - slope(i - 1))
    }
    if isLoop, count > 2 {
      let last = count - 2
      rows[0][0] = 2 * (width(last) + width(0))
      rows[0][1] = width(0)
      rows[0][last] += width(last)
      rows[0][count] = 6 * (slope(0) - slope(last))
      rows[count - 1][count - 1] = 1
      rows[count - 1][0] = -1
    } else {
      rows[0][0] = 1
      rows[count - 1][count - 1] = 1
    }
    return solved(rows)
  }

  /// By Gauss's elimination; the matrices above are dominated by their diagonals.
  private static func solved(_ given: [[Double]]) -> [Double] {
    var rows = given
    let count = rows.count
    for column in 0..<count {
      for row in stride(from: column + 1, to: count, by: 1) where rows[row][column] != 0 {
        let factor = rows[row][column] / rows[column][column]
        for k in column...count { rows[row][k] -= factor * rows[column][k] }
      }
    }
    var result = [Double](repeating: 0, count: count)
    for row in (0..<count).reversed() {
      let rest = stride(from: row + 1, to: count, by: 1).reduce(0) { $0 + rows[row][$1] * result[$1] }
      result[row] = (rows[row][count] - rest) / rows[row][row]
    }
    return result
  }
}
