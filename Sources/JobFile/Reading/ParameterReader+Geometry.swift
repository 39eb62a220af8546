import Reporting
import StageKit

extension ParameterReader {
  private static let latitudes = NumberSchema(minimum: -90, maximum: 90, unit: .degrees)
  private static let longitudes = NumberSchema(minimum: -360, maximum: 360, unit: .degrees)

  func coordinate(_ found: ResolvedValue, _ path: JobPath) -> Coordinate? {
    guard let pair = context.numbers(found, path, count: 2, expected: "a coordinate [longitude, latitude]") else {
      return nil
    }
    let faults = [("longitude", Self.longitudes.fault(of: pair[0])), ("latitude", Self.latitudes.fault(of: pair[1]))]
    guard let (name, fault) = faults.first(where: { $0.1 != nil }), let fault else {
      return Coordinate(longitude: pair[0], latitude: pair[1])
    }
    let isSwapped = name == "latitude" && abs(pair[0]) <= 90
    context.report(found, path, "the \(name) \(fault)", hint: isSwapped ? "Longitude comes before latitude." : nil)
    return nil
  }

  func outline(_ found: ResolvedValue, _ path: JobPath) -> Path? {
    guard let text = context.string(found, path, expected: "SVG path data as a string") else { return nil }
    let (outline, error) = SVGPath.parse(text)
    guard let error else {
      let (count, limit) = (outline.points.count, context.policy.limits.pathPoints)
      if count <= limit { return outline }
      context.report(
        found, path, "the path has \(count) points, more than \(limit)",
        hint: "Raise the limit: --limit path-points=\(count).")
      return nil
    }
    context.report(
      found, insideAt: error.offset, path, "path data: found \(error.found), expected \(error.expected)")
    return nil
  }

  // MARK: Routes

  private static let routeNoun = "a route: a file, a list of [longitude, latitude], or an object"

  func route(_ found: ResolvedValue, _ path: JobPath) -> RouteSource? {
    switch found.kind {
    case .string:
      return context.file(found, path, extensions: RouteSource.fileExtensions).map { .file($0, track: nil) }
    case .array(let array): return coordinates(array, found, path).map { .coordinates($0) }
    case .object: break
    default:
      context.report(found, path, expected: Self.routeNoun)
      return nil
    }
    guard let fields = ObjectReader(found, path, known: ["file", "track", "polyline", "precision"], in: context)
    else {
      return nil
    }
    switch (fields.has("file"), fields.has("polyline")) {
    case (true, false):
      reject("precision", in: fields, with: "file")
      let track = fields.read("track", default: -1) { context.integer($0, $1, in: 0...1_000_000) }
      let file = fields["file"].flatMap { context.file($0.0, $0.1, extensions: RouteSource.fileExtensions) }
      guard let file, let track else { return nil }
      return .file(file, track: track < 0 ? nil : track)
    case (false, true):
      reject("track", in: fields, with: "polyline")
      return polyline(fields).map { .coordinates($0) }
    case (true, true): context.report(found, path, "'file' and 'polyline' exclude each other")
    case (false, false):
      if fields.lacks("file") && fields.lacks("polyline") {
        context.report(found, path, "'file' or 'polyline' is missing")
      }
    }
    return nil
  }

  private func reject(_ key: String, in fields: ObjectReader, with other: String) {
    guard let (found, path) = fields[key] else { return }
    context.report(found, path, "'\(key)' does not go with '\(other)'")
  }

  private func coordinates(_ array: SourceArray, _ found: ResolvedValue, _ path: JobPath) -> [Coordinate]? {
    var result: [Coordinate] = []
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item), let coordinate = coordinate(found, path[index]) else { continue }
      result.append(coordinate)
    }
    if array.isDamaged || result.count < array.items.count { return nil }
    return atLeastTwo(result, found, path)
  }

  private func polyline(_ fields: ObjectReader) -> [Coordinate]? {
    let precision = fields.read("precision", default: EncodedPolyline.Precision.five) { found, path in
      guard let digits = context.number(found, path) else { return nil }
      let precision = Int(exactly: digits).flatMap { EncodedPolyline.Precision(rawValue: $0) }
      if precision == nil { context.report(found, path, "\(JSONValue.numberText(digits)) is neither 5 nor 6") }
      return precision
    }
    guard let (found, path) = fields["polyline"],
      let text = context.string(found, path, expected: "an encoded polyline as a string"), let precision
    else { return nil }
    do throws(EncodedPolylineError) {
      return atLeastTwo(try EncodedPolyline.decode(text, precision: precision), found, path)
    } catch {
      context.report(found, insideAt: error.offset, path, "\(error)")
      return nil
    }
  }

  private func atLeastTwo(_ route: [Coordinate], _ found: ResolvedValue, _ path: JobPath) -> [Coordinate]? {
    if route.count >= 2 { return route }
    context.report(found, path, "a route needs at least 2 points, found \(route.count)")
    return nil
  }
}
