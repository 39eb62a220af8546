import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The heights of the ground above the sea, on a grid.
///
/// ```swift
/// let grid = try context.heights(file, encoding: .terrarium)
/// let meters = grid.height(at: Coordinate(longitude: 7.42, latitude: 43.74)) ?? 0
/// ```
public struct HeightGrid: Sendable {
  /// The unit of the steps between a grid's columns and rows.
  public enum Units: Hashable, Sendable {
    /// Degrees of longitude and latitude.
    case degrees
    /// Meters of Web Mercator, on its sphere, east and north of 0° N 0° E.
    case webMercator
  }

  public let columns: Int
  public let rows: Int
  /// In meters, row by row from the north; no numbers where heights are unknown.
  public let heights: [Float]
  public let units: Units
  /// The center of the first cell; y is north.
  public let origin: Point
  /// The step from cell to cell, eastward and southward.
  public let step: Size

  /// Nil unless there are `columns × rows` heights, more than none, and steps above 0.
  public init?(columns: Int, rows: Int, heights: [Float], units: Units, origin: Point, step: Size) {
    guard columns > 0, rows > 0, heights.count == columns * rows, step.width > 0, step.height > 0,
      origin.x.isFinite, origin.y.isFinite, step.width.isFinite, step.height.isFinite
    else { return nil }
    (self.columns, self.rows, self.heights) = (columns, rows, heights)
    (self.units, self.origin, self.step) = (units, origin, step)
  }

  /// The column and the row of a coordinate; whole numbers at the cells' centers.
  public func place(of coordinate: Coordinate) -> Point {
    switch units {
    case .degrees:
      let east = (coordinate.longitude - origin.x - halfWidth).remainder(dividingBy: 360) + halfWidth
      return Point(east / step.width, (origin.y - coordinate.latitude) / step.height)
    case .webMercator:
      let latitude = min(max(coordinate.latitude, -WebMercatorPlane.maximumLatitude), WebMercatorPlane.maximumLatitude)
      let radius = WebMercatorPlane.earthRadius
      let around = 2 * Double.pi * radius
      let east = coordinate.longitude * .pi / 180 * radius - origin.x
      let north = asinh(tan(latitude * .pi / 180)) * radius
      return Point(
        ((east - halfWidth).remainder(dividingBy: around) + halfWidth) / step.width, (origin.y - north) / step.height)
    }
  }

  private var halfWidth: Double { Double(columns - 1) * step.width / 2 }

  private func value(_ column: Int, _ row: Int) -> Double {
    Double(heights[min(max(row, 0), rows - 1) * columns + min(max(column, 0), columns - 1)])
  }

  private func contains(_ place: Point) -> Bool {
    place.x >= -0.5 && place.y >= -0.5 && place.x <= Double(columns) - 0.5 && place.y <= Double(rows) - 0.5
  }

  /// The height at a coordinate, between the four cells around it; nil beyond the grid, and where all of them are unknown.
  public func height(at coordinate: Coordinate) -> Double? {
    let place = place(of: coordinate)
    guard contains(place) else { return nil }
    let (left, top) = (place.x.rounded(.down), place.y.rounded(.down))
    var (sum, weights) = (0.0, 0.0)
    for (row, part) in [(0, 1 - (place.y - top)), (1, place.y - top)] {
      for (column, share) in [(0, 1 - (place.x - left)), (1, place.x - left)] {
        let value = value(Int(left) + column, Int(top) + row)
        guard !value.isNaN else { continue }
        sum += value * part * share
        weights += part * share
      }
    }
    return weights > 0 ? sum / weights : nil
  }

  /// A smooth surface near the heights, by uniform cubic B-splines: its height, and what it rises for a meter eastward (x) and
  /// southward (y); nil beyond the grid, and where all cells near by are unknown.
  public func surface(at coordinate: Coordinate) -> (height: Double, rise: Point)? {
    let place = place(of: coordinate)
    guard contains(place) else { return nil }
    let (left, top) = (place.x.rounded(.down), place.y.rounded(.down))
    let (across, down) = (Self.weights(place.x - left), Self.weights(place.y - top))
    var (height, east, south, known) = (0.0, 0.0, 0.0, 0.0)
    // The slope of the known cells' share.
    var change = Point.zero
    for row in 0..<4 {
      for column in 0..<4 {
        let value = value(Int(left) + column - 1, Int(top) + row - 1)
        guard !value.isNaN else { continue }
        let weight = across.value[column] * down.value[row]
        let slope = Point(across.slope[column] * down.value[row], across.value[column] * down.slope[row])
        height += value * weight
        known += weight
        east += value * slope.x
        south += value * slope.y
        change = change + slope
      }
    }
    guard known > 1e-6 else { return nil }
    // The mean of the known ones, and how it changes.
    height /= known
    (east, south) = ((east - height * change.x) / known, (south - height * change.y) / known)
    let size = cellSize(at: coordinate.latitude)
    return (height, Point(east / size.width, south / size.height))
  }

  /// The height of the smooth surface that `surface(at:)` has; beyond the grid that of its nearest edge, and 0 where heights
  /// are unknown.
  public func ground(at coordinate: Coordinate) -> Double {
    var place = place(of: coordinate)
    place = Point(min(max(place.x, 0), Double(columns - 1)), min(max(place.y, 0), Double(rows - 1)))
    let (left, top) = (place.x.rounded(.down), place.y.rounded(.down))
    let (across, down) = (Self.weights(place.x - left).value, Self.weights(place.y - top).value)
    var (height, known) = (0.0, 0.0)
    for row in 0..<4 {
      for column in 0..<4 {
        let value = value(Int(left) + column - 1, Int(top) + row - 1)
        guard !value.isNaN else { continue }
        let weight = across[column] * down[row]
        height += value * weight
        known += weight
      }
    }
    return known > 1e-6 ? height / known : 0
  }

  /// The southwestern and the northeastern corner of what its cells cover.
  public var corners: (southWest: Coordinate, northEast: Coordinate) {
    let (west, north) = (origin.x - step.width / 2, origin.y + step.height / 2)
    let (east, south) = (west + step.width * Double(columns), north - step.height * Double(rows))
    switch units {
    case .degrees:
      return (Coordinate(longitude: west, latitude: south), Coordinate(longitude: east, latitude: north))
    case .webMercator:
      let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
      return (plane.coordinate(Point(west, -south)), plane.coordinate(Point(east, -north)))
    }
  }

  /// The size of a cell, in meters on the ground.
  public func cellSize(at latitude: Double) -> Size {
    let shrink = max(cos(latitude * .pi / 180), 1e-6)
    switch units {
    case .degrees:
      let degree = WebMercatorPlane.earthRadius * .pi / 180
      return Size(step.width * degree * shrink, step.height * degree)
    case .webMercator: return Size(step.width * shrink, step.height * shrink)
    }
  }

  /// The weights of four neighbors between the middle two, and how fast these change.
  private static func weights(_ t: Double) -> (value: SIMD4<Double>, slope: SIMD4<Double>) {
    let s = 1 - t
    let (t2, t3) = (t * t, t * t * t)
    return (
      SIMD4(s * s * s, 3 * t3 - 6 * t2 + 4, -3 * t3 + 3 * t2 + 3 * t + 1, t3) / 6,
      SIMD4(-3 * s * s, 9 * t2 - 12 * t, -9 * t2 + 6 * t + 3, 3 * t2) / 6
    )
  }
}

/// The encoding of heights in the colors of a PNG tile.
public enum HeightEncoding: String, CaseIterable, Sendable {
  /// Red × 256 + green + blue / 256 − 32768 meters.
  case terrarium
  /// (Red × 65536 + green × 256 + blue) / 10 − 10000 meters.
  case mapbox
}
