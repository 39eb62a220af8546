import StageKit

extension PlaceIcon {
  /// An icon of a feature, by its tags; nil if there is none for it.
  init?(_ tag: (String) -> String?) {
    if tag("railway") == "station" || tag("public_transport") == "station" {
      self = .station
      return
    }
    switch (tag("amenity"), tag("tourism"), tag("historic"), tag("shop")) {
    case ("restaurant"?, _, _, _), ("cafe"?, _, _, _), ("bar"?, _, _, _), ("fast_food"?, _, _, _), ("pub"?, _, _, _):
      self = .food
    case ("hospital"?, _, _, _), ("clinic"?, _, _, _), ("pharmacy"?, _, _, _), ("doctors"?, _, _, _): self = .health
    case ("school"?, _, _, _), ("university"?, _, _, _), ("college"?, _, _, _), ("library"?, _, _, _): self = .school
    case (_, "hotel"?, _, _), (_, "hostel"?, _, _), (_, "guest_house"?, _, _), (_, "apartment"?, _, _): self = .lodging
    case (_, .some, _, _), (_, _, .some, _), ("theatre"?, _, _, _), ("place_of_worship"?, _, _, _): self = .sight
    case (_, _, _, .some): self = .shop
    default:
      switch tag("building") {
      case "hotel": self = .lodging
      case "hospital": self = .health
      case "school", "university": self = .school
      case "church", "cathedral", "chapel", "mosque", "synagogue", "temple", "castle": self = .sight
      case "train_station": self = .station
      default: return nil
      }
    }
  }
}
