/// Finds the causes of the differences between two records of a job.
///
/// A stage's change is a consequence if a stage that it needs publishes something else and its own entry in the job file is
/// unchanged; all other changes are causes. The first cause is the one that reaches the first frame that differs, or of
/// several the first in dependency order.
struct BlameFinder {
  let before: JobRecord
  let after: JobRecord
  /// The first frame whose pixels differ; nil where none does.
  let firstFrame: Int?
  private let changes: [String: StageChange]
  /// True if frames of equal number have equal times.
  private let comparesFrames: Bool

  init(_ before: JobRecord, _ after: JobRecord) {
    let end = min(before.video.duration, after.video.duration)
    let (before, after) = (before.withCues(before: end), after.withCues(before: end))
    self.before = before
    self.after = after
    firstFrame = StageChange.first(before.pixels, after.pixels)
    comparesFrames = before.video.framesPerSecond == after.video.framesPerSecond
    var changes: [String: StageChange] = [:]
    for stage in after.stages {
      guard let old = before.stages.first(where: { $0.id == stage.id }), old.stage == stage.stage else { continue }
      changes[stage.id] = StageChange(old, stage, comparesFrames: comparesFrames)
    }
    self.changes = changes
  }

  /// The causes of different pixels, beginning with that of the first frame. Empty where all pixels are equal and the video
  /// has the same size, rate and length.
  func causes() -> [Blame] {
    var form = video()
    guard firstFrame != nil || !form.isEmpty else { return [] }
    let roots = changes.values.filter { isCause($0) }.sorted { rank($0) < rank($1) }
    if !form.isEmpty, hasOtherLayout {
      form[0].followers = after.stages.map(\.id).filter {
        changes[$0].map { !$0.isEdited && $0.firstDrawing != nil } ?? false
      }
    }
    var causes = form + stages()
    if !comparesFrames { return causes + roots.map(blame) }
    let reaching = roots.filter { reaches($0, firstFrame) }
    causes += reaching.map(blame)
    if causes.isEmpty { causes += order() }
    if causes.isEmpty { causes += roots.filter { reach($0) != nil }.map(blame) }
    if causes.isEmpty { causes.append(rasterizer()) }
    for other in roots where !reaches(other, firstFrame) && reach(other) != nil {
      if !causes.contains(where: { $0.stage == other.stage.id }) { causes.append(blame(other)) }
    }
    return causes
  }

  /// Changes that affect no pixel and nothing that is published, as text.
  func invisibleChanges(isForeign: Bool) -> [String] {
    guard comparesFrames else { return [] }
    return (firstFrame == nil ? invisibleStages() : []) + unheard()
      + unseen.filter { !$0.isPublished(isForeign: isForeign) }.compactMap { change in
        let drift = change.drift(at: nil).text
        let edits = change.parameters + change.connections + change.fonts + change.outputs + drift + change.warnings
        guard !edits.isEmpty else { return nil }
        return "stage '\(change.stage.id)' (\(change.stage.stage)): \(edits.prefix(3).joined(separator: ", ")), "
          + "which changes no pixel"
      }
  }

  /// Stages whose moments, cues or values changed though no pixel did: nothing follows them, or nothing that is seen. On
  /// another platform only what is more than rounding.
  func publishedChanges(isForeign: Bool) -> [Blame] {
    guard comparesFrames else { return [] }
    return unseen.filter { $0.isPublished(isForeign: isForeign) }.map { change in
      var result = blame(change)
      if change.hasOtherTimes, change.isEdited || !change.fonts.isEmpty || !change.numbers.isEmpty {
        result.detail += ", " + times(change)
      }
      return result
    }
  }

  /// Causes that change no pixel.
  private var unseen: [StageChange] {
    after.stages.compactMap { changes[$0.id] }.filter { isCause($0) && (firstFrame == nil || reach($0) == nil) }
  }

  /// Stages that came, went or have another id, where all pixels are equal.
  private func invisibleStages() -> [String] {
    var gone = before.stages.filter { old in !after.stages.contains { $0.id == old.id } }
    var notes: [String] = []
    for new in after.stages where !before.stages.contains(where: { $0.id == new.id }) {
      if let index = gone.firstIndex(where: { $0.stage == new.stage && $0.drawings == new.drawings }) {
        notes.append("stage '\(gone.remove(at: index).id)' (\(new.stage)) is called '\(new.id)' now")
      } else {
        notes.append("stage '\(new.id)' (\(new.stage)) is new")
      }
    }
    return (notes + gone.map { "stage '\($0.id)' (\($0.stage)) is gone" }).map { $0 + ", which changes no pixel" }
  }

  /// True where the size, the color space or the frame rate differ, from which all other changes may follow.
  private var hasOtherLayout: Bool {
    !comparesFrames || (before.video.color ?? after.video.color) != after.video.color
      || (before.video.width, before.video.height) != (after.video.width, after.video.height)
  }

  // MARK: Stages

  private func position(_ change: StageChange) -> Int {
    after.stages.firstIndex { $0.id == change.stage.id } ?? after.stages.count
  }

  /// Edited ones first, then by dependency.
  private func rank(_ change: StageChange) -> (Int, Int) { (change.isEdited ? 0 : 1, position(change)) }

  /// True if nothing that a stage needs explains its change.
  private func isCause(_ change: StageChange) -> Bool {
    if change.isEdited || !change.fonts.isEmpty || isReordered(change) { return true }
    if !change.lostOutputs.isEmpty { return true }
    if hasOtherLayout { return false }
    let isNew = !change.newOutputs.isEmpty || !change.warnings.isEmpty
    if !change.isPublished && change.firstDrawing == nil && !isNew { return false }
    if change.stage.needs.contains(where: { changes[$0]?.isPublished == true }) { return false }
    let shown = (change.stage.shows ?? []).compactMap { changes[$0] }
    // Stages that came, went or are no longer shown are causes of their own.
    if change.showsOthers || shown.contains(where: { $0.firstDrawing != nil || $0.hasOtherRendering }) { return false }
    // The time of what a stage holds is its own.
    var holder = change.stage.holder
    while let id = holder {
      if changes[id]?.isEdited == true || changes[id]?.hasOtherTimes == true { return false }
      holder = after.stages.first { $0.id == id }?.holder
    }
    return true
  }

  /// True where the job has the stages that a stage draws in another order: no edit of these explains it.
  private func isReordered(_ change: StageChange) -> Bool {
    guard change.orders != nil, change.firstDrawing != nil || change.hasOtherRendering else { return false }
    return !(change.stage.layers ?? []).contains {
      changes[$0].map { !$0.connections.isEmpty || $0.hasOtherRendering } ?? false
    }
  }

  /// The changed stages that need a stage, directly or through others, in dependency order.
  private func dependents(of change: StageChange) -> [StageChange] {
    guard change.isPublished || change.firstDrawing != nil else { return [] }
    var published: Set<String> = change.isPublished ? [change.stage.id] : []
    var drawn: Set<String> = change.firstDrawing != nil ? [change.stage.id] : []
    var result: [StageChange] = []
    for stage in after.stages {
      guard
        stage.needs.contains(where: published.contains) || stage.shows?.contains(where: drawn.contains) == true,
        let other = changes[stage.id]
      else { continue }
      if other.isPublished { published.insert(stage.id) }
      if other.firstDrawing != nil { drawn.insert(stage.id) }
      if other.firstDrawing != nil || other.isPublished { result.append(other) }
    }
    return result
  }

  /// The first frame in which a stage or one that needs it draws something else.
  private func reach(_ change: StageChange) -> Int? {
    let other = change.hasOtherRendering ? firstFrame : nil
    return ([change] + dependents(of: change)).compactMap(\.firstDrawing).min() ?? other
  }

  /// True if a stage, or one that needs it, draws something else up to a frame.
  private func reaches(_ change: StageChange, _ frame: Int?) -> Bool {
    guard let frame, let first = reach(change) else { return false }
    return first <= frame
  }

  private func blame(_ change: StageChange) -> Blame {
    let frame = reaches(change, firstFrame) ? firstFrame : reach(change)
    let drift = change.drift(at: frame)
    if isReordered(change), !change.isEdited, let orders = change.orders,
      var blame = order(orders.before, orders.after, at: frame)
    {
      blame.followers += [change.stage.id] + dependents(of: change).filter { $0.firstDrawing != nil }.map(\.stage.id)
      return blame
    }
    let edits = change.parameters + change.connections + (change.lostOutputs.isEmpty ? [] : change.outputs)
    let kind: Blame.Kind
    var detail: [String]
    if !change.parameters.isEmpty {
      (kind, detail) = (.parameters, Self.some(edits) + drift.text.prefix(1))
    } else if !change.connections.isEmpty {
      (kind, detail) = (.connections, Self.some(change.connections) + drift.text.prefix(1))
    } else if !change.fonts.isEmpty {
      (kind, detail) = (.fonts, change.fonts + drift.text.prefix(1))
    } else if change.isPublished {
      (kind, detail) = (.values, change.outputs + drift.text)
      if detail.isEmpty { detail = [change.hasOtherTimes ? times(change) : "a value's last digits changed"] }
    } else {
      (kind, detail) = (.drawing, ["it draws something else from equal parameters and values"])
    }
    detail += change.warnings.prefix(2)
    var followers = dependents(of: change).filter { $0.firstDrawing != nil }.map(\.stage.id)
    if kind != .drawing, change.firstDrawing != nil { followers.insert(change.stage.id, at: 0) }
    let old = before.stages.first { $0.id == change.stage.id }
    return Blame(
      kind: kind, frame: frame, seconds: frame.map(seconds), stage: change.stage.id, definition: change.stage.stage,
      detail: detail.joined(separator: ", "), followers: followers, values: drift.names,
      changed: kind == .values ? old.map(change.changed) ?? [] : [])
  }

  private func times(_ change: StageChange) -> String {
    guard let old = before.stages.first(where: { $0.id == change.stage.id }) else { return "its times changed" }
    let names = Set(old.moments.keys).union(change.stage.moments.keys).sorted()
    let moved = names.filter { old.moments[$0] != change.stage.moments[$0] }.map { name in
      let (a, b) = (old.moments[name].map(Figures.seconds), change.stage.moments[name].map(Figures.seconds))
      return "moment '\(name)' \(a ?? "never") → \(b ?? "never")"
    }
    if !moved.isEmpty { return moved.prefix(2).joined(separator: ", ") }
    if let before = old.cues, let after = change.stage.cues, before != after {
      let names = Set(before.keys).union(after.keys).sorted()
      for name in names where before[name] != after[name] {
        let (a, b) = (before[name] ?? [], after[name] ?? [])
        guard a.count == b.count, let pair = zip(a, b).first(where: { $0 != $1 }) else {
          return "cue '\(name)' comes \(b.count) times, came \(a.count)"
        }
        return "cue '\(name)' \(Figures.seconds(pair.0)) → \(Figures.seconds(pair.1))"
      }
    }
    return "start \(Figures.seconds(old.start)) → \(Figures.seconds(change.stage.start))"
  }

  private static func some(_ items: [String]) -> [String] {
    items.count <= 3 ? items : items.prefix(2) + ["\(items.count - 2) more edits"]
  }

  private func seconds(_ frame: Int) -> Double {
    after.video.frames > 0 ? Double(frame) * after.video.duration / Double(after.video.frames) : 0
  }
}

extension JobRecord {
  /// The same without cues that come only where the video goes on beyond an instant, in seconds.
  fileprivate func withCues(before end: Double) -> JobRecord {
    guard end < video.duration else { return self }
    var record = self
    for (index, stage) in stages.enumerated() {
      // As in a record, one that comes once, with its moment, is none.
      let cues = stage.cues?.mapValues { $0.filter { $0 < end } }.filter { name, times in
        !times.isEmpty && times != stage.moments[name].map { [$0] }
      }
      record.stages[index].cues = cues?.isEmpty == false ? cues : nil
    }
    return record
  }
}
