import StageKit

/// A name on a map, and what it names.
struct MapName: Hashable, Sendable {
  enum Kind: Int, CaseIterable, Sendable {
    /// A town or a part of one.
    case place
    /// A park, a lake, a beach.
    case area
    case street
    /// A station, a museum, a building with a name.
    case point
  }

  var text: String
  /// Other names of the same, for where no font has the letters of the first.
  var others: [String] = []
  var kind: Kind
  /// Names of higher rank are placed first.
  var rank: Double
  /// The position, in meters; streets lie along a line.
  var place: SpacePoint
  /// For points: the sign of the place.
  var icon: PlaceIcon?
  /// For streets: their parts, each a line in meters.
  var lines: [[Point]] = []

  /// The name where a map with a border shows what it names; nil where it does not.
  func within(_ border: GroundMap.Border) -> MapName? {
    guard kind == .street else { return border.shows(place.ground) ? self : nil }
    var name = self
    name.lines = lines.flatMap { Self.parts(of: $0, within: border) }
    return name.lines.isEmpty ? nil : name
  }

  /// The parts of a line that a border shows, to a 64th of each step of the line.
  private static func parts(of line: [Point], within border: GroundMap.Border) -> [[Point]] {
    if line.allSatisfy(border.shows) { return [line] }
    var parts: [[Point]] = []
    var part: [Point] = []
    for (index, (a, b)) in zip(line, line.dropFirst()).enumerated() {
      for step in (index == 0 ? 0 : 1)...64 {
        let place = a.interpolated(to: b, at: Double(step) / 64)
        let isCorner = step == 0 || step == 64
        if border.shows(place) {
          if isCorner || part.isEmpty {
            part.append(place)
          } else if !border.shows(a.interpolated(to: b, at: Double(step + 1) / 64)) {
            part.append(place)
          }
        } else if !part.isEmpty {
          parts.append(part)
          part = []
        }
      }
    }
    return (parts + [part]).filter { $0.count > 1 }
  }
}

/// Gathers names from a file's features.
struct NameCollector {
  private let ground: WebMercatorPlane
  private let languages: [String]
  private let heights: Building.Heights
  private var found: [MapName] = []
  private var streets: [(text: String, others: [String], rank: Double, lines: [[Point]])] = []
  private var streetIndices: [String: Int] = [:]

  /// - Parameter languages: BCP 47 tags; `name:de-CH` and then `name:de` come before `name` in `de-CH`.
  init(on ground: WebMercatorPlane, languages: [String], heights: Building.Heights) {
    self.ground = ground
    self.languages = languages.flatMap { [$0, String($0.prefix { $0 != "-" })] }.filter { !$0.isEmpty }
    self.heights = heights
  }

  /// In an order that depends on the names alone, the highest rank first.
  var names: [MapName] {
    let roads = streets.map { street in
      MapName(
        text: street.text, others: street.others, kind: .street, rank: street.rank, place: .zero,
        lines: Self.joined(street.lines))
    }
    return (distinct + roads).sorted { a, b in
      (-a.rank, a.kind.rawValue, a.text, a.place.x, a.place.y) < (
        -b.rank, b.kind.rawValue, b.text, b.place.x, b.place.y
      )
    }
  }

  /// Without those that neighboring tiles have, too.
  private var distinct: [MapName] {
    var places: [String: [SpacePoint]] = [:]
    return found.filter { name in
      let known = places[name.text] ?? []
      guard !known.contains(where: { ($0 - name.place).length < 30 }) else { return false }
      places[name.text] = known + [name.place]
      return true
    }
  }

  mutating func add(_ feature: GeoJSON.Feature, areas: [[[Coordinate]]], lines: [[Coordinate]], points: [Coordinate]) {
    guard let (text, others) = texts(of: feature) else { return }
    let tile = TileTags(feature)
    func tag(_ name: String) -> String? { feature[name]?.string ?? tile[name] }
    if let highway = tag("highway"), !lines.isEmpty {
      // Streets below the ground have no names.
      if let tunnel = tag("tunnel"), tunnel != "no" { return }
      addStreet(text, others, Self.rank(ofRoad: highway), lines.map { $0.map(ground.point) })
      return
    }
    let rings = areas.compactMap(\.first).map { $0.dropLast().map(ground.point) }.filter { $0.count >= 3 }
    let largest = rings.max { abs(Building.area($0)) < abs(Building.area($1)) }
    guard let middle = points.first.map(ground.point) ?? largest?.centroid else { return }
    let size = largest.map { abs(Building.area($0)) } ?? 0
    func add(_ kind: MapName.Kind, _ rank: Double, height: Double = 0) {
      found.append(
        MapName(
          text: text, others: others, kind: kind, rank: rank, place: SpacePoint(middle, height),
          icon: kind == .point ? PlaceIcon(tag) : nil))
    }
    if let place = tag("place") {
      let ranks = [
        "city": 10.0, "town": 9, "borough": 8.5, "suburb": 8, "quarter": 7.5, "village": 8, "neighbourhood": 7,
      ]
      add(.place, ranks[place] ?? 6)
    } else if ["park", "garden", "nature_reserve", "golf_course", "stadium"].contains(tag("leisure"))
      || ["water", "bay", "beach", "wood"].contains(tag("natural")) || tag("landuse") == "cemetery"
    {
      add(.area, 3 + min(size / 100_000, 2))
    } else if tag("railway") == "station" || tag("public_transport") == "station" || tag("aeroway") == "aerodrome" {
      add(.point, 5)
    } else if tag("tourism") != nil || tag("historic") != nil {
      add(.point, 4, height: height(of: feature, rings))
    } else if tag("amenity") != nil || tag("shop") != nil {
      add(.point, 2, height: height(of: feature, rings))
    } else if tag("building") != nil {
      add(.point, 1 + min(size / 10_000, 1.5), height: height(of: feature, rings))
    }
  }

  /// A feature's name in the first language that it has, and what else it is called if its letters may be in no font.
  private func texts(of feature: GeoJSON.Feature) -> (String, others: [String])? {
    func name(_ key: String) -> String? {
      feature[key]?.string.flatMap { $0.isEmpty || $0.count > 60 ? nil : $0 }
    }
    let own = languages.lazy.flatMap { ["name:\($0)", "name_\($0)"] }.compactMap(name).first
    guard let text = own ?? name("name") else { return nil }
    // Latin, Greek and Cyrillic letters come first; every font has most of them.
    guard text.unicodeScalars.contains(where: { $0.value >= 0x530 }) else { return (text, []) }
    let keys = ["name", "int_name", "name_int", "name:latin", "name:en", "name_en"]
    let more = feature.properties.lazy.map(\.name).filter { $0.hasPrefix("name:") }.prefix(8)
    var others: [String] = []
    for other in (keys + more).compactMap(name) where other != text && !others.contains(other) { others.append(other) }
    return (text, others)
  }

  private func height(of feature: GeoJSON.Feature, _ rings: [[Point]]) -> Double {
    guard !rings.isEmpty, feature["building"] != nil else { return 0 }
    return Building(rings, of: feature, heights: heights, look: 0, on: ground).top
  }

  private static func rank(ofRoad kind: String) -> Double {
    switch kind {
    case "motorway", "trunk", "highway": 6
    case "primary", "major_road": 5.5
    case "secondary": 5
    case "tertiary": 4.5
    case "residential", "living_street", "pedestrian", "street", "minor_road", "minor": 3.5
    default: 2
    }
  }

  private mutating func addStreet(_ text: String, _ others: [String], _ rank: Double, _ lines: [[Point]]) {
    if let index = streetIndices[text] {
      streets[index].lines += lines
      streets[index].rank = max(streets[index].rank, rank)
    } else {
      streetIndices[text] = streets.count
      streets.append((text, others, rank, lines))
    }
  }

  /// Lines that meet at their ends as one; each end is used once, in the order of the lines.
  private static func joined(_ lines: [[Point]]) -> [[Point]] {
    var open = lines.filter { $0.count >= 2 }
    var result: [[Point]] = []
    while var line = open.first {
      open.removeFirst()
      var hasGrown = true
      while hasGrown {
        hasGrown = false
        for (index, other) in open.enumerated() {
          if other[0].distance(to: line[line.count - 1]) < 0.5 {
            line += other.dropFirst()
          } else if other[other.count - 1].distance(to: line[line.count - 1]) < 0.5 {
            line += other.reversed().dropFirst()
          } else if other[other.count - 1].distance(to: line[0]) < 0.5 {
            line = other + line.dropFirst()
          } else if other[0].distance(to: line[0]) < 0.5 {
            line = other.reversed() + line.dropFirst()
          } else {
            continue
          }
          open.remove(at: index)
          hasGrown = true
          break
        }
      }
      result.append(line)
    }
    return result
  }
}

extension MapName: Storable {
  func write(to writer: inout BinaryWriter) {
    writer.write(text)
    writer.write(others.count)
    for other in others { writer.write(other) }
    writer.write(kind.rawValue)
    for value in [rank, place.x, place.y, place.z] { writer.write(value) }
    writer.write(icon?.rawValue ?? -1)
    writer.write(lines.count)
    for line in lines {
      writer.write(line.count)
      for point in line {
        writer.write(point.x)
        writer.write(point.y)
      }
    }
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    text = try reader.string()
    others = []
    for _ in 0..<(try reader.count(of: 8)) { others.append(try reader.string()) }
    guard let kind = Kind(rawValue: try reader.integer()) else { throw BinaryError() }
    self.kind = kind
    rank = try reader.double()
    place = SpacePoint(try reader.double(), try reader.double(), try reader.double())
    icon = PlaceIcon(rawValue: try reader.integer())
    lines = []
    for _ in 0..<(try reader.count(of: 8)) {
      let values = try reader.doubles(try reader.count(of: 16) * 2)
      lines.append(stride(from: 0, to: values.count, by: 2).map { Point(values[$0], values[$0 + 1]) })
    }
  }
}
