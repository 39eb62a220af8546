import StageKit

/// The direction of the light, as parameters: by angles, or by date, time and place.
struct SunParameters: ParameterGroup {
  @Parameter("The compass direction of the sun; without it, 315, unless there is a 'date'.", .any(.degrees))
  var azimuth: Double?
  @Parameter("Above the horizon; without it, 42, unless there is a 'date'.", .range(5...90, .degrees))
  var altitude: Double?
  @Parameter(
    "The date, such as '2026-06-21', for the sun as it is seen from the map's center then, in place of 'azimuth' and 'altitude'. "
      + "A sun that has set lights as one 5 degrees above the horizon does, and buildings throw no shadows.")
  var date: String?
  @Parameter("The time of day on that date, such as '18:30' or '18:30:15'; without it, noon.") var time: String?
  @Parameter(
    "The hours by which that time is ahead of UTC; without it, 1 for each 15 degrees that the place lies east of Greenwich, as a "
      + "sundial has it, but for its few minutes.", .range(-14...14))
  var utcOffset: Double?

  private var instant: Instant?

  mutating func prepare() throws {
    guard let date else {
      let needless = time != nil ? $time.location : $utcOffset.location
      guard time == nil, utcOffset == nil else {
        throw StageError("it has no effect without 'date'", parameter: needless, hint: "Add 'date', or remove it.")
      }
      return
    }
    guard azimuth == nil, altitude == nil else {
      throw StageError(
        "the sun has 'azimuth' and 'altitude', or 'date' and 'time', not both",
        parameter: azimuth == nil ? $altitude.location : $azimuth.location)
    }
    guard Instant.days(date) != nil else {
      throw StageError(
        "'\(date)' is no date", parameter: $date.location, hint: "Write year, month and day, such as '2026-06-21'.")
    }
    let time = time ?? "12:00"
    instant = Instant(date: date, time: time)
    guard instant != nil else {
      throw StageError(
        "'\(time)' is no time of day", parameter: $time.location, hint: "Write hours and minutes, such as '18:30'.")
    }
  }

  /// The sun over a place, which is asked for only where the sun depends on it.
  func sun(over place: () throws -> Coordinate) rethrows -> Sun {
    guard let instant else { return Sun(azimuth: azimuth ?? 315, altitude: altitude ?? 42) }
    let place = try place()
    let (centuries, minutes) = instant.universal(offset: utcOffset ?? place.longitude / 15)
    let seen = SolarPosition(centuries: centuries).place(over: place, minutes: minutes)
    // Machines that differ in the last bits of a sine see the same sun.
    return Sun(azimuth: (seen.azimuth * 1e4).rounded() / 1e4, altitude: (seen.altitude * 1e4).rounded() / 1e4)
  }
}
