/// The sea along coastlines, which have the land to their left.
struct Coastline {
  /// Joined where one ends and another begins.
  private let lines: [[OSMPlace]]

  init(_ ways: [[OSMPlace]]) {
    let ways = ways.filter { $0.count > 1 }
    var starts: [OSMPlace: Int] = [:]
    for (index, way) in ways.enumerated() where starts[way[0]] == nil { starts[way[0]] = index }
    let ends = Set(ways.map { $0[$0.count - 1] })
    var isUsed = [Bool](repeating: false, count: ways.count)
    var lines: [[OSMPlace]] = []
    // Lines that begin somewhere first, then those that run around.
    for index in ways.indices.filter({ !ends.contains(ways[$0][0]) }) + ways.indices where !isUsed[index] {
      isUsed[index] = true
      var line = ways[index]
      while let end = line.last, end != line[0], let next = starts[end], !isUsed[next] {
        isUsed[next] = true
        line += ways[next].dropFirst()
      }
      lines.append(line)
    }
    self.lines = lines
  }

  /// A line within a box from one place on its border to another, as distances along the border.
  private struct Piece {
    var places: [OSMPlace]
    var entry: Double
    var exit: Double
  }

  /// The sea within a box as outlines with their holes; none where there are no coasts.
  ///
  /// Each line within the box is followed to where it leaves, and the border then clockwise to where the next line enters,
  /// which keeps the sea to the right.
  func sea(in box: OSMBox) -> [[[OSMPlace]]] {
    let frame = Frame(box)
    var (pieces, rings) = ([Piece](), [[OSMPlace]]())
    for line in lines {
      if line.first == line.last, line.allSatisfy(box.contains) {
        rings.append(line)
      } else {
        pieces += Self.pieces(of: line, in: frame)
      }
    }
    var outlines: [[OSMPlace]] = []
    var isUsed = [Bool](repeating: false, count: pieces.count)
    for start in pieces.indices where !isUsed[start] {
      var outline: [OSMPlace] = []
      var current = start
      repeat {
        isUsed[current] = true
        outline += pieces[current].places
        let exit = pieces[current].exit
        let next =
          pieces.indices.filter { !isUsed[$0] || $0 == start }
          .min { Frame.way(from: exit, to: pieces[$0].entry) < Frame.way(from: exit, to: pieces[$1].entry) } ?? start
        outline += frame.corners(from: exit, to: pieces[next].entry)
        current = next
      } while current != start
      outlines.append(outline + outline.prefix(1))
    }
    let islands = rings.filter { OSMRings.doubledArea($0) > 0 }
    // Without a coast to the mainland all around the islands is sea.
    if pieces.isEmpty, !islands.isEmpty { outlines.append(frame.outline) }
    outlines += rings.filter { OSMRings.doubledArea($0) < 0 }
    return outlines.map { outline in [outline] + islands.filter { OSMRings.contains(outline, $0[0]) } }
  }

  /// A line's parts within the box. One that begins or ends within it, as at the edge of an extract, goes on straight to the
  /// nearest border that lies ahead without the line itself between.
  private static func pieces(of line: [OSMPlace], in frame: Frame) -> [Piece] {
    var line = line
    if line.first == line.last {
      // Around, from a place outside.
      guard let outside = line.firstIndex(where: { !frame.contains($0) }) else { return [] }
      line = Array(line[outside...] + line.dropFirst().prefix(outside))
    } else {
      if frame.contains(line[0]) { line.insert(frame.border(from: line[0], avoiding: line[1...]), at: 0) }
      if frame.contains(line[line.count - 1]) {
        line.append(frame.border(from: line[line.count - 1], avoiding: line[..<(line.count - 1)]))
      }
    }
    var result: [Piece] = []
    var places: [OSMPlace] = []
    for (a, b) in zip(line, line.dropFirst()) {
      guard let (start, end) = frame.clipped(a, b) else { continue }
      if places.isEmpty { places = [start] }
      places.append(end)
      if frame.isOnBorder(end) {
        let piece = Piece(places: places, entry: frame.position(of: places[0]), exit: frame.position(of: end))
        if piece.entry != piece.exit { result.append(piece) }
        places = []
      }
    }
    return result
  }

  /// A box whose border is measured clockwise from its northwest corner; each side counts 1.
  private struct Frame {
    let (west, south, east, north): (Double, Double, Double, Double)

    init(_ box: OSMBox) {
      (west, south, east, north) = (Double(box.west), Double(box.south), Double(box.east), Double(box.north))
    }

    /// The distance along the border, clockwise.
    static func way(from: Double, to: Double) -> Double { to > from ? to - from : to - from + 4 }

    func contains(_ p: OSMPlace) -> Bool {
      let (x, y) = (Double(p.longitude), Double(p.latitude))
      return west < x && x < east && south < y && y < north
    }

    func isOnBorder(_ p: OSMPlace) -> Bool { !contains(p) }

    private func place(_ x: Double, _ y: Double) -> OSMPlace {
      OSMPlace(longitude: Int32(clamping: Int64(x.rounded())), latitude: Int32(clamping: Int64(y.rounded())))
    }

    private var corners: [OSMPlace] {
      [place(west, north), place(east, north), place(east, south), place(west, south)]
    }

    var outline: [OSMPlace] { corners + corners.prefix(1) }

    func position(of p: OSMPlace) -> Double {
      let (x, y) = (Double(p.longitude), Double(p.latitude))
      let sides = [
        (abs(y - north), (x - west) / (east - west)), (abs(x - east), 1 + (north - y) / (north - south)),
        (abs(y - south), 2 + (east - x) / (east - west)), (abs(x - west), 3 + (y - south) / (north - south)),
      ]
      return (sides.min { $0.0 < $1.0 }?.1 ?? 0).truncatingRemainder(dividingBy: 4)
    }

    /// The corners that lie clockwise between two positions.
    func corners(from: Double, to: Double) -> [OSMPlace] {
      let end = from + Self.way(from: from, to: to)
      var result: [OSMPlace] = []
      var next = from.rounded(.down) + 1
      while next < end {
        result.append(corners[Int(next) % 4])
        next += 1
      }
      return result
    }

    /// The nearest place of the border straight to the north, east, south or west of a place, where the way there and
    /// on does not cross a line; the nearest of all where each way does.
    func border(from p: OSMPlace, avoiding line: ArraySlice<OSMPlace>) -> OSMPlace {
      let (x, y) = (Double(p.longitude), Double(p.latitude))
      // In true lengths: degrees of longitude narrow toward the poles.
      let narrowing = narrowing(at: y)
      let ways = [
        (length: north - y, east: 0.0, north: 1.0), ((east - x) * narrowing, 1, 0), (y - south, 0, -1),
        ((x - west) * narrowing, -1, 0),
      ].sorted { $0.length < $1.length }
      let way = ways.first { !Self.crosses(line, from: p, east: $0.east, north: $0.north) } ?? ways[0]
      return place(
        way.east == 0 ? x : way.east > 0 ? east : west, way.north == 0 ? y : way.north > 0 ? north : south)
    }

    /// True if a ray from a place along an axis meets a line.
    private static func crosses(_ line: ArraySlice<OSMPlace>, from p: OSMPlace, east: Double, north: Double) -> Bool {
      /// Along the ray and across it.
      func turned(_ q: OSMPlace) -> (Double, Double) {
        let (x, y) = (Double(q.longitude) - Double(p.longitude), Double(q.latitude) - Double(p.latitude))
        return (x * east + y * north, x * north - y * east)
      }
      return zip(line, line.dropFirst()).contains { a, b in
        let ((u, v), (s, t)) = (turned(a), turned(b))
        return (v >= 0) != (t >= 0) && u + (s - u) * v / (v - t) > 0
      }
    }

    private func narrowing(at y: Double) -> Double {
      let radians = y * 1e-7 * .pi / 180
      // The cosine by its series, which suffices to compare.
      return max(1 - radians * radians / 2 + radians * radians * radians * radians / 24, 0)
    }

    /// The part of a segment within the box. Source: Liang and Barsky.
    func clipped(_ a: OSMPlace, _ b: OSMPlace) -> (OSMPlace, OSMPlace)? {
      let (x, y) = (Double(a.longitude), Double(a.latitude))
      let (dx, dy) = (Double(b.longitude) - x, Double(b.latitude) - y)
      var (from, to) = (0.0, 1.0)
      for (p, q) in [(-dx, x - west), (dx, east - x), (-dy, y - south), (dy, north - y)] {
        if p == 0 {
          if q <= 0 { return nil }
        } else if p < 0 {
          from = max(from, q / p)
        } else {
          to = min(to, q / p)
        }
      }
      guard from < to else { return nil }
      return (
        from == 0 ? a : place(x + dx * from, y + dy * from), to == 1 ? b : place(x + dx * to, y + dy * to)
      )
    }
  }
}
