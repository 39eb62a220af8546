import Foundation
import JobFile
import Planning
import Rendering
import Reporting
import StageKit
import Text

/// The values and drawings of a job's stages, collected frame by frame.
struct StageSeries {
  private struct Column {
    let name: String
    let output: String
    let component: Int
    var words: [String] = []
  }

  private struct Stage {
    var columns: [Column]
    var valueDigests: [String] = []
    var drawings: [String] = []
  }

  private var stages: [Stage]
  /// Those of jobs that stages show, by the stages' indexes.
  private var nested: [Int: StageSeries] = [:]

  init(_ plan: RenderPlan) {
    for (index, planned) in plan.stages.enumerated() { nested[index] = planned.nested.map { StageSeries($0) } }
    stages = plan.stages.map { planned in
      Stage(
        columns: planned.entry.definition.outputs.flatMap { output in
          Self.componentNames(of: output.type).enumerated().map { component, name in
            Column(name: output.name + (name.isEmpty ? "" : ".\(name)"), output: output.name, component: component)
          }
        })
    }
  }

  /// Adds a frame.
  mutating func take(_ frame: EvaluatedFrame?) {
    for index in stages.indices {
      nested[index]?.take(frame?.nested[index])
      let values = frame?.values[index]
      for column in stages[index].columns.indices {
        let (output, component) = (stages[index].columns[column].output, stages[index].columns[column].component)
        let word = values?[output].map { Self.text(Self.components(of: $0)[component]) } ?? "-"
        stages[index].columns[column].words.append(word)
      }
      let digest = Digest { hasher in
        for name in (values ?? [:]).keys.sorted() {
          hasher.combine(name)
          hasher.combine(values?[name])
        }
      }
      stages[index].valueDigests.append(JobObserver.short(digest, digits: 8))
      stages[index].drawings.append(frame?.drawings[index].map { JobObserver.short($0.digest, digits: 8) } ?? "-")
    }
  }

  /// The records of all stages, in dependency order, those of a job before the stage that shows it: `intro/title`.
  ///
  /// `holders` are the stages that show the plan's job, the outermost first.
  func records(
    _ plan: RenderPlan, _ prepared: PlannedJob, pixels: [[String]], holders: [StageEntry] = []
  ) -> [StageRecord] {
    let ids = plan.stages.map(\.entry.id)
    return plan.stages.enumerated().flatMap { index, planned in
      let inner = nested[index].flatMap { series in
        planned.nested.map { series.records($0, prepared, pixels: [], holders: holders + [planned.entry]) }
      }
      var record = record(of: planned, at: index, plan, warnings: prepared.warnings, pixels: pixels)
      let fonts = prepared.fonts(of: planned.entry, in: holders).map(\.text)
      record.fonts = fonts.isEmpty ? nil : Set(fonts).sorted()
      let shown = planned.drawingsTaken.map { ids[$0] } + (inner ?? []).map { "\(ids[index])/\($0.id)" }
      record.shows = shown.isEmpty ? nil : Set(shown).sorted()
      return (inner ?? []).map { $0.moved(into: ids[index]) } + [record]
    }
  }

  private func record(
    of planned: PlannedStage, at index: Int, _ plan: RenderPlan, warnings: [Diagnostic], pixels: [[String]]
  ) -> StageRecord {
    let entry = planned.entry
    let series = stages[index]
    var moments: [String: Double] = [:]
    for moment in planned.moments {
      moments[moment.name] = Self.rounded(planned.videoTime(of: planned.start + moment.seconds) ?? -1)
    }
    if let duration = planned.stage.duration {
      moments["end"] = Self.rounded(planned.videoTime(of: planned.start + duration) ?? -1)
    }
    var cues: [String: [Double]] = [:]
    for cue in planned.cues(until: plan.job.composition.duration) { cues[cue.name, default: []].append(cue.seconds) }
    // A moment is a cue too; it is not recorded twice unless it occurs more than once.
    cues = cues.mapValues { $0.map(Self.rounded) }.filter { name, times in times != moments[name].map { [$0] }
    }
    let after: (stage: String, text: String)? =
      if case .after(let stage, let moment, let delay, _, _) = entry.start {
        (stage, "after \(stage).\(moment)" + (delay == 0 ? "" : " + \(ParameterText.text(delay))"))
      } else {
        nil
      }
    let follows = entry.follows.map { "\($0.parameter) ← \($0.stage).\($0.output)" }
    let computed = entry.computed.map { "\($0.location) \($0.expression.text)" }
    let held = entry.parent.map { "in \(plan.job.stages[$0].id)" }
    let matte = entry.matte.map { "matte ← \($0.stage) (\($0.channel)\($0.isInverted ? ", inverted" : ""))" }
    let leader = entry.leader.map { leader in
      let parts = [
        leader.takesPosition ? "position" : nil, leader.takesRotation ? "rotation" : nil,
        leader.takesScale ? "scale" : nil,
      ].compactMap { $0 }
      return "moves with \(leader.stage) (\(parts.joined(separator: ", ")))"
        + (leader.spring.map { ", pulled by \(Easing.spring($0))" } ?? "")
    }
    let shared = entry.shared.map { "shares \($0.name)" }
    let move = planned.move
    let moved = move == .zero ? nil : "moved by \(ParameterText.text(move.x)), \(ParameterText.text(move.y))"
    let shutter = (entry.shutter ?? (entry.parent == nil ? plan.job.shutter : nil)).map {
      "shutter \(ParameterText.text($0.degrees))°, at most \($0.maxSamples) samples"
        + ($0.quality == 1 ? "" : ", quality \(ParameterText.text($0.quality))")
    }
    let inputs =
      (entry.connections.map { "\($0.input) ← \($0.stage).\($0.output)" } + follows + computed).sorted()
      + [held, matte, leader, shared, moved, shutter].compactMap { $0 }
    return StageRecord(
      id: entry.id, stage: entry.definition.name, version: entry.definition.version,
      start: Self.rounded(planned.videoStart ?? planned.start), end: planned.videoEnd.map(Self.rounded),
      moments: moments, cues: cues.isEmpty ? nil : cues,
      holder: entry.parent.map { plan.job.stages[$0].id },
      layers: planned.layers.isEmpty ? nil : planned.layers.map(\.id), isHidden: entry.isVisible == false, z: entry.z,
      connections: inputs + (after.map { [$0.text] } ?? []),
      // Blame follows these ids from a stage that changed to the causes.
      needs: Set(
        entry.connections.map(\.stage) + entry.follows.map(\.stage)
          + entry.computed.flatMap { $0.expression.references.map(\.stage) }
          + [after?.stage, entry.place?.stage, entry.leader?.stage].compactMap { $0 }
          + planned.spaces.map { plan.stages[$0].entry.id }
      ).sorted(),
      parameters: Self.parameters(of: entry),
      defaults: ParameterText.defaults(of: entry.parameters, isGiven: entry.gives),
      warnings: warnings.filter { $0.file == plan.job.file }.filter {
        $0.path == entry.path || $0.path.hasPrefix(entry.path + ".")
      }.map(\.message),
      values: Dictionary(
        series.columns.map { ($0.name, FrameSeries.lines($0.words, length: FrameSeries.numbersPerLine)) },
        uniquingKeysWith: { first, _ in first }),
      valueDigests: FrameSeries.lines(series.valueDigests, length: FrameSeries.numbersPerLine),
      drawings: FrameSeries.lines(series.drawings, length: FrameSeries.numbersPerLine),
      pixels: pixels.indices.contains(index) ? pixels[index] : [])
  }

  /// A path has the numbers of its box.
  private static func componentNames(of type: PortType) -> [String] {
    type == .path ? ["x", "y", "width", "height"] : PortValue.componentNames(of: type)
  }

  private static func components(of value: PortValue) -> [Double] {
    guard case .path(let path) = value else { return value.components.map(\.value) }
    let box = path.controlBounds ?? Rect(center: .zero, sides: .zero)
    return [box.x, box.y, box.width, box.height]
  }

  /// Six digits: enough to show drift and to draw curves.
  private static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e6 { return "\(Int(value))" }
    return String(format: "%.6g", value)
  }

  /// To a nanosecond, so that a time does not differ by its last bit.
  private static func rounded(_ seconds: Double) -> Double {
    // Of later times a double has no nanoseconds.
    abs(seconds) < 1e6 ? (seconds * 1e9).rounded() / 1e9 : seconds
  }
}

extension StageRecord {
  /// The record of a stage of a job that another stage shows.
  fileprivate func moved(into stage: String) -> StageRecord {
    var record = self
    record.id = "\(stage)/\(id)"
    record.needs = needs.map { "\(stage)/\($0)" }
    record.shows = shows.map { $0.map { "\(stage)/\($0)" } }
    record.layers = layers.map { $0.map { "\(stage)/\($0)" } }
    record.holder = holder.map { "\(stage)/\($0)" } ?? stage
    return record
  }
}

extension FontUse {
  /// `DejaVu Serif: DejaVuSerif.ttf, ` and the digest of its bytes.
  fileprivate var text: String {
    "\(family): \(fileName ?? "of the program"), \(digest.map { "\($0)" } ?? "unreadable")"
  }
}

extension StageSeries {
  /// The parameters as text, of Lottie animations with their layers' properties.
  private static func parameters(of entry: StageEntry) -> [String: String] {
    var text = ParameterText(entry.parameters, motion: entry.motionValues)
    for declaration in entry.definition.parameters {
      guard case .file(let endings) = declaration.schema, endings.contains("lottie"),
        case .file(let file)? = entry.parameters[declaration.name]
      else { continue }
      var animation: String?
      if case .text(let id)? = entry.parameters["animation"] { animation = id }
      text.add(animation: file, of: declaration.name, animation)
    }
    return text.entries
  }
}
