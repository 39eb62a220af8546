import StageKit

/// The signs of waypoints, by the words that files have for their kinds.
struct WaypointIcons {
  private var icons: [String: PlaceIcon] = [:]
  /// The words that are for no kind of place that has a sign.
  private var unknown: Set<String> = []

  init(_ waypoints: [RouteTrack.Waypoint]) {
    for symbol in waypoints.compactMap(\.symbol) {
      let words = Self.words(symbol)
      if let icon = Self.icon(words) { icons[symbol] = icon } else if !Self.isPlain(words) { unknown.insert(symbol) }
    }
  }

  subscript(waypoint: RouteTrack.Waypoint) -> PlaceIcon? { waypoint.symbol.flatMap { icons[$0] } }

  /// Names what has no sign; nil where all have one, or none at all in their file.
  var warning: String? {
    guard !unknown.isEmpty else { return nil }
    let names = unknown.sorted()
    let rest = names.count > 6 ? " and \(names.count - 6) more" : ""
    let listed = names.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
    return "there is no sign for waypoints that are \(listed)\(rest); they are dots"
  }

  private static func words(_ symbol: String) -> [String] {
    symbol.lowercased().split { !$0.isLetter }.map(String.init)
  }

  /// Words of Garmin's, Google's, OsmAnd's and Mapbox's symbols; the longer ones also with an ending.
  private static let kinds: [(icon: PlaceIcon, words: [String])] = [
    (.summit, ["summit", "peak", "mountain", "volcano"]),
    (.water, ["water", "drinking", "drink", "spring", "fountain", "well"]),
    (.camp, ["camp", "campground", "campsite", "camping", "tent", "shelter"]),
    (.parking, ["parking", "trailhead"]),
    (.danger, ["danger", "caution", "warning", "hazard", "skull"]),
    (.view, ["view", "viewpoint", "scenic", "photo", "camera", "overlook"]),
    (.station, ["train", "rail", "railway", "bus", "tram", "metro", "subway", "transit"]),
    (
      .food,
      ["food", "restaurant", "dining", "bar", "pub", "cafe", "coffee", "fast", "pizza", "picnic", "bakery"]
    ),
    (.lodging, ["lodge", "lodging", "hotel", "hut", "hostel", "motel", "bed", "alpine"]),
    (.health, ["health", "hospital", "medical", "pharmacy", "aid", "doctor"]),
    (.shop, ["shop", "shopping", "store", "supermarket", "grocery", "market"]),
    (.school, ["school", "university", "college", "library"]),
    (
      .sight,
      [
        "museum", "monument", "church", "castle", "sight", "attraction", "star", "ruins", "memorial", "temple", "arts",
        "tower", "zoo", "building",
      ]
    ),
  ]

  /// Words of symbols that only mark a place, or say the way on.
  private static let plain = [
    "flag", "pin", "pushpin", "waypoint", "dot", "circle", "marker", "generic", "paddle", "blank", "left", "right",
    "straight", "block", "triangle", "track", "icon", "wht", "ylw", "grn", "red", "blu", "blue", "green", "purple",
  ]

  private static func icon(_ words: [String]) -> PlaceIcon? { kinds.first { has(words, any: $0.words) }?.icon }

  private static func isPlain(_ words: [String]) -> Bool { words.isEmpty || has(words, any: plain) }

  private static func has(_ words: [String], any known: [String]) -> Bool {
    words.contains { word in
      known.contains { word == $0 || word == "\($0)s" || $0.count > 4 && word.hasPrefix($0) }
    }
  }
}
