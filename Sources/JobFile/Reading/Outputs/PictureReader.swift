import Formats
import Reporting
import StageKit

/// Reads which pictures an output shows: their size, rate, range and background.
struct PictureReader {
  let context: ReaderContext
  let canvas: CanvasReader.Result

  func read(_ fields: DeclaredReader<OutputObject>, into output: inout OutputEntry) {
    output.size = size(fields)
    output.hasFit = fields.has(\.$fit)
    output.frameRate = fields.read(\.$fps) ?? nil
    limitRate(fields, &output)
    output.range = fields.has(\.$poster) ? poster(fields, output.container) : range(fields)
    if fields.has(\.$sprite) {
      output.sprite = sprite(fields, output.container)
      output.container = output.container.sheet
    }
    if fields.read(\.common.$loop) == true, let (found, path) = fields[\.common.$loop] {
      output.loop = found.position
      checkLoop(found, path, output)
    }
    let own = (fields.read(\.$background) ?? nil)?.color
    switch fields.read(\.$alpha) ?? nil {
    case .second?:
      output.isStacked = true
      if own?.alpha == 1, let (found, path) = fields[\.$alpha] {
        context.report(found, path, "the background is opaque, so there is no alpha", hint: "Leave 'background' out.")
      }
      output.background = own ?? (canvas.composition.background.alpha < 1 ? nil : .clear)
    case .first(let hasAlpha)?:
      output.background = background(own, hasAlpha: hasAlpha, fields)
      checkTranslucency(fields, output)
    case nil:
      output.background = own
      checkTranslucency(fields, output)
    }
  }

  // MARK: Size

  private func size(_ fields: DeclaredReader<OutputObject>) -> OutputSize? {
    let fit = fields.read(\.$fit)
    guard let (found, path) = fields[\.$size] else {
      if let (found, path) = fields[\.$fit] {
        context.report(found, path, "there is no size to fit into", hint: "Add \"size\": [width, height] in pixels.")
      }
      return nil
    }
    let sides: Size
    switch fields.read(\.$size) ?? nil {
    case .second(let given)?: sides = given
    case .first(let factor)?:
      if let (found, path) = fields[\.$fit] {
        context.report(found, path, "a size that is a factor has nothing to fit", hint: "Leave 'fit' out.")
      }
      return checked(.scaled(factor), found, path)
    case nil: return nil
    }
    let whole = [sides.width, sides.height].enumerated().compactMap { index, side -> Int? in
      if (side / 2).rounded() * 2 == side { return Int(side) }
      let place = fields.place(of: "size[\(index)]") ?? (found, path[index])
      context.report(place.found, place.path, "\(JSONValue.numberText(side)) is not an even number of pixels")
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
      context.report(found, path, "\(text): a side has more than \(JobLimits.side)", code: .limit)
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

  /// A container that cannot show that many frames a second gets the most that it can show, at the same instants.
  private func limitRate(_ fields: DeclaredReader<OutputObject>, _ output: inout OutputEntry) {
    let rate = output.frameRate ?? canvas.frameRate
    guard let greatest = output.container.maxFrameRate, rate.framesPerSecond > greatest.framesPerSecond else { return }
    let (found, path) = fields[\.$fps] ?? (fields.fields.found, fields.fields.path)
    context.log.add(
      .warning, at: found.position, path: path.text,
      "\(output.container.name) shows at most \(greatest) frames a second, so it gets \(greatest) instead of \(rate)",
      hint: "Set \"fps\" to \(greatest) or less to choose it yourself.")
    output.frameRate = greatest
  }

  /// The frames of the job from `from` up to `to`, both rounded to the nearest frame; nil for all.
  func range<Object: DeliveredObject>(_ fields: DeclaredReader<Object>) -> Range<Int>? {
    guard fields.has(\.common.$from) || fields.has(\.common.$to) else { return nil }
    guard let from = fields.read(\.common.$from), isWithin(from, fields[\.common.$from]),
      let to = fields.read(\.common.$to).map({ $0 ?? end }), isWithin(to, fields[\.common.$to])
    else { return nil }
    let first = frame(at: from)
    let last = frame(at: to)
    guard first < last else {
      let (found, path) =
        fields[\.common.$to] ?? fields[\.common.$from] ?? (fields.fields.found, fields.fields.path)
      context.report(
        found, path,
        "no frame is between \(JSONValue.numberText(from)) and \(JSONValue.numberText(to)) seconds",
        hint: "'from' comes before 'to', and both are within \(JSONValue.numberText(end)) seconds.")
      return nil
    }
    return first..<last
  }

  /// When the video ends, in seconds.
  private var end: Double { canvas.frameRate.seconds(ofFrame: canvas.frameCount) }

  /// Reports an instant after the video's end, and is false for one.
  private func isWithin(_ seconds: Double, _ place: Place?) -> Bool {
    guard let fault = NumberSchema(maximum: end).fault(of: seconds) else { return true }
    if let (found, path) = place { context.report(found, path, fault) }
    return false
  }

  private func frame(at seconds: Double) -> Int {
    min(canvas.frameCount, Int((seconds * canvas.frameRate.framesPerSecond).rounded()))
  }

  /// The frame of the job that a poster shows.
  private func poster(_ fields: DeclaredReader<OutputObject>, _ container: Container) -> Range<Int>? {
    guard let (found, path) = fields[\.$poster],
      let values = DeclaredReader<PosterObject>(found, path, in: context)
    else { return nil }
    for key in ["from", "to", "fps", "loop", "sprite"] {
      guard let (found, path) = fields.fields[key] else { continue }
      context.report(found, path, "a poster shows one instant", hint: "Leave '\(key)' out.")
    }
    checkPicture(found, path, as: "poster", in: container)
    guard let at = values.read(\.$at), isWithin(at, values[\.$at]) else { return nil }
    let frame = min(canvas.frameCount - 1, Int(at * canvas.frameRate.framesPerSecond + CanvasReader.tolerance))
    return frame..<frame + 1
  }

  private func sprite(_ fields: DeclaredReader<OutputObject>, _ container: Container) -> SpriteSheet? {
    guard let (found, path) = fields[\.$sprite],
      let values = DeclaredReader<SpriteObject>(found, path, in: context)
    else { return nil }
    checkPicture(found, path, as: "sprite sheet", in: container)
    return values.read(\.$columns).map { SpriteSheet(columns: $0) }
  }

  /// Reports a container that holds no stills of one file.
  private func checkPicture(_ found: ResolvedValue, _ path: JobPath, as what: String, in container: Container) {
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

  /// Reports a translucent background of a codec whose pixels are opaque or clear.
  private func checkTranslucency(_ fields: DeclaredReader<OutputObject>, _ output: OutputEntry) {
    let alpha = (output.background ?? canvas.composition.background).alpha
    guard alpha > 0, alpha < 1, output.codec.hasAlpha, !output.codec.hasTranslucency(output.options) else { return }
    let (found, path) = fields[\.$background] ?? (fields.fields.found, fields.fields.path)
    context.report(
      found, path, "the background is translucent, but pixels of \(output.codec.name) are opaque or clear",
      hint: "Use \"clear\" or an opaque color, or add a 'matte' to lay it over.")
  }

  /// `alpha` as a truth value asks for a clear background, or for an opaque one.
  private func background(_ own: Color?, hasAlpha: Bool, _ fields: DeclaredReader<OutputObject>) -> Color? {
    guard let (found, path) = fields[\.$alpha] else { return own }
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
