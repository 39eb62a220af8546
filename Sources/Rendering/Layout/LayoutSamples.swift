import Planning
import StageKit

/// The positions at which stages rest, and the times when they have texts, in evenly spaced frames of a job.
///
/// Frames are evaluated one after the other, so that their number costs no memory.
struct LayoutSamples {
  /// The number of frames that are sampled.
  private static let count = 40

  /// The distances by which a stage that does not rest is beyond the canvas in all samples.
  struct Moving {
    /// The first of them.
    let sample: Int
    var count: Int
    var least: Overhang
  }

  /// Neighboring samples in which a stage has the same text.
  private struct Run {
    var samples: [Int] = []
    /// The first of them in which the stage rests.
    var rest: Int?
  }

  private let plan: RenderPlan
  /// For each stage the one that holds it.
  private let holders: [Int?]
  /// The time of each sample.
  let seconds: [Double]
  /// The first sample in which a stage with a box of its own rests on the canvas, and the bounds of what it draws there.
  private(set) var rests: [Int: (sample: Int, bounds: Rect)] = [:]
  /// Those without effects on the canvas itself that have a box and have not rested.
  private(set) var moving: [Int: Moving] = [:]
  /// Stages on the canvas itself that draw, but never within it; the first sample of each.
  private(set) var unseen: [Int: Int] = [:]
  private var runs: [Int: [Run]] = [:]
  /// Each stage's text in its last run.
  private var texts: [Int: DisplayList] = [:]
  /// The stages whose rest on the canvas is still looked for.
  private var restless: Set<Int>

  /// Samples stages, in order. Throws `StageFailure`.
  init(_ plan: RenderPlan, of stages: [Int]) throws(StageFailure) {
    self.plan = plan
    let places = Dictionary(plan.stages.enumerated().map { ($1.entry.id, $0) }, uniquingKeysWith: { first, _ in first })
    holders = plan.stages.map { $0.entry.parent.flatMap { places[plan.job.stages[$0].id] } }
    let count = plan.job.frameCount
    let wanted = min(count, Self.count)
    let frames = (0..<wanted).map { count * (2 * $0 + 1) / (2 * wanted) }
    seconds = frames.map { plan.seconds(ofFrame: $0) }
    restless = Set(stages.filter { plan.stages[$0].drawingsTaken.isEmpty && plan.stages[$0].nested == nil })
    var last: LayoutInstant?
    let canvas = plan.job.composition.bounds
    var seen: Set<Int> = []
    let onCanvas = Set(plan.drawingOrder).intersection(
      plan.stages.indices.filter { plan.stages[$0].entry.parent == nil })
    for (sample, frame) in frames.enumerated() {
      // The frame after it, or before it at the end.
      let neighbor = frame + 1 < count ? frame + 1 : max(frame - 1, 0)
      var now = if let last, last.frame == frame { last } else { try LayoutInstant(plan, frame) }
      last = nil
      var next = neighbor == frame ? now : try LayoutInstant(plan, neighbor)
      for stage in stages {
        if onCanvas.contains(stage), !seen.contains(stage) || restless.contains(stage),
          let bounds = now.evaluated.drawings[stage]?.bounds
        {
          if canvas.intersection(bounds) != nil { seen.insert(stage) }
          if unseen[stage] == nil { unseen[stage] = sample }
          if now.evaluated.boxes[stage] != nil, !plan.stages[stage].hasStyle {
            note(Overhang(bounds, over: canvas), of: stage, sample)
          }
        }
        try noteRest(of: stage, sample, &now, &next)
        try noteText(of: stage, sample, &now, &next)
      }
      last = next
    }
    texts = [:]
    for stage in seen { unseen[stage] = nil }
    for stage in unseen.keys { moving[stage] = nil }
  }

  /// The stages that have texts in any sample, in order.
  var stagesWithText: [Int] { runs.keys.sorted() }

  /// The texts of stages by samples, in order: each once, where it first rests; where none of a stage ever does, at three
  /// instants of when it is there, since what passes by may cover it at one. Of a stage with more than `maxCount` some are
  /// left out. `last` is the last sample in which the text is there.
  func texts(maxCount: Int) -> [(sample: Int, texts: [(stage: Int, rests: Bool, last: Int)])] {
    var result: [Int: [(stage: Int, rests: Bool, last: Int)]] = [:]
    for stage in stagesWithText {
      let all = runs[stage] ?? []
      let step = max(1, (all.count + maxCount - 1) / maxCount)
      let chosen = stride(from: 0, to: all.count, by: step).map { all[$0] }
      let rests = chosen.compactMap { run in run.rest.map { ($0, run.samples[run.samples.count - 1]) } }
      for (sample, last) in rests { result[sample, default: []].append((stage, true, last)) }
      if !rests.isEmpty { continue }
      for run in chosen {
        let count = run.samples.count
        for sample in Set([count / 4, count / 2, count * 3 / 4].map { run.samples[$0] }) {
          result[sample, default: []].append((stage, false, sample))
        }
      }
    }
    return result.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func note(_ overhang: Overhang, of stage: Int, _ sample: Int) {
    guard var known = moving[stage] else {
      moving[stage] = Moving(sample: sample, count: 1, least: overhang)
      return
    }
    (known.count, known.least) = (known.count + 1, known.least.least(overhang))
    moving[stage] = known
  }

  private mutating func noteRest(
    of stage: Int, _ sample: Int, _ now: inout LayoutInstant, _ next: inout LayoutInstant
  ) throws(StageFailure) {
    guard restless.contains(stage), let drawing = now.evaluated.drawings[stage], !drawing.isEmpty,
      now.evaluated.boxes[stage] != nil, let picture = try restingPicture(of: stage, lettersAlone: false, &now, &next)
    else { return }
    restless.remove(stage)
    if let bounds = picture.bounds { rests[stage] = (sample, bounds) }
  }

  private mutating func noteText(
    of stage: Int, _ sample: Int, _ now: inout LayoutInstant, _ next: inout LayoutInstant
  ) throws(StageFailure) {
    let text = now.evaluated.texts[stage]
    if text.isEmpty || isHidden(stage, now) { return }
    var all = runs.removeValue(forKey: stage) ?? []
    var run = texts.updateValue(text, forKey: stage) == text ? all.popLast() ?? Run() : Run()
    run.samples.append(sample)
    if run.rest == nil, try restingPicture(of: stage, lettersAlone: true, &now, &next)?.bounds != nil {
      run.rest = sample
    }
    runs[stage] = all + [run]
  }

  /// True if a stage that holds another is not shown.
  private func isHidden(_ stage: Int, _ now: LayoutInstant) -> Bool {
    var next = holders[stage]
    while let holder = next {
      if now.evaluated.drawings[holder] == nil { return true }
      next = holders[holder]
    }
    return false
  }

  /// The drawing of a stage on the canvas, or of its letters alone, while it rests.
  private func restingPicture(
    of stage: Int, lettersAlone: Bool, _ now: inout LayoutInstant, _ next: inout LayoutInstant
  ) throws(StageFailure) -> DisplayList? {
    // Letters rest where something else of the stage moves, such as a marker, unless effects may change them.
    let hasEqualLetters =
      lettersAlone && !plan.stages[stage].hasStyle && now.evaluated.texts[stage] == next.evaluated.texts[stage]
    guard hasEqualLetters || now.evaluated.drawings[stage] == next.evaluated.drawings[stage] else { return nil }
    let picture = try now.picture(of: stage, lettersAlone: lettersAlone)
    // Stages around it may move.
    if plan.stages[stage].entry.parent == nil { return picture }
    return try next.picture(of: stage, lettersAlone: lettersAlone) == picture ? picture : nil
  }
}

/// A frame as a whole, and what its stages draw by themselves where that is asked for.
private struct LayoutInstant {
  let frame: Int
  let evaluated: EvaluatedFrame
  private let plan: RenderPlan
  private var drawings: SeparateDrawings?

  init(_ plan: RenderPlan, _ frame: Int) throws(StageFailure) {
    (self.plan, self.frame) = (plan, frame)
    evaluated = try plan.evaluate(at: plan.seconds(ofFrame: frame))
  }

  mutating func picture(of stage: Int, lettersAlone: Bool) throws(StageFailure) -> DisplayList {
    if drawings == nil { drawings = try SeparateDrawings(plan, at: plan.seconds(ofFrame: frame)) }
    return try drawings?.picture(of: stage, lettersAlone: lettersAlone) ?? DisplayList()
  }
}
