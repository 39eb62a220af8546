import StageKit

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

extension Globe {
  /// The parameters of a globe.
  public struct Parameters: ParameterGroup {
    @Parameter(
      "Areas of land as RFC 7946 has them, beside each other; without it, coarse outlines of the continents.",
      as: .file(extensions: ["geojson", "json"]))
    var land: FileReference?
    @Parameter("The middle of the globe on the canvas; without it, the canvas's.", replacedBy: ["camera"])
    var position: Animated<Point>?
    @Parameter(
      "The radius of the globe; without it, 0.4 of the canvas's shorter side.", .positive(.points),
      replacedBy: ["camera"])
    var radius: Animated<Double>?
    @Parameter(
      "The longitude in the middle of the globe; without it, the middle goes with the first flight.", .any(.degrees),
      replacedBy: ["camera"])
    var longitude: Animated<Double>?
    @Parameter(
      "The latitude in the middle of the globe; without it, the middle goes with the first flight.",
      .range(-90...90, .degrees), replacedBy: ["camera"]) var latitude: Animated<Double>?
    @Parameter("The degrees to the east by which the middle moves each second.", .any(), replacedBy: ["camera"])
    var spin = 0.0
    @Parameter("The turn of the globe on the canvas, clockwise.", .any(.degrees), replacedBy: ["camera"])
    var roll: Animated<Double> = 0
    @Parameter(
      "The distance of the eye from the earth's center, in radii of the earth; nearer shows less and bulges more.",
      .range(1.05...1000), replacedBy: ["camera"])
    var distance: Animated<Double> = 5
    @Parameter("The opacity of all of it.", .fraction) var opacity: Animated<Double> = 1
    @Parameter(
      "The distance of the camera from the ground below which the globe begins to fade, so that the map below it is seen.",
      .positive(.meters), requires: "camera")
    var fadeStart = 3_000_000.0
    @Parameter(
      "The distance of the camera from the ground at which the globe is gone.", .positive(.meters), requires: "camera")
    var fadeEnd = 1_200_000.0
    @Parameter("The color around the globe, which hides the map there.", requires: "camera")
    var spaceColor: Animated<Color> = Animated(Color(hex: 0x05081A))
    @Parameter("The color of the seas.") var seaColor: Animated<Color> = Animated(Color(hex: 0x123A6B))
    @Parameter("The color of the land.") var landColor: Animated<Color> = Animated(Color(hex: 0x4FA27A))
    @Parameter("The color of the coasts.") var coastColor: Animated<Color> = Animated(Color(hex: 0xBFE8D1))
    @Parameter("The width of the coasts; 0 for none.", .nonnegative(.points)) var coastWidth: Animated<Double> = 0.75
    @Parameter("The color of meridians and parallels.") var gridColor: Animated<Color> = Animated(
      Color.white.opacity(0.1))
    @Parameter("The degrees between meridians, and between parallels; 0 for none.", .range(0...90, .degrees))
    var gridSpacing = 15.0
    @Parameter("The color of the air around the globe.") var airColor: Animated<Color> = Animated(Color(hex: 0x7CC4FF))
    @Parameter("The width of the air, in radii of the globe; 0 for none.", .range(0...1)) var airWidth = 0.12
    @Parameter("The darkness of the globe's edge, which makes it round, from 0 to 1.", .fraction) var shade = 0.5
    @Parameter("Day and night; without it, all of the globe is light.") var night: GlobeNight?
    @Parameter("Flights along great circles.") var flights: [GlobeFlight] = []
    @Parameter("A place whose point on the canvas is published as 'place'.", replacedBy: ["coordinate"])
    var coordinate: Coordinate?

    let camera = Input<Camera?>(
      "The camera over a map: the globe lies over it as that camera sees the earth, and opens into the map as it comes near."
    )
    let coordinateInput = Input<Coordinate?>("The place whose point is published as 'place'.", name: "coordinate")

    let head = Output<Point>("The head of the first flight; missing while the earth hides it.")
    let heading = Output<Double>("The direction of that head on the canvas, in degrees clockwise from rightward.")
    let from = Output<Point>("The start of the first flight; missing while it is hidden.")
    let to = Output<Point>("The end of the first flight; missing while it is hidden.")
    let progress = Output<Double>("The share of the first flight that is flown, from 0 to 1.")
    let kilometers = Output<Double>("The kilometers of the first flight that are flown.")
    let place = Output<Point>("The point of 'coordinate' on the canvas; missing while it is hidden.")
    let middle = Output<Point>("The middle of the globe.")
    let size = Output<Double>("The radius of the globe, in points.", name: "radius")
    let arrived = Moment("The first flight has arrived.")

    /// The parameters of a globe.
    public init() {}
  }
}

/// Day and night on a globe.
struct GlobeNight: ParameterGroup, TimeVarying {
  @Parameter("The date, such as '2026-06-21'.") var date: String
  @Parameter("The time of day on that date in UTC, such as '18:30'; without it, noon.") var time = "12:00"
  @Parameter("Hours that are added, for a night that moves over the globe.", .any()) var hours: Animated<Double> = 0
  @Parameter("The color of the night.") var color: Animated<Color> = Animated(Color(hex: 0x030818))
  @Parameter("The opacity of the darkest night, from 0 to 1.", .fraction) var opacity: Animated<Double> = 0.72

  private var instant: Instant?

  mutating func prepare() throws {
    guard Instant.days(date) != nil else {
      throw StageError(
        "'\(date)' is no date", parameter: $date.location, hint: "Write year, month and day, such as '2026-06-21'.")
    }
    instant = Instant(date: date, time: time)
    guard instant != nil else {
      throw StageError(
        "'\(time)' is no time of day", parameter: $time.location, hint: "Write hours and minutes, such as '18:30'.")
    }
  }

  var settlingTime: Double? { latestSettlingTime(of: hours, color, opacity) }

  /// The place that has the sun in its zenith.
  func zenith(at seconds: Double) -> Coordinate {
    guard let (centuries, minutes) = instant?.universal(offset: -hours.value(at: seconds)) else {
      return Coordinate(longitude: 0, latitude: 0)
    }
    let sun = SolarPosition(centuries: centuries)
    let longitude = (720 - minutes - sun.equationOfTime) / 4
    // Machines that differ in the last bits of a sine see the same sun.
    return Coordinate(
      longitude: (longitude.remainder(dividingBy: 360) * 1e4).rounded() / 1e4,
      latitude: (sun.declination * 1e4).rounded() / 1e4)
  }

  /// Draws the night in steps from the end of the day to a sun 12 degrees below the horizon.
  func draw(_ view: GlobeView, center: Coordinate, pixel: Double, at seconds: Double, onto list: inout DisplayList) {
    let darkness = min(max(opacity.value(at: seconds), 0), 1)
    guard darkness > 0 else { return }
    let midnight = zenith(at: seconds).direction * -1
    let steps = 16
    // Equal layers upon each other leave the share of light that the last one should.
    let layer = 1 - pow(1 - darkness, 1 / Double(steps))
    for step in 0..<steps {
      let depth = 12 * (Double(step) + 0.5) / Double(steps)
      var outline = GlobeOutline(view, center: center, pixel: pixel)
      outline.add(around: midnight, radius: (90 - depth) * .pi / 180)
      list.fill(outline.path, color.value(at: seconds).opacity(layer), rule: .evenOdd)
    }
  }
}
