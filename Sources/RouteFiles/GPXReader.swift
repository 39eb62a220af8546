import StageKit

/// Files of GPS Exchange Format 1.0 and 1.1: tracks, whose segments are parts, and then routes.
enum GPXReader {
  static func contents(_ tree: XMLTree) -> RouteFile.Contents {
    var remarks = tree.remarks
    let waypoints = tree.root.children("wpt").compactMap { point in
      coordinate(of: point, &remarks).map {
        RouteTrack.Waypoint($0, named: point.text("name"), symbol: point.text("sym"))
      }
    }
    return (tracks(tree).map { $0.with(waypoints) }, tree.fault, remarks.texts)
  }

  private static func tracks(_ tree: XMLTree) -> [RouteTrack] {
    let tracks = tree.root.children("trk").map { track in
      RouteTrack(
        name: track.text("name"), parts: track.children("trkseg").map(tree.places(in:)))
    }
    let routes = tree.root.children("rte").map { route in
      RouteTrack(name: route.text("name"), parts: [tree.places(in: route)])
    }
    return tracks + routes
  }

  /// A point of a track or a route, and what Garmin's extensions have of the way to a route's next one.
  static func places(_ point: XMLTree.Element, _ remarks: inout RouteRemarks) -> [RouteTrack.Place] {
    let own = coordinate(of: point, &remarks).map { coordinate in
      var place = RouteTrack.Place(
        coordinate, elevation: elevation(point.first("ele"), &remarks), time: time(point.first("time"), &remarks))
      place.line = point.line
      Sensor.read(point, into: &place, &remarks)
      return place
    }
    let way = point.all("rpt").compactMap { coordinate(of: $0, &remarks).map { RouteTrack.Place($0) } }
    return (own.map { [$0] } ?? []) + way
  }

  private static func coordinate(of point: XMLTree.Element, _ remarks: inout RouteRemarks) -> Coordinate? {
    let result = degrees(point.attributes["lon"], point.attributes["lat"])
    if result == nil { remarks.add(.positions, line: point.line) }
    return result
  }
}
