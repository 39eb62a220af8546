import Foundation

extension BlameFinder {
  /// Changes of the subtitles that are delivered: of which, where from, and in which cue. Nothing where the record before is
  /// of a version that held none.
  func subtitles() -> [Blame] {
    guard let old = before.subtitles, let new = after.subtitles else { return [] }
    var blames: [Blame] = []
    var lost = old.filter { known in !new.contains { $0.id == known.id } }
    for (index, subtitles) in new.enumerated() {
      let name = "subtitles[\(index)] (\(subtitles.id))"
      // With another language they may have another id.
      let renamed = lost.firstIndex { $0.file == subtitles.file }
      let known = old.first { $0.id == subtitles.id } ?? renamed.map { lost.remove(at: $0) }
      guard let known else {
        blames.append(Blame(kind: .subtitles, detail: "\(name): file \(Figures.short(subtitles.file)) is new"))
        continue
      }
      var edits: [String] = []
      if known.id != subtitles.id { edits.append("id \(known.id) → \(subtitles.id)") }
      if known.language != subtitles.language {
        edits.append("language \(known.language ?? "nothing") → \(subtitles.language ?? "nothing")")
      }
      if known.cues != subtitles.cues {
        let cause =
          known.file == subtitles.file
          ? "equal files give other texts"
          : "file \(Figures.short(known.file)) → \(Figures.short(subtitles.file))"
        edits.append("\(cause): \(Self.difference(known.cues, subtitles.cues))")
      }
      if !edits.isEmpty { blames.append(Blame(kind: .subtitles, detail: "\(name): \(edits.joined(separator: ", "))")) }
    }
    for subtitles in lost {
      blames.append(
        Blame(kind: .subtitles, detail: "subtitles of file \(Figures.short(subtitles.file)) (\(subtitles.id)) are gone")
      )
    }
    let orders = (old.map(\.id), new.map(\.id))
    if blames.isEmpty, orders.0 != orders.1 {
      blames.append(
        Blame(
          kind: .subtitles,
          detail: "subtitles are in another order: \(orders.0.joined(separator: ", ")) → "
            + orders.1.joined(separator: ", ")))
    }
    return blames
  }

  /// The first cue that differs, in words, and how many others do.
  private static func difference(_ old: [String], _ new: [String]) -> String {
    func text(_ cues: [String], _ index: Int) -> String {
      cues.indices.contains(index) ? "'\(cues[index].replacing("\n", with: " "))'" : "nothing"
    }
    let indices: Range<Int> = 0..<max(old.count, new.count)
    let different = indices.filter { (index: Int) -> Bool in
      !old.indices.contains(index) || !new.indices.contains(index) || old[index] != new[index]
    }
    guard let first = different.first else { return "" }
    let more = different.count > 1 ? "; so are \(Figures.count(different.count - 1, "other cue"))" : ""
    return "cue \(first + 1) \(text(old, first)) → \(text(new, first))\(more)"
  }
}
