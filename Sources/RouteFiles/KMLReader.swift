@_spi(Host) import Coding
import Compression
import StageKit

/// Files of Keyhole Markup Language: each placemark's lines and tracks are parts of a way, and its points are waypoints.
struct KMLReader {
  private var remarks = RouteRemarks()
  private let isCutOff: Bool

  static func contents(_ tree: XMLTree) -> RouteFile.Contents {
    var reader = KMLReader(isCutOff: tree.fault != nil)
    let marks = tree.root.all("Placemark")
    let icons = KMLIcons(tree.root)
    let waypoints = marks.flatMap { mark in
      let (name, symbol) = (mark.text("name"), icons.name(of: mark))
      return mark.all("Point").flatMap { reader.line($0) }
        .map { RouteTrack.Waypoint($0.coordinate, named: name, symbol: symbol) }
    }
    let tracks = marks.map { mark in
      RouteTrack(name: mark.text("name"), parts: reader.parts(of: mark, altitudeMode: nil)).with(waypoints)
    }
    for name in ["GroundOverlay", "ScreenOverlay", "PhotoOverlay"] {
      for overlay in tree.root.all(name) { reader.remarks.add(.overlays, line: overlay.line) }
    }
    for link in tree.root.all("NetworkLink") { reader.remarks.add(.links, line: link.line) }
    return (tracks, tree.fault, reader.remarks.texts)
  }

  /// The largest size of an unpacked KML file.
  private static let maxSize = 1 << 30

  /// `doc.kml`, or the first KML file in an archive.
  static func contents(archive bytes: [UInt8]) throws(RouteFileError) -> RouteFile.Contents {
    let (name, count, file): (String?, Int, [UInt8]?)
    do throws(ZipError) {
      let archive = try ZipArchive(bytes)
      let names = archive.names.filter { $0.lowercased().hasSuffix(".kml") }
      (name, count) = (names.first { $0 == "doc.kml" } ?? names.first, names.count)
      if let name { file = try archive.file(name, maxSize: maxSize) } else { file = nil }
    } catch {
      throw RouteFileError(error.message, hint: error.hint)
    }
    guard let file, let name else { throw RouteFileError("the archive has no KML file") }
    var result = contents(try XMLTree(file))
    if count > 1 {
      result.remarks.append(
        RouteFileError("it has \(count) KML files, of which '\(name)' is read", hint: RouteFile.noRoute))
    }
    return result
  }

  private init(isCutOff: Bool) { self.isCutOff = isCutOff }

  private mutating func parts(of element: XMLTree.Element, altitudeMode outer: String?) -> [[RouteTrack.Place]] {
    var result: [[RouteTrack.Place]] = []
    for child in element.children {
      let mode = child.text("altitudeMode") ?? outer
      switch child.name {
      case "LineString", "LinearRing": result.append(Self.heights(of: line(child), in: mode))
      case "Track": result.append(Self.heights(of: track(child), in: mode))
      case "MultiTrack":
        let parts = parts(of: child, altitudeMode: mode)
        // Without interpolation there is a gap from the end of a track to the start of the next.
        result += ["1", "true"].contains(child.text("interpolate") ?? "") ? [parts.flatMap(\.self)] : parts
      case "MultiGeometry": result += parts(of: child, altitudeMode: mode)
      default: break
      }
    }
    return result
  }

  /// Heights are above the sea where they are absolute. Where they are to be ignored, as by default, many writers have zeros.
  private static func heights(of part: [RouteTrack.Place], in mode: String?) -> [RouteTrack.Place] {
    let isRelative = mode?.hasPrefix("relative") ?? false
    guard isRelative || mode != "absolute" && part.allSatisfy({ $0.elevation ?? 0 == 0 }) else { return part }
    return part.map { place in
      var place = place
      place.elevation = nil
      return place
    }
  }

  /// Groups of `longitude,latitude,altitude`.
  private mutating func line(_ element: XMLTree.Element) -> [RouteTrack.Place] {
    guard let list = element.first("coordinates") else { return [] }
    return list.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { row, text in
      text.split(whereSeparator: \.isWhitespace).flatMap { group in
        let numbers = group.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        // Without blanks between groups, as some writers do it, all are of three.
        let isWhole = numbers.count > 3 && numbers.count.isMultiple(of: 3)
        let groups = isWhole ? stride(from: 0, to: numbers.count, by: 3).map { Array(numbers[$0..<$0 + 3]) } : [numbers]
        return groups.compactMap { place($0, line: list.line + row) }
      }
    }
  }

  /// Instants and places come in two lists of equal order.
  private mutating func track(_ element: XMLTree.Element) -> [RouteTrack.Place] {
    let (instants, coords) = (element.children("when"), element.children("coord"))
    let isEven = instants.isEmpty || instants.count == coords.count || isCutOff && instants.count > coords.count
    if !isEven { remarks.add(.lists, line: element.line) }
    let arrays = sensors(element, count: coords.count)
    var result: [RouteTrack.Place] = []
    for (index, coord) in coords.enumerated() {
      let numbers = coord.text.split(whereSeparator: \.isWhitespace).map(String.init)
      // An empty one says that there is no position at its instant.
      guard !numbers.isEmpty, var place = place(numbers, line: coord.line) else { continue }
      if isEven, instants.indices.contains(index) { place.time = time(instants[index], &remarks) }
      for (sensor, values) in arrays {
        guard values.indices.contains(index), case let text = String(values[index].text.trimmed), !text.isEmpty else {
          continue
        }
        sensor.set(number(text), of: &place, line: values[index].line, &remarks)
      }
      result.append(place)
    }
    return result
  }

  /// The arrays of a track's extended data that have a value for each of its places.
  private mutating func sensors(
    _ element: XMLTree.Element, count: Int
  ) -> [(sensor: Sensor, values: [XMLTree.Element])] {
    element.all("SimpleArrayData").compactMap { array in
      guard let sensor = array.attributes["name"].flatMap(Sensor.init) else { return nil }
      let values = array.children("value")
      guard values.count == count || isCutOff else {
        remarks.add(.arrays, line: array.line)
        return nil
      }
      return (sensor, values)
    }
  }

  /// A place with a longitude, a latitude and, perhaps, a height.
  private mutating func place(_ numbers: [String], line: Int) -> RouteTrack.Place? {
    guard numbers.count >= 2, let coordinate = degrees(numbers[0], numbers[1]) else {
      remarks.add(.positions, line: line)
      return nil
    }
    let elevation = numbers.count > 2 ? height(numbers[2]) : nil
    if numbers.count > 2, elevation == nil, !numbers[2].isEmpty { remarks.add(.heights, line: line) }
    var place = RouteTrack.Place(coordinate, elevation: elevation)
    place.line = line
    return place
  }
}
