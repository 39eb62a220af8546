import StageKit

/// The parameters of one property's track: a single change, or keyframes instead of it.
struct TrackParameters<Value: Interpolatable>: Sendable {
  let object: ParameterKey<ParameterValues>
  private let start: ParameterKey<Double>
  private let duration: ParameterKey<Double>
  private let curve: ParameterKey<Easing>
  private let to: ParameterKey<Value>
  private let keyframes: ParameterKey<[ParameterValues]>
  private let frameStart = ParameterKey.number("start", "When it begins, as a share of the whole.", .fraction)
  private let frameDuration = ParameterKey.number(
    "duration", "How long it takes, as a share of the whole; 0 makes it a switch.", default: 0, .fraction)
  private let frameCurve = ParameterKey.curve("curve", "How it spends its time.", default: .linear)

  init(
    _ name: String, _ summary: String, start: Double = 0, duration: Double, curve: Easing, to: ParameterKey<Value>
  ) {
    self.start = .number("start", "When it begins, as a share of the whole.", default: start, .fraction)
    self.duration = .number(
      "duration", "How long it takes, as a share of the whole; 0 makes it a switch.", default: duration, .fraction)
    self.curve = .curve(
      "curve", "How it spends its time; a spring's times are shares of the whole, too.", default: curve)
    self.to = to
    keyframes = .objects(
      "keyframes", "Several changes one after the other, instead of a single one.",
      [to, frameStart, frameDuration, frameCurve])
    object = .object(name, summary, [self.start, self.duration, self.curve, keyframes])
  }

  /// The track that a job asks for in the fields of `object`. Throws where its changes do not fit the whole.
  func track(_ parent: ParameterValues, from closed: Value, to open: Value) throws -> Track<Value> {
    let fields = parent[object]
    let list = fields[keyframes]
    let changes =
      list.isEmpty
      ? [Change(to: open, start: fields[start], duration: fields[duration], curve: fields[curve])]
      : list.map {
        Change(to: $0[to], start: $0[frameStart], duration: $0[frameDuration], curve: $0[frameCurve])
      }
    if let track = Track(from: closed, changes: changes) { return track }
    throw StageError(
      list.isEmpty
        ? "start and duration are more than 1 together" : "keyframes overlap, are out of order or end after 1",
      parameter: list.isEmpty ? parent.location(of: object) : fields.location(of: keyframes),
      hint: "Both are shares of the whole opening, from 0 to 1.")
  }
}
