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
      return context.file(found, path, extensions: RouteSource.fileExtensions).map { .file($0, RouteSelection()) }
    case .array(let array): return coordinates(array, found, path).map { .coordinates($0) }
    case .object: break
    default:
      context.report(found, path, expected: Self.routeNoun)
      return nil
    }
    let reader = ParameterReader(context: context)
    guard case .object(let fields)? = reader.value(found, path, RouteObjects.schema, at: ""), reader.isWhole("") else {
      return nil
    }
    if fields["file"] != nil { return (try? RouteObjects.InFile(fields)).map { .file($0.file, $0.selection) } }
    guard let encoded = try? RouteObjects.Encoded(fields), let (found, path) = reader.place(of: "polyline"),
      let precision = EncodedPolyline.Precision(rawValue: encoded.precision)
    else { return nil }
    do throws(EncodedPolylineError) {
      let decoded = try EncodedPolyline.decode(encoded.polyline, precision: precision)
      return atLeastTwo(decoded, found, path).map { .coordinates($0) }
    } catch {
      context.report(found, insideAt: error.offset, path, "\(error)")
      return nil
    }
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

  private func atLeastTwo(_ route: [Coordinate], _ found: ResolvedValue, _ path: JobPath) -> [Coordinate]? {
    if route.count >= 2 { return route }
    context.report(found, path, "a route needs at least 2 points, found \(route.count)")
    return nil
  }
}
