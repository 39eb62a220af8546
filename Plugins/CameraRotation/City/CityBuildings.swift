import StageKit

/// A building's outline in the plan.
struct Footprint {
  var outline: [Point]
  /// A courtyard, wound the other way.
  var court: [Point]?
}

/// Sets buildings onto blocks.
struct CityBuildings {
  private(set) var footprints: [Footprint] = []
  private var random: SeededNumbers

  init(_ random: SeededNumbers) { self.random = random }

  /// - Parameter detail: 1 for lots of natural width, more for wider ones.
  mutating func build(on block: ConvexPolygon, use: QuarterUse, detail: Double) {
    switch use {
    case .park: break
    case .core: buildTowers(on: block, largest: 2600 * detail)
    case .courts: buildCourt(on: block, frontage: 19 * detail)
    case .slabs: buildSlabs(on: block, detail: detail)
    case .houses: buildHouses(on: block, frontage: 17.5 * detail)
    case .works: buildTowers(on: block, largest: 6500)
    }
  }

  // MARK: Rows around a courtyard

  private mutating func buildCourt(on block: ConvexPolygon, frontage: Double) {
    let depth = random.within(11...14)
    guard let outer = block.inset(by: random.within(0.8...2)), let inner = outer.innerCorners(depth) else {
      return buildTowers(on: block, largest: 900)
    }
    let count = outer.points.count
    // The extent of each corner building along the edge before its corner and the one after it.
    var before: [Double] = []
    var after: [Double] = []
    for i in 0..<count {
      let along = outer.edge(i).normalized
      after.append(max(0, (inner[i] - outer.points[i]).dot(along)) + random.within(3...9))
      let next = (i + 1) % count
      before.append(max(0, (outer.points[next] - inner[next]).dot(along)) + random.within(3...9))
    }
    let isClosed = (0..<count).allSatisfy { after[$0] + before[$0] < outer.edge($0).length - 4 }
    guard isClosed else {
      let court = random.chance(0.7) ? Array(inner.reversed()) : nil
      return footprints.append(Footprint(outline: outer.points, court: court))
    }
    if frontage < 30 { buildYard(inner) }
    for i in 0..<count {
      let previous = (i + count - 1) % count
      let (start, end) = (outer.points[i], outer.points[(i + 1) % count])
      let along = outer.edge(i).normalized
      let inward = along.perpendicular * depth
      let arm = start - outer.edge(previous).normalized * before[previous]
      let leg = start + along * after[i]
      footprints.append(
        Footprint(
          outline: [arm] + corner(start, from: arm, to: leg)
            + [leg, leg + inward, inner[i], arm + outer.edge(previous).normalized.perpendicular * depth]))
      row(from: leg, to: end - along * before[i], depth: depth, frontage: frontage)
    }
  }

  /// Sheds and workshops in a courtyard.
  private mutating func buildYard(_ corners: [Point]) {
    let whole = ConvexPolygon(corners, margins: [Double](repeating: 0, count: corners.count))
    guard let yard = whole.inset(by: 5), yard.area > 500 else { return }
    for lot in lots(of: yard, largest: 330) where random.chance(0.3) {
      if let base = lot.inset(by: random.within(2...4)), base.area > 40 {
        footprints.append(Footprint(outline: base.points))
      }
    }
  }

  /// A corner as it is, or cut off.
  private mutating func corner(_ p: Point, from a: Point, to b: Point) -> [Point] {
    guard random.chance(0.3) else { return [p] }
    return [p + (a - p).normalized * 4, p + (b - p).normalized * 4]
  }

  /// Houses wall to wall, with a slit between neighbors.
  private mutating func row(from start: Point, to end: Point, depth: Double, frontage: Double) {
    let span = start.distance(to: end)
    let along = (end - start).normalized
    let count = max(1, (span / frontage).rounded())
    var from = 0.0
    for number in Swift.stride(from: 1.0, through: count, by: 1) {
      let to = number == count ? span : span / count * (number + 0.25 * random.within(-1...1))
      let own = depth * (random.chance(0.3) ? random.within(0.75...0.95) : 1)
      if to - from > 5, !random.chance(0.04) {
        let (a, b) = (start + along * (from + 0.5), start + along * (to - 0.5))
        footprints.append(
          Footprint(outline: [a, b, b + along.perpendicular * own, a + along.perpendicular * own]))
      }
      from = to
    }
  }

  // MARK: Houses in gardens

  private mutating func buildHouses(on block: ConvexPolygon, frontage: Double) {
    guard let outer = block.inset(by: random.within(3...5.5)) else { return }
    let deepest = 12.0
    guard outer.innerCorners(deepest + 2) != nil else { return buildTowers(on: block, largest: 420) }
    let count = outer.points.count
    let main = outer.longestEdge % 2
    for i in 0..<count {
      let along = outer.edge(i).normalized
      let isMain = count == 4 && i % 2 == main
      let from = Self.clearance(outer.edge((i + count - 1) % count), along, deepest, isMain: isMain)
      let to = Self.clearance(along, outer.edge((i + 1) % count), deepest, isMain: isMain)
      let span = outer.edge(i).length - from - to
      guard span > frontage else { continue }
      let lots = (span / frontage).rounded(.down)
      for number in Swift.stride(from: 0.0, to: lots, by: 1) where !random.chance(0.06) {
        let lot = outer.points[i] + along * (from + span / lots * number)
        house(at: lot, along: along, width: span / lots, deepest: deepest)
      }
    }
  }

  /// The distance from a corner at which houses begin: along a main edge as soon as they lie within the block, along
  /// the others once they are clear of those along the main ones.
  private static func clearance(_ before: Point, _ after: Point, _ deepest: Double, isMain: Bool) -> Double {
    let (a, b) = (before.normalized, after.normalized)
    let (sine, cosine) = (max(a.cross(b), 0.05), -a.dot(b))
    return isMain ? max(0, deepest * cosine / sine) : (deepest + 2) * (1 + max(0, cosine)) / sine
  }

  private mutating func house(at lot: Point, along: Point, width: Double, deepest: Double) {
    let inward = along.perpendicular
    let gap = random.within(2.5...5)
    let setback = random.within(0...2)
    let depth = random.within(8...(deepest - setback))
    let (a, b) = (lot + along * (gap / 2) + inward * setback, lot + along * (width - gap / 2) + inward * setback)
    if random.chance(0.3) {
      let notch = random.within(0.35...0.65)
      let cut = inward * (depth * random.within(0.3...0.5))
      let middle = a.interpolated(to: b, at: notch)
      footprints.append(
        Footprint(outline: [
          a, b, b + inward * depth - cut, middle + inward * depth - cut, middle + inward * depth, a + inward * depth,
        ]))
    } else {
      footprints.append(Footprint(outline: [a, b, b + inward * depth, a + inward * depth]))
    }
  }

  // MARK: Large buildings

  private mutating func buildTowers(on block: ConvexPolygon, largest: Double) {
    for lot in lots(of: block, largest: largest) { tower(on: lot) }
  }

  /// Halves a block, and its halves, until they are about as small as wished.
  private mutating func lots(of block: ConvexPolygon, largest: Double) -> [ConvexPolygon] {
    var open = [block]
    var result: [ConvexPolygon] = []
    while let lot = open.popLast() {
      let long = lot.edge(lot.longestEdge).normalized
      let reach = lot.extent(along: long)
      let place = reach.lowerBound + (reach.upperBound - reach.lowerBound) * random.within(0.38...0.62)
      let line = Line(through: lot.center + long * (place - lot.center.dot(long)), along: long.perpendicular)
      if lot.area > largest * random.within(0.7...1.3), case (let a?, let b?) = lot.split(by: line, margin: 0) {
        open += [a, b]
      } else {
        result.append(lot)
      }
    }
    return result
  }

  private mutating func tower(on lot: ConvexPolygon) {
    guard !random.chance(0.05), let base = lot.inset(by: random.within(1.2...2.6)), base.area > 60 else { return }
    let roll = random.unit()
    if base.area > 1500, roll < 0.35, let court = base.innerCorners(random.within(13...16)) {
      footprints.append(Footprint(outline: base.points, court: court.reversed()))
    } else if base.points.count == 4, base.area > 500, roll < 0.6 {
      // An L: one quarter of the lot stays open.
      let p = base.points
      let (s, t) = (random.within(0.45...0.65), random.within(0.45...0.65))
      let onEdge = p[1].interpolated(to: p[2], at: s)
      let onOther = p[3].interpolated(to: p[2], at: t)
      let inside = p[0].interpolated(to: p[3], at: s).interpolated(to: onEdge, at: t)
      footprints.append(Footprint(outline: [p[0], p[1], onEdge, inside, onOther, p[3]]))
    } else {
      footprints.append(Footprint(outline: base.points))
    }
  }

  /// Long buildings side by side.
  private mutating func buildSlabs(on block: ConvexPolygon, detail: Double) {
    guard let ground = block.inset(by: random.within(5...8)) else { return }
    let long = ground.edge(ground.longestEdge).normalized
    let along = random.chance(0.6) ? long : long.perpendicular
    let across = along.perpendicular
    let (rows, columns) = (ground.extent(along: across), ground.extent(along: along))
    let (width, length, gap) = (random.within(12...14), random.within(48...66), random.within(15...20))
    for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound - 6, by: width + gap) {
      for x in Swift.stride(from: columns.lowerBound, to: columns.upperBound - 12, by: length + gap) {
        guard !random.chance(0.12) else { continue }
        let shift = random.within(0...6)
        let size = (length: length - 6 + shift, width: width)
        let bar = bar(at: along * (x + 6 - shift) + across * y, along: along, size: size)
        if let part = Self.common(bar, ground), part.area > size.length * size.width * 0.45 {
          footprints.append(Footprint(outline: part.points))
        }
      }
    }
  }

  private func bar(at p: Point, along: Point, size: (length: Double, width: Double)) -> ConvexPolygon {
    let (a, b) = (along * size.length, along.perpendicular * size.width)
    return ConvexPolygon([p, p + a, p + a + b, p + b], margins: [0, 0, 0, 0])
  }

  /// The part of one convex polygon inside another.
  private static func common(_ a: ConvexPolygon, _ b: ConvexPolygon) -> ConvexPolygon? {
    var result = a
    for i in b.points.indices {
      guard let part = result.clipped(to: Line(through: b.points[i], along: b.edge(i)), margin: 0) else { return nil }
      result = part
    }
    return result
  }
}
