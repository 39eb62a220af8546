import StageKit

extension Building {
  /// A building of a made-up city, by the use of its quarter and its distance from the center, in meters.
  ///
  /// Heights come from the place alone, so that they change nothing else of the city.
  init(rings: [[Point]], look: Int, use: QuarterUse, away: Double) {
    self.rings = rings
    self.look = look
    (base, top) = (0, 0)
    let place = center
    let seed = Digest { hasher in
      hasher.combine("city building")
      place.digest(into: &hasher)
    }
    var random = SeededNumbers(seed: seed.high)
    let (share, tall) = (random.unit(), random.unit())
    let heart = 1 / (1 + (away / 700) * (away / 700))
    switch use {
    case .core:
      // A skyline: few are very high, and these are near the center.
      let tower = area > 260 ? pow3(tall) * 150 * heart : 0
      top = 16 + 16 * share + tower
    case .courts: top = 13 + 9 * share + (tall > 0.93 ? 9 : 0)
    case .slabs: top = 16 + 26 * (tall > 0.6 ? share : 0.2 * share)
    case .houses:
      top = 6.5 + 3.5 * share
      roof = rings[0].count == 4 && rings.count == 1 ? (share < 0.7 ? .plainGabled : .plainHipped) : .flat
    case .works: top = 6 + 6 * share
    case .park: top = 4 + 2 * share
    }
    if area < 60 { top = min(top, 3 + 2 * share) }
  }

  /// With all heights multiplied.
  func scaled(by factor: Double) -> Building {
    var result = self
    result.base *= factor
    result.top *= factor
    result.roofHeight = roofHeight.map { $0 * factor }
    return result
  }
}

private func pow3(_ x: Double) -> Double { x * x * x }
