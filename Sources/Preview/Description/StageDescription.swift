import JobFile
import Planning
import Rendering
import Reporting
import StageKit

/// A stage of a job: its place, its time, its inputs and its outputs.
struct StageDescription {
  private let shown: ShownStage
  private var entry: StageEntry { shown.entry }
  private var planned: PlannedStage? { shown.planned }
  private var job: Job { shown.job }
  private let stage: StagePosition
  private let parameters: [ParameterDescription]
  private let keys: [ParameterDescription]
  /// The file of its job, as the film names it; nil for the film's own.
  private let file: String?

  /// `texts` are those of the stage's own job.
  init(_ shown: ShownStage, in texts: JobTexts) {
    self.shown = shown
    let entry = shown.entry
    let stage = StagePosition(entry, in: texts)
    self.stage = stage
    file = shown.outers.isEmpty ? nil : texts.file
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
      "id": .string(shown.id), "stage": .string(definition.name), "summary": .string(definition.summary),
      "path": .string(stage.path), "file": (stage.position.file ?? file).map { .string($0) } ?? .null,
      "line": .number(Double(stage.position.line)), "column": .number(Double(stage.position.column)),
      "parent": shown.holder.map { .number(Double($0)) } ?? .null, "depth": .number(Double(shown.depth)),
      "start": shown.videoStart.map { .number($0) } ?? .null,
      "end": shown.videoEnd.map { .number($0) } ?? .null,
      "moments": .array(moments.map { ["name": .string($0.name), "seconds": .number($0.seconds)] }),
      "cues": .array(
        cues.map { ["name": .string($0.name), "seconds": .array($0.seconds.map { .number($0) })] }),
      // The curves of a film are those of its own stages.
      "outputs": .array(
        (shown.outers.isEmpty ? definition.outputs : []).map { output in
          [
            "name": .string(output.name), "summary": .string(output.summary),
            "columns": .array(ValueTable.columns(of: output, in: entry).map { .string($0) }),
          ]
        }),
      "parameters": .array(parameters.map { $0.json(in: file) }),
      "keys": .array(keys.map { $0.json(in: file) }), "handles": .array(definition.handles.map(\.json)),
    ]
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
    return entry.definition.cues.map { cue in
      (cue.name, times.filter { $0.name == cue.name }.compactMap { shown.videoTime(ofJobTime: $0.seconds) })
    }
  }

  private func videoTimes(_ times: [Moment.Time]) -> [(name: String, seconds: Double)] {
    guard let planned else { return [] }
    return times.compactMap { time in
      planned.videoTime(of: planned.start + time.seconds).flatMap(shown.videoTime).map { (time.name, $0) }
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
