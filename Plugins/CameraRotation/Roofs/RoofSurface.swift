import StageKit

/// A footprint in faces, over each of which one plane of a field counts.
///
/// Two faces that meet share the corners of their common edge, so that whatever heights corners get, no gap opens.
struct RoofSurface: Sendable {
  /// A part of the footprint; the even-odd rule decides what is inside.
  struct Face: Sendable {
    /// The indices of corners, the inside on the left.
    var rings: [[Int]]
    /// The index of the plane, and the band between two levels.
    var plane: Int
    var band = 0
  }

  /// In the order of the footprint's rings, and then those that cuts have made.
  private(set) var points: [Point]
  private(set) var faces: [Face] = []
  /// The field's height over each of the points.
  private(set) var heights: [Double] = []
  /// The footprint's rings, with the corners that faces add to them.
  private(set) var borders: [[Int]]

  /// The field's greatest height over the footprint.
  private(set) var rise = 0.0

  /// The field's height over a corner, as a share of the greatest: exactly 0 and 1 at the ends.
  ///
  /// Files round the corners of rectangles to a centimeter, which makes no walls above the eaves.
  func share(at corner: Int) -> Double {
    let height = heights[corner]
    return height < 0.01 ? 0 : height > rise * (1 - 1e-9) ? 1 : height / rise
  }

  private var planes: [RoofPlane] = []
  private let cornerCount: Int
  /// The corners that cuts have made on edges, by the ends of the edge.
  private var splits: [Side: Int] = [:]

  /// In meters: what lies nearer to a cut lies on it.
  private static let tolerance = 1e-6

  private struct Side: Hashable {
    var low: Int
    var high: Int

    init(_ a: Int, _ b: Int) { (low, high) = (min(a, b), max(a, b)) }
  }

  /// - Parameters:
  ///   - rings: The footprint, its inside on the left of all rings.
  ///   - levels: The shares of the greatest height at which faces are cut, since the roof bends there.
  init(_ rings: [[Point]], _ field: RoofField, levels: [Double]) {
    points = rings.flatMap(\.self)
    cornerCount = points.count
    borders = []
    for ring in rings {
      let first = borders.last.map { ($0.last ?? -1) + 1 } ?? 0
      borders.append(Array(first..<first + ring.count))
    }
    resolve(borders, field)
    heights = points.map(field.height)
    rise = heights.max() ?? 0
    for (band, level) in levels.enumerated() { cut(at: rise * level, band: band + 1) }
    conclude()
  }

  /// A pair of planes that cross.
  private struct Crossing {
    var difference: Point
    var offset: Double
    var scale: Double

    init(_ a: RoofPlane, _ b: RoofPlane) {
      difference = a.slope - b.slope
      scale = difference.length
      offset = a.offset - b.offset
    }

    /// Above 0 where the first plane is the higher one; in meters from the line at which they cross.
    func side(_ p: Point) -> Double {
      let value = difference.dot(p) + offset
      return scale > 1e-9 ? value / scale : value * 1e9
    }
  }

  // MARK: Planes that count

  private mutating func resolve(_ rings: [[Int]], _ field: RoofField) {
    let rings = rings.map(expanded)
    let corners = rings.joined().map { points[$0] }
    let simple = Self.simplified(field, over: corners)
    guard let (a, b) = Self.rivals(in: simple, at: corners.reduce(.zero, +) / Double(max(corners.count, 1))) else {
      if case .plane(let plane) = simple { faces.append(Face(rings: rings, plane: index(of: plane))) }
      return
    }
    let crossing = Crossing(a, b)
    let sides = rings.map { $0.map { crossing.side(points[$0]) } }
    for part in cut(rings, along: crossing.difference.perpendicular, sides) where !part.isEmpty {
      resolve(part, simple)
    }
  }

  /// A field without what counts at none of some corners; it is linear between them but where planes cross.
  private static func simplified(_ field: RoofField, over corners: [Point]) -> RoofField {
    switch field {
    case .plane: return field
    case .lowest(let parts): return simplified(parts, over: corners, sign: 1)
    case .highest(let parts): return simplified(parts, over: corners, sign: -1)
    }
  }

  private static func simplified(_ parts: [RoofField], over corners: [Point], sign: Double) -> RoofField {
    let whole = parts.map { simplified($0, over: corners) }.flatMap { part -> [RoofField] in
      switch part {
      case .lowest(let inner) where sign > 0: inner
      case .highest(let inner) where sign < 0: inner
      default: [part]
      }
    }
    let ranges = whole.map { part in
      let (low, high) = range(of: part, over: corners)
      return sign > 0 ? (low: low, high: high) : (low: -high, high: -low)
    }
    var kept: [Int] = []
    let least = ranges.indices.min { ranges[$0].high < ranges[$1].high }
    for i in whole.indices where i == least || ranges[i].low < ranges[least ?? i].high - 1e-9 {
      guard case .plane(let plane) = whole[i] else {
        kept.append(i)
        continue
      }
      func isBeyond(_ a: RoofPlane, _ b: RoofPlane) -> Bool {
        let crossing = Crossing(a, b)
        return corners.allSatisfy { sign * crossing.side($0) >= -tolerance }
      }
      let others = kept.compactMap { k -> RoofPlane? in if case .plane(let other) = whole[k] { other } else { nil } }
      if others.contains(where: { isBeyond(plane, $0) }) { continue }
      kept.removeAll { k in if case .plane(let other) = whole[k] { isBeyond(other, plane) } else { false } }
      kept.append(i)
    }
    let rest = kept.map { whole[$0] }
    return rest.count == 1 ? rest[0] : sign > 0 ? .lowest(rest) : .highest(rest)
  }

  private static func range(of field: RoofField, over corners: [Point]) -> (low: Double, high: Double) {
    switch field {
    case .plane(let plane):
      return corners.reduce((.infinity, -.infinity)) { range, p in
        let height = plane.height(at: p)
        return (min(range.0, height), max(range.1, height))
      }
    case .lowest(let parts):
      return parts.reduce((.infinity, .infinity)) { all, part in
        let (low, high) = range(of: part, over: corners)
        return (min(all.0, low), min(all.1, high))
      }
    case .highest(let parts):
      return parts.reduce((-.infinity, -.infinity)) { all, part in
        let (low, high) = range(of: part, over: corners)
        return (max(all.0, low), max(all.1, high))
      }
    }
  }

  /// Two planes of which one or the other counts; the first does at `place`, if no other part of the field hides both.
  private static func rivals(in field: RoofField, at place: Point) -> (RoofPlane, RoofPlane)? {
    let (parts, sign): ([RoofField], Double) =
      switch field {
      case .plane: ([], 1)
      case .lowest(let parts): (parts, 1)
      case .highest(let parts): (parts, -1)
      }
    for part in parts { if let found = rivals(in: part, at: place) { return found } }
    let planes = parts.compactMap { part -> RoofPlane? in if case .plane(let plane) = part { plane } else { nil } }
      .sorted { sign * $0.height(at: place) < sign * $1.height(at: place) }
    return planes.count >= 2 ? (planes[0], planes[1]) : nil
  }

  private mutating func index(of plane: RoofPlane) -> Int {
    let known = planes.firstIndex {
      ($0.slope - plane.slope).length < 1e-7 && abs($0.offset - plane.offset) < Self.tolerance
    }
    if known == nil { planes.append(plane) }
    return known ?? planes.count - 1
  }

  // MARK: Cuts

  private mutating func cut(at level: Double, band: Int) {
    var result: [Face] = []
    for face in faces {
      let rings = face.rings.map(expanded)
      let slope = planes[face.plane].slope
      guard slope.length > 1e-9 else {
        result.append(Face(rings: rings, plane: face.plane, band: face.band))
        continue
      }
      let sides = rings.map { $0.map { (heights[$0] - level) / slope.length } }
      let parts = cut(rings, along: slope.perpendicular, sides)
      // New corners lie on the level.
      heights += points[heights.count...].map { _ in level }
      if !parts[0].isEmpty { result.append(Face(rings: parts[0], plane: face.plane, band: face.band)) }
      if !parts[1].isEmpty { result.append(Face(rings: parts[1], plane: face.plane, band: band)) }
    }
    faces = result
  }

  /// An edge's start for each edge of a ring, with the corners that other cuts have made between.
  private func expanded(_ ring: [Int]) -> [Int] {
    func between(_ a: Int, _ b: Int) -> [Int] {
      guard let c = splits[Side(a, b)] else { return [] }
      return between(a, c) + [c] + between(c, b)
    }
    return ring.indices.flatMap { [ring[$0]] + between(ring[$0], ring[($0 + 1) % ring.count]) }
  }

  private struct Chain {
    var corners: [Int]
    /// The crossings at which it begins and ends.
    var start: Int
    var end: Int
  }

  /// The part of rings below a line, and the other, which takes what is on it.
  ///
  /// - Parameters:
  ///   - line: The direction in which it runs.
  ///   - sides: The distance of each corner above it, in meters.
  private mutating func cut(_ rings: [[Int]], along line: Point, _ sides: [[Double]]) -> [[[Int]]] {
    var parts: [[[Int]]] = [[], []]
    var chains: [[Chain]] = [[], []]
    /// The corner of each crossing, and whether the ring comes up from below there.
    var crossings: [(corner: Int, isRise: Bool)] = []
    for (ring, given) in zip(rings, sides) {
      let sides = given.map { abs($0) < Self.tolerance ? 0 : $0 }
      let isUpper = sides.map { $0 >= 0 }
      guard let first = ring.indices.first(where: { isUpper[$0] != isUpper[($0 + ring.count - 1) % ring.count] }) else {
        parts[isUpper.first == false ? 0 : 1].append(ring)
        continue
      }
      let opening = crossings.count
      for step in ring.indices {
        let (i, before) = ((first + step) % ring.count, (first + step + ring.count - 1) % ring.count)
        if isUpper[i] != isUpper[before] {
          crossings.append((crossing(ring[before], sides[before], ring[i], sides[i]), isUpper[i]))
          chains[isUpper[i] ? 1 : 0].append(Chain(corners: [], start: crossings.count - 1, end: opening))
          if crossings.count - 1 > opening {
            let last = chains[isUpper[i] ? 0 : 1].count - 1
            chains[isUpper[i] ? 0 : 1][last].end = crossings.count - 1
          }
        }
        let kind = isUpper[i] ? 1 : 0
        chains[kind][chains[kind].count - 1].corners.append(ring[i])
      }
    }
    let partners = partners(of: crossings, along: line)
    for kind in 0...1 { parts[kind] += Self.loops(of: chains[kind], partners, crossings.map(\.corner)) }
    return parts
  }

  /// The corner between two others on different sides.
  private mutating func crossing(_ a: Int, _ sideOfA: Double, _ b: Int, _ sideOfB: Double) -> Int {
    if sideOfA == 0 { return a }
    if sideOfB == 0 { return b }
    let (low, high) = a < b ? (a, b) : (b, a)
    let (first, last) = a < b ? (sideOfA, sideOfB) : (sideOfB, sideOfA)
    points.append(points[low].interpolated(to: points[high], at: first / (first - last)))
    splits[Side(a, b)] = points.count - 1
    return points.count - 1
  }

  /// For each crossing the one at the other end of its part of the line.
  private func partners(of crossings: [(corner: Int, isRise: Bool)], along line: Point) -> [Int] {
    var open = crossings.indices.sorted {
      (line.dot(points[crossings[$0].corner]), $0) < (line.dot(points[crossings[$1].corner]), $1)
    }
    var result = Array(crossings.indices)
    while let first = open.first {
      open.removeFirst()
      // The next one runs the other way, but for crossings at one place.
      guard let next = open.firstIndex(where: { crossings[$0].isRise != crossings[first].isRise }) else { break }
      let other = open.remove(at: next)
      (result[first], result[other]) = (other, first)
    }
    return result
  }

  private static func loops(of chains: [Chain], _ partners: [Int], _ corners: [Int]) -> [[Int]] {
    var chainAt: [Int: Int] = [:]
    for (index, chain) in chains.enumerated() { chainAt[chain.start] = index }
    var isUsed = [Bool](repeating: false, count: chains.count)
    var result: [[Int]] = []
    for begin in chains.indices where !isUsed[begin] {
      var loop: [Int] = []
      var index: Int? = begin
      while let current = index, !isUsed[current] {
        isUsed[current] = true
        let chain = chains[current]
        for corner in [corners[chain.start]] + chain.corners + [corners[chain.end]] where corner != loop.last {
          loop.append(corner)
        }
        index = chainAt[partners[chain.end]]
      }
      while loop.count > 1, loop.last == loop[0] { loop.removeLast() }
      if loop.count >= 3 { result.append(loop) }
    }
    return result
  }

  // MARK: Joining

  /// Joins faces of the same plane that meet, and leaves out corners that nothing needs then.
  private mutating func conclude() {
    struct Place: Hashable {
      var plane: Int
      var band: Int
    }
    // Corners that nearly meet are one: faces of a tenth of a millimeter are none.
    var corners = Array(points.indices)
    for i in points.indices.dropFirst(cornerCount) {
      if let twin = points[..<i].firstIndex(where: { $0.distance(to: points[i]) < 1e-4 }) { corners[i] = corners[twin] }
    }
    func joined(_ ring: [Int]) -> [Int] {
      let ring = expanded(ring).map { corners[$0] }
      return ring.indices.filter { ring[$0] != ring[($0 + 1) % ring.count] }.map { ring[$0] }
    }
    var order: [Place] = []
    var edges: [Place: [[Int]]] = [:]
    for face in faces {
      let place = Place(plane: face.plane, band: face.band)
      if edges[place] == nil { order.append(place) }
      for ring in face.rings.map(joined) {
        edges[place, default: []] += ring.indices.map { [ring[$0], ring[($0 + 1) % ring.count]] }
      }
    }
    let rings = order.map { Self.outlines(of: edges[$0] ?? []) }
    var neighbors: [Int: Set<Int>] = [:]
    for ring in rings.joined() {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        neighbors[a, default: []].insert(b)
        neighbors[b, default: []].insert(a)
      }
    }
    func isNeeded(_ corner: Int) -> Bool {
      guard corner >= cornerCount, let ends = neighbors[corner].map(Array.init), ends.count <= 2 else {
        return corner < cornerCount || neighbors[corner] != nil
      }
      guard ends.count == 2 else { return false }
      let (a, b) = (points[ends[0]], points[ends[1]])
      return abs((b - a).normalized.cross(points[corner] - a)) > 10 * Self.tolerance
    }
    faces = zip(order, rings).flatMap { place, rings in
      Self.separate(rings.map { $0.filter(isNeeded) }.filter { $0.count >= 3 }, points).map {
        Face(rings: $0, plane: place.plane, band: place.band)
      }
    }
    borders = borders.map { joined($0).filter(isNeeded) }
  }

  /// The rings around edges, of which those that run both ways are inside.
  private static func outlines(of edges: [[Int]]) -> [[Int]] {
    var count: [[Int]: Int] = [:]
    for edge in edges { count[edge, default: 0] += 1 }
    var next: [Int: [Int]] = [:]
    var starts: [Int] = []
    for edge in edges {
      let back = [edge[1], edge[0]]
      if let other = count[back], other > 0, let own = count[edge], own > 0 {
        (count[back], count[edge]) = (other - 1, own - 1)
      }
    }
    for edge in edges {
      guard let left = count[edge], left > 0 else { continue }
      count[edge] = left - 1
      next[edge[0], default: []].append(edge[1])
      starts.append(edge[0])
    }
    var result: [[Int]] = []
    for start in starts {
      while next[start]?.isEmpty == false {
        var ring = [start]
        while let last = ring.last, let to = next[last]?.popLast(), to != start { ring.append(to) }
        if ring.count >= 3 { result.append(ring) }
      }
    }
    return result
  }

  /// Rings without holes each by itself; others together, the largest first.
  private static func separate(_ rings: [[Int]], _ points: [Point]) -> [[[Int]]] {
    let areas = rings.map { ring in Building.area(ring.map { points[$0] }) }
    guard areas.contains(where: { $0 < 0 }) else { return rings.map { [$0] } }
    return [rings.indices.sorted { areas[$0] > areas[$1] }.map { rings[$0] }]
  }
}
