import StageKit

extension ParameterReader {
  private static let latitudes = NumberSchema(minimum: -90, maximum: 90, unit: .degrees)
  private static let longitudes = NumberSchema(minimum: -360, maximum: 360, unit: .degrees)

  func coordinate(_ found: Found, _ path: JobPath) -> Coordinate? {
    guard let pair = scope.numbers(found, path, count: 2, expected: "a coordinate [longitude, latitude]") else {
      return nil
    }
    let faults = [("longitude", Self.longitudes.fault(of: pair[0])), ("latitude", Self.latitudes.fault(of: pair[1]))]
    guard let (name, fault) = faults.first(where: { $0.1 != nil }), let fault else {
      return Coordinate(longitude: pair[0], latitude: pair[1])
    }
    let isSwapped = name == "latitude" && abs(pair[0]) <= 90
    scope.complain(found, path, "the \(name) \(fault)", hint: isSwapped ? "Longitude comes before latitude." : nil)
    return nil
  }

  func outline(_ found: Found, _ path: JobPath) -> Path? {
    guard let text = scope.string(found, path, expected: "SVG path data as a string") else { return nil }
    let (outline, error) = SVGPath.parse(text)
    guard let error else {
      let (count, most) = (outline.points.count, scope.rules.limits.pathPoints)
      if count <= most { return outline }
      scope.complain(
        found, path, "the path has \(count) points, more than \(most)",
        hint: "Raise the limit: --limit path-points=\(count).")
      return nil
    }
    scope.complain(
      found, insideAt: error.offset, path, "path data: found \(error.found), expected \(error.expected)")
    return nil
  }

  // MARK: Routes

  private static let routeExtensions = ["geojson", "json"]
  private static let routeNoun = "a route: a GeoJSON file, a list of [longitude, latitude], or an object"

  func route(_ found: Found, _ path: JobPath) -> RouteSource? {
    switch found.kind {
    case .string:
      return scope.file(found, path, extensions: Self.routeExtensions).map { .file($0, index: 0) }
    case .array(let array): return coordinates(array, found, path).map { .coordinates($0) }
    case .object: break
    default:
      scope.complain(found, path, expected: Self.routeNoun)
      return nil
    }
    guard let fields = Fields(found, path, known: ["geojson", "feature", "polyline", "precision"], in: scope) else {
      return nil
    }
    switch (fields.has("geojson"), fields.has("polyline")) {
    case (true, false):
      refuse("precision", in: fields, with: "geojson")
      let feature = fields.read("feature", default: 0) { scope.integer($0, $1, in: 0...1_000_000) }
      let file = fields["geojson"].flatMap { scope.file($0.0, $0.1, extensions: Self.routeExtensions) }
      guard let file, let feature else { return nil }
      return .file(file, index: feature)
    case (false, true):
      refuse("feature", in: fields, with: "polyline")
      return polyline(fields).map { .coordinates($0) }
    case (true, true): scope.complain(found, path, "'geojson' and 'polyline' exclude each other")
    case (false, false):
      if fields.lacks("geojson") && fields.lacks("polyline") {
        scope.complain(found, path, "'geojson' or 'polyline' is missing")
      }
    }
    return nil
  }

  private func refuse(_ key: String, in fields: Fields, with other: String) {
    guard let (found, path) = fields[key] else { return }
    scope.complain(found, path, "'\(key)' does not go with '\(other)'")
  }

  private func coordinates(_ array: SourceArray, _ found: Found, _ path: JobPath) -> [Coordinate]? {
    var result: [Coordinate] = []
    for (index, item) in array.items.enumerated() {
      guard let found = scope.resolve(item), let place = coordinate(found, path[index]) else { continue }
      result.append(place)
    }
    if array.isDamaged || result.count < array.items.count { return nil }
    return atLeastTwo(result, found, path)
  }

  private func polyline(_ fields: Fields) -> [Coordinate]? {
    let precision = fields.read("precision", default: EncodedPolyline.Precision.five) { found, path in
      guard let digits = scope.number(found, path) else { return nil }
      let precision = Int(exactly: digits).flatMap { EncodedPolyline.Precision(rawValue: $0) }
      if precision == nil { scope.complain(found, path, "\(JSONValue.numberText(digits)) is neither 5 nor 6") }
      return precision
    }
    guard let (found, path) = fields["polyline"],
      let text = scope.string(found, path, expected: "an encoded polyline as a string"), let precision
    else { return nil }
    do throws(EncodedPolylineError) {
      return atLeastTwo(try EncodedPolyline.decode(text, precision: precision), found, path)
    } catch {
      scope.complain(found, insideAt: error.offset, path, "\(error)")
      return nil
    }
  }

  private func atLeastTwo(_ route: [Coordinate], _ found: Found, _ path: JobPath) -> [Coordinate]? {
    if route.count >= 2 { return route }
    scope.complain(found, path, "a route needs at least 2 points, found \(route.count)")
    return nil
  }
}
