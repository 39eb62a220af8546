import JobFile
import Planning
import Raster
import Reporting
import StageKit

/// Finds things that viewers cannot see or read: stages that leave the canvas, and text that leaves the safe area,
/// overlaps other text or has little contrast.
///
/// Stages count at instants at which they rest, found at evenly spaced frames; text that never rests may leave the canvas, and has to be read all the same.
/// Stages that the job says bleed are left out. Jobs that stages show are checked on their own.
struct LayoutCheck {
  let plan: RenderPlan
  let cache: ResourceCache

  /// The maximum number of texts of one stage that are checked.
  private static let maxTexts = 8

  /// Warnings in the order of the plan. Throws `StageFailure`.
  func warnings() throws(StageFailure) -> [Diagnostic] {
    let checked = plan.stages.indices.filter { !ignoresChecks($0) }
    let samples = try LayoutSamples(plan, of: checked)
    var list = samples.unseen.keys.sorted().map { unseenWarning($0, samples) }
    list += checked.compactMap { canvasWarning($0, samples) }
    list += try emptyEnd().map { [$0] } ?? []
    var (texts, contrast): ([LayoutText], [(stage: Int, warning: Diagnostic)]) = ([], [])
    var letters: [Int: LettersAtInstant] = [:]
    for (sample, wanted) in samples.texts(maxCount: Self.maxTexts) {
      let seconds = samples.seconds[sample]
      var drawings = try SeparateDrawings(plan, at: seconds)
      var shown: [Int: Letters] = [:]
      for stage in samples.stagesWithText {
        shown[stage] = Letters(try drawings.picture(of: stage, lettersAlone: true))
      }
      let found = wanted.compactMap { stage, rests, last in
        shown[stage].map {
          LayoutText(
            stage: stage, sample: sample, seconds: seconds, end: samples.seconds[last], letters: $0, rests: rests)
        }
      }
      texts += found
      letters[sample] = LettersAtInstant(shown, texts: Set(found.map(\.stage)))
      contrast += try contrastWarnings(found, at: seconds)
    }
    texts.sort { ($0.stage, $0.sample) < ($1.stage, $1.sample) }
    // Text that moves is to be read at one of its instants.
    let instants = Dictionary(grouping: texts, by: \.stage)
    list += first(texts.compactMap { safeAreaWarning($0.rests ? [$0] : instants[$0.stage] ?? []) })
    list += OutputLayoutCheck(plan: plan).warnings(texts.filter(\.rests))
    list += overlaps(among: texts, letters)
    let faint = Dictionary(grouping: contrast, by: \.stage)
    list += first(
      contrast.filter { found in
        let texts = instants[found.stage] ?? []
        return texts.allSatisfy(\.rests) || faint[found.stage]?.count == texts.count
      })
    return list
  }

  /// True if a stage, or one that holds it, is meant to leave the canvas and the like.
  private func ignoresChecks(_ index: Int) -> Bool {
    let job = plan.job
    var entry: StageEntry? = plan.stages[index].entry
    while let stage = entry {
      if stage.ignoresLayoutChecks { return true }
      entry = stage.parent.map { job.stages[$0] }
    }
    return false
  }

  /// The first warning of each stage.
  private func first(_ found: [(stage: Int, warning: Diagnostic)]) -> [Diagnostic] {
    var seen: Set<Int> = []
    return found.filter { seen.insert($0.stage).inserted }.map(\.warning)
  }

  // MARK: Edges

  /// The number of instants from which something that never rests counts as always beyond an edge.
  private static let enoughInstants = 3

  /// A warning if a stage reaches over one edge of the canvas: where it rests, or at all instants if it never does. A stage
  /// that reaches over opposite edges fills the canvas, and one that lies outside is out of view on purpose.
  private func canvasWarning(_ stage: Int, _ samples: LayoutSamples) -> Diagnostic? {
    let canvas = plan.job.composition.bounds
    func warning(_ overhang: Overhang, _ sample: Int, rests: Bool) -> Diagnostic? {
      overhang.farthest().map { distance, side in
        let place = place(distance, side, samples.seconds[sample], rests: rests)
        return self.warning(stage, .outsideCanvas, "leaves the canvas \(place)")
      }
    }
    if let (sample, bounds) = samples.rests[stage] {
      return canvas.intersection(bounds) == nil ? nil : warning(Overhang(bounds, over: canvas), sample, rests: true)
    }
    guard let moving = samples.moving[stage], moving.count >= Self.enoughInstants else { return nil }
    return warning(moving.least, moving.sample, rests: false)
  }

  /// The longest end without anything on the background that is taken for a cut to it, in seconds.
  private static let longestBlank = 0.5

  /// A warning where nothing is drawn for a while at the end of a video with a background.
  private func emptyEnd() throws(StageFailure) -> Diagnostic? {
    let job = plan.job
    let count = job.frameCount
    guard job.composition.background.alpha == 1, count > 1 else { return nil }
    func isEmpty(_ frame: Int) throws(StageFailure) -> Bool {
      try plan.evaluate(at: plan.seconds(ofFrame: frame)).picture.bounds == nil
    }
    guard try isEmpty(count - 1) else { return nil }
    let step = max(1, Int(job.composition.framesPerSecond / 10))
    var first = count - 1
    while first >= step, try isEmpty(first - step) { first -= step }
    let (begin, end) = (plan.seconds(ofFrame: first), job.composition.duration)
    guard first >= step, end - begin > Self.longestBlank else { return nil }
    guard let last = plan.stages.indices.last(where: { plan.stages[$0].entry.definition.draws }),
      !ignoresChecks(last)
    else { return nil }
    let entry = plan.stages[last].entry
    return job.diagnostic(
      .warning, at: entry.position, path: entry.path,
      "nothing is drawn from \(Self.time(begin)) to the end at \(Self.time(end))", code: .emptyEnd,
      hint:
        "Shorten the canvas's duration, or let stages stay; transitions of a sequence overlap. If this is intended: \"ignoreLayoutChecks\": true "
        + "on the last stage.")
  }

  private func unseenWarning(_ stage: Int, _ samples: LayoutSamples) -> Diagnostic {
    let seconds = samples.unseen[stage].map { samples.seconds[$0] } ?? 0
    return warning(
      stage, .outsideCanvas,
      "is never seen: all that it draws is outside of the canvas, first at \(Self.time(seconds))",
      hint: "Compare its coordinates or position with what the camera or the canvas shows.")
  }

  /// A warning of text that leaves the canvas or its safe area, at the one instant at which it rests, or at each of several.
  private func safeAreaWarning(_ texts: [LayoutText]) -> (stage: Int, warning: Diagnostic)? {
    let canvas = plan.job.composition.bounds
    guard let text = texts.first, text.rests || texts.count >= Self.enoughInstants,
      texts.allSatisfy({ canvas.intersection($0.letters.bounds) != nil })
    else { return nil }
    for (area, name, code) in [
      (canvas, "canvas", DiagnosticCode.outsideCanvas),
      (plan.job.composition.safeArea, "safe area", .outsideSafeArea),
    ] {
      let least = texts.map { Overhang($0.letters.bounds, over: area) }
      guard let (distance, side) = least.dropFirst().reduce(least[0], { $0.least($1) }).farthest(countsBands: false)
      else { continue }
      let message = "has text that leaves the \(name) \(place(distance, side, text.seconds, rests: text.rests))"
      return (text.stage, warning(text.stage, code, message))
    }
    return nil
  }

  /// The distance, the side and the time at which something leaves an area.
  private func place(_ distance: Double, _ side: String, _ seconds: Double, rests: Bool) -> String {
    let time = Self.time(seconds)
    return rests
      ? "by \(points(distance)) at the \(side), at \(time)"
      : "by at least \(points(distance)) at the \(side), at all times from \(time)"
  }

  // MARK: Texts

  /// For each stage the first other whose text overlaps its own; each pair once.
  private func overlaps(among texts: [LayoutText], _ letters: [Int: LettersAtInstant]) -> [Diagnostic] {
    let textsOfStages = Dictionary(grouping: texts, by: \.stage)
    /// True if letters of both stages lie in the same place in a sample.
    func overlap(_ text: LayoutText, _ other: Int) -> Bool {
      guard let others = letters[text.sample]?.letters[other], textsOfStages[other] != nil,
        let common = others.bounds.intersection(text.letters.bounds), let region = region(of: common)
      else { return false }
      return image(of: text.letters.drawing, in: region).overlaps(image(of: others.drawing, in: region))
    }
    func firstOverlap(of text: LayoutText) -> Int? {
      guard let letters = letters[text.sample] else { return nil }
      // Texts before this one that are checked in the same sample were already compared with it.
      for other in letters.withoutTexts.stages(intersecting: text.letters.bounds, from: 0) {
        if other > text.stage { break }
        if overlap(text, other), !(textsOfStages[other] ?? []).contains(where: { overlap($0, text.stage) }) {
          return other
        }
      }
      return letters.all.stages(intersecting: text.letters.bounds, from: text.stage + 1).first { overlap(text, $0) }
    }
    var result: [Diagnostic] = []
    var reported: Int?
    for text in texts where text.stage != reported {
      guard let other = firstOverlap(of: text) else { continue }
      reported = text.stage
      let message = "has text that overlaps that of '\(plan.stages[other].entry.id)' at \(Self.time(text.seconds))"
      result.append(warning(text.stage, .overlap, message))
    }
    return result
  }

  /// Warnings about the contrast of texts at one instant.
  private func contrastWarnings(
    _ texts: [LayoutText], at seconds: Double
  ) throws(StageFailure) -> [(stage: Int, warning: Diagnostic)] {
    let regions = texts.map { region(of: $0.letters.bounds) }
    guard let whole = regions.compactMap({ $0 }).reduce(nil, { $0?.union($1) ?? $1 }) as Region? else { return [] }
    // Drawn once for all of them.
    let shown = try plan.evaluate(at: seconds).picture
    let picture = image(of: shown, in: whole, on: plan.job.composition.background)
    var result: [(stage: Int, warning: Diagnostic)] = []
    for (text, region) in zip(texts, regions) {
      guard let region, let part = picture.part(region.within(whole)),
        case let letters = image(of: text.letters.drawing, in: region),
        let contrast = TextContrast.contrast(of: letters, in: part), contrast < TextContrast.minimum
      else { continue }
      let isLarge = TextContrast.thickness(of: letters) / frame.scale * viewScale >= TextContrast.largeThickness
      let minimum = isLarge ? TextContrast.minimumOfLarge : TextContrast.minimum
      guard contrast < minimum else { continue }
      let ratio = (contrast * 10).rounded(.down) / 10
      let message = "has text with a contrast of \(ratio) : 1 to what is around it, at \(Self.time(seconds))"
      let hint =
        "WCAG asks for \(JSONValue.numberText(minimum)) : 1\(isLarge ? " of large text" : ""). If this is intended: \"ignoreLayoutChecks\": true."
      result.append((text.stage, warning(text.stage, .contrast, message, hint: hint)))
    }
    return result
  }

  /// Pixels of CSS for a point of the canvas on a phone whose width is the canvas's shorter side.
  private var viewScale: Double {
    let size = plan.job.composition.size
    return 390 / min(size.width, size.height)
  }

  // MARK: Images

  /// A frame with at most half of the pixels of a video in HD.
  private var frame: OutputPicture {
    let job = plan.job
    let pixels = Double(job.pixelWidth * job.pixelHeight)
    return job.picture(scale: min(1, (1_036_800 / pixels).squareRoot()))
  }

  /// A part of the canvas and a little around it; nil for bounds outside the canvas.
  private func region(of bounds: Rect) -> Region? {
    let frame = frame
    let margin = Double(TextContrast.reach + 1)
    func range(from low: Double, to high: Double, origin: Int, size: Int) -> Range<Int> {
      let start = max(0, (low * frame.scale - margin).rounded(.down) + Double(origin))
      let end = min(Double(size), (high * frame.scale + margin).rounded(.up) + Double(origin))
      return start < end ? Int(start)..<Int(end) : 0..<0
    }
    let columns = range(from: bounds.minX, to: bounds.maxX, origin: frame.originX, size: frame.width)
    let rows = range(from: bounds.minY, to: bounds.maxY, origin: frame.originY, size: frame.height)
    return columns.isEmpty || rows.isEmpty ? nil : Region(columns: columns, rows: rows)
  }

  private func image(of list: DisplayList, in region: Region, on background: Color = .clear) -> Image {
    let frame = frame
    return FrameRenderer(
      width: region.columns.count, height: region.rows.count, scale: frame.scale,
      origin: (frame.originX - region.columns.lowerBound, frame.originY - region.rows.lowerBound),
      background: background, cache: cache
    ).render(list)
  }

  // MARK: Messages

  private func warning(_ stage: Int, _ code: DiagnosticCode, _ message: String, hint: String? = nil) -> Diagnostic {
    let entry = plan.stages[stage].entry
    return plan.job.diagnostic(
      .warning, at: entry.position, path: entry.path, "stage '\(entry.id)' \(message)", code: code,
      hint: hint ?? "If this is intended: \"ignoreLayoutChecks\": true.")
  }

  private func points(_ distance: Double) -> String { "\(JSONValue.numberText(distance.rounded(.up))) points" }

  static func time(_ seconds: Double) -> String { "\(JSONValue.numberText((seconds * 100).rounded() / 100)) s" }
}

/// Pixels of a frame.
private struct Region {
  let columns: Range<Int>
  let rows: Range<Int>

  func union(_ other: Region) -> Region {
    Region(
      columns: min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound),
      rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }

  /// Counted from the first pixel of one that it lies in.
  func within(_ outer: Region) -> Region {
    let (x, y) = (outer.columns.lowerBound, outer.rows.lowerBound)
    return Region(
      columns: columns.lowerBound - x..<columns.upperBound - x, rows: rows.lowerBound - y..<rows.upperBound - y)
  }
}

extension Image {
  /// Some of its pixels, which must be within it.
  fileprivate func part(_ region: Region) -> Image? {
    if region.columns.count == width, region.rows.count == height { return self }
    let all = pixels
    var part: [UInt8] = []
    part.reserveCapacity(region.rows.count * region.columns.count * 4)
    for row in region.rows {
      let start: Int = (row * width + region.columns.lowerBound) * 4
      let end: Int = (row * width + region.columns.upperBound) * 4
      part += all[start..<end]
    }
    return Image(width: region.columns.count, height: region.rows.count, premultiplied: part)
  }

  /// True if letters of both lie in the same place.
  fileprivate func overlaps(_ other: Image) -> Bool {
    var count = 0
    let (own, others) = (pixels, other.pixels)
    for offset in stride(from: 3, to: min(own.count, others.count), by: 4) where own[offset] > 128 {
      if others[offset] > 128 { count += 1 }
    }
    return count > 4
  }
}
