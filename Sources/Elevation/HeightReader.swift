import CTIFF
import StageKit

/// A file of heights that cannot be used.
public struct HeightsError: Error, Equatable, CustomStringConvertible {
  public let description: String
  public let hint: String?

  init(_ description: String, hint: String? = nil) {
    self.description = description
    self.hint = hint
  }
}

extension HeightGrid {
  /// The heights in a GeoTIFF file, in degrees of WGS 84 or in Web Mercator, with one number of 8 to 64 bits a cell.
  ///
  /// - Parameter reserve: Called with the number of bytes that the grid takes, before they are taken.
  public init(geoTIFF bytes: [UInt8], reserve: (Int) throws -> Void = { _ in }) throws {
    self = try bytes.withUnsafeBytes { bytes in
      var info = HeightFileInfo()
      var message = [CChar](repeating: 0, count: 256)
      guard let file = height_file_open(bytes.baseAddress, bytes.count, &info, &message, message.count) else {
        throw HeightsError(text(message))
      }
      defer { height_file_close(file) }
      let units = try Self.units(of: info)
      let (scale, offset) = try Self.meters(of: info)
      let (columns, rows) = (Int(info.width), Int(info.height))
      let (count, overflows) = columns.multipliedReportingOverflow(by: rows)
      guard !overflows, count > 0, count <= Self.maxCells else {
        throw HeightsError("it has \(columns) × \(rows) cells; at most \(Self.maxCells) are read", hint: "Cut it.")
      }
      try reserve(count * 4)
      var heights = [Float](repeating: 0, count: count)
      guard height_file_read(file, &heights, &message, message.count) else { throw HeightsError(text(message)) }
      if info.has_void {
        let void = Float(info.void_value)
        for i in heights.indices where heights[i] == void { heights[i] = .nan }
      }
      if scale != 1 || offset != 0 { for i in heights.indices { heights[i] = heights[i] * scale + offset } }
      for i in heights.indices where !(abs(heights[i]) < 20_000) { heights[i] = .nan }
      // Positions refer to the corner of a cell, or to its center.
      let shift = info.is_point ? 0 : 0.5
      let origin = Point(
        info.x + (shift - info.column) * info.cell_width, info.y - (shift - info.row) * info.cell_height)
      guard
        let grid = HeightGrid(
          columns: columns, rows: rows, heights: heights, units: units, origin: origin,
          step: Size(info.cell_width, info.cell_height))
      else { throw HeightsError("it does not say where it lies") }
      return grid
    }
  }

  /// The factor and the summand that make meters of a file's numbers.
  private static func meters(of info: HeightFileInfo) throws -> (scale: Float, offset: Float) {
    let unit: Double
    switch info.unit {
    case 0, 9001, 32767: unit = 1
    case 9002: unit = 0.3048
    case 9003: unit = 1200.0 / 3937
    case 9036: unit = 1000
    default:
      let name = info.unit < 0 ? "an unknown unit" : "the unit EPSG:\(info.unit)"
      throw HeightsError("its heights are in \(name)", hint: "Convert them to meters.")
    }
    return (Float(info.scale * unit), Float(info.offset * unit))
  }

  /// The largest grid that is read: 20,000 cells each way.
  private static let maxCells = 400_000_000

  private static func units(of info: HeightFileInfo) throws -> Units {
    guard info.is_placed else {
      throw HeightsError(
        "it does not say where it lies", hint: "Use a GeoTIFF file with ModelPixelScale and ModelTiepoint.")
    }
    switch info.projection {
    case 0: return .degrees
    case 3857, 3785: return .webMercator
    default:
      throw HeightsError(
        "it is in the projection EPSG:\(info.projection)", hint: "Bring it to degrees: gdalwarp -t_srs EPSG:4326.")
    }
  }

  /// The heights of a square degree, as the Shuttle Radar Topography Mission has them: a file of whole meters in two bytes each,
  /// the higher first, row by row from the north, whose name says its southwestern corner, such as `N43E007.hgt`.
  public init(squareDegree bytes: [UInt8], name: String) throws {
    let base = name.split(separator: "/").last.map(String.init) ?? name
    guard let corner = base.wholeMatch(of: /(?i)([NS])(\d{1,2})([EW])(\d{1,3})\..*/), let south = Double(corner.2),
      let west = Double(corner.4), south <= 90, west <= 180
    else {
      throw HeightsError(
        "its name does not say which square degree it is", hint: "Name it by its corner, such as 'N43E007.hgt'.")
    }
    let side = Int(Double(bytes.count / 2).squareRoot().rounded())
    guard side > 1, side * side * 2 == bytes.count else {
      throw HeightsError("it has \(bytes.count) bytes, which are no square of heights", hint: "It may be cut off.")
    }
    let heights = (0..<side * side).map { index -> Float in
      let value = Int16(bitPattern: UInt16(bytes[2 * index]) << 8 | UInt16(bytes[2 * index + 1]))
      return value == .min ? .nan : Float(value)
    }
    let step = 1 / Double(side - 1)
    // Rows and columns lie on the degree's edges.
    let origin = Point(
      corner.3.lowercased() == "w" ? -west : west, (corner.1.lowercased() == "s" ? -south : south) + 1)
    guard
      let grid = HeightGrid(
        columns: side, rows: side, heights: heights, units: .degrees, origin: origin, step: Size(step, step))
    else { throw HeightsError("it is empty") }
    self = grid
  }

  /// The heights in a tile of Web Mercator's world, whose colors say them; the name ends with its zoom, column and row, such
  /// as `12-2132-1493.png`, `12/2132/1493.png` or `terrarium_12_2132_1493.png`.
  public init(tile image: Image, name: String, encoding: HeightEncoding) throws {
    let numbers = name.split { !$0.isASCII || !$0.isNumber }.suffix(3).compactMap { Int($0) }
    guard numbers.count == 3, let zoom = numbers.first, (0...24).contains(zoom),
      (0..<1 << zoom).contains(numbers[1]), (0..<1 << zoom).contains(numbers[2])
    else {
      throw HeightsError(
        "its name does not say which tile it is",
        hint: "Let it end with zoom, column and row, such as '12-2132-1493.png'.")
    }
    let pixels = image.pixels
    var heights = [Float](repeating: 0, count: image.width * image.height)
    for i in heights.indices {
      let (red, green, blue) = (Double(pixels[4 * i]), Double(pixels[4 * i + 1]), Double(pixels[4 * i + 2]))
      let value =
        switch encoding {
        case .terrarium: red * 256 + green + blue / 256 - 32768
        case .mapbox: (red * 65536 + green * 256 + blue) / 10 - 10000
        }
      heights[i] = pixels[4 * i + 3] == 255 ? Float(value) : .nan
    }
    let half = Double.pi * WebMercatorPlane.earthRadius
    let side = 2 * half / Double(1 << zoom)
    let step = Size(side / Double(image.width), side / Double(image.height))
    let corner = Point(-half + side * Double(numbers[1]), half - side * Double(numbers[2]))
    guard
      let grid = HeightGrid(
        columns: image.width, rows: image.height, heights: heights, units: .webMercator,
        origin: Point(corner.x + step.width / 2, corner.y - step.height / 2), step: step)
    else { throw HeightsError("it is empty") }
    self = grid
  }
}

private func text(_ message: [CChar]) -> String {
  String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
