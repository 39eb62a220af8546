import StageKit

/// Files of Garmin's Training Center: activities and courses, whose tracks are parts. A lap goes on where the one before ended.
enum TCXReader {
  /// Devices record a point each few seconds: where more passes between laps, they were paused.
  private static let longestStep = 10.0

  static func contents(_ tree: XMLTree) -> RouteFile.Contents {
    var remarks = tree.remarks
    let tracks = (tree.root.all("Activity") + tree.root.all("Course")).map { way in
      let waypoints = way.all("CoursePoint").flatMap { point in
        places(point, &remarks).map {
          RouteTrack.Waypoint($0.coordinate, named: point.text("Name"), symbol: point.text("PointType"))
        }
      }
      return track(way, tree).with(waypoints)
    }
    return (tracks, tree.fault, remarks.texts)
  }

  private static func track(_ way: XMLTree.Element, _ tree: XMLTree) -> RouteTrack {
    var parts: [[RouteTrack.Place]] = []
    var number = 0
    for lap in way.children {
      if lap.name == "Lap" { number += 1 }
      let tracks = (lap.name == "Track" ? [lap] : lap.all("Track")).map(tree.places(in:)).filter { !$0.isEmpty }
        .map { places in places.map { lap.name == "Lap" ? $0.inLap(number) : $0 } }
      for (index, places) in tracks.enumerated() {
        if index == 0, lap.name == "Lap", let last = parts.last?.last, goesOn(from: last, to: places[0]) {
          parts[parts.count - 1] += places
        } else {
          parts.append(places)
        }
      }
    }
    return RouteTrack(name: way.text("Name") ?? way.text("Id"), parts: parts)
  }

  private static func goesOn(from last: RouteTrack.Place, to next: RouteTrack.Place) -> Bool {
    guard let before = last.time, let after = next.time else { return true }
    return (0...longestStep).contains(after - before)
  }

  static func places(_ point: XMLTree.Element, _ remarks: inout RouteRemarks) -> [RouteTrack.Place] {
    // Devices record without positions, too.
    guard let position = point.first("Position") else { return [] }
    guard let coordinate = degrees(position.text("LongitudeDegrees"), position.text("LatitudeDegrees")) else {
      remarks.add(.positions, line: position.line)
      return []
    }
    var place = RouteTrack.Place(
      coordinate, elevation: elevation(point.first("AltitudeMeters"), &remarks),
      time: time(point.first("Time"), &remarks))
    place.line = point.line
    Sensor.read(point, into: &place, &remarks)
    return [place]
  }
}
