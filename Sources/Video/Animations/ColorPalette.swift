/// Up to 256 colors that replace all others, and the way from any color to the nearest.
///
/// Distances are Euclidean in sRGB.
struct ColorPalette {
  /// With 8 bits each of red, green and blue, red uppermost.
  let colors: [ColorHistogram.Color]

  init(_ colors: [ColorHistogram.Color]) { self.colors = colors }

  /// Colors for what a histogram counted, at most `count`: all of them where that suffices, else those of least squared
  /// error.
  ///
  /// The cell of the greatest error is cut in two at its mean until there are enough (after X. Wu, "Efficient statistical
  /// computations for optimal color quantization", 1991), and the result is improved by k-means.
  init(_ histogram: ColorHistogram, count: Int) {
    if let exact = histogram.exactColors(atMost: count) {
      self.init(exact)
      return
    }
    var points = histogram.cells
    var means = Self.split(&points, count: count)
    for _ in 0..<12 { means = Self.refined(means, points) }
    self.init(Set(means.map(Self.color)).sorted())
  }

  private typealias Cell = ColorHistogram.Cell

  private static func color(_ cell: Cell) -> ColorHistogram.Color {
    func byte(_ value: Double) -> UInt32 { UInt32(max(0, min(255, value.rounded()))) }
    return byte(cell.red) << 16 | byte(cell.green) << 8 | byte(cell.blue)
  }

  private static func distance(_ a: Cell, _ b: Cell) -> Double {
    let (red, green, blue) = (a.red - b.red, a.green - b.green, a.blue - b.blue)
    return red * red + green * green + blue * blue
  }

  // MARK: Cutting

  /// Points of a box, with the error that one color for them makes.
  private struct Box {
    var range: Range<Int>
    var mean: Cell
    /// By component.
    var error: (red: Double, green: Double, blue: Double)

    var totalError: Double { error.red + error.green + error.blue }

    init(_ points: [Cell], _ range: Range<Int>) {
      self.range = range
      var sum = Cell()
      for point in points[range] {
        sum.red += point.red * point.weight
        sum.green += point.green * point.weight
        sum.blue += point.blue * point.weight
        sum.weight += point.weight
      }
      mean = Cell(
        red: sum.red / sum.weight, green: sum.green / sum.weight, blue: sum.blue / sum.weight, weight: sum.weight)
      error = (0, 0, 0)
      for point in points[range] {
        let (red, green, blue) = (point.red - mean.red, point.green - mean.green, point.blue - mean.blue)
        error.red += point.weight * red * red
        error.green += point.weight * green * green
        error.blue += point.weight * blue * blue
      }
    }

    /// True if a point lies below the mean of the component that varies most.
    func isBelow(_ point: Cell) -> Bool {
      if error.red > error.green, error.red > error.blue { return point.red < mean.red }
      return error.green >= error.blue ? point.green < mean.green : point.blue < mean.blue
    }
  }

  private static func split(_ points: inout [Cell], count: Int) -> [Cell] {
    var boxes = [Box(points, points.indices)]
    while boxes.count < count {
      guard let worst = boxes.indices.max(by: { boxes[$0].totalError < boxes[$1].totalError }) else { break }
      let box = boxes[worst]
      guard box.totalError > 0 else { break }
      let middle = points[box.range].partition { !box.isBelow($0) }
      guard middle > box.range.lowerBound, middle < box.range.upperBound else { break }
      boxes[worst] = Box(points, box.range.lowerBound..<middle)
      boxes.append(Box(points, middle..<box.range.upperBound))
    }
    return boxes.map(\.mean)
  }

  /// The means of the points that each color is nearest to.
  private static func refined(_ means: [Cell], _ points: [Cell]) -> [Cell] {
    var sums = [Cell](repeating: Cell(), count: means.count)
    for point in points {
      var best = 0
      var least = Double.infinity
      for index in means.indices {
        let distance = distance(point, means[index])
        if distance < least { (best, least) = (index, distance) }
      }
      sums[best].red += point.red * point.weight
      sums[best].green += point.green * point.weight
      sums[best].blue += point.blue * point.weight
      sums[best].weight += point.weight
    }
    return zip(means, sums).map { mean, sum in
      guard sum.weight > 0 else { return mean }
      return Cell(
        red: sum.red / sum.weight, green: sum.green / sum.weight, blue: sum.blue / sum.weight, weight: sum.weight)
    }
  }

  // MARK: Nearest

  /// The squared distance of the color at an index from another.
  func distance(_ index: Int, _ b: ColorHistogram.Color) -> Int {
    let a = colors[index]
    let red = Int(a >> 16) - Int(b >> 16)
    let green = Int(a >> 8 & 255) - Int(b >> 8 & 255)
    let blue = Int(a & 255) - Int(b & 255)
    return red * red + green * green + blue * blue
  }

  /// The index of the color that is nearest to one with components that may lie outside 0…255.
  func nearest(red: Int, green: Int, blue: Int) -> Int {
    var best = 0
    var least = Int.max
    colors.withUnsafeBufferPointer { colors in
      for index in colors.indices {
        let color = colors[index]
        let (r, g, b) = (red - Int(color >> 16), green - Int(color >> 8 & 255), blue - Int(color & 255))
        let distance = r * r + g * g + b * b
        if distance < least { (best, least) = (index, distance) }
      }
    }
    return best
  }
}
