import Foundation

extension BlameFinder {
  /// Changes of sounds: which one, since when, and by how much. On another platform only levels are compared, since
  /// resampling may round otherwise there.
  func sounds(isForeign: Bool) -> [Blame] {
    let (pairs, lost) = soundPairs
    var blames: [Blame] = []
    for (known, sound) in pairs {
      guard let known else {
        blames.append(Blame(kind: .sound, seconds: sound.starts.first, detail: "sound '\(sound.id)' is new"))
        continue
      }
      if let other = sound.parameters["duck.under"], edits(known, sound).isEmpty, moved(known, sound) == nil,
        isChanged(other, pairs, isForeign: isForeign)
      {
        continue
      }
      if var blame = change(known, sound, isForeign: isForeign) {
        let followers = pairs.filter { $0.new.parameters["duck.under"] == sound.id }.map { "'\($0.new.id)'" }
        if !followers.isEmpty { blame.detail += "; \(followers.joined(separator: ", ")) sinks under it" }
        blames.append(blame)
      }
    }
    return blames
      + lost.map { Blame(kind: .sound, seconds: $0.starts.first, detail: "sound '\($0.id)' is gone") }
  }

  /// Sounds that were edited and are heard as before, as text.
  func unheard() -> [String] {
    soundPairs.known.compactMap { known, sound in
      guard let known, difference(known, sound, isForeign: false) == nil else { return nil }
      let edits = edits(known, sound)
      return edits.isEmpty ? nil : "sound '\(sound.id)': \(edits.prefix(3).joined(separator: ", ")), which is not heard"
    }
  }

  /// Each sound with what it was before: the one with its id, or else one that is left over, has its content and begins when
  /// it does. And those before that are none of these.
  private var soundPairs: (known: [(old: SoundRecord?, new: SoundRecord)], lost: [SoundRecord]) {
    let (old, new) = (before.sounds ?? [], after.sounds ?? [])
    var lost = old.filter { known in !new.contains { $0.id == known.id } }
    var pairs: [(old: SoundRecord?, new: SoundRecord)] = []
    for sound in new {
      let renamed = lost.firstIndex { $0.content == sound.content && $0.starts == sound.starts }
      let known = old.first { $0.id == sound.id } ?? renamed.map { lost.remove(at: $0) }
      pairs.append((known, sound))
    }
    return (pairs, lost)
  }

  /// True if a sound came, went or is heard otherwise.
  private func isChanged(
    _ id: String, _ pairs: [(old: SoundRecord?, new: SoundRecord)], isForeign: Bool
  ) -> Bool {
    guard let pair = pairs.first(where: { $0.new.id == id }), let old = pair.old else { return true }
    return difference(old, pair.new, isForeign: isForeign) != nil
  }

  private func change(_ old: SoundRecord, _ new: SoundRecord, isForeign: Bool) -> Blame? {
    // An edit that is not audible is no difference.
    guard let difference = difference(old, new, isForeign: isForeign) else { return nil }
    let edits = edits(old, new)
    let causes = edits.isEmpty ? [moved(old, new) ?? "equal settings give other samples"] : edits
    return Blame(
      kind: .sound, seconds: difference.from,
      detail: "sound '\(new.id)': \(causes.prefix(3).joined(separator: ", ")): \(difference)")
  }

  /// The difference of a sound in the time that both videos have. Where one is shorter, its end cuts sounds off, which fade
  /// out before that.
  private func difference(_ old: SoundRecord, _ new: SoundRecord, isForeign: Bool) -> SoundDifference? {
    var end: Double?
    if before.video.duration != after.video.duration {
      let fade = edits(old, new).isEmpty ? new.parameters["fadeOut"].flatMap(Double.init) ?? 0 : 0
      end = min(before.video.duration, after.video.duration) - max(fade, 0.005)
    }
    return SoundDifference(old, new, until: end, comparesDigests: !isForeign)
  }

  private func edits(_ old: SoundRecord, _ new: SoundRecord) -> [String] {
    var edits: [String] = []
    if old.id != new.id { edits.append("id \(old.id) → \(new.id)") }
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
  /// True if one of them is silent somewhere where the other is not.
  var begins = false
  var ends = false

  private static let seconds = 0.1
  /// On other platforms, in dB.
  private static let tolerance = 0.25

  /// Nil where they are equal; `end`, in seconds, is where they are no longer compared.
  init?(_ old: SoundRecord, _ new: SoundRecord, until end: Double?, comparesDigests: Bool) {
    let levels = (Self.words(old.levels), Self.words(new.levels))
    let digests = (Self.words(old.digests), Self.words(new.digests))
    var found: [Int] = []
    let count = end.map { Int(max(0, $0 / Self.seconds + 1e-6)) } ?? max(levels.0.count, levels.1.count)
    for index in 0..<count {
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
