import Reporting
import StageKit

/// Reads the canvas of a job.
struct CanvasReader {
  let context: ReaderContext

  struct Result {
    var composition: Composition
    var frameRate: FrameRate
    var frameCount: Int
    var pixelWidth: Int
    var pixelHeight: Int
    var shutter: Shutter?
    /// As it is written.
    var grade: Place?
  }

  /// The canvas, with defaults for values that have errors.
  func canvas(_ job: DeclaredReader<RootObject>) -> Result {
    let fields = job.required(\.$canvas).flatMap {
      DeclaredReader<CanvasObject>($0.0, $0.1, in: context)
    }
    var result = Result(
      composition: Composition(size: Size(1080, 1920), scale: 1, framesPerSecond: 60, duration: 1, background: .black),
      frameRate: .sixty, frameCount: 60, pixelWidth: 1080, pixelHeight: 1920)
    guard let fields else { return result }
    // Colors are read for it.
    if let gamut = fields.read(\.$color), !context.isNested { context.gamut = gamut }
    result.composition.gamut = context.gamut
    readSize(fields, &result)
    result.composition.safeArea = SafeAreaReader(context: context).safeArea(
      job, fields, size: result.composition.size)
    switch fields.read(\.$mirror) {
    case .first(let isMirrored)?: result.composition.isMirrored = isMirrored
    case .second?: result.composition.isMirrored = ReadingDirection.isRightToLeft(context.locale)
    case nil: break
    }
    result.shutter = fields.read(\.$shutter) ?? nil
    result.grade = fields[\.$grade]
    readTime(fields, &result)
    if let (found, path) = fields[\.$background], case .object = found.kind {
      context.report(
        found, path, expected: BackgroundColor.schema.noun,
        hint: "Gradients and pictures are stages: "
          + #"put { "id": "back", "stage": "backdrop", "parameters": { "paint": … } } first in "stages"."#)
    } else if let background = fields.read(\.$background) {
      result.composition.background = background.color
    }
    return result
  }

  // MARK: Size

  private func readSize(_ fields: DeclaredReader<CanvasObject>, _ result: inout Result) {
    let scale = fields.read(\.$scale)
    let size = fields.read(\.$size)
    guard let (found, path) = fields[\.$size], let scale else { return }
    let sides = (0..<2).map { index -> Int? in
      guard let side = fields.place(of: "size[\(index)]"), case .number(let points) = side.found.kind, points > 0 else {
        return nil
      }
      return pixels(points, scale: scale, side.found, side.path)
    }
    guard let size, let width = sides[0], let height = sides[1] else { return }
    let limit = context.policy.limits.pixels
    if width * height > limit {
      context.report(
        found, path, "\(width) × \(height) pixels are more than \(limit)",
        hint: "Raise the limit: --limit pixels=\(width * height).")
      return
    }
    result.composition.size = size
    result.composition.scale = scale
    result.pixelWidth = width
    result.pixelHeight = height
  }

  /// A side in pixels, even and within the limits.
  private func pixels(_ points: Double, scale: Double, _ found: ResolvedValue, _ path: JobPath) -> Int? {
    let text = JSONValue.numberText(points)
    let pixels = points * scale
    guard pixels <= Double(JobLimits.side) + Self.tolerance else {
      context.report(
        found, path, "\(JSONValue.numberText(pixels)) pixels are more than \(JobLimits.side) a side", code: .limit)
      return nil
    }
    let even = (pixels / 2).rounded() * 2
    if even >= 2 && abs(pixels - even) <= Self.tolerance { return Int(even) }
    let below = (pixels / 2).rounded(.down) * 2
    let candidates = [below, below + 2].filter { (2...Double(JobLimits.side)).contains($0) }
    let sizes = candidates.map { whole in Self.shortest(whole / scale) { abs($0 * scale - whole) <= Self.tolerance } }
    let product = scale == 1 ? "" : "\(text) × \(JSONValue.numberText(scale)) = "
    context.report(
      found, path, "\(product)\(JSONValue.numberText(pixels)) is not an even whole number of pixels",
      hint: "The nearest possible: \(listed(sizes, or: "or")) points.")
    return nil
  }

  // MARK: Time

  private func readTime(_ fields: DeclaredReader<CanvasObject>, _ result: inout Result) {
    let rate = fields.read(\.$fps)
    if let rate {
      result.frameRate = rate
      result.composition.framesPerSecond = rate.framesPerSecond
    }
    guard let seconds = fields.read(\.$duration), let (found, path) = fields[\.$duration], let rate else { return }
    let frames = seconds * Double(rate.numerator) / Double(rate.denominator)
    let limits = context.policy.limits
    guard frames <= Double(limits.frames) + Self.tolerance else {
      let isPossible = frames <= Double(JobLimits.maxFrames)
      context.report(
        found, path, "\(JSONValue.numberText(seconds)) seconds are more than \(limits.frames) frames",
        hint: isPossible ? "Raise the limit: --limit frames=\(Int(frames.rounded(.up)))." : nil)
      return
    }
    guard seconds <= Double(limits.seconds) else {
      context.report(
        found, path, "\(JSONValue.numberText(seconds)) is above \(limits.seconds) seconds",
        hint: seconds < 1e7 ? "Raise the limit: --limit seconds=\(Int(seconds.rounded(.up)))." : nil)
      return
    }
    let whole = frames.rounded()
    guard whole >= 1, abs(frames - whole) <= Self.tolerance else {
      let below = frames.rounded(.down)
      let durations = [below, below + 1].filter { $0 >= 1 }.map { count in
        Self.shortest(count * Double(rate.denominator) / Double(rate.numerator)) {
          abs($0 * Double(rate.numerator) / Double(rate.denominator) - count) <= Self.tolerance
        }
      }
      context.report(
        found, path,
        "\(JSONValue.numberText(seconds)) seconds at \(rate) frames a second are \(Self.rounded(frames)) frames, "
          + "not a whole number",
        hint: "The nearest possible: \(listed(durations, or: "or")) seconds.")
      return
    }
    result.frameCount = Int(whole)
    result.composition.duration = rate.seconds(ofFrame: result.frameCount)
  }

  // MARK: Numbers

  /// The tolerance for whole numbers of pixels and frames.
  static let tolerance = 1e-6

  /// A number with the fewest decimals that are accurate enough.
  static func shortest(_ value: Double, _ isAccurate: (Double) -> Bool) -> String {
    var power = 1.0
    for _ in 0..<15 {
      let candidate = (value * power).rounded() / power
      if isAccurate(candidate) { return JSONValue.numberText(candidate) }
      power *= 10
    }
    return JSONValue.numberText(value)
  }

  private static func rounded(_ value: Double) -> String {
    shortest(value) { abs($0 - value) <= max(value, 1) * 1e-9 }
  }
}
