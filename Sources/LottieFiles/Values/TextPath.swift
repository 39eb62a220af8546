/// The path along which the letters of a text stand.
struct TextPath: Sendable {
  var path: PathSource
  /// The distance of the first letter from the path's start, and of the last one from its end.
  var first: Property<Double>
  var last: Property<Double>
  /// Flags: 0 or 1.
  var isReversed: Property<Double>
  /// True for letters that turn with the path.
  var isPerpendicular: Property<Double>
  /// True for lines that are spread over the whole path.
  var isForced: Property<Double>
}
