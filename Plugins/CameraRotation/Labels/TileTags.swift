import StageKit

/// The tags of OpenStreetMap for features of vector tiles, by the names that Protomaps, OpenMapTiles and Shortbread
/// use.
struct TileTags {
  private var tags: [String: String] = [:]

  init(_ feature: GeoJSON.Feature) {
    guard let layer = feature["layer"]?.string else { return }
    func text(_ names: String...) -> String? { names.lazy.compactMap { feature[$0]?.string }.first }
    switch layer {
    case "road", "roads", "streets", "street_labels", "transportation", "transportation_name":
      tags["highway"] = text("class", "kind_detail", "kind")
    case "place", "places", "place_labels":
      tags["place"] = text("class", "kind_detail", "kind")
    case "poi", "pois":
      if let kind = text("subclass", "kind_detail", "class", "kind") { tags[Self.key(of: kind)] = kind }
    case "landuse", "park", "land":
      if let kind = text("kind", "class"),
        ["park", "garden", "nature_reserve", "golf_course", "stadium"].contains(kind)
      {
        tags["leisure"] = kind
      }
    case "water", "water_name", "water_polygons": tags["natural"] = "water"
    default: break
    }
  }

  subscript(name: String) -> String? { tags[name] }

  private static func key(of kind: String) -> String {
    switch kind {
    case "station", "halt": "railway"
    case "hotel", "hostel", "guest_house", "apartment", "museum", "gallery", "attraction", "viewpoint", "artwork",
      "theme_park", "zoo", "aquarium":
      "tourism"
    case "monument", "memorial", "castle", "ruins", "fort": "historic"
    case "supermarket", "convenience", "clothes", "bakery", "mall", "department_store", "books", "jewelry", "shop":
      "shop"
    default: "amenity"
    }
  }
}
