import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The view of a camera, without its ground.
struct CameraView: Hashable, Sendable {
  /// In meters, above 0.
  var distance: Double
  /// In degrees from looking straight down.
  var pitch: Double
  /// In degrees; turns add up, so that it may lie beyond 0…360.
  var heading: Double
  /// In meters on the ground plane.
  var center: Point
  /// In degrees, clockwise about the line of sight.
  var roll = 0.0
  /// The place on the canvas at which the center appears, in fractions of it.
  var anchor = Point(0.5, 0.5)
  /// True if the center is that of the stage's inputs, and the heading is counted from theirs, where these are connected.
  var follows = true

  /// True if both show the same, whole turns aside.
  func looksLike(_ other: CameraView) -> Bool {
    distance == other.distance && pitch == other.pitch && center == other.center && roll == other.roll
      && follows == other.follows && anchor == other.anchor
      && abs((heading - other.heading).remainder(dividingBy: 360)) < 1e-9
  }
}

/// The position and the heading that a camera follows, at one instant.
struct Followed: Hashable, Sendable {
  /// In meters on the ground plane; nil where the input is not connected or has no value.
  var center: Point?
  /// In degrees; 0 where the input is not connected or has no value.
  var heading = 0.0

  /// Returns a view that follows it.
  func applied(to view: CameraView) -> CameraView {
    var view = view
    view.center = center ?? view.center
    view.heading += heading
    return view
  }
}

/// The direction in which a heading turns.
enum Turn: String, CaseIterable, ParameterChoice {
  case short, clockwise, counterclockwise
  case asGiven = "as-given"

  /// The degrees to turn from one heading to another. Half a turn, which has no short way, goes as given.
  func degrees(from: Double, to: Double) -> Double {
    let given = to - from
    let short = given.remainder(dividingBy: 360)
    switch self {
    case .asGiven: return given
    case .short: return abs(short) == 180 ? (given < 0 ? -180 : 180) : short
    case .clockwise: return short < 0 ? short + 360 : short
    case .counterclockwise: return short > 0 ? short - 360 : short
    }
  }
}

/// The way in which a distance changes.
enum Zoom: String, CaseIterable, ParameterChoice {
  /// As a flight where the way is farther than both views together show, and by equal meters otherwise.
  case auto
  /// By equal meters.
  case linear
  /// By equal factors, which looks even.
  case logarithmic
  /// By equal factors, and far ways from higher up: out, over, and in again.
  case flight
}

/// One way from a view to another, and through others; all of its properties follow one curve.
struct CameraMove: Sendable {
  var from: CameraView
  var to: CameraView
  /// The way where it leads through other views; then there is no `zoom`.
  var path: CameraPath?
  /// In seconds of the stage's time.
  var begin: Double
  /// The duration of one pass, in seconds.
  var duration: Double
  var curve: Easing
  var repeats: Repeat
  var zoom: Zoom
  /// The followed position and heading when the camera lets go, or has caught up; the views apply there, and later
  /// changes are added as far as the camera follows.
  var reference: Followed?

  /// When it comes to rest; infinite where it never does.
  var end: Double { begin + (duration > 0 ? duration * repeats.passes : 0) }

  /// The end of the first pass, or of all where they are finitely many.
  var arrival: Double { end.isFinite ? end : begin + duration }

  /// When its passes begin and end.
  func cues(departed: Moment, moved: Moment, until seconds: Double) -> [Moment.Time] {
    let passes = duration > 0 ? repeats.passes : 1
    let last = passes > passes.rounded(.down) ? [moved.at(end)] : []
    return moved.repeated(from: begin + duration, every: duration, count: passes.rounded(.down), until: seconds) + last
      + departed.repeated(from: begin, every: duration, count: passes.rounded(.up), until: seconds)
  }

  /// The progress of the move: 0 at `from`, 1 at `to`, and beyond if the curve overshoots.
  func progress(at seconds: Double) -> Double {
    let timing = Timing(
      begin: begin, duration: duration, repeatCount: repeats.count, autoreverse: repeats.autoreverse, fill: .forwards)
    return timing.progress(at: seconds).map { curve.value(at: $0, over: duration) } ?? 0
  }

  /// - Parameter followed: What the inputs say then.
  func view(at seconds: Double, following followed: Followed) -> CameraView {
    let progress = progress(at: seconds)
    var view = view(afterProgress: progress)
    guard let reference else { return to.follows ? followed.applied(to: view) : view }
    let share = min(max(to.follows ? progress : 1 - progress, 0), 1)
    if let center = followed.center, let from = reference.center { view.center = view.center + (center - from) * share }
    view.heading += (followed.heading - reference.heading) * share
    return view
  }

  /// The view at its end; without what is followed where it follows that.
  var last: CameraView {
    let progress = progress(at: end)
    var view = view(afterProgress: progress)
    view.follows = progress < 0.5 ? from.follows : to.follows
    if view.follows, let reference { view.heading -= reference.heading }
    return view
  }

  private func view(afterProgress t: Double) -> CameraView {
    var view: CameraView
    if let path {
      view = path.view(afterShare: t)
    } else {
      func mix(_ a: Double, _ b: Double) -> Double { t == 1 ? b : a + (b - a) * t }
      let straight = t == 1 ? to.center : from.center.interpolated(to: to.center, at: t)
      let (distance, center) =
        switch zoom {
        case .flight,
          .auto where isFar:
          Flight(from: from, to: to).place(afterProgress: t)
        case .linear, .auto: (mix(from.distance, to.distance), straight)
        case .logarithmic: (t == 1 ? to.distance : from.distance * pow(to.distance / from.distance, t), straight)
        }
      view = CameraView(
        distance: distance, pitch: mix(from.pitch, to.pitch), heading: mix(from.heading, to.heading), center: center,
        roll: mix(from.roll, to.roll), anchor: t == 1 ? to.anchor : from.anchor.interpolated(to: to.anchor, at: t))
    }
    view.distance = min(max(view.distance, CameraRotation.minDistance), CameraRotation.maxDistance)
    view.pitch = min(max(view.pitch, 0), CameraRotation.maxPitch)
    return view
  }

  private var isFar: Bool {
    from.center.distance(to: to.center) > (from.distance + to.distance) * Flight.breadth
  }
}

/// Moves one after the other, each from where the last one left the camera.
struct CameraMoves: Sendable {
  let start: CameraView
  private(set) var moves: [CameraMove] = []
  private let drift: Drift?

  init(start: CameraView, drift: Drift? = nil) {
    self.start = start
    self.drift = drift
  }

  /// When the last move comes to rest; infinite where it never does.
  var end: Double { moves.last?.end ?? 0 }

  /// The view from which the next move starts.
  var last: CameraView { moves.last?.last ?? start }

  /// When a move begins that is added now.
  func begin(after delay: Double) -> Double { TimeGrid.snapped(end + delay) }

  /// Adds a move from where the last one ends, which must have an end.
  ///
  /// - Parameters:
  ///   - through: The views that it leads through.
  ///   - start: What it starts from instead, where the camera lets go of what it follows.
  ///   - reference: See `CameraMove.reference`.
  mutating func add(
    _ to: CameraView, through views: [CameraView] = [], from start: CameraView? = nil, delay: Double, duration: Double,
    curve: Easing, repeats: Repeat = .once, zoom: Zoom = .linear, reference: Followed? = nil
  ) {
    let from = start ?? last
    var stops = [from]
    for view in views + [to] where view != stops[stops.count - 1] { stops.append(view) }
    let path =
      stops.count > 2 ? CameraPath(stops, isLoop: repeats.count > 1 && !repeats.autoreverse && to.looksLike(from)) : nil
    moves.append(
      CameraMove(
        from: from, to: to, path: path, begin: begin(after: delay), duration: duration, curve: curve,
        repeats: repeats, zoom: zoom, reference: reference))
  }

  /// - Parameter followed: What the inputs say then.
  func view(at seconds: Double, following followed: Followed = Followed()) -> CameraView {
    let move = moves.last { $0.begin <= seconds }
    let view = move?.view(at: seconds, following: followed) ?? followed.applied(to: start)
    return drift?.applied(to: view, at: seconds) ?? view
  }
}
