import Dispatch
import Foundation
import JobFile
import Messages
import Planning
import Rendering
import Reporting
import StageKit
import Synchronization

/// Draws one case of a stage in every order and reports what is wrong.
struct StageTrial {
  /// Instants on the frames of usual rates, between them, before repetitions end and long after.
  static let instants = [0, 1.0 / 60, 0.1, 0.37, 0.5, 1, 1.25, 2, 3.3, 4.983, 7.5, 61, 3600]

  /// The result of a case.
  enum Outcome: Codable, Equatable {
    /// Pure in this process.
    case drawn(Drawn)
    /// The stage or the host takes no such parameters, which is fine.
    case refused(String)
    case fault(String)
  }

  /// The result of a case that is pure in this process.
  struct Drawn: Codable, Equatable {
    /// The digest of all frames.
    var digest: String
    /// Microseconds of processor time for a frame.
    var microseconds: Double
    var given: Set<Given>
    /// A note on a stage that moves after it has settled.
    var unrest: String?
  }

  /// A member of a stage that a case gave, by its name.
  enum Given: Codable, Hashable {
    case output(String)
    case moment(String)
    case cue(String)
  }

  let definition: StageDefinition
  let registry: StageRegistry

  /// The folder that relative paths of parameters start from.
  let folder: String
  /// The sound of its jobs, and files that cases name.
  let files: SampleFiles
  /// The number of this process, from 0, which decides the order of its frames.
  let order: Int

  /// The length of the job that a case is tried in, in seconds.
  private static let videoDuration = 5.0

  /// The instants of all frames of that job.
  private static let everyFrame = (0..<300).map { Double($0) / 60 }

  /// The same, of every frame and by an instance of its own for each instant, for the case that users see first.
  func thoroughOutcome(_ check: CheckCase) -> Outcome {
    let outcome = outcome(check, at: Self.instants + Self.everyFrame)
    guard case .drawn = outcome else { return outcome }
    do {
      let all = try plan(check)
      for seconds in Self.instants {
        let alone = try plan(check)
        if try frame(alone, at: seconds).digest != frame(all, at: seconds).digest {
          return .fault("the frame at \(seconds) s is another one when drawn alone by another instance")
        }
      }
      return outcome
    } catch {
      return .fault("\(error)")
    }
  }

  func outcome(_ check: CheckCase) -> Outcome { outcome(check, at: Self.instants) }

  private func outcome(_ check: CheckCase, at instants: [Double]) -> Outcome {
    do {
      let first = try plan(check)
      var clock = Stopwatch()
      // Another process begins elsewhere.
      let shift = order * instants.count / 4
      let turned = try instants.indices.map { index in
        try frame(first, at: instants[(index + shift) % instants.count])
      }
      let frames = instants.indices.map { turned[($0 - shift + instants.count) % instants.count] }
      let microseconds = clock.lap() * 1e6 / Double(frames.count)
      if let fault = frames.lazy.compactMap({ fault(in: $0) }).first ?? timeFault(first) {
        return .fault(fault)
      }
      let digests = frames.map(\.digest)
      let backward = try instants.reversed().map { try frame(first, at: $0).digest }
      if let fault = difference(backward.reversed(), from: digests, at: instants, how: "drawn backward") {
        return .fault(fault)
      }
      let second = try plan(check)
      // A step that is prime to the count visits each once.
      let step = instants.count % 5 == 0 ? 7 : 5
      var sorted = digests
      for index in instants.indices {
        let place = index * step % instants.count
        sorted[place] = try frame(second, at: instants[place]).digest
      }
      if let fault = difference(sorted, from: digests, at: instants, how: "drawn by another instance in another order")
      {
        return .fault(fault)
      }
      if let fault = difference(parallel(second, instants), from: digests, at: instants, how: "drawn in parallel") {
        return .fault(fault)
      }
      let digest = Digest { for digest in digests { $0.combine(digest) } }
      let outputs = frames.flatMap(\.values.keys).map { Given.output($0) }
      return .drawn(
        Drawn(
          digest: "\(digest)", microseconds: microseconds, given: given(first).union(outputs),
          unrest: try unrest(check, first)))
    } catch let error as TrialError {
      return .refused(error.message)
    } catch let error as StageFailure where refusesInputs(check, error) {
      return .refused(error.reason.description)
    } catch let error as StageFailure {
      return .fault("fails at \(error.seconds) s: \(error.reason)")
    } catch {
      return .fault("\(error)")
    }
  }

  /// True if a stage deliberately takes no inputs with these parameters, and draws without them: only its frames know what is
  /// connected.
  private func refusesInputs(_ check: CheckCase, _ failure: StageFailure) -> Bool {
    guard check.connectsInputs, failure.reason.hint != nil else { return false }
    let alone = CheckCase(parameters: check.parameters, alternatives: check.alternatives, connectsInputs: false)
    return (try? frame(try plan(alone), at: failure.seconds)) != nil
  }

  private struct TrialError: Error { let message: String }

  /// The inputs that would take the place of parameters that are given.
  private static func replacingInputs(
    of given: [JSONValue.Member], _ declarations: [ParameterDeclaration]
  ) -> Set<String> {
    given.reduce(into: []) { result, member in
      guard let declaration = declarations.first(where: { $0.name == member.key }) else { return }
      result.formUnion(declaration.replacingInputs)
      if case .object(let fields) = declaration.schema, case .object(let members) = member.value {
        result.formUnion(replacingInputs(of: members, fields))
      }
    }
  }

  private func plan(_ check: CheckCase) throws -> RenderPlan {
    do {
      return try plan(check, check.parameters)
    } catch let error as TrialError {
      guard let other = check.alternatives.lazy.compactMap({ try? plan(check, $0) }).first else { throw error }
      return other
    }
  }

  private func plan(_ check: CheckCase, _ parameters: [JSONValue.Member]) throws -> RenderPlan {
    let replacing = Self.replacingInputs(of: parameters, definition.parameters)
    let inputs = check.connectsInputs ? definition.inputs.filter { !replacing.contains($0.name) } : []
    let drawing = JSONValue.string(CheckInputs.definition.name)
    var checked: [JSONValue.Member] = [
      .init("id", "checked"), .init("stage", .string(definition.name)),
      .init("parameters", .object(parameters)),
      .init("inputs", .object(inputs.map { .init($0.name, .string("inputs.\($0.type.rawValue)")) })),
    ]
    if definition.content == .stages { checked.append(.init("stages", [["id": "held", "stage": drawing]])) }
    let job: JSONValue = [
      "canvas": ["size": [540, 960], "scale": 2, "fps": 60, "duration": .number(Self.videoDuration)],
      "stages": [["id": "inputs", "stage": drawing, "hidden": true], .object(checked)],
      "sounds": [["id": .string(SampleFiles.sound), "file": .string("\(files.folder)/sound.wav")]],
    ]
    let reading = JobReader.read(
      bytes: Array(job.text.utf8), file: "\(folder)/check.json", registry: registry,
      policy: JobPolicy(readableFolders: [files.folder]), messages: Messages())
    guard let read = reading.job, reading.isValid else {
      let errors = reading.diagnostics.filter { $0.severity == .error }.map(\.message)
      throw TrialError(
        message: errors.indices.filter { !errors[..<$0].contains(errors[$0]) }.map { errors[$0] }.joined(
          separator: "; "))
    }
    do {
      return try PlannedJob(read, registry: registry).plan
    } catch {
      throw TrialError(
        message: error.lines.map { line in
          // Without the position in the job, which is generated.
          String(line.split(separator: " ", maxSplits: 1).last ?? "").replacing("stages[1].parameters.", with: "")
        }.joined(separator: "; "))
    }
  }

  /// Values and drawing of the checked stage.
  private struct Frame {
    let values: [String: PortValue]
    let drawing: DisplayList

    var digest: Digest {
      Digest { hasher in
        for name in values.keys.sorted() {
          hasher.combine(name)
          hasher.combine(values[name])
        }
        drawing.digest(into: &hasher)
      }
    }
  }

  private func frame(_ plan: RenderPlan, at seconds: Double) throws -> Frame {
    let evaluated = try plan.evaluate(at: seconds)
    let index = plan.stages.firstIndex { $0.entry.id == "checked" } ?? 0
    return Frame(values: evaluated.values[index] ?? [:], drawing: evaluated.drawings[index] ?? DisplayList())
  }

  private func fault(in frame: Frame) -> String? {
    for name in frame.values.keys.sorted() {
      guard let declared = definition.outputs.first(where: { $0.name == name }) else {
        return PlannedStage.undeclared(name)
      }
      guard let value = frame.values[name] else { continue }
      if value.type != declared.type { return "publishes a \(value.type) as '\(name)', declared as \(declared.type)" }
      if value.components.contains(where: { !$0.value.isFinite }) {
        return "publishes '\(name)' with a number that is not finite"
      }
    }
    if !definition.draws && !frame.drawing.isEmpty { return "draws, though its definition says that it does not" }
    return frame.drawing.numberFault.map { "draws with numbers that are not finite: \($0)" }
  }

  /// The end of the time, in seconds, in which cues are asked for.
  private static let cueEnd = 61.0

  private func timeFault(_ plan: RenderPlan) -> String? {
    guard let stage = plan.stages.first(where: { $0.entry.id == "checked" })?.stage else { return nil }
    if let fault = (stage as? any WatchedTimes)?.timeFault { return fault }
    if let moment = stage.moments.first(where: { !definition.cueNames.contains($0.name) }) {
      return "gives the moment '\(moment.name)', which its definition does not list"
    }
    let end = Self.cueEnd
    let cues = stage.cues(until: end)
    if let cue = cues.first(where: { !definition.cueNames.contains($0.name) }) {
      return "gives the cue '\(cue.name)', which its definition does not list"
    }
    return cues == cues.ordered(until: end)
      ? nil : "gives cues that are not in order of time, or beyond what is asked for"
  }

  /// The moments and cues that a case gives.
  private func given(_ plan: RenderPlan) -> Set<Given> {
    guard let stage = plan.stages.first(where: { $0.entry.id == "checked" })?.stage else { return [] }
    return Set(
      stage.moments.map { .moment($0.name) } + stage.cues(until: Self.cueEnd).map { .cue($0.name) })
  }

  /// A note on a stage that moves after it says that it has settled; inputs, and the stages that it holds, may move it for ever.
  private func unrest(_ check: CheckCase, _ plan: RenderPlan) throws -> String? {
    guard !check.connectsInputs, definition.content == .none,
      let index = plan.stages.firstIndex(where: { $0.entry.id == "checked" }),
      let duration = plan.stages[index].stage.duration
    else { return nil }
    // Beyond the last bit of sums of times, and within the video, for which stages plan.
    let rest = max(duration, 0) + 1e-6
    let later = [1.0 / 60, 0.1, 0.5, 1, 3].map { rest + $0 }.filter { $0 < Self.videoDuration }
    guard !later.isEmpty else { return nil }
    let settled = try frame(plan, at: rest).digest
    let moving = try later.first { try frame(plan, at: $0).digest != settled }
    return moving.map { "moves at \(rounded($0)) s, after its duration of \(rounded(duration)) s" }
  }

  private func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }

  private func difference(
    _ digests: [Digest], from expected: [Digest], at instants: [Double], how: String
  ) -> String? {
    guard let index = zip(digests, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return nil }
    return "the frame at \(instants[index]) s is another one when \(how)"
  }

  /// All frames by four threads at once, each beginning at another frame; of frames that differ among them one counts.
  private func parallel(_ plan: RenderPlan, _ instants: [Double]) -> [Digest] {
    let count = instants.count
    let results = Mutex<[[Digest]]>(Array(repeating: [], count: count))
    // Threads of their own: on a busy machine `concurrentPerform` may use none but the calling one.
    let group = DispatchGroup()
    for thread in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        for step in 0..<count {
          let index = (step + thread * 3) % count
          let digest = (try? frame(plan, at: instants[index]))?.digest ?? Digest(high: 0, low: 0)
          results.withLock { $0[index].append(digest) }
        }
        group.leave()
      }
    }
    group.wait()
    let found = results.withLock { $0 }
    return found.map { digests in digests.first { $0 != digests[0] } ?? digests[0] }
  }
}
