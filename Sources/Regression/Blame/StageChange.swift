import Foundation

/// The differences between two records of one stage.
struct StageChange {
  let stage: StageRecord
  /// Edits of the stage's entry in the job file, as text.
  let parameters: [String]
  let connections: [String]
  /// Fonts of its texts that came, went, or have another content.
  let fonts: [String]
  /// New warnings, and old ones that are gone.
  let warnings: [String]
  /// The first frame in which the digests of its values differ.
  let firstValue: Int?
  /// The first frame in which it draws something else.
  let firstDrawing: Int?
  /// The numbers that changed, with the words of all frames.
  let numbers: [(name: String, before: [Substring], after: [Substring])]
  /// The outputs that it no longer has, and those that it did not have, by their names.
  let lostOutputs: [String]
  let newOutputs: [String]
  /// The stages that it draws in another order, from the bottom to the top, before and after; nil where the order is the same
  /// or not known.
  let orders: (before: [String], after: [String])?
  /// True if it takes the drawings of other stages than before.
  let showsOthers: Bool
  /// True if its start, a moment or a cue, which others may wait for, has another time.
  let hasOtherTimes: Bool
  /// The same by more than rounding.
  let hasFarTimes: Bool
  /// True if its pixels differ in a reference frame.
  let hasOtherPixels: Bool
  /// True if its z or its visibility changed, or the shutter that blurs its movement: pixels differ then from equal drawings.
  let hasOtherRendering: Bool

  /// Nil where the records are equal in all this.
  ///
  /// Only frames of both videos are compared, and none without `comparesFrames`, since their times differ then.
  init?(_ before: StageRecord, _ after: StageRecord, comparesFrames: Bool = true) {
    stage = after
    parameters = Self.parameters(before, after)
    connections = Self.connections(before, after)
    fonts = Self.fonts(before, after)
    warnings =
      after.warnings.filter { !before.warnings.contains($0) }
      + before.warnings.filter { !after.warnings.contains($0) }.map { "no longer: \($0)" }
    // An edit may show only in frames that one of the videos lacks.
    let firstChange = parameters.isEmpty && connections.isEmpty ? Self.firstShared : Self.first
    firstDrawing = comparesFrames ? firstChange(before.drawings, after.drawings) : nil
    lostOutputs = Self.outputs(of: before, without: after)
    newOutputs = Self.outputs(of: after, without: before)
    numbers =
      !comparesFrames
      ? []
      : before.values.keys.sorted().compactMap { name in
        guard let old = before.values[name], let new = after.values[name], firstChange(old, new) != nil else {
          return nil
        }
        return (name, FrameSeries.words(old) ?? [], FrameSeries.words(new) ?? [])
      }
    let hasOtherOutputs = !lostOutputs.isEmpty || !newOutputs.isEmpty
    firstValue =
      comparesFrames && !(hasOtherOutputs && numbers.isEmpty)
      ? firstChange(before.valueDigests, after.valueDigests) : nil
    let kept = Set(before.layers ?? []).intersection(after.layers ?? [])
    let (below, above) = ((before.layers ?? []).filter(kept.contains), (after.layers ?? []).filter(kept.contains))
    orders = below == above ? nil : (below, above)
    showsOthers = before.shows != after.shows
    let hasOtherCues = before.cues != nil && after.cues != nil && before.cues != after.cues
    hasOtherTimes = before.start != after.start || before.moments != after.moments || hasOtherCues
    hasFarTimes =
      Self.areFar([before.start], [after.start]) || Self.areFar(before.moments, after.moments)
      || (hasOtherCues && Self.areFar(before.cues ?? [:], after.cues ?? [:]))
    hasOtherPixels = before.pixels != after.pixels
    let isBlurredOtherwise =
      Self.shutter(before) != Self.shutter(after) && Set(FrameSeries.words(after.drawings) ?? []).count > 1
    hasOtherRendering = before.z != after.z || before.isHidden != after.isHidden || isBlurredOtherwise
    let isSame =
      parameters.isEmpty && connections.isEmpty && fonts.isEmpty && warnings.isEmpty && firstValue == nil
      && firstDrawing == nil
      && numbers.isEmpty && !hasOtherTimes && !hasOtherPixels && !hasOtherOutputs && orders == nil
    if isSame { return nil }
  }

  /// True if stages that need this one may change because of it.
  var isPublished: Bool { firstValue != nil || !numbers.isEmpty || hasOtherTimes || !lostOutputs.isEmpty }

  /// True if it publishes something else; on another platform, `isForeign`, by more than rounding.
  func isPublished(isForeign: Bool) -> Bool {
    guard isForeign else { return isPublished }
    return hasFarTimes || !lostOutputs.isEmpty
      || numbers.contains { number in
        number.before.count != number.after.count
          || zip(number.before, number.after).contains { old, new in
            guard let a = Double(old), let b = Double(new) else { return old != new }
            return abs(a - b) > 1e-4 * max(1, abs(a), abs(b))
          }
      }
  }

  /// Times that differ by more than rounding.
  private static func areFar(_ a: [Double], _ b: [Double]) -> Bool {
    a.count != b.count || zip(a, b).contains { abs($0 - $1) > 1e-6 }
  }

  private static func areFar(_ a: [String: Double], _ b: [String: Double]) -> Bool {
    areFar(a.mapValues { [$0] }, b.mapValues { [$0] })
  }

  private static func areFar(_ a: [String: [Double]], _ b: [String: [Double]]) -> Bool {
    Set(a.keys).union(b.keys).contains { areFar(a[$0] ?? [], b[$0] ?? []) }
  }

  /// True if its entry in the job file changed.
  var isEdited: Bool { !parameters.isEmpty || !connections.isEmpty }

  /// The numbers that changed up to a frame, as `pageAngle 91.2° → 90.8°`, at most three.
  func drift(at frame: Int?) -> (text: [String], names: [String]) {
    var text: [String] = []
    var names: [String] = []
    for number in numbers {
      let pairs = zip(number.before, number.after)
      guard let first = pairs.enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else { continue }
      var frameOfChange = first
      if let frame, frame >= first, frame < min(number.before.count, number.after.count),
        number.before[frame] != number.after[frame]
      {
        frameOfChange = frame
      }
      names.append(number.name)
      if text.count < 3 {
        let (old, new) = (number.before[frameOfChange], number.after[frameOfChange])
        text.append(
          "\(number.name) \(Figures.value(old, named: number.name)) → \(Figures.value(new, named: number.name))"
            + (frameOfChange == frame || frame == nil ? "" : " at frame \(frameOfChange)"))
      }
    }
    return (text, names)
  }

  /// Its outputs that came and went, as `output 'angle' is gone, 'turn' is new`; empty where there are none.
  var outputs: [String] {
    func list(_ names: [String], _ noun: String) -> String {
      noun + (noun.isEmpty ? "" : names.count == 1 ? " " : "s ") + names.map { "'\($0)'" }.joined(separator: ", ")
        + (names.count == 1 ? " is " : " are ")
    }
    let lost = lostOutputs.isEmpty ? [] : [list(lostOutputs, "output") + "gone"]
    let new = newOutputs.isEmpty ? [] : [list(newOutputs, lost.isEmpty ? "output" : "") + "new"]
    return lost + new
  }

  /// The names of what it publishes otherwise, for groups of causes.
  func changed(from before: StageRecord) -> [String] {
    let moments = Set(before.moments.keys).union(stage.moments.keys).filter { before.moments[$0] != stage.moments[$0] }
    let (old, new) = (before.cues ?? [:], stage.cues ?? [:])
    let cues =
      before.cues == nil || stage.cues == nil ? [] : Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    return
      (numbers.map { "value \($0.name)" } + (lostOutputs + newOutputs).map { "output \($0)" }
      + moments.map { "moment \($0)" } + cues.map { "cue \($0)" }).sorted()
  }

  /// The outputs of one record that another does not have, sorted: `spot` of the numbers `spot.x` and `spot.y`.
  private static func outputs(of record: StageRecord, without other: StageRecord) -> [String] {
    func names(_ record: StageRecord) -> Set<String> {
      Set(record.values.keys.map { String($0.prefix { $0 != "." }) })
    }
    return names(record).subtracting(names(other)).sorted()
  }

  /// Its shutter; inputs have arrows.
  private static func shutter(_ record: StageRecord) -> String? {
    record.connections.first { $0.hasPrefix("shutter ") && !$0.contains("←") }
  }

  private static func parameters(_ before: StageRecord, _ after: StageRecord) -> [String] {
    var edits: [String] = []
    if before.version != after.version { edits.append("version \(before.version) → \(after.version)") }
    let names = Set(before.parameters.keys).union(after.parameters.keys).sorted()
    let changed = names.filter { before.parameters[$0] != after.parameters[$0] }
    for name in changed {
      let (old, new) = (before.parameters[name], after.parameters[name])
      // A parameter that a version of the stage brings, left at its default, is no edit.
      guard old != nil || after.defaults?.contains(name) != true else { continue }
      // Parts of a file say more than its digest; a record without parts has the digest alone.
      if new != nil, hasParts(name, changed), hasParts(name, before.parameters.keys) { continue }
      if let file = holder(of: name, after.parameters), !hasParts(file, before.parameters.keys) { continue }
      edits.append(
        "parameter '\(name)' \(old.map(Figures.short) ?? "nothing") → \(new.map(Figures.short) ?? "nothing")")
    }
    return edits
  }

  /// True if a parameter, such as a file, is one of those of which parts are listed.
  private static func hasParts(_ name: String, _ names: some Sequence<String>) -> Bool {
    names.contains { $0.hasPrefix(name + ".") }
  }

  /// The parameter of whose file a name is a part; nil for others.
  private static func holder(of name: String, _ parameters: [String: String]) -> String? {
    name.indices.lazy.filter { name[$0] == "." }.map { String(name[..<$0]) }.first { parameters[$0] != nil }
  }

  private static func fonts(_ before: StageRecord, _ after: StageRecord) -> [String] {
    let (old, new) = (before.fonts ?? [], after.fonts ?? [])
    let (lost, gained) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    guard !lost.isEmpty || !gained.isEmpty else { return [] }
    func list(_ items: [String]) -> String {
      items.isEmpty ? "nothing" : items.map(Figures.short).joined(separator: ", ")
    }
    return ["font \(list(lost)) → \(list(gained))"]
  }

  private static func connections(_ before: StageRecord, _ after: StageRecord) -> [String] {
    var edits: [String] = []
    let (lost, gained) = (
      before.connections.filter { !after.connections.contains($0) },
      after.connections.filter { !before.connections.contains($0) }
    )
    if !lost.isEmpty || !gained.isEmpty {
      let areShutters = (lost + gained).allSatisfy { $0.hasPrefix("shutter ") && !$0.contains("←") }
      func list(_ items: [String]) -> String {
        items.isEmpty ? areShutters ? "no shutter" : "nothing" : items.joined(separator: ", ")
      }
      edits.append("\(areShutters ? "" : "connected ")\(list(lost)) → \(list(gained))")
    } else if before.start != after.start, !after.connections.contains(where: { $0.hasPrefix("after ") }) {
      edits.append("start \(Figures.seconds(before.start)) → \(Figures.seconds(after.start))")
    }
    func length(_ stage: StageRecord) -> String { stage.end.map { Figures.seconds($0 - stage.start) } ?? "unlimited" }
    if length(before) != length(after) { edits.append("duration \(length(before)) → \(length(after))") }
    if before.isHidden != after.isHidden { edits.append(after.isHidden ? "is hidden now" : "is no longer hidden") }
    if before.z != after.z { edits.append("z \(ParameterText.text(before.z)) → \(ParameterText.text(after.z))") }
    return edits
  }

  /// The first frame in which two series differ, within the length of the shorter one.
  static func firstShared(_ before: [String], _ after: [String]) -> Int? {
    if before == after { return nil }
    let (old, new) = (FrameSeries.words(before) ?? [], FrameSeries.words(after) ?? [])
    return zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  }

  /// The first frame in which two series differ, or the end of the shorter one.
  static func first(_ before: [String], _ after: [String]) -> Int? {
    if let shared = firstShared(before, after) { return shared }
    let counts = [before, after].map { FrameSeries.words($0)?.count ?? 0 }
    return counts[0] == counts[1] ? nil : counts.min()
  }
}
