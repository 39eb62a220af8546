/// The shape of a building's roof, by the names that OpenStreetMap's tag `roof:shape` has for them.
enum RoofShape: String, Sendable {
  case flat, skillion, gabled, hipped, pyramidal, gambrel, mansard, dome, onion, round, cone, saltbox
  case halfHipped = "half-hipped"
  /// As the made-up city has them: with a ridge between the middles of two sides, and the shadow of a box.
  case plainGabled, plainHipped

  /// The shape of a tag's value; nil for one that is not drawn.
  init?(tag: String) {
    let name = tag.split(separator: ";").first.map { $0.lowercased() }?.trimmingSpaces ?? ""
    if let known = Self.synonyms[name] {
      self = known
    } else if let shape = Self(rawValue: name.replacing("_", with: "-")) {
      self = shape
    } else {
      return nil
    }
  }

  private static let synonyms: [String: RoofShape] = [
    "pitched": .gabled, "gable": .gabled, "hip": .hipped, "half-hip": .halfHipped, "halfhipped": .halfHipped,
    "pyramid": .pyramidal, "conical": .cone, "lean_to": .skillion, "lean-to": .skillion, "shed": .skillion,
    "barrel": .round,
  ]

  /// The rise of a roof without a height for each meter from its eaves to where it is highest.
  var pitch: Double {
    switch self {
    case .flat: 0
    case .skillion: 0.25
    case .saltbox: 0.6
    case .gabled, .hipped, .halfHipped, .pyramidal, .plainGabled, .plainHipped: 0.7
    case .gambrel, .mansard, .round: 0.9
    case .dome: 1
    case .cone: 1.4
    case .onion: 2
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

/// The tags of a roof besides its shape and its height.
struct RoofAlignment: Hashable, Sendable {
  /// Its slope, in degrees.
  var angle: Double?
  /// The direction that its main side faces, in degrees clockwise from north.
  var direction: Double?
  /// True for a compass point, which mappers tell of walls that face it roughly.
  var isRough = false
  /// True for a ridge across the longer side of the footprint, not along it.
  var isAcross = false
}
