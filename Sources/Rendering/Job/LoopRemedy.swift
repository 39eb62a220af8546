import JobFile
import Planning
import StageKit

/// Finds out what makes a stage lead into its start where a loop ends: a parameter, or another length of the loop.
///
/// Stages that take values or drawings from others, or whose parameters are computed, are left alone.
struct LoopRemedy {
  private let planned: PlannedStage
  private let context: any StageContext
  /// In seconds of the video.
  private let start: Double
  private let length: Double
  private let framesPerSecond: Double

  /// The longest period that is looked for, in seconds, and in frames.
  private static let longestPeriod = 20.0
  private static let maxFrameCount = 1200
  /// The number of instants at which a period has to hold.
  private static let sampleCount = 24

  /// Nil for a stage that depends on others.
  init?(for planned: PlannedStage, from start: Double, to end: Double, of plan: RenderPlan, _ context: JobContext) {
    let entry = planned.entry
    guard planned.sources.isEmpty, planned.layers.isEmpty, planned.matte == nil, planned.nested == nil,
      entry.follows.isEmpty, entry.computed.isEmpty
    else { return nil }
    (self.planned, self.start, length) = (planned, start, end - start)
    self.context = context.context(of: entry)
    framesPerSecond = plan.job.frameRate.framesPerSecond
  }

  /// A sentence; nil where none of them helps.
  var hint: String? {
    let own = Looks(self, planned.stage)
    // Otherwise it is moved or faded by its place in the job.
    guard own.at(0) != own.at(length) else { return nil }
    let period = period(of: own, from: 0)
    let parameter = repeating(period)
    if let period {
      let whole = "the loop last \(text(wholeLength(period))) s, after which it repeats."
      return parameter.map { "Set \($0), or let \(whole)" } ?? "Let \(whole)"
    }
    if let parameter { return "Set \(parameter)." }
    guard let later = self.period(of: own, from: Self.longestPeriod / 2) else { return nil }
    if later < 1.5 / framesPerSecond { return "It plays once, and stays then as it is." }
    return withoutBeginning(later)
      ?? "It repeats every \(text(later)) s, but its beginning does not come again."
  }

  // MARK: Periods

  /// A stage's drawings and values at instants after the loop's start, each asked for once.
  private final class Looks {
    struct Look: Hashable {
      let drawing: Digest
      let isEmpty: Bool
      let values: [String: PortValue]
    }

    private let remedy: LoopRemedy
    private let stage: any Stage
    private var known: [Double: Look?] = [:]

    init(_ remedy: LoopRemedy, _ stage: any Stage) { (self.remedy, self.stage) = (remedy, stage) }

    func at(_ seconds: Double) -> Look? {
      if let look = known[seconds] { return look }
      let frame = try? stage.frame(at: remedy.planned.time(at: remedy.start + seconds), Inputs())
      let look = frame.map { Look(drawing: $0.drawing.digest, isEmpty: $0.drawing.isEmpty, values: $0.values) }
      known[seconds] = .some(look)
      return look
    }

    /// True where a loop of so many seconds has no seam, and shows something.
    func loops(after seconds: Double) -> Bool {
      guard let first = at(0), first == at(seconds), let middle = at(seconds * 0.37) else { return false }
      return middle != first
        && !(first.isEmpty && middle.isEmpty && remedy.planned.entry.definition.draws)
    }
  }

  /// The least time, in whole frames, after which all comes again from an instant on; nil where nothing does.
  private func period(of looks: Looks, from base: Double) -> Double? {
    let count = min(Int(Self.longestPeriod * framesPerSecond), Self.maxFrameCount)
    func time(_ frame: Int) -> Double { base + Double(frame) / framesPerSecond }
    let found = (1...max(count, 1)).first { period in
      guard looks.at(base) == looks.at(time(period)) else { return false }
      return (1...Self.sampleCount).allSatisfy { sample in
        let frame = count * sample / Self.sampleCount
        return looks.at(time(frame)) == looks.at(time(frame + period))
      }
    }
    return found.map { Double($0) / framesPerSecond }
  }

  /// The whole multiple of a period that is nearest to the loop's length.
  private func wholeLength(_ period: Double) -> Double { max((length / period).rounded(), 1) * period }

  // MARK: Parameters

  /// The times among the parameters that are above 0, or from 0 on, with what the job gives them.
  private func times(isZeroAllowed: Bool) -> [(name: String, schema: NumberSchema, value: Double?)] {
    planned.entry.definition.parameters.compactMap { declaration in
      guard case .number(let schema) = declaration.schema, schema.unit == .seconds, schema.minimum == 0,
        schema.isMinimumExclusive != isZeroAllowed, !schema.isInteger
      else { return nil }
      let given = planned.entry.parameters[declaration.name] ?? declaration.defaultValue
      guard let given else { return (declaration.name, schema, nil) }
      guard case .number(let number) = given else { return nil }
      return (declaration.name, schema, number)
    }
  }

  /// The stage with another value of a parameter; nil where it cannot be made.
  private func stage(_ name: String, _ value: Double) -> (any Stage)? {
    let entry = planned.entry
    let values = entry.definition.parameters.compactMap { declaration -> (String, ParameterValue)? in
      declaration.name == name
        ? (name, .number(value)) : entry.parameters[declaration.name].map { (declaration.name, $0) }
    }
    return try? type(of: planned.stage).init(ParameterValues(values), context)
  }

  /// A parameter and the value with which the loop has no seam, such as "'period' to 1.15".
  private func repeating(_ period: Double?) -> String? {
    let nearest = period.map { (length / $0).rounded() } ?? 1
    let counts = [nearest, nearest - 1, nearest + 1, 1].filter { $0 >= 1 }
    for (name, schema, value) in times(isZeroAllowed: false) {
      for count in counts {
        let factor = period.flatMap { period in value.map { $0 / period } } ?? 1
        let other = rounded(length / count * factor)
        guard other > 0, schema.maximum.map({ other <= $0 }) ?? true, let stage = stage(name, other) else { continue }
        if Looks(self, stage).loops(after: length) { return "'\(name)' to \(text(other))" }
      }
    }
    return nil
  }

  /// A time at the beginning without which what repeats afterwards is a loop.
  private func withoutBeginning(_ period: Double) -> String? {
    let whole = wholeLength(period)
    for (name, _, value) in times(isZeroAllowed: true) where value != 0 {
      guard let stage = stage(name, 0) else { continue }
      let looks = Looks(self, stage)
      if looks.loops(after: length) { return "Set '\(name)' to 0." }
      if looks.loops(after: whole) {
        return "Set '\(name)' to 0, and let the loop last \(text(whole)) s, after which it repeats."
      }
    }
    return nil
  }

  private func text(_ seconds: Double) -> String {
    let text = "\(rounded(seconds))"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// As jobs write times: to a ten-thousandth of a second.
  private func rounded(_ seconds: Double) -> Double { (seconds * 1e4).rounded() / 1e4 }
}
