import StageKit

/// A path along which letters are set, each turned as the path runs there.
struct TextPath: ParameterGroup, TimeVarying {
  @Parameter(
    "SVG path data, in points of the canvas. It runs in reading direction; letters are on its left.",
    replacedBy: ["path"])
  var data: Path?
  @Parameter(
    "The distance by which the text is moved along it, in lengths of the path: from 0 to 1 it goes once around a closed one."
  )
  var offset: Animated<Double> = 0
  @Parameter("Whether letters are spread evenly over all of it, instead of standing together.") var spread = false
  @Parameter("The distance of letters above it; below it where negative.", .any(.points)) var shift: Animated<Double> =
    0

  private var measure = PathMeasure(.empty)
  private var isClosed = false

  /// Throws where the path has no length.
  mutating func prepare() throws {
    if let data { try follow(data, at: $data.location) }
  }

  /// The same along the path of the job, or along what another stage publishes. Throws where there is none.
  func following(_ path: Path?) throws -> TextPath {
    guard let path else {
      if data != nil { return self }
      throw StageError(
        "there is no path: none is given, and none comes by the input 'path'", parameter: $data.location,
        hint: "Set 'data', or connect 'path' to a stage that draws an outline at rest.")
    }
    var result = self
    try result.follow(path, at: nil)
    return result
  }

  private mutating func follow(_ path: Path, at location: String?) throws {
    measure = PathMeasure(path)
    isClosed = path.subpaths.count == 1 && path.subpaths[0].isClosed
    guard measure.length > 0 else { throw StageError("the path has no length", parameter: location) }
  }

  var settlingTime: Double? { latestSettlingTime(of: offset, shift) }
  var length: Double { measure.length }
  /// Around the path itself.
  var bounds: Rect { measure.path.bounds ?? .zero }

  /// Maps the place of a piece in straight lines to its place on the path. Lines below the first one are below it on
  /// the path, too.
  func transform(
    of piece: TextPiece, first baseline: Double, alignment: TextAlignment, spacing: Double = 0, at seconds: Double
  ) -> Transform {
    let room = measure.length - piece.lineWidth
    var start: Double =
      switch (alignment, piece.isRightToLeft) {
      case (.center, _): room / 2
      case (.start, false), (.end, true), (.left, _): 0
      case (.start, true), (.end, false), (.right, _): room
      }
    if spread {
      // A closed path has a gap between its last letter and its first one, too.
      let gaps = isClosed ? piece.lineCount : piece.lineCount - 1
      start = gaps > 0 ? room * Double(piece.index) / Double(gaps) : room / 2
    }
    var distance = start + piece.center - piece.lineX + spacing
    let turns = offset.value(at: seconds)
    if isClosed {
      // Once around is exactly where it was.
      distance += (turns - turns.rounded(.down)) * measure.length
      distance -= (distance / measure.length).rounded(.down) * measure.length
    } else {
      distance += turns * measure.length
    }
    let inside = min(max(distance, 0), measure.length)
    guard let place = measure.location(at: inside) else { return .identity }
    // Beyond its ends the path goes on straight.
    let point = place.point + place.tangent * (distance - inside)
    let (c, s) = (place.tangent.x, place.tangent.y)
    let turn = Transform(c, -s, point.x, s, c, point.y)
    return turn * .translation(-piece.center, -baseline - shift.value(at: seconds))
  }
}
