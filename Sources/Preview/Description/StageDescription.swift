import JobFile
import Planning
import Rendering
import Reporting
import StageKit

/// A stage of a job: its place, its time, its inputs and its outputs.
struct StageDescription {
  private let entry: StageEntry
  private let planned: PlannedStage?
  private let job: Job
  private let stage: StagePosition
  private let parameters: [ParameterDescription]
  private let keys: [ParameterDescription]

  /// `planned` has the stage's times.
  init(_ entry: StageEntry, _ planned: PlannedStage?, of job: Job, in texts: JobTexts) {
    self.entry = entry
    self.planned = planned
    self.job = job
    let stage = StagePosition(entry, in: texts)
    self.stage = stage
    let unusable =
      entry.definition.draws ? [] : ["enter", "exit", "emphasis", "parent", "matte", "place", "z", "shared"]
    keys = StageEntry.keys.filter { !unusable.contains($0.name) }.map {
      ParameterDescription(key: $0, of: stage, in: texts)
    }
    parameters = entry.definition.parameters.map { ParameterDescription($0, of: entry, stage, in: texts) }
  }

  var json: JSONValue {
    let definition = entry.definition
    return [
      "id": .string(entry.id), "stage": .string(definition.name), "summary": .string(definition.summary),
      "path": .string(stage.path), "file": stage.position.file.map { .string($0) } ?? .null,
      "line": .number(Double(stage.position.line)), "column": .number(Double(stage.position.column)),
      "parent": entry.parent.map { .number(Double($0)) } ?? .null, "depth": .number(Double(depth)),
      "start": planned?.videoStart.map { .number($0) } ?? .null,
      "end": planned?.videoEnd.map { .number($0) } ?? .null,
      "moments": .array(moments.map { ["name": .string($0.name), "seconds": .number($0.seconds)] }),
      "cues": .array(
        cues.map { ["name": .string($0.name), "seconds": .array($0.seconds.map { .number($0) })] }),
      "outputs": .array(
        definition.outputs.map { output in
          [
            "name": .string(output.name), "summary": .string(output.summary),
            "columns": .array(ValueTable.columns(of: output, in: entry).map { .string($0) }),
          ]
        }),
      "parameters": .array(parameters.map(\.json)),
      "keys": .array(keys.map(\.json)), "handles": .array(definition.handles.map(\.json)),
    ]
  }

  /// The number of stages that hold it.
  private var depth: Int {
    var (depth, parent) = (0, entry.parent)
    while let holder = parent, depth <= job.stages.count {
      depth += 1
      parent = job.stages[holder].parent
    }
    return depth
  }

  /// The moments that come before the video's end, in seconds of the video.
  private var moments: [(name: String, seconds: Double)] {
    let declared = Set(entry.definition.moments.map(\.name))
    return videoTimes(planned?.moments ?? []).filter { declared.contains($0.name) }
  }

  /// The declared cues before the stage's and the video's end, in seconds of the video.
  private var cues: [(name: String, seconds: [Double])] {
    guard let planned, !entry.definition.cues.isEmpty else { return [] }
    let times = planned.cues(until: job.composition.duration)
    return entry.definition.cues.map { cue in (cue.name, times.filter { $0.name == cue.name }.map(\.seconds)) }
  }

  private func videoTimes(_ times: [Moment.Time]) -> [(name: String, seconds: Double)] {
    guard let planned else { return [] }
    return times.compactMap { time in
      planned.videoTime(of: planned.start + time.seconds).map { (time.name, $0) }
    }.filter { $0.1.isFinite && $0.1 <= job.composition.duration }.sorted { $0.1 < $1.1 }
  }
}

extension StageHandle {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "parameter": .string(parameter), "origin": origin.map { .string($0) } ?? .null,
      "direction": .number(direction), "multiple": .number(multiple),
    ]
  }
}
