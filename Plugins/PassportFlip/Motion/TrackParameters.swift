import StageKit

/// The parameters of one property's track: a single change, or keyframes instead of it.
struct TrackParameters<Value: ParameterType & Interpolatable>: ParameterGroup {
  /// One of several changes.
  struct Frame: ParameterGroup {
    @Parameter var to: Value
    @Parameter("The time at which it begins, as a share of the whole.", .fraction) var start: Double
    @Parameter("The duration, as a share of the whole; 0 makes it a switch.", .fraction) var duration = 0.0
    @Parameter("The easing.") var curve: Easing = .linear

    init() { _to = TrackValue.to() }
  }

  @Parameter var start: Double
  @Parameter var duration: Double
  @Parameter var curve: Easing
  @Parameter("Several changes one after the other, instead of a single one.") var keyframes: [Frame] = []

  /// A switch at the start.
  init() { self.init(duration: 0, curve: .linear) }

  /// A single change, unless a job says otherwise.
  init(start: Double = 0, duration: Double, curve: Easing) {
    _start = Parameter(wrappedValue: start, "The time at which it begins, as a share of the whole.", .fraction)
    _duration = Parameter(
      wrappedValue: duration, "The duration, as a share of the whole; 0 makes it a switch.", .fraction)
    _curve = Parameter(
      wrappedValue: curve, "The easing; a spring's times are shares of the whole, too.")
  }

  /// The track from one value to another. Throws where its changes do not fit the whole; `location` is that of the group.
  func track(from closed: Value, to open: Value, at location: String) throws -> Track<Value> {
    let changes =
      keyframes.isEmpty
      ? [Change(to: open, start: start, duration: duration, curve: curve)]
      : keyframes.map { Change(to: $0.to, start: $0.start, duration: $0.duration, curve: $0.curve) }
    if let track = Track(from: closed, changes: changes) { return track }
    throw StageError(
      keyframes.isEmpty
        ? "start and duration are more than 1 together" : "keyframes overlap, are out of order or end after 1",
      parameter: keyframes.isEmpty ? location : $keyframes.location,
      hint: "Both are shares of the whole opening, from 0 to 1.")
  }
}

/// The values that tracks lead to.
private enum TrackValue {
  static func to<Value: ParameterType>() -> Parameter<Value> {
    Value.self == Color.self
      ? Parameter("The color then.")
      : Parameter(
        "The progress then: 0 as when closed, 1 as when open, and beyond.", as: .number(.range(-2...3)))
  }
}
