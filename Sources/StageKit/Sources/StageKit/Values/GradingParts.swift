import Geometry
import Graphics

/// A number for all colors, or one for each; those that are not given change nothing.
struct ChannelNumbers: ParameterType, TimeVarying {
  private struct Fields: ParameterGroup {
    @Parameter("Of red.") var red: Animated<Double>?
    @Parameter("Of green.") var green: Animated<Double>?
    @Parameter("Of blue.") var blue: Animated<Double>?
  }

  private var channels: [Animated<Double>?]

  static func schema(_ range: NumberSchema) -> ParameterSchema {
    .alternatives(
      [.number(range), .object(Fields.declarations.map { $0.taking(.animated(.number(range))) })],
      noun: "a number, or an object such as { \"red\": 1.1 }")
  }

  static var schema: ParameterSchema { schema(.any()) }
  static let placeholder = ChannelNumbers(channels: [nil, nil, nil])
  var parameterValue: ParameterValue? { nil }

  static func read(_ value: ParameterValue) throws -> ChannelNumbers? {
    if let number = Double.read(value) {
      return ChannelNumbers(channels: Array(repeating: Animated(number), count: 3))
    }
    return try Fields.read(value).map { ChannelNumbers(channels: [$0.red, $0.green, $0.blue]) }
  }

  var settlingTime: Double? { latestSettlingTime(of: channels[0], channels[1], channels[2]) }

  func value(at seconds: Double, neutral: Double) -> SIMD3<Double> {
    SIMD3(channels.map { $0?.value(at: seconds) ?? neutral })
  }
}

/// Curves of colors.
struct GradeCurves: ParameterGroup {
  @Parameter("Of red, green and blue.") var all: [Point] = []
  @Parameter("Of red.") var red: [Point] = []
  @Parameter("Of green.") var green: [Point] = []
  @Parameter("Of blue.") var blue: [Point] = []
  @Parameter("Of the saturation by brightness: [[0, 0.5], [1, 1]] takes color from the shadows.") var saturation:
    [Point] = []

  private(set) var curves = ColorCurves()

  mutating func prepare() throws {
    curves.all = try Self.curve($all)
    curves.red = try Self.curve($red)
    curves.green = try Self.curve($green)
    curves.blue = try Self.curve($blue)
    curves.saturation = try Self.curve($saturation, highest: 10)
  }

  private static func curve(_ parameter: Parameter<[Point]>, highest: Double = 1) throws -> ToneCurve? {
    let points = parameter.wrappedValue
    if points.isEmpty { return nil }
    let range = highest == 1 ? "both from 0 to 1" : "from 0 to 1, and from 0 to \(Int(highest))"
    guard points.allSatisfy({ (0...1).contains($0.x) && (0...highest).contains($0.y) }) else {
      throw StageError("a point of a curve is [from, to], \(range)", parameter: parameter.location)
    }
    guard let curve = ToneCurve(points) else {
      throw StageError(
        "a curve has two points or more, and the first number of each is above that of the one before",
        parameter: parameter.location, hint: "Such as [[0, 0], [0.5, 0.6], [1, 1]].")
    }
    return curve
  }
}

/// A lookup table, by its file alone or with its amount.
struct LookupSetting: ParameterType {
  struct Fields: ParameterGroup, TimeVarying {
    @Parameter("A .cube file.", as: .file(extensions: ["cube"])) var file: FileReference
    @Parameter("The share that it counts, from 0 to 1.", .fraction) var amount: Animated<Double> = 1

    var settlingTime: Double? { amount.settlingTime }
  }

  let fields: Fields

  static var schema: ParameterSchema {
    .alternatives(
      [.file(extensions: ["cube"]), .object(Fields.declarations)],
      noun: "a .cube file, or an object such as { \"file\": \"look.cube\", \"amount\": 0.7 }")
  }
  static let placeholder = LookupSetting(fields: Fields())
  var parameterValue: ParameterValue? { nil }

  static func read(_ value: ParameterValue) throws -> LookupSetting? {
    if let file = FileReference.read(value) {
      return LookupSetting(fields: try Fields(ParameterValues([("file", .file(file))])))
    }
    return try Fields.read(value).map { LookupSetting(fields: $0) }
  }

  /// Reads the file; all its faults are one error.
  func table(_ context: any StageContext) throws -> LookupTable {
    let file = fields.file
    let cube = CubeFile(try context.bytes(of: file))
    for remark in cube.remarks { context.warn("\(file.literal):\(remark); the line is not read") }
    if let table = cube.table { return table }
    var faults = cube.faults.map { "\(file.literal):\($0)" }
    if cube.faultCount > faults.count { faults.append("and \(cube.faultCount - faults.count) more") }
    throw StageError(
      faults.joined(separator: "; "), hint: "A .cube file has LUT_3D_SIZE, or LUT_1D_SIZE, and an entry on each line.")
  }
}

/// Darker corners.
struct VignetteSetting: ParameterGroup, TimeVarying {
  @Parameter("The loss of light in the corners, from 0 to 1.", .fraction) var amount: Animated<Double> = 0.3
  @Parameter("The distance from the center at which it begins; 1 are the corners.", .range(0...0.99))
  var start: Animated<Double> = 0.4
  @Parameter("Its center, in points; the middle of the canvas unless given.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: amount, start, center) }
}

/// Grain, by its strength alone or with more.
struct GrainSetting: ParameterType {
  struct Fields: ParameterGroup, TimeVarying {
    @Parameter("The strength in middle gray: the standard deviation, where white is 1.", .fraction)
    var amount: Animated<Double> = 0.04
    @Parameter("The size of a grain; below a pixel, each pixel has its own.", .range(0...32, .points)) var size = 1.0
    @Parameter("The number of times a second that it changes; in each frame unless given, at 0 never.", .nonnegative())
    var rate: Double?
    @Parameter("Chooses the grain; it differs from frame to frame, and comes again as the video does.", .any())
    var seed = 0

    /// The grain differs in each frame, but a still stage is settled with it all the same.
    var settlingTime: Double? { amount.settlingTime }
  }

  let fields: Fields

  static var schema: ParameterSchema {
    .alternatives(
      [.number(.fraction), .object(Fields.declarations)],
      noun: "a number from 0 to 1, or an object such as { \"amount\": 0.04, \"size\": 2 }")
  }
  static let placeholder = GrainSetting(fields: Fields())
  var parameterValue: ParameterValue? { nil }

  static func read(_ value: ParameterValue) throws -> GrainSetting? {
    if let number = Double.read(value) {
      return GrainSetting(fields: try Fields(ParameterValues([("amount", .number(number))])))
    }
    return try Fields.read(value).map { GrainSetting(fields: $0) }
  }
}

/// Light of highlights.
struct GlowSetting: ParameterGroup, TimeVarying {
  @Parameter("The reach: the blur radius, as of CSS's `box-shadow`.", .nonnegative(.points)) var radius:
    Animated<Double> = 40
  @Parameter("The strength, from 0 to 1.", .fraction) var amount: Animated<Double> = 0.4
  @Parameter("The brightness from which on things glow.", .range(0...0.99)) var threshold: Animated<Double> = 0.7

  var settlingTime: Double? { latestSettlingTime(of: radius, amount, threshold) }

  /// Nil where there is no light.
  func light(at seconds: Double) -> (sigma: Double, threshold: Double, opacity: Double)? {
    let opacity = min(amount.value(at: seconds), 1)
    let threshold = min(max(threshold.value(at: seconds), 0), 0.99)
    return opacity > 0 ? (max(0, radius.value(at: seconds)) / 2, threshold, opacity) : nil
  }

  /// A drawing with its light over it.
  func applied(to drawing: DisplayList, at seconds: Double) -> DisplayList {
    guard let (sigma, threshold, opacity) = light(at: seconds) else { return drawing }
    let source = drawing.with(.highlights(above: threshold))
    return DisplayList(
      drawing.commands + [.group(Group(source, opacity: opacity, blend: .screen, effects: [.blur(sigma: sigma)]))])
  }
}
