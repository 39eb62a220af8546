import StageKit

/// The ways to write a route as an object.
enum RouteObjects {
  struct InFile: ParameterGroup {
    @Parameter("A file of ways.", as: .file(extensions: RouteSource.fileExtensions)) var file: FileReference
    @Parameter(
      "The index of a way in the file, from 0; without it and 'name', the first with a length.", .range(0...1_000_000))
    var track: Int?
    @Parameter("The name of a way in the file.") var name: String?
    @Parameter("The distance at which it begins, without gaps; below 0 from the way's end.", .any(.meters))
    var fromDistance: Double?
    @Parameter("The distance at which it ends, without gaps; below 0 from the way's end.", .any(.meters))
    var toDistance: Double?
    @Parameter(
      "The time at which it begins, after the first time of the recording; below 0 before the last one.",
      .any(.seconds))
    var fromTime: Double?
    @Parameter(
      "The time at which it ends, after the first time of the recording; below 0 before the last one.", .any(.seconds))
    var toTime: Double?
    @Parameter(
      "The speed in meters a second above which a position cannot be: those so far off are left out, with a warning. "
        + "Ways of which more than a quarter is faster stay as they are.", .positive())
    var maxSpeed = RouteSelection.defaultMaxSpeed
    @Parameter("The distance before and after each position over which the way is smoothed.", .nonnegative(.meters))
    var smoothing = 0.0
    @Parameter(
      "The distance by which a straight line may differ from the way that it replaces, so that noise, and wandering about at a "
        + "stop, have no length.", .nonnegative(.meters))
    var simplify = 0.0

    /// All that it says of the file.
    var selection: RouteSelection {
      RouteSelection(
        track: track, name: name, fromDistance: fromDistance, toDistance: toDistance, fromTime: fromTime,
        toTime: toTime, maxSpeed: maxSpeed, smoothing: smoothing, simplify: simplify)
    }
  }

  struct Encoded: ParameterGroup {
    @Parameter("A way by the algorithm of encoded polylines.") var polyline: String
    @Parameter("Its decimals: 5 or 6.", .range(5...6)) var precision = 5
  }

  static let schema = ParameterSchema.named(
    NamedSchema(
      "route object", "A way of a file or a part of it, mended and smoothed, or an encoded polyline.",
      example: #"{ "file": "tour.gpx", "track": 1, "fromDistance": 500 }"#
    ) {
      .alternatives([.object(InFile.declarations), .object(Encoded.declarations)], noun: "an object")
    })
}
