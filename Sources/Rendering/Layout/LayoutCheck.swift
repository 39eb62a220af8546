import JobFile
import Planning
import Raster
import Reporting
import StageKit

/// Looks for what viewers cannot see or read: what leaves the canvas, and text that leaves the safe area, overlaps other
/// text or has little contrast.
///
/// Stages count at instants at which they rest, found at evenly spaced frames; text that never rests may leave the canvas, and has to be read all the same.
/// Stages that the job says bleed are left out. Jobs that stages show are checked on their own.
struct LayoutCheck {
  let plan: RenderPlan
  let cache: ResourceCache
  /// Whether a stage lies on the canvas as it draws itself: no other holds it or takes its drawing.
  private let liesAlone: [Bool]

  init(plan: RenderPlan, cache: ResourceCache) {
    (self.plan, self.cache) = (plan, cache)
    let drawn = Set(plan.drawingOrder)
    let taken = Set(plan.stages.flatMap(\.drawingsTaken))
    liesAlone = plan.stages.indices.map {
      plan.stages[$0].entry.parent == nil && plan.stages[$0].drawingsTaken.isEmpty && drawn.contains($0)
        && !taken.contains($0)
    }
  }

  /// How many frames are looked at.
  private static let samples = 40
  /// How many texts of one stage are looked at.
  private static let maxTexts = 8
  /// How far something may reach beyond an edge, in points.
  private static let tolerance = 1.0

  /// A text of a stage at an instant.
  private struct Text {
    let stage: Int
    let seconds: Double
    /// As they lie on the canvas.
    let letters: DisplayList
    let bounds: Rect
    let rests: Bool

    init?(_ stage: Int, _ seconds: Double, _ picture: DisplayList, rests: Bool) {
      (self.stage, self.seconds, letters, self.rests) = (stage, seconds, picture.withoutEffects, rests)
      guard let bounds = letters.bounds else { return nil }
      self.bounds = bounds
    }
  }

  /// Warnings in the order of the plan. Throws `StageFailure`.
  func warnings() throws(StageFailure) -> [Diagnostic] {
    let checked = plan.stages.indices.filter { !bleeds($0) }
    let frames = try sampledFrames()
    var list: [Diagnostic] = []
    for index in checked {
      if let warning = try canvasWarning(index, frames) { list.append(warning) }
    }
    var texts: [Text] = []
    for index in checked {
      texts += try self.texts(of: index, frames)
    }
    list += first(texts.filter(\.rests).compactMap(safeAreaWarning))
    list += first(try overlaps(among: texts, frames))
    list += first(try contrastWarnings(texts))
    return list
  }

  /// Whether a stage, or one that holds it, is meant to leave the canvas and the like.
  private func bleeds(_ index: Int) -> Bool {
    let job = plan.job
    var entry: StageEntry? = plan.stages[index].entry
    while let stage = entry {
      if stage.bleeds { return true }
      entry = stage.parent.map { job.stages[$0] }
    }
    return false
  }

  /// The first warning of each stage.
  private func first(_ found: [(stage: Int, warning: Diagnostic)]) -> [Diagnostic] {
    var seen: Set<Int> = []
    return found.filter { seen.insert($0.stage).inserted }.map(\.warning)
  }

  // MARK: Frames

  private struct Sample {
    let seconds: Double
    let frame: EvaluatedFrame
    /// The instant of the frame after it, or before it at the end, and that frame.
    let nextSeconds: Double
    let next: EvaluatedFrame

    func shows(_ stage: Int) -> Bool { frame.drawings[stage]?.isEmpty == false }

    func rests(_ stage: Int) -> Bool { frame.drawings[stage] == next.drawings[stage] }
  }

  private func sampledFrames() throws(StageFailure) -> [Sample] {
    let count = plan.job.frameCount
    let wanted = min(count, Self.samples)
    var result: [Sample] = []
    for index in 0..<wanted {
      let frame = count * (2 * index + 1) / (2 * wanted)
      let neighbor = frame + 1 < count ? frame + 1 : max(frame - 1, 0)
      let (seconds, nextSeconds) = (plan.seconds(ofFrame: frame), plan.seconds(ofFrame: neighbor))
      result.append(
        Sample(
          seconds: seconds, frame: try plan.evaluate(at: seconds), nextSeconds: nextSeconds,
          next: try plan.evaluate(at: nextSeconds)))
    }
    return result
  }

  /// The first of some frames in which a stage rests on the canvas, with what it draws there or the letters in that alone.
  private func resting(
    _ index: Int, lettersAlone: Bool = false, _ samples: [Sample]
  ) throws(StageFailure) -> (sample: Sample, picture: DisplayList)? {
    for sample in samples where sample.rests(index) {
      let picture = try picture(of: index, lettersAlone: lettersAlone, sample)
      // Stages around it may move.
      if plan.stages[index].entry.parent == nil { return (sample, picture) }
      if try plan.picture(of: index, lettersAlone: lettersAlone, at: sample.nextSeconds) == picture {
        return (sample, picture)
      }
    }
    return nil
  }

  /// What a stage draws, or the letters in it alone, as they lie on the canvas. A whole frame is evaluated only where other
  /// stages have a hand in it.
  private func picture(of index: Int, lettersAlone: Bool, _ sample: Sample) throws(StageFailure) -> DisplayList {
    guard liesAlone[index] else { return try plan.picture(of: index, lettersAlone: lettersAlone, at: sample.seconds) }
    return lettersAlone ? sample.frame.texts[index] : sample.frame.bareDrawings[index]
  }

  // MARK: Edges

  /// Of a stage with a box of its own that reaches over one edge of the canvas; what reaches over opposite ones fills it, and
  /// what lies beyond it is away.
  private func canvasWarning(_ index: Int, _ frames: [Sample]) throws(StageFailure) -> Diagnostic? {
    guard plan.stages[index].drawingsTaken.isEmpty, plan.stages[index].nested == nil else { return nil }
    let candidates = frames.filter { $0.shows(index) && $0.frame.boxes[index] != nil }
    guard let (sample, picture) = try resting(index, candidates) else { return nil }
    let canvas = plan.job.composition.bounds
    guard let bounds = picture.bounds, canvas.intersection(bounds) != nil,
      let (distance, side) = overhang(bounds, over: canvas)
    else { return nil }
    return warning(
      index, "leaves the canvas by \(points(distance)) at the \(side), at \(time(sample.seconds))")
  }

  private func safeAreaWarning(_ text: Text) -> (stage: Int, warning: Diagnostic)? {
    let canvas = plan.job.composition.bounds
    if canvas.intersection(text.bounds) == nil { return nil }
    for (area, name) in [(canvas, "canvas"), (plan.job.composition.safeArea, "safe area")] {
      if let (distance, side) = overhang(text.bounds, over: area, countsBands: false) {
        let message = "has text that leaves the \(name) by \(points(distance)) at the \(side), at \(time(text.seconds))"
        return (text.stage, warning(text.stage, message))
      }
    }
    return nil
  }

  /// The side at which bounds reach farthest over an area's edge; nil where they do not. What reaches over opposite edges
  /// counts as a band, which is meant, unless `countsBands` is false.
  private func overhang(_ bounds: Rect, over area: Rect, countsBands: Bool = true) -> (Double, String)? {
    let sides = [
      (area.minY - bounds.minY, "top"), (bounds.maxX - area.maxX, "right"), (bounds.maxY - area.maxY, "bottom"),
      (area.minX - bounds.minX, "left"),
    ].map { ($0.0 > Self.tolerance ? $0.0 : 0, $0.1) }
    let isBand = (sides[0].0 > 0 && sides[2].0 > 0) || (sides[1].0 > 0 && sides[3].0 > 0)
    guard !(countsBands && isBand), let farthest = sides.max(by: { $0.0 < $1.0 }), farthest.0 > 0 else { return nil }
    return farthest
  }

  // MARK: Texts

  /// Each text of a stage once, at the first instant at which it rests; where none ever does, in the middle of when it is
  /// there.
  private func texts(of index: Int, _ frames: [Sample]) throws(StageFailure) -> [Text] {
    var runs: [[Sample]] = []
    for sample in frames where !sample.frame.texts[index].isEmpty {
      if let last = runs.last?.last, last.frame.texts[index] == sample.frame.texts[index] {
        runs[runs.count - 1].append(sample)
      } else {
        runs.append([sample])
      }
    }
    let step = max(1, (runs.count + Self.maxTexts - 1) / Self.maxTexts)
    var (restless, result): ([Text], [Text]) = ([], [])
    for run in stride(from: 0, to: runs.count, by: step).map({ runs[$0] }) {
      if let (sample, picture) = try resting(index, lettersAlone: true, run) {
        result += [Text(index, sample.seconds, picture, rests: true)].compactMap { $0 }
      } else if result.isEmpty {
        let sample = run[run.count / 2]
        let picture = try picture(of: index, lettersAlone: true, sample)
        restless += [Text(index, sample.seconds, picture, rests: false)].compactMap { $0 }
      }
    }
    return result.isEmpty ? restless : result
  }

  private func overlaps(
    among texts: [Text], _ frames: [Sample]
  ) throws(StageFailure) -> [(stage: Int, warning: Diagnostic)] {
    let stages = Set(texts.map(\.stage)).sorted()
    /// The letters of all these stages at an instant, with their bounds.
    var letters: [Double: [(stage: Int, letters: DisplayList, bounds: Rect)]] = [:]
    for sample in frames where texts.contains(where: { $0.seconds == sample.seconds }) {
      var found: [(Int, DisplayList, Rect)] = []
      for stage in stages {
        let picture = try picture(of: stage, lettersAlone: true, sample).withoutEffects
        if let bounds = picture.bounds { found.append((stage, picture, bounds)) }
      }
      letters[sample.seconds] = found
    }
    var known: Set<[Int]> = []
    var result: [(stage: Int, warning: Diagnostic)] = []
    for text in texts {
      for other in letters[text.seconds] ?? [] where other.stage != text.stage {
        guard let common = other.bounds.intersection(text.bounds),
          let image = image(of: text.letters, in: common), let others = self.image(of: other.letters, in: common),
          image.overlaps(others),
          known.insert([min(text.stage, other.stage), max(text.stage, other.stage)]).inserted
        else { continue }
        let message = "has text that overlaps that of '\(plan.stages[other.stage].entry.id)' at \(time(text.seconds))"
        result.append((text.stage, warning(text.stage, message)))
      }
    }
    return result
  }

  private func contrastWarnings(_ texts: [Text]) throws(StageFailure) -> [(stage: Int, warning: Diagnostic)] {
    var result: [(stage: Int, warning: Diagnostic)] = []
    var shown: (seconds: Double, picture: CulledDrawing)?
    for text in texts.sorted(by: { ($0.seconds, $0.stage) < ($1.seconds, $1.stage) }) {
      if shown?.seconds != text.seconds {
        shown = (text.seconds, CulledDrawing(try plan.evaluate(at: text.seconds).picture))
      }
      guard let shown, let letters = image(of: text.letters, in: text.bounds),
        let picture = image(
          of: shown.picture.part(near: text.bounds), in: text.bounds, on: plan.job.composition.background),
        let contrast = TextContrast.contrast(of: letters, in: picture), contrast < TextContrast.minimum
      else { continue }
      let ratio = (contrast * 10).rounded(.down) / 10
      let message = "has text with a contrast of \(ratio) : 1 to what is around it, at \(time(text.seconds))"
      let hint = "WCAG asks for \(TextContrast.minimum) : 1. Where it is meant: \"bleeds\": true."
      result.append((text.stage, warning(text.stage, message, hint: hint)))
    }
    return result
  }

  /// What is drawn in a part of the canvas and a little around it, as of a frame with as many pixels as half of a video in
  /// HD; nil for what lies beside the canvas.
  private func image(of list: DisplayList, in bounds: Rect, on background: Color = .clear) -> Image? {
    let job = plan.job
    let pixels = Double(job.pixelWidth * job.pixelHeight)
    let frame = job.picture(scale: min(1, (1_036_800 / pixels).squareRoot()))
    let margin = Double(TextContrast.reach + 1)
    func range(_ low: Double, _ high: Double, _ origin: Int, _ size: Int) -> Range<Int> {
      let start = max(0, (low * frame.scale - margin).rounded(.down) + Double(origin))
      let end = min(Double(size), (high * frame.scale + margin).rounded(.up) + Double(origin))
      return start < end ? Int(start)..<Int(end) : 0..<0
    }
    let columns = range(bounds.minX, bounds.maxX, frame.originX, frame.width)
    let rows = range(bounds.minY, bounds.maxY, frame.originY, frame.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    return FrameRenderer(
      width: columns.count, height: rows.count, scale: frame.scale,
      origin: (frame.originX - columns.lowerBound, frame.originY - rows.lowerBound), background: background,
      cache: cache
    ).render(list)
  }

  // MARK: Messages

  private func warning(_ stage: Int, _ message: String, hint: String? = nil) -> Diagnostic {
    let entry = plan.stages[stage].entry
    return plan.job.diagnostic(
      .warning, at: entry.position, path: entry.path, "stage '\(entry.id)' \(message)",
      hint: hint ?? "Where it is meant: \"bleeds\": true.")
  }

  private func points(_ distance: Double) -> String { "\(JSONValue.numberText(distance.rounded(.up))) points" }

  private func time(_ seconds: Double) -> String { "\(JSONValue.numberText((seconds * 100).rounded() / 100)) s" }
}

/// A drawing of which parts are asked for.
private struct CulledDrawing {
  private let commands: [DrawCommand]
  /// Nil for what counts everywhere.
  private let bounds: [Rect?]

  init(_ drawing: DisplayList) {
    commands = drawing.commands
    bounds = commands.map { command in
      switch command {
      case .fill, .stroke: DisplayList([command]).bounds
      default: nil
      }
    }
  }

  /// What may be seen in a part of the canvas and 20 points around it.
  func part(near box: Rect) -> DisplayList {
    let wide = box.inset(by: -20)
    return DisplayList(
      commands.indices.filter { index in bounds[index].map { $0.intersection(wide) != nil } ?? true }
        .map { commands[$0] })
  }
}

extension DisplayList {
  /// The same without shadows, glows and other effects.
  fileprivate var withoutEffects: DisplayList {
    DisplayList(
      commands.map { command in
        guard case .group(var group) = command else { return command }
        group.content = group.content.withoutEffects
        group.effects = []
        return .group(group)
      })
  }
}

extension Image {
  /// Whether letters of both lie in the same place.
  fileprivate func overlaps(_ other: Image) -> Bool {
    var count = 0
    let (own, others) = (pixels, other.pixels)
    for offset in stride(from: 3, to: min(own.count, others.count), by: 4) where own[offset] > 128 {
      if others[offset] > 128 { count += 1 }
    }
    return count > 4
  }
}
