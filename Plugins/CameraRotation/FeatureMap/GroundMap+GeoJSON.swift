import StageKit

extension GroundMap {
  /// Features drawn by a style; nil where none has a line or an area.
  ///
  /// Features that look alike share one outline. Rings are wound by their place, not as the file has them: outlines one
  /// way and holes the other, so that areas that overlap do not cut holes into each other.
  ///
  /// - Parameters:
  ///   - edge: The width in which the map fades along its bounding box, in meters; nil for a tenth of its shorter side.
  ///   - relief: The relief of the ground; nil for none that is visible.
  ///   - buildings: The buildings and their light; nil for flat ones.
  ///   - tagColors: The share by which the colors of buildings' tags take the place of the style's, from 0 to 1.
  ///   - languages: The languages of names, as BCP 47 tags, the first that a name has.
  init?(
    _ features: PatchedFeatures, style: MapStyle, edge: Double?,
    buildings: (heights: Building.Heights, sun: Sun)? = nil, tagColors: Double = 1, relief: Relief? = nil,
    languages: [String] = []
  ) {
    let collection = features.collection
    guard let box = Self.box(around: collection) else { return nil }
    ground = WebMercatorPlane(origin: features.origin ?? box.middle)
    background = style.background
    foreground = style.foreground
    attribution = collection.attribution
    let frame = Self.frame(of: box, on: ground)
    extent = frame
    // The border of a large file is not as wide as a region.
    let widest = features.patches.isEmpty ? .infinity : 400.0
    let width = edge ?? min(min(frame.width, frame.height) / 10, widest)
    // All the world has no border in the east and the west.
    let ends =
      frame.width > ground.worldWidth * 0.999
      ? Rect(x: frame.minX - 10 * frame.width, y: frame.minY, width: 21 * frame.width, height: frame.height) : frame
    border = width > 0 && !frame.isEmpty ? .frame(ends, width: min(width, frame.width / 2, frame.height / 2)) : nil
    layers = []
    // A relief has as many pixels for a part of the file as for all of it.
    let shown = features.shown.map { Self.frame(of: $0, on: ground) } ?? frame
    var standing = StandingFeatures(heights: buildings?.heights, tagColors: tagColors, on: ground)
    var collector = NameCollector(
      on: ground, languages: languages, heights: buildings?.heights ?? Building.Heights(scale: 0))
    for feature in collection.features {
      guard let parts = feature.geometry.map(Parts.init) else { continue }
      collector.add(feature, areas: parts.polygons, lines: parts.lines, points: parts.points)
    }
    names = collector.names
    (layers, landLayers) = Self.layers(
      of: features, style: style, on: ground, relief?.layers(in: shown, on: ground), &standing)
    if !features.patches.isEmpty { bounds = layers.map(\.bounds) }
    notes = standing.notes
    if let buildings, !standing.buildings.isEmpty {
      self.buildings = BuildingModels(
        standing.withoutOutlinesOfParts, looks: standing.looks, border: border, sun: buildings.sun)
    }
  }

  private struct Outlines {
    var areas = PathBuilder()
    var lines = PathBuilder()
  }

  /// Bridges lie above everything else, by their level.
  private struct Place: Hashable {
    var rule: Int
    var level: Int
    var patch: Int
  }

  private static func layers(
    of features: PatchedFeatures, style: MapStyle, on ground: WebMercatorPlane,
    _ relief: Relief.Layers?, _ standing: inout StandingFeatures
  ) -> ([Layer], land: Int) {
    var matcher = StyleMatcher(style.rules)
    var outlines: [Place: Outlines] = [:]
    for (number, feature) in features.collection.features.enumerated() {
      guard let geometry = feature.geometry else { continue }
      let parts = Parts(geometry)
      let patch = features.patches.isEmpty ? 0 : features.patches[number]
      if !parts.polygons.isEmpty, let index = matcher.rule(for: feature, shape: .area) {
        // Buildings with a height are solids, drawn above all layers.
        if let look = style.rules[index].look, standing.takes(feature) {
          standing.add(parts.polygons.map { $0.rings(on: ground) }, of: feature, rule: index, look)
          continue
        }
        for polygon in parts.polygons {
          for ring in polygon.rings(on: ground) {
            outlines[Place(rule: index, level: 0, patch: patch), default: Outlines()].areas.polyline(ring, closed: true)
          }
        }
      }
      // A feature may hold several kinds of geometry, each with a rule of its own.
      if !parts.lines.isEmpty, let index = matcher.rule(for: feature, shape: .line) {
        let place = Place(rule: index, level: bridgeLevel(of: feature), patch: patch)
        for line in parts.lines { outlines[place, default: Outlines()].lines.polyline(ground.continuedPoints(line)) }
      }
      if !parts.points.isEmpty, let index = matcher.rule(for: feature, shape: .point),
        let radius = style.rules[index].radius
      {
        for point in parts.points {
          outlines[Place(rule: index, level: 0, patch: patch), default: Outlines()].areas.ellipse(
            in:
              Rect(center: ground.point(point), size: Size(2 * radius, 2 * radius)))
        }
      }
    }
    return layers(outlines, relief, style)
  }

  /// 0 for what is no bridge, up to 5.
  private static func bridgeLevel(of feature: GeoJSON.Feature) -> Int {
    func text(_ key: String) -> String? { feature[key]?.text }
    let isBridge =
      text("bridge").map { $0 != "no" && $0 != "false" } ?? (text("brunnel") == "bridge" || text("is_bridge") == "true")
    return isBridge ? min(max(text("layer").flatMap { Int($0) } ?? 1, 1), 5) : 0
  }

  /// In the order of drawing: by the level of bridges, then by the rules' order, then shores, fills, casings and lines, each
  /// as the rules come. Layers of a patch that look alike are one. Each level of bridges has all casings below all lines.
  private static func layers(
    _ outlines: [Place: Outlines], _ relief: Relief.Layers?, _ style: MapStyle
  ) -> ([Layer], land: Int) {
    struct Rank: Comparable {
      var level: Int
      var order: Int
      var kind: Int

      static func < (a: Rank, b: Rank) -> Bool { (a.level, a.order, a.kind) < (b.level, b.order, b.kind) }
    }
    struct Sheet {
      var rank: Rank
      var color: Color
      var stroke: StrokeStyle?
      var patch: Int
      var builder: PathBuilder
    }
    var sheets: [Sheet] = []
    var glow = (builder: PathBuilder(), color: Color.clear)
    func add(_ builder: PathBuilder, _ rank: Rank, color: Color, stroke: StrokeStyle?, _ patch: Int) {
      guard !builder.isEmpty else { return }
      let twin = sheets.firstIndex {
        $0.patch == patch && $0.rank == rank && $0.color == color && $0.stroke == stroke
      }
      if let twin {
        sheets[twin].builder.append(builder.path)
      } else {
        sheets.append(Sheet(rank: rank, color: color, stroke: stroke, patch: patch, builder: builder))
      }
    }
    let places = outlines.sorted {
      ($0.key.level, $0.key.rule, $0.key.patch) < ($1.key.level, $1.key.rule, $1.key.patch)
    }
    for (place, parts) in places {
      let rule = style.rules[place.rule]
      func rank(_ kind: Int) -> Rank { Rank(level: place.level, order: rule.order, kind: kind) }
      if let shore = rule.shore {
        for case .line(let path, let color, let pen) in shoreLayers(around: parts.areas.path, shore) {
          var builder = PathBuilder()
          builder.append(path)
          add(builder, rank(0), color: color, stroke: pen, place.patch)
        }
      }
      if let fill = rule.fill { add(parts.areas, rank(1), color: fill, stroke: nil, place.patch) }
      guard let line = rule.line, line.width > 0 else { continue }
      if place.level > 0, line.isInMeters {
        // A bridge is set off from what it crosses, but not at its ends.
        let color = line.casing?.color ?? style.background
        var edge = pen(line, width: line.width + 2 * (line.casing?.width ?? 0) + 1.6)
        edge.cap = .butt
        add(parts.lines, Rank(level: place.level, order: .min, kind: 2), color: color, stroke: edge, place.patch)
      }
      if let color = line.glow {
        glow.color = color
        glow.builder.append(parts.lines.path)
      }
      for builder in [parts.areas, parts.lines] {
        if let casing = line.casing {
          let edge = pen(line, width: line.width + 2 * casing.width)
          add(builder, rank(2), color: casing.color, stroke: edge, place.patch)
        }
        var inner = pen(line, width: line.width)
        if let dash = line.dash { (inner.dashes, inner.cap) = ([dash, dash], .butt) }
        add(builder, rank(3), color: line.color, stroke: inner, place.patch)
      }
    }
    let sorted = sheets.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    func layer(_ sheet: Sheet) -> Layer {
      sheet.stroke.map { .line(sheet.builder.path, sheet.color, $0) } ?? .area(sheet.builder.path, sheet.color)
    }
    var layers = sorted.map { layer($0.element) }
    if !glow.builder.isEmpty {
      // Below all streets, above the areas that they run through.
      let streets = sorted.prefix { $0.element.rank < Rank(level: 0, order: 65, kind: 0) }.count
      layers.insert(.light(glow.builder.path, glow.color), at: streets)
    }
    // Light falls on land, below water and all that people have built.
    let ground = sorted.prefix { $0.element.rank < Rank(level: 0, order: 20, kind: 0) }.count
    guard let relief else { return (layers, ground) }
    return ([relief.tint].compactMap(\.self) + layers[..<ground] + [relief.shading] + layers[ground...], ground)
  }

  /// Lines that fade out around areas which are drawn above them.
  static func shoreLayers(around areas: Path, _ color: Color) -> [Layer] {
    areas.isEmpty
      ? []
      : [14, 9, 4].map { width in
        .line(areas, color.opacity(0.3), StrokeStyle(width: width, cap: .round, join: .round))
      }
  }

  private static func pen(_ line: MapRule.Line, width: Double) -> StrokeStyle {
    StrokeStyle(
      width: width, cap: .round, join: .round, order: line.isInMeters ? .outlineThenTransform : .transformThenOutline)
  }

  // MARK: Bounds

  /// The box that a file tells, else that of its lines and areas; nil where it has none.
  static func box(around collection: GeoJSON.FeatureCollection) -> GeoJSON.BoundingBox? {
    collection.boundingBox.map(unwrapped) ?? box(of: collection)
  }

  /// The rectangle of a box; that of all the world lies around the plane's origin.
  private static func frame(of box: GeoJSON.BoundingBox, on ground: WebMercatorPlane) -> Rect {
    let (low, high) = (ground.continuedPoint(box.southWest), ground.continuedPoint(box.northEast))
    let width = ground.worldWidth * (box.northEast.longitude - box.southWest.longitude) / 360
    let isWorld = width > ground.worldWidth * 0.999
    return Rect(x: isWorld ? -width / 2 : low.x, y: high.y, width: width, height: low.y - high.y)
  }

  /// A box across the antimeridian with its east beyond 180.
  private static func unwrapped(_ box: GeoJSON.BoundingBox) -> GeoJSON.BoundingBox {
    var box = box
    if box.northEast.longitude < box.southWest.longitude { box.northEast.longitude += 360 }
    return box
  }

  private static func box(of collection: GeoJSON.FeatureCollection) -> GeoJSON.BoundingBox? {
    let lines = collection.features.lazy.compactMap(\.geometry).map(Parts.init)
      .flatMap { $0.lines + $0.polygons.flatMap { $0 } }
    guard let bounds = Rect(around: lines.joined().lazy.map { Point($0.longitude, $0.latitude) }) else { return nil }
    var (west, east) = (bounds.minX, bounds.maxX)
    if bounds.width > 180, let narrow = narrowestArc(of: lines),
      narrow.east - narrow.west < min(bounds.width - 1, 270)
    {
      (west, east) = narrow
    }
    return GeoJSON.BoundingBox(
      southWest: Coordinate(longitude: west, latitude: bounds.minY),
      northEast: Coordinate(longitude: east, latitude: bounds.maxY))
  }

  /// All but the largest gap between lines around the earth; nil where one goes around it.
  private static func narrowestArc(of lines: some Sequence<[Coordinate]>) -> (west: Double, east: Double)? {
    let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))
    var spans: [ClosedRange<Double>] = []
    for line in lines {
      guard let box = Rect(around: plane.continuedPoints(line, isRing: line.first == line.last)) else { continue }
      let (low, high) = (plane.coordinate(box.origin).longitude, plane.coordinate(Point(box.maxX, 0)).longitude)
      guard high - low < 359.9 else { return nil }
      let turns = ((low + 180) / 360).rounded(.down) * 360
      spans.append(low - turns...high - turns)
    }
    spans.sort { $0.lowerBound < $1.lowerBound }
    guard let first = spans.first else { return nil }
    // The gap after each span, up to the next, or to the first one a turn later.
    var (reached, best) = (first.upperBound, (gap: 0.0, west: 0.0, east: 0.0))
    let again = first.lowerBound + 360...first.upperBound + 360
    for span in spans.dropFirst() + [again] {
      let gap = span.lowerBound - reached
      if gap > best.gap { best = (gap, span.lowerBound, reached + 360) }
      reached = max(reached, span.upperBound)
    }
    guard best.gap > 0 else { return nil }
    let turns = ((best.west + 180) / 360).rounded(.down) * 360
    return (best.west - turns, best.east - turns)
  }
}

extension GeoJSON.BoundingBox {
  /// The coordinate halfway between its corners.
  var middle: Coordinate {
    Coordinate(
      longitude: (southWest.longitude + northEast.longitude) / 2,
      latitude: (southWest.latitude + northEast.latitude) / 2)
  }
}

/// A geometry's lines and polygons.
private struct Parts {
  var lines: [[Coordinate]] = []
  var polygons: [[[Coordinate]]] = []
  var points: [Coordinate] = []

  init(_ geometry: GeoJSON.Geometry) { add(geometry) }

  private mutating func add(_ geometry: GeoJSON.Geometry) {
    switch geometry {
    case .point(let point): points.append(point)
    case .multiPoint(let more): points += more
    case .lineString(let line): lines.append(line)
    case .multiLineString(let more): lines += more
    case .polygon(let rings): polygons.append(rings)
    case .multiPolygon(let more): polygons += more
    case .collection(let more): for part in more { add(part) }
    }
  }
}

extension [[Coordinate]] {
  /// A polygon's rings in meters, its outline clockwise on a canvas and its holes the other way.
  fileprivate func rings(on ground: WebMercatorPlane) -> [[Point]] {
    var outline: Rect?
    return enumerated().compactMap { index, ring in
      var points: [Point] = ground.continuedPoints(ring, isRing: true).dropLast()
      guard points.count >= 3, let box = Rect(around: points) else { return nil }
      // Holes lie in the copy of the world that their outline lies in.
      let turns = (((outline ?? box).center.x - box.center.x) / ground.worldWidth).rounded()
      if turns != 0 { points = points.map { $0 + Point(turns * ground.worldWidth, 0) } }
      if index == 0 { outline = box }
      let area = Building.area(points)
      return (area > 0) == (index == 0) ? points : points.reversed()
    }
  }
}
