import JobFile
import Reporting
@_spi(Host) import StageKit

/// The values that stages publish over a job, for those whose keyframes follow them.
///
/// Numbers are taken at the instants of all frames of the job and of its outputs, so that they are exact there.
struct FollowedNumbers {
  private let job: Job
  /// The instants of all frames, in order, each once; computed when the first stage follows another.
  private(set) lazy var instants = Self.instants(of: job)
  /// The outputs that are followed, by their stages' ids.
  private let outputs: [String: Set<String>]
  /// For each of `instants`, by a stage's id and its output.
  private var columns: [String: [String: [Double?]]] = [:]
  /// The values that expressions have asked for.
  let published = PublishedValues()
  /// Outputs that inputs take, with whether there is ever a value.
  private var given: [FollowedOutput: Bool] = [:]
  /// The first frame, as far as it is evaluated.
  private var first: (evaluation: StageEvaluation, stages: Set<Int>)?

  init(_ job: Job) {
    self.job = job
    outputs = Dictionary(
      job.stages.flatMap { $0.follows.map { ($0.stage, [$0.output]) } }, uniquingKeysWith: { $0.union($1) })
  }

  /// A stage's parameters with the numbers that they follow, as far as the stages that publish them are planned, which have
  /// these indexes by their ids. `clocks` are those of the stages around it.
  ///
  /// Warns of numbers that are never there.
  mutating func parameters(
    of entry: StageEntry, start: Double, clocks: [ContentClock], _ indexes: [String: Int], _ planning: StagePlanning,
    _ list: inout DiagnosticList
  ) -> ParameterValues {
    var series: [FollowedOutput: NumberSeries] = [:]
    for follow in entry.follows {
      let source = FollowedOutput(stage: follow.stage, output: follow.output)
      guard series[source] == nil, let index = indexes[follow.stage] else {
        continue
      }
      series[source] = numbers(
        of: source, at: index, from: start, to: entry.duration.map { start + $0 }, clocks, planning)
      if series[source] == nil, planning.planned[index] != nil {
        list.add(
          .warning,
          job.diagnostic(
            at: follow.position, path: follow.path,
            "'\(follow.stage).\(follow.output)' has no value in any frame, so that '\(follow.parameter)' does not follow it",
            hint: hint(for: planning.planned[index]?.entry)))
      }
    }
    return Self.filled(entry.parameters, with: series)
  }

  /// Warns of inputs whose values are never there. Maps and drawings always are.
  mutating func checkInputs(
    of entry: StageEntry, _ sources: [PlannedStage.Source], _ planning: StagePlanning, _ list: inout DiagnosticList
  ) {
    for source in sources where !source.isDrawing {
      guard let planned = planning.planned[source.stage],
        let output = planned.entry.definition.outputs.first(where: { $0.name == source.output }),
        output.type != .camera,
        let connection = entry.connections.first(where: { $0.input == source.input })
      else { continue }
      let key = FollowedOutput(stage: planned.entry.id, output: source.output)
      let isGiven = given[key] ?? isEverGiven(source, planning)
      given[key] = isGiven
      if isGiven { continue }
      let loss =
        source.isOptional ? "the input '\(source.input)' of '\(entry.id)' gets none" : "'\(entry.id)' is never drawn"
      list.add(
        .warning,
        job.diagnostic(
          at: connection.position, path: connection.path,
          "'\(key.stage).\(key.output)' has no value in any frame, so that \(loss)", hint: hint(for: planned.entry)))
    }
  }

  /// Tries the first frame, which is evaluated once for all, then few frames, then all.
  private mutating func isEverGiven(_ source: PlannedStage.Source, _ planning: StagePlanning) -> Bool {
    let instants = self.instants
    guard let start = instants.first else { return true }
    var first = self.first ?? (StageEvaluation(count: planning.planned.count, seconds: start, frame: 0), [])
    // Held once, so that it is not copied for each stage.
    self.first = nil
    planning.evaluate(source.stage, in: &first.evaluation, &first.stages)
    self.first = first
    func isGiven(_ instant: Double) -> Bool { planning.values(of: source.stage, at: instant)?[source.output] != nil }
    return first.evaluation.values[source.stage]?[source.output] != nil
      || stride(from: 0, to: instants.count, by: max(instants.count / 16, 1)).contains { isGiven(instants[$0]) }
      || instants.contains(where: isGiven)
  }

  private func hint(for entry: StageEntry?) -> String {
    let files = entry.map { $0.parameters.entries.flatMap { Self.files(in: $0.value) } } ?? []
    let names = files.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return "The stage '\(entry?.id ?? "")' may lack what it needs for it, such as heights or times in "
      + (files.isEmpty ? "a file." : names + (files.count > 3 ? " and others." : "."))
  }

  private static func files(in value: ParameterValue) -> [String] {
    switch value {
    case .file(let file): [file.literal]
    case .route(.file(let file, _)): [file.literal]
    case .list(let items): items.flatMap(files)
    case .object(let fields): fields.entries.flatMap { files(in: $0.value) }
    case .variant(_, let fields): fields.entries.flatMap { files(in: $0.value) }
    default: []
    }
  }

  /// By the time of a stage with a start and an end.
  private mutating func numbers(
    of source: FollowedOutput, at index: Int, from start: Double, to end: Double?, _ clocks: [ContentClock],
    _ planning: StagePlanning
  ) -> NumberSeries? {
    func number(_ values: [String: PortValue]?, _ output: String) -> Double? {
      values?[output].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
    if columns[source.stage] == nil {
      let names = (outputs[source.stage] ?? []).sorted()
      var columns = Dictionary(uniqueKeysWithValues: names.map { ($0, [Double?]()) })
      for instant in instants {
        let values = planning.values(of: index, at: instant)
        for name in names { columns[name]?.append(number(values, name)) }
      }
      self.columns[source.stage] = columns
    }
    var samples = zip(instants, columns[source.stage]?[source.output] ?? []).map { (seconds: $0, number: $1) }
    if clocks.isEmpty {
      for edge in [start, end].compactMap({ $0 }) where edge > 0 && !samples.contains(where: { $0.seconds == edge }) {
        let number = number(planning.values(of: index, at: edge), source.output)
        samples.insert((edge, number), at: samples.firstIndex { $0.seconds > edge } ?? samples.count)
      }
    } else {
      // By the stage's own time, in order, at one instant the first.
      samples = samples.map { sample in (clocks.reduce(sample.seconds) { $1.contentTime(at: $0) }, sample.number) }
      samples = samples.enumerated().sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }
        .map(\.element)
    }
    return Self.series(samples, from: start, to: end)
  }

  /// Without what lies before the start and after the end; a missing number is the last one, or else the first that comes.
  private static func series(
    _ samples: [(seconds: Double, number: Double?)], from start: Double, to end: Double?
  ) -> NumberSeries? {
    guard var last = samples.lazy.compactMap(\.number).first else { return nil }
    var (times, values): ([Double], [Double]) = ([], [])
    for (seconds, number) in samples {
      last = number ?? last
      guard seconds >= start - Planner.timeTolerance, seconds <= (end ?? .infinity) + Planner.timeTolerance else {
        continue
      }
      let time = StageTime(seconds: max(0, min(seconds, end ?? .infinity) - start)).seconds
      if let latest = times.last, time <= latest { continue }
      times.append(time)
      values.append(last)
    }
    return NumberSeries(times: times, values: values)
  }

  static func instants(of job: Job) -> [Double] {
    var instants = (0..<job.frameCount).map { job.frameRate.seconds(ofFrame: $0) }
    for output in job.outputs where output.frameRate ?? job.frameRate != job.frameRate {
      instants += (0..<job.frameCount(of: output)).map { job.seconds(ofFrame: $0, of: output) }
    }
    instants.sort()
    return instants.indices.filter { $0 == 0 || instants[$0] > instants[$0 - 1] }.map { instants[$0] }
  }

  // MARK: ParameterValues

  private static func filled(_ parameters: ParameterValues, with series: [FollowedOutput: NumberSeries])
    -> ParameterValues
  {
    parameters.replacing(parameters.entries.map { filled($0.value, with: series) })
  }

  private static func filled(_ value: ParameterValue, with series: [FollowedOutput: NumberSeries]) -> ParameterValue {
    switch value {
    case .list(let items): return .list(items.map { filled($0, with: series) })
    case .object(let fields): return .object(filled(fields, with: series))
    case .variant(let name, let fields): return .variant(name, filled(fields, with: series))
    case .animation(var animation):
      if let source = animation.follow { animation.follow?.numbers = series[source] }
      return .animation(animation)
    default: return value
    }
  }
}
