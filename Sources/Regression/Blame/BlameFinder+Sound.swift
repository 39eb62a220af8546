import Foundation

extension BlameFinder {
  /// Changes of sounds: which one, since when, and by how much. On another platform only levels are compared, since
  /// resampling may round otherwise there.
  func sounds(isForeign: Bool) -> [Blame] {
    let (old, new) = (before.sounds ?? [], after.sounds ?? [])
    var blames: [Blame] = []
    for sound in new {
      guard let known = old.first(where: { $0.id == sound.id }) else {
        blames.append(Blame(kind: .sound, seconds: sound.starts.first, detail: "sound '\(sound.id)' is new"))
        continue
      }
      if let other = sound.parameters["duck.under"], edits(known, sound).isEmpty, moved(known, sound) == nil,
        isChanged(other, old, new, isForeign: isForeign)
      {
        continue
      }
      if var blame = change(known, sound, isForeign: isForeign) {
        let followers = new.filter { $0.parameters["duck.under"] == sound.id }.map { "'\($0.id)'" }
        if !followers.isEmpty { blame.detail += "; \(followers.joined(separator: ", ")) sinks under it" }
        blames.append(blame)
      }
    }
    for sound in old where !new.contains(where: { $0.id == sound.id }) {
      blames.append(Blame(kind: .sound, seconds: sound.starts.first, detail: "sound '\(sound.id)' is gone"))
    }
    return blames
  }

  /// Sounds that were edited and are heard as before, as text.
  func unheard() -> [String] {
    (after.sounds ?? []).compactMap { sound in
      guard let known = before.sounds?.first(where: { $0.id == sound.id }),
        SoundDifference(known, sound, comparesDigests: true) == nil
      else { return nil }
      let edits = edits(known, sound)
      return edits.isEmpty ? nil : "sound '\(sound.id)': \(edits.prefix(3).joined(separator: ", ")), which is not heard"
    }
  }

  /// Whether a sound came, went or is heard otherwise.
  private func isChanged(_ id: String, _ old: [SoundRecord], _ new: [SoundRecord], isForeign: Bool) -> Bool {
    guard let a = old.first(where: { $0.id == id }), let b = new.first(where: { $0.id == id }) else { return true }
    return SoundDifference(a, b, comparesDigests: !isForeign) != nil
  }

  private func change(_ old: SoundRecord, _ new: SoundRecord, isForeign: Bool) -> Blame? {
    let difference = SoundDifference(old, new, comparesDigests: !isForeign)
    let edits = edits(old, new)
    guard difference != nil || !edits.isEmpty else { return nil }
    // An edit that is not audible is no difference.
    guard let difference else { return nil }
    let causes = edits.isEmpty ? [moved(old, new) ?? "equal settings give other samples"] : edits
    return Blame(
      kind: .sound, seconds: difference.from,
      detail: "sound '\(new.id)': \(causes.prefix(3).joined(separator: ", ")): \(difference)")
  }

  private func edits(_ old: SoundRecord, _ new: SoundRecord) -> [String] {
    var edits: [String] = []
    if old.file != new.file { edits.append("file \(old.file) → \(new.file)") }
    if old.start != new.start { edits.append("start \(old.start) → \(new.start)") }
    for name in Set(old.parameters.keys).union(new.parameters.keys).sorted()
    where old.parameters[name] != new.parameters[name] {
      edits.append("\(name) \(old.parameters[name] ?? "default") → \(new.parameters[name] ?? "default")")
    }
    return edits
  }

  /// Why a sound that was not edited begins at another time.
  private func moved(_ old: SoundRecord, _ new: SoundRecord) -> String? {
    guard old.starts != new.starts else { return nil }
    let pairs = zip(old.starts, new.starts).first { $0 != $1 }
    if let (a, b) = pairs { return "\(new.start): \(Figures.seconds(a)) → \(Figures.seconds(b))" }
    return "\(new.start): heard \(new.starts.count) times, was \(old.starts.count)"
  }
}

/// The place and the size of a difference between two sounds.
private struct SoundDifference: CustomStringConvertible {
  /// In seconds.
  var from: Double
  var to: Double
  /// In dB.
  var louder = 0.0
  var quieter = 0.0
  /// Whether one of them is silent somewhere where the other is not.
  var begins = false
  var ends = false

  private static let seconds = 0.1
  /// On other platforms, in dB.
  private static let tolerance = 0.25

  /// Nil where they are equal.
  init?(_ old: SoundRecord, _ new: SoundRecord, comparesDigests: Bool) {
    let levels = (Self.words(old.levels), Self.words(new.levels))
    let digests = (Self.words(old.digests), Self.words(new.digests))
    var found: [Int] = []
    for index in 0..<max(levels.0.count, levels.1.count) {
      let (a, b) = (Self.level(levels.0, index), Self.level(levels.1, index))
      let isDifferent =
        comparesDigests
        ? index >= digests.0.count || index >= digests.1.count || digests.0[index] != digests.1[index]
        : abs((a ?? -100) - (b ?? -100)) > Self.tolerance
      guard isDifferent else { continue }
      found.append(index)
      guard let a, let b else {
        begins = begins || (a == nil && b != nil)
        ends = ends || (a != nil && b == nil)
        continue
      }
      louder = Swift.max(louder, b - a)
      quieter = Swift.max(quieter, a - b)
    }
    guard let first = found.first, let last = found.last else { return nil }
    from = Double(first) * Self.seconds
    to = Double(last + 1) * Self.seconds
  }

  private static func words(_ lines: [String]) -> [String] { FrameSeries.words(lines)?.map(String.init) ?? [] }

  private static func level(_ words: [String], _ index: Int) -> Double? {
    words.indices.contains(index) ? Double(words[index]) : nil
  }

  private static func text(_ decibels: Double) -> String { String(format: "%.1f", decibels) }

  var description: String {
    var parts: [String] = []
    if louder >= 0.05 { parts.append("up to \(Self.text(louder)) dB louder") }
    if quieter >= 0.05 { parts.append("up to \(Self.text(quieter)) dB quieter") }
    if begins { parts.append("heard where it was silent") }
    if ends { parts.append("silent where it was heard") }
    if parts.isEmpty { parts.append("other samples at the same level") }
    return "from \(Figures.seconds(from)) to \(Figures.seconds(to)) \(parts.joined(separator: ", "))"
  }
}
