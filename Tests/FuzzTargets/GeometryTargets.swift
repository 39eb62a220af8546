import StageKit

extension FuzzTarget {
  /// A path that was read and written reads the same; its outlines, lengths and lines are numbers.
  static func svg(_ bytes: [UInt8]) {
    let (path, error) = SVGPath.parse(String(decoding: bytes, as: UTF8.self))
    if let error { require(error.offset >= 0, "an error at \(error.offset)") }
    let again = SVGPath.parse(path.svgData)
    require(again.error == nil, "written path data has an error: \(path.svgData)")
    require(again.path == path, "written path data reads otherwise: \(path.svgData)")
    _ = path.bounds
    let measure = PathMeasure(path)
    _ = measure.location(at: measure.length / 3)
  }

  /// Errors have a place within the text; coordinates are on the earth.
  static func geojson(_ bytes: [UInt8]) {
    do {
      let collection = try GeoJSON.parse(bytes)
      _ = collection.features.count
    } catch {
      require((0...bytes.count).contains(error.offset), "an error at \(error.offset) of \(bytes.count)")
      require(error.line > 0 && error.column > 0, "an error at \(error.line):\(error.column)")
    }
  }

  /// Coordinates are on the earth; errors have a place within the text.
  static func polyline(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for precision in [EncodedPolyline.Precision.five, .six] {
      do {
        let coordinates = try EncodedPolyline.decode(text, precision: precision)
        require(coordinates.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 360 }, "off the earth")
      } catch {
        require((0...text.utf8.count).contains(error.offset), "an error at \(error.offset)")
      }
    }
  }
}
