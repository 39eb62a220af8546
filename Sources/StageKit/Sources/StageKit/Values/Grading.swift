import Geometry
import Graphics

/// The grade of a film: parameters of the canvas, of the effect `grade` and of the stage `grade`, applied in their order, the
/// glow first.
public struct Grading: ParameterGroup, TimeVarying {
  @Parameter("The exposure in stops: 1 is twice the light, -1 half of it.", .range(-10...10))
  var exposure: Animated<Double> = 0
  @Parameter("Light of its highlights that spreads, as in a lens.") var glow: GlowSetting?
  @Parameter(
    "Moves black and leaves white: 0.05 makes blacks milky; a number, or one for each color.",
    as: ChannelNumbers.schema(.range(-1...1)))
  var lift: ChannelNumbers?
  @Parameter(
    "Multiplies: moves white and leaves black; a number, or one for each color.",
    as: ChannelNumbers.schema(.range(0...10)))
  var gain: ChannelNumbers?
  @Parameter(
    "Bends the middle between black and white: above 1 is brighter; a number, or one for each color.",
    as: ChannelNumbers.schema(.range(0.1...10)))
  var gamma: ChannelNumbers?
  @Parameter("Curves through points [from, to], each from 0 to 1.") var curves: GradeCurves?
  @Include var adjustment: ColorAdjustment
  @Parameter(
    "A table of colors: a .cube file, of which 1D and 3D tables are read; or with the share that it counts.")
  var lut: LookupSetting?
  @Parameter("Darkens the corners, as a lens does.") var vignette: VignetteSetting?
  @Parameter("Grain as of film: its strength, from 0 to 1, such as 0.04; or with its size and seed.")
  var grain: GrainSetting?

  /// A grade that changes nothing.
  public init() {}

  public var settlingTime: Double? {
    latestSettlingTime(of: exposure, glow, lift, gain, gamma, adjustment, lut?.fields, vignette, grain?.fields)
  }

  /// The grade with the table that its job names. Throws `StageError` where that cannot be read.
  public func loaded(_ context: any StageContext) throws -> LoadedGrading {
    let table = try lut.map { setting in
      try $lut.locating { try setting.table(context) }
    }
    return LoadedGrading(self, table, context.composition)
  }
}

/// A grade with its table, for a canvas.
public struct LoadedGrading: Sendable {
  private let grading: Grading
  private let table: LookupTable?
  private let canvas: Rect
  private let framesPerSecond: Double
  private let frameCount: Int

  fileprivate init(_ grading: Grading, _ table: LookupTable?, _ composition: Composition) {
    (self.grading, self.table, canvas) = (grading, table, composition.bounds)
    framesPerSecond = composition.framesPerSecond
    let count = (composition.duration * framesPerSecond).rounded()
    frameCount = count >= 1 && count < 1e9 ? Int(count) : 1
  }

  /// A drawing with the grade, at a number of seconds after its stage's start.
  public func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    let grade = grade(at: seconds)
    let lit = grading.glow?.applied(to: drawing, at: seconds) ?? drawing
    return grade.isIdentity ? lit : lit.with(.grade(grade))
  }

  /// The commands that grade all below them within an outline, at a number of seconds after its stage's start.
  public func adjustment(within outline: DisplayList, at seconds: Double) -> DisplayList {
    DisplayList { list in
      if let glow = grading.glow?.light(at: seconds) {
        list.bloom(glow.sigma, above: glow.threshold, within: outline, opacity: glow.opacity)
      }
      list.adjust(grade(at: seconds), within: outline)
    }
  }

  /// The grade at a number of seconds after its stage's start, without the glow.
  ///
  /// Its vignette is that of the canvas, and its grain comes again after as many frames as the canvas has.
  public func grade(at seconds: Double) -> Grade {
    var grade = Grade()
    grade.tone.exposure = grading.exposure.value(at: seconds)
    if let lift = grading.lift { grade.tone.lift = lift.value(at: seconds, neutral: 0) }
    if let gain = grading.gain { grade.tone.gain = gain.value(at: seconds, neutral: 1) }
    if let gamma = grading.gamma { grade.tone.gamma = gamma.value(at: seconds, neutral: 1) }
    if let curves = grading.curves { grade.curves = curves.curves }
    grade.matrix = grading.adjustment.matrix(at: seconds)
    if let table, let amount = grading.lut?.fields.amount.value(at: seconds), amount > 0 {
      grade.table = Grade.Look(table, amount: amount)
    }
    if let vignette = grading.vignette {
      let amount = vignette.amount.value(at: seconds)
      let frame = vignette.center.map { Rect(center: $0.value(at: seconds), size: canvas.size) } ?? canvas
      let start = min(max(vignette.start.value(at: seconds), 0), 0.99)
      if amount > 0 { grade.vignette = Grade.Vignette(frame, amount: min(amount, 1), start: start) }
    }
    if let grain = grading.grain?.fields {
      let amount = grain.amount.value(at: seconds)
      if amount > 0 {
        grade.grain = Grade.Grain(
          amount: amount, size: grain.size, seed: grain.seed, frame: pattern(at: seconds, rate: grain.rate))
      }
    }
    return grade
  }

  /// The number of the grain that a frame has.
  private func pattern(at seconds: Double, rate: Double?) -> Int {
    let instant = (seconds * framesPerSecond).rounded()
    let number = abs(instant) < 1e15 ? Int(instant) % frameCount : 0
    let frame = number < 0 ? number + frameCount : number
    guard let rate, rate < framesPerSecond else { return frame }
    return Int((Double(frame) * rate / framesPerSecond + 1e-6).rounded(.down))
  }
}
