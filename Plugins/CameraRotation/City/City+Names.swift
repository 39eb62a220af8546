import StageKit

extension City {
  private static let words = [
    "Alder", "Anchor", "Ash", "Beacon", "Birch", "Bridge", "Canal", "Cedar", "Chapel", "Cherry", "Copper", "Coral",
    "Crown", "Elm", "Fern", "Forge", "Garnet", "Granite", "Harbor", "Hazel", "Heron", "Hill", "Holly", "Ivory",
    "Juniper", "King", "Lark", "Laurel", "Linden", "Maple", "Market", "Meadow", "Mercer", "Mill", "Oak", "Olive",
    "Orchard", "Pearl", "Pine", "Plum", "Poplar", "Quarry", "Rose", "Saffron", "Silver", "Spring", "Station",
    "Sycamore",
    "Temple", "Thistle", "Tower", "Union", "Walnut", "Willow", "Winter",
  ]

  /// Names of streets, parks, quarters and the river, the highest rank first; no two streets have the same.
  func names(seed: UInt64) -> [MapName] {
    var random = SeededNumbers(seed: seed ^ 0x6E61_6D65)
    var names: [MapName] = []
    for (kind, endings, rank) in [
      (StreetClass.boulevard, ["Boulevard"], 5.5), (.avenue, ["Avenue", "Parade"], 5),
      (.street, ["Street", "Row", "Road"], 3.5),
    ] {
      var unused = endings.flatMap { ending in Self.words.map { "\($0) \(ending)" } }
      // Each name is used once; a seed and the order of streets give the same names in every run.
      for street in streets where street.kind == kind && Self.isInside(street.points) && !unused.isEmpty {
        let text = unused.remove(at: random.index(below: unused.count))
        names.append(MapName(text: text, kind: .street, rank: rank, place: .zero, lines: [street.points]))
      }
    }
    func add(_ texts: [String], _ kind: MapName.Kind, rank: Double, at places: [Point]) {
      var unused = texts
      for place in places where !unused.isEmpty && place.length < 2600 {
        names.append(
          MapName(
            text: unused.remove(at: random.index(below: unused.count)), kind: kind, rank: rank,
            place: SpacePoint(place, 0)))
      }
    }
    add(Self.words.map { "\($0) Park" }, .area, rank: 4.5, at: districts.filter { $0.use == .park }.map(\.center))
    let endings = ["Hill", "Quarter", "Fields", "Gate"]
    add(
      Self.words.enumerated().map { "\($1) \(endings[$0 % endings.count])" }, .place, rank: 6,
      at: districts.filter { $0.use == .courts }.map(\.center))
    add(["Old Town", "Center", "The Heights"], .place, rank: 7, at: districts.filter { $0.use == .core }.map(\.center))
    let river = "River \(Self.words[random.index(below: Self.words.count)])"
    // Every fourth place first, the others where those cannot be read.
    names += riverPlaces.enumerated().map { index, place in
      MapName(text: river, kind: .area, rank: index % 4 == 2 ? 4 : 3.9, place: SpacePoint(place, 0))
    }
    return names.sorted { ($1.rank, $0.text, $0.place.x) < ($0.rank, $1.text, $1.place.x) }
  }

  /// True if a line lies where buildings are.
  private static func isInside(_ line: [Point]) -> Bool { line.contains { $0.length < 2300 } }
}

extension SeededNumbers {
  fileprivate mutating func index(below count: Int) -> Int { min(Int(unit() * Double(count)), count - 1) }
}
