import JobFile

extension BlameFinder {
  /// Changes of the video as a whole.
  func video() -> [Blame] {
    let (old, new) = (before.video, after.video)
    var edits: [String] = []
    if (old.width, old.height) != (new.width, new.height) {
      edits.append("\(old.width) × \(old.height) → \(new.width) × \(new.height) pixels")
    }
    if old.framesPerSecond != new.framesPerSecond {
      edits.append("\(old.framesPerSecond) → \(new.framesPerSecond) frames per second")
    }
    if old.frames != new.frames {
      edits.append(
        "\(old.frames) → \(new.frames) frames, \(Figures.seconds(old.duration)) → \(Figures.seconds(new.duration))")
    }
    if old.background != new.background { edits.append("background \(old.background) → \(new.background)") }
    if let known = old.color, let color = new.color, known != color {
      edits.append("canvas color \(known) → \(color)")
    }
    guard !edits.isEmpty else { return [] }
    return [Blame(kind: .video, frame: firstFrame, seconds: nil, detail: edits.joined(separator: ", "))]
  }

  /// Stages that were added, removed, or have another definition.
  func stages() -> [Blame] {
    var blames: [Blame] = []
    for stage in after.stages {
      let old = before.stages.first { $0.id == stage.id }
      if let old, old.stage == stage.stage { continue }
      blames.append(
        Blame(
          kind: .stages, frame: firstFrame, stage: stage.id, definition: stage.stage,
          detail: old.map { "was of definition '\($0.stage)'" } ?? "is new"))
    }
    for stage in before.stages where !after.stages.contains(where: { $0.id == stage.id }) {
      blames.append(
        Blame(kind: .stages, frame: firstFrame, stage: stage.id, definition: stage.stage, detail: "is gone"))
    }
    return blames
  }

  /// Stages that lie in another order: those outside of the longest sequence that both orders share.
  func order() -> [Blame] {
    order(before.drawingOrder, after.drawingOrder, at: firstFrame).map { [$0] } ?? []
  }

  /// The same of stages from the bottom to the top that one stage holds, or the job; nil where none lies elsewhere.
  func order(_ old: [String], _ new: [String], at frame: Int?) -> Blame? {
    guard old != new, let frame else { return nil }
    let unmoved = Self.longestCommonSequence(old, new)
    let moved = new.filter { !unmoved.contains($0) }
    guard let first = moved.first, let index = new.firstIndex(of: first), let oldIndex = old.firstIndex(of: first)
    else {
      return nil
    }
    let below = index > 0 ? "over '\(new[index - 1])'" : "at the bottom"
    let wasBelow = oldIndex > 0 ? "over '\(old[oldIndex - 1])'" : "at the bottom"
    let definition = after.stages.first { $0.id == first }?.stage
    return Blame(
      kind: .order, frame: frame, seconds: Double(frame) * after.video.duration / Double(max(1, after.video.frames)),
      stage: first, definition: definition, detail: "lies \(below), was \(wasBelow)",
      followers: Array(moved.dropFirst()))
  }

  /// Equal drawings, other pixels.
  func rasterizer() -> Blame {
    let stage = after.stages.first { new in
      before.stages.first { $0.id == new.id }.map { $0.pixels != new.pixels } ?? false
    }
    let others = after.stages.filter { new in
      new.id != stage?.id && before.stages.first { $0.id == new.id }.map { $0.pixels != new.pixels } ?? false
    }
    return Blame(
      kind: .rasterizer, frame: firstFrame,
      seconds: firstFrame.map { Double($0) * after.video.duration / Double(max(1, after.video.frames)) },
      stage: stage?.id, definition: stage?.stage, detail: "equal drawings give other pixels: the rasterizer changed",
      followers: others.map(\.id))
  }

  /// Changes of the delivered files: settings, the encoder's own options, key frames, or bytes alone.
  func outputs() -> [Blame] {
    var blames: [Blame] = []
    // Outputs are known by their files; the same number of others is taken as renamed.
    var lost = before.outputs.filter { old in !after.outputs.contains { $0.file == old.file } }
    let found = after.outputs.count { new in !before.outputs.contains { $0.file == new.file } }
    let areRenamed = lost.count == found
    for new in after.outputs {
      let known = before.outputs.first { $0.file == new.file }
      guard let old = known ?? (areRenamed ? lost.removeFirst() : nil) else {
        blames.append(Blame(kind: .encoding, detail: "\(new.file) is new"))
        continue
      }
      var edits: [String] = []
      if old.file != new.file { edits.append("file \(old.file) → \(new.file)") }
      if old.codec != new.codec { edits.append("codec \(old.codec) → \(new.codec)") }
      let isOldVersion = before.subtitles == nil
      let rates = [(old, before), (new, after)].map { $0.options["fps"] ?? $1.video.framesPerSecond }
      for name in Set(old.options.keys).union(new.options.keys).sorted() where old.options[name] != new.options[name] {
        if isOldVersion, OutputRecord.laterOptions.contains(name) { continue }
        // An option that a version of the program brings, left at its default, is no edit.
        if old.options[name] == nil, new.defaults?.contains(name) == true { continue }
        if Self.followsFromRates(name, old.options, new.options, rates) { continue }
        edits.append("\(name) \(old.options[name] ?? "nothing") → \(new.options[name] ?? "nothing")")
      }
      if !edits.isEmpty {
        blames.append(Blame(kind: .encoding, detail: "\(new.file): \(edits.joined(separator: ", "))"))
      } else if old.encoderOptions != new.encoderOptions, rates[0] == rates[1] {
        let changed = Self.options(old.encoderOptions, new.encoderOptions)
        blames.append(Blame(kind: .encoder, detail: "\(new.file): the encoder's options changed: \(changed)"))
      } else if old.keyFrames != new.keyFrames, before.video.frames == after.video.frames {
        blames.append(
          Blame(kind: .encoder, detail: "\(new.file): key frames \(old.keyFrames) → \(new.keyFrames)"))
      } else if old.digest != new.digest, before.pixels == after.pixels, before.sounds == after.sounds,
        new.options["subtitles"] != OutputSubtitles.track.rawValue || before.subtitles == after.subtitles,
        before.platform.encoder == after.platform.encoder
      {
        let cause =
          old.sound == new.sound
          ? "other bytes from equal pixels, settings and encoder: their conversion, encoding or joining changed"
          : "another sound from equal sounds, settings and encoder: their mix or encoding changed"
        blames.append(Blame(kind: .encoder, detail: "\(new.file): \(cause)"))
      }
    }
    for old in lost {
      blames.append(Blame(kind: .encoding, detail: "\(old.file) is gone"))
    }
    return blames + soundFiles()
  }

  /// True where frames that an option counts, before and after, follow from the frame rates: they are as long, to a frame.
  private static func followsFromRates(
    _ option: String, _ old: [String: String], _ new: [String: String], _ rates: [String]
  ) -> Bool {
    func framesPerSecond(_ rate: String) -> Double? {
      let parts = rate.split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] / parts[1] : parts.first
    }
    // A range is `24..<48`.
    func frames(_ options: [String: String]) -> [Double] {
      options[option]?.split(separator: "..<").compactMap { Double($0) } ?? []
    }
    guard ["gop", "frames"].contains(option), rates[0] != rates[1], let before = framesPerSecond(rates[0]),
      let after = framesPerSecond(rates[1])
    else { return false }
    let (old, new) = (frames(old), frames(new))
    return old.count == new.count
      && zip(old, new).allSatisfy { abs($0 / before - $1 / after) <= 1 / min(before, after) }
  }

  /// Changes of delivered files of sound alone. Nothing where the record before is of a version that held none.
  private func soundFiles() -> [Blame] {
    guard let old = before.soundFiles, let new = after.soundFiles else { return [] }
    var blames: [Blame] = []
    for file in new {
      guard let known = old.first(where: { $0.file == file.file }) else {
        blames.append(Blame(kind: .encoding, detail: "\(file.file) is new"))
        continue
      }
      let rates = [before, after].map(\.video.framesPerSecond)
      let edits = Set(known.options.keys).union(file.options.keys).sorted().compactMap { name in
        known.options[name] == file.options[name] || Self.followsFromRates(name, known.options, file.options, rates)
          ? nil : "\(name) \(known.options[name] ?? "nothing") → \(file.options[name] ?? "nothing")"
      }
      if !edits.isEmpty {
        blames.append(Blame(kind: .encoding, detail: "\(file.file): \(edits.joined(separator: ", "))"))
      } else if known.digest != file.digest, before.sounds == after.sounds,
        before.platform.encoder == after.platform.encoder
      {
        blames.append(
          Blame(
            kind: .encoder,
            detail: "\(file.file): other bytes from equal sounds, settings and encoder: their mix or encoding changed"))
      }
    }
    return blames
      + old.filter { known in !new.contains { $0.file == known.file } }.map {
        Blame(kind: .encoding, detail: "\($0.file) is gone")
      }
  }

  /// Options that differ, as `bframes=3 → 2`.
  private static func options(_ old: String, _ new: String) -> String {
    let (old, new) = (old.split(separator: " "), new.split(separator: " "))
    let lost = old.filter { !new.contains($0) }.joined(separator: " ")
    let gained = new.filter { !old.contains($0) }.joined(separator: " ")
    return "\(lost.isEmpty ? "nothing" : lost) → \(gained.isEmpty ? "nothing" : gained)"
  }

  static func longestCommonSequence(_ a: [String], _ b: [String]) -> Set<String> {
    var lengths = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i][j] = a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var (i, j) = (0, 0)
    var result: Set<String> = []
    while i < a.count, j < b.count {
      if a[i] == b[j] {
        result.insert(a[i])
        (i, j) = (i + 1, j + 1)
      } else if lengths[i + 1][j] >= lengths[i][j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return result
  }
}
