import Formats
import Reporting
import StageKit

/// Reads which pictures an output shows: their size, rate, range and background.
struct PictureReader {
  let context: ReaderContext
  let canvas: CanvasReader.Result

  static let keys = ["size", "fit", "fps", "from", "to", "loop", "background", "alpha", "poster", "sprite"]

  func read(_ fields: ObjectReader, into output: inout OutputEntry) {
    output.size = size(fields)
    if fields.has("fps"), let (found, path) = fields["fps"] { output.frameRate = context.frameRate(found, path) }
    limitRate(fields, &output)
    output.range = fields.has("poster") ? poster(fields, output.container) : range(fields)
    if fields.has("sprite") {
      output.sprite = sprite(fields, output.container)
      output.container = output.container.sheet
    }
    if fields.read("loop", default: false, context.boolean) == true, let found = fields["loop"]?.0 {
      output.loop = found.position
      checkLoop(found, fields.path.key("loop"), output)
    }
    if case .string("stacked")? = fields["alpha"]?.0.kind {
      output.isStacked = true
      let own = fields.has("background") ? fields["background"].flatMap { context.background($0.0, $0.1) } : nil
      if own?.alpha == 1, let (found, path) = fields["alpha"] {
        context.report(found, path, "the background is opaque, so there is no alpha", hint: "Leave 'background' out.")
      }
      output.background = own ?? (canvas.composition.background.alpha < 1 ? nil : .clear)
    } else {
      output.background = background(fields)
      checkTranslucency(fields, output)
    }
  }

  // MARK: Size

  private func size(_ fields: ObjectReader) -> OutputSize? {
    let fit = fields.read("fit", default: OutputSize.Fit.contain) { found, path in
      context.choice(found, path, among: OutputSize.Fit.allCases.map(\.rawValue)).flatMap { .init(rawValue: $0) }
    }
    guard let (found, path) = fields["size"] else {
      if let (found, path) = fields["fit"] {
        context.report(found, path, "there is no size to fit into", hint: "Add \"size\": [width, height] in pixels.")
      }
      return nil
    }
    if case .number = found.kind {
      if let (found, path) = fields["fit"] {
        context.report(found, path, "a size that is a factor has nothing to fit", hint: "Leave 'fit' out.")
      }
      let schema = NumberSchema(minimum: 0, maximum: 64, isMinimumExclusive: true)
      guard let factor = context.number(found, path, schema) else { return nil }
      return checked(.scaled(factor), found, path)
    }
    let expected = "[width, height] in pixels, or a factor of the canvas's size"
    guard let sides = context.numbers(found, path, count: 2, expected: expected) else { return nil }
    let whole = sides.enumerated().compactMap { index, side -> Int? in
      if (2...Double(JobLimits.side)).contains(side), (side / 2).rounded() * 2 == side { return Int(side) }
      context.report(
        found, path[index], "\(JSONValue.numberText(side)) is not an even number of pixels from 2 to \(JobLimits.side)")
      return nil
    }
    guard whole.count == 2, let fit else { return nil }
    return checked(.fitted(width: whole[0], height: whole[1], fit), found, path)
  }

  /// Reports a size of too many pixels.
  private func checked(_ size: OutputSize, _ found: ResolvedValue, _ path: JobPath) -> OutputSize? {
    let (width, height) =
      switch size {
      case .scaled(let factor): (Double(canvas.pixelWidth) * factor, Double(canvas.pixelHeight) * factor)
      case .fitted(let width, let height, _): (Double(width), Double(height))
      }
    let text = "\(JSONValue.numberText(width)) × \(JSONValue.numberText(height)) pixels"
    if min(width, height) < 2 {
      context.report(found, path, "\(text): a side has fewer than 2")
    } else if max(width, height) > Double(JobLimits.side) {
      context.report(found, path, "\(text): a side has more than \(JobLimits.side)")
    } else if width * height > Double(context.policy.limits.pixels) {
      let needed = Int((width * height).rounded(.up))
      context.report(
        found, path, "\(text) are more than \(context.policy.limits.pixels)",
        hint: "Raise the limit: --limit pixels=\(needed).")
    } else {
      return size
    }
    return nil
  }

  // MARK: Time

  /// A container that cannot show so many frames a second gets as many as it can, of the same instants' pictures.
  private func limitRate(_ fields: ObjectReader, _ output: inout OutputEntry) {
    let rate = output.frameRate ?? canvas.frameRate
    guard let greatest = output.container.maxFrameRate, rate.framesPerSecond > greatest.framesPerSecond else { return }
    let (found, path) = fields["fps"] ?? (fields.found, fields.path)
    context.log.add(
      .warning, at: found.position, path: path.text,
      "\(output.container.name) shows at most \(greatest) frames a second, so it gets \(greatest) instead of \(rate)",
      hint: "Set \"fps\" to \(greatest) or less to choose it yourself.")
    output.frameRate = greatest
  }

  /// The frames of the job from `from` up to `to`, both rounded to the nearest frame; nil for all.
  func range(_ fields: ObjectReader) -> Range<Int>? {
    guard fields.has("from") || fields.has("to") else { return nil }
    let end = canvas.frameRate.seconds(ofFrame: canvas.frameCount)
    let schema = NumberSchema(minimum: 0, maximum: end, unit: .seconds)
    guard let from = fields.read("from", default: 0.0, { context.number($0, $1, schema) }),
      let to = fields.read("to", default: end, { context.number($0, $1, schema) })
    else { return nil }
    let first = frame(at: from)
    let last = frame(at: to)
    guard first < last else {
      let (found, path) = fields["to"] ?? fields["from"] ?? (fields.found, fields.path)
      context.report(
        found, path,
        "no frame is between \(JSONValue.numberText(from)) and \(JSONValue.numberText(to)) seconds",
        hint: "'from' comes before 'to', and both are within \(JSONValue.numberText(end)) seconds.")
      return nil
    }
    return first..<last
  }

  private func frame(at seconds: Double) -> Int {
    min(canvas.frameCount, Int((seconds * canvas.frameRate.framesPerSecond).rounded()))
  }

  /// The frame of the job that a poster shows.
  private func poster(_ fields: ObjectReader, _ container: Container) -> Range<Int>? {
    guard let (found, path) = fields["poster"],
      let values = ObjectReader(
        found, path, known: ["at"], expected: "the instant that it shows, such as { \"at\": 2.5 }", in: context)
    else { return nil }
    for key in ["from", "to", "fps", "loop", "sprite"] {
      guard let (found, path) = fields[key] else { continue }
      context.report(found, path, "a poster shows one instant", hint: "Leave '\(key)' out.")
    }
    checkPicture(found, path, "poster", container)
    let end = canvas.frameRate.seconds(ofFrame: canvas.frameCount)
    let schema = NumberSchema(minimum: 0, maximum: end, unit: .seconds)
    guard let at = values.read("at", default: 0.0, { context.number($0, $1, schema) }) else { return nil }
    let frame = min(canvas.frameCount - 1, Int(at * canvas.frameRate.framesPerSecond + CanvasReader.tolerance))
    return frame..<frame + 1
  }

  private func sprite(_ fields: ObjectReader, _ container: Container) -> SpriteSheet? {
    guard let (found, path) = fields["sprite"],
      let values = ObjectReader(
        found, path, known: ["columns"], expected: "the frames of a row, such as { \"columns\": 8 }", in: context)
    else { return nil }
    checkPicture(found, path, "sprite sheet", container)
    let schema = NumberSchema(minimum: 1, maximum: 1000)
    guard let columns = values.read("columns", default: 8.0, { context.number($0, $1, schema) }) else { return nil }
    guard columns == columns.rounded() else {
      context.report(found, path, "\(JSONValue.numberText(columns)) columns are not a whole number")
      return nil
    }
    return SpriteSheet(columns: Int(columns))
  }

  /// Reports a container that holds no stills of one file.
  private func checkPicture(_ found: ResolvedValue, _ path: JobPath, _ what: String, _ container: Container) {
    let known = Container.stills.filter { what == "poster" || $0 != .avif }
    if known.contains(container) { return }
    context.report(
      found, path, "a \(what) is a picture, not \(container.name)",
      hint: "Let the file's name end in \(listed(known.map { ".\($0.ending)" }, or: "or")).")
  }

  /// A loop needs a whole number of frames.
  private func checkLoop(_ found: ResolvedValue, _ path: JobPath, _ output: OutputEntry) {
    guard let rate = output.frameRate else { return }
    let seconds = canvas.frameRate.seconds(ofFrame: output.range?.count ?? canvas.frameCount)
    let frames = seconds * rate.framesPerSecond
    if abs(frames - frames.rounded()) < CanvasReader.tolerance { return }
    context.report(
      found, path,
      "a loop of \(JSONValue.numberText(seconds)) seconds at \(rate) frames a second is not a whole number of frames",
      hint: "Choose 'from' and 'to', or another 'fps'.")
  }

  // MARK: Background

  private func alpha(_ found: ResolvedValue, _ path: JobPath) -> Bool? {
    if case .boolean(let value) = found.kind { return value }
    context.report(found, path, expected: "true, false or 'stacked'")
    return nil
  }

  /// Reports a translucent background of a codec whose pixels are opaque or clear.
  private func checkTranslucency(_ fields: ObjectReader, _ output: OutputEntry) {
    let alpha = (output.background ?? canvas.composition.background).alpha
    guard alpha > 0, alpha < 1, output.codec.hasAlpha, !output.codec.hasTranslucency(output.options) else { return }
    let (found, path) = fields["background"] ?? (fields.found, fields.path)
    context.report(
      found, path, "the background is translucent, but pixels of \(output.codec.name) are opaque or clear",
      hint: "Use \"clear\" or an opaque color, or add a 'matte' to lay it over.")
  }

  /// `alpha` as a truth value asks for a clear background, or for an opaque one.
  private func background(_ fields: ObjectReader) -> Color? {
    let own = fields.has("background") ? fields["background"].flatMap { context.background($0.0, $0.1) } : nil
    guard fields.has("alpha"), let (found, path) = fields["alpha"], let hasAlpha = alpha(found, path) else {
      return own
    }
    let background = own ?? canvas.composition.background
    if hasAlpha == (background.alpha < 1) { return own }
    if !hasAlpha {
      context.report(
        found, path, "without alpha the output needs an opaque background, and it has none",
        hint: "Add \"background\": \"black\", or another color.")
    } else if own != nil {
      context.report(found, path, "the background is opaque, so there is no alpha", hint: "Leave 'background' out.")
    } else {
      return .clear
    }
    return nil
  }
}
