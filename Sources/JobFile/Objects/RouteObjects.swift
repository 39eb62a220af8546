import StageKit

/// The ways to write a route as an object.
enum RouteObjects {
  struct InFile: ParameterGroup {
    @Parameter("A file of ways.", as: .file(extensions: RouteSource.fileExtensions)) var file: FileReference
    @Parameter("The index of a way in the file, from 0.", .range(0...1_000_000)) var track: Int?
  }

  struct Encoded: ParameterGroup {
    @Parameter("A way by the algorithm of encoded polylines.") var polyline: String
    @Parameter("Its decimals: 5 or 6.", .range(5...6)) var precision = 5
  }

  static let schema = ParameterSchema.named(
    NamedSchema(
      "route object", "A way of a file, or an encoded polyline.",
      example: #"{ "file": "tour.gpx", "track": 1 }"#
    ) {
      .alternatives([.object(InFile.declarations), .object(Encoded.declarations)], noun: "an object")
    })
}
