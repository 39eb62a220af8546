import StageKit

/// A QR code that scanners read, in the colors and with the modules of a brand.
public struct QRCode: Stage, ParameterGroup {
  /// The shape of modules.
  enum Style: String, CaseIterable, ParameterChoice { case square, rounded, dots }

  @Parameter("The text that scanners read, such as a web address; in UTF-8, which a code beyond ASCII says.") var text:
    String
  @Parameter("Its width and height, with its margin.", .positive(.points)) var size = 240.0
  @Parameter("The free margin around it, in modules; scanners ask for 4.", .range(0...20)) var margin = 4
  @Parameter(
    "The amount of it that may be hidden or damaged: about 7, 15, 25 or 30 %. More of it makes more modules.")
  var correction = Correction.medium
  @Parameter("The form of its modules.") var modules = Style.square
  @Parameter("The color of dark modules.") var color: Animated<PaintValue> = Animated(.color(.black))
  @Parameter("The color behind them.") var background: Animated<PaintValue> = Animated(.color(.white))
  @Parameter("The radius of the background's corners.", .nonnegative(.points)) var radius = 0.0
  @Parameter(
    "The side of a square in its middle that is left free, for a logo, as a share of the code's side.", .range(0...0.4))
  var hole = 0.0
  @Parameter("The share of its modules that are there, from the middle outward; scanners read it at 1.", .fraction)
  var progress: Animated<Double> = 1
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  public static let definition = StageDefinition(
    Self.self, "qr-code", version: 1, "A QR code in your own colors and forms, which can build up from its middle.",
    handles: [.width("size")],
    example: .init(
      at: 1.5,
      """
      {
        "id": "code",
        "stage": "qr-code",
        "parameters": {
          "text": "https://example.com/app", "size": 220, "modules": "rounded", "color": "#1E1B4B", "radius": 24,
          "progress": { "keyframes": [{ "at": 0, "value": 0 }, { "at": 1.2, "value": 1 }] }
        }
      }
      """))

  private var matrix: QRMatrix?
  /// All of it at progress 1, in modules from the top left of its margin.
  private var whole = Path.empty
  /// For each module the progress at which it begins to appear, from 0 to 1 less `growth`.
  private var delays: [Double] = []
  private var middle = Point.zero

  /// The share of the progress for which a module grows.
  private static let growth = 0.25

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    try $color.filling()
    try $background.filling()
    middle = context.composition.bounds.center
    let full = try QRMatrix(text, correction)
    guard hole * hole <= correction.capacity / 2 else {
      throw StageError(
        "the hole hides \(percent(hole * hole)) of the code, too much for its correction", parameter: $hole.location,
        hint: "\"correction\": \"high\" allows a hole of 0.38, \"medium\" one of 0.27.")
    }
    let center = Double(full.side) / 2
    let reach = hole * center
    let matrix = full.filtered { x, y in
      abs(Double(x) + 0.5 - center) >= reach || abs(Double(y) + 0.5 - center) >= reach
    }
    self.matrix = matrix
    whole = outline(of: matrix)
    delays = delays(of: matrix)
    let warnings = CodeWarnings(context: context)
    warnings.check(margin: margin, needed: 4)
    warnings.check(module: size / Double(matrix.side + 2 * margin))
    warnings.check(color, on: background)
  }

  private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  public var duration: Double? { latestSettlingTime(of: color, background, progress, placement, shadow) }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let box = Rect(center: middle, size: Size(size, size))
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    guard placed.isVisible, let matrix else { return frame }
    let seconds = time.seconds
    var content = DisplayList()
    content.fill(.roundedRect(box, radius: radius), background.value(at: seconds).paint(in: box))
    let scale = size / Double(matrix.side + 2 * margin)
    let place =
      Transform.translation(box.minX, box.minY) * .scale(scale) * .translation(Double(margin), Double(margin))
    content.fill(
      modules(of: matrix, at: progress.value(at: seconds)).transformed(by: place),
      color.value(at: seconds).paint(in: box))
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }

  // MARK: Modules

  /// The outlines of the modules that are there at a progress.
  private func modules(of matrix: QRMatrix, at progress: Double) -> Path {
    if progress >= 1 { return whole }
    if progress <= 0 { return .empty }
    func growth(_ x: Int, _ y: Int) -> Double { (progress - delays[y * matrix.side + x]) / Self.growth }
    let grown = outline(of: matrix.filtered { growth($0, $1) >= 1 })
    return Path { builder in
      builder.append(grown)
      for y in 0..<matrix.side {
        for x in 0..<matrix.side where matrix[x, y] {
          let share = growth(x, y)
          guard share > 0, share < 1 else { continue }
          let eased = 1 - (1 - share) * (1 - share)
          let box = Rect(center: Point(Double(x) + 0.5, Double(y) + 0.5), size: Size(eased, eased))
          builder.roundedRect(box, radius: modules == .square ? 0 : eased / 2)
        }
      }
    }
  }

  private func outline(of matrix: QRMatrix) -> Path {
    if modules == .square { return ModuleOutline(matrix, outer: 0, inner: 0).path }
    let rest = matrix.filtered { !matrix.isFinder($0, $1) }
    return Path { builder in
      builder.append(ModuleOutline(matrix.filtered(matrix.isFinder), outer: 1.5, inner: 0.5).path)
      if modules == .rounded { return builder.append(ModuleOutline(rest, outer: 0.5, inner: 0.25).path) }
      for y in 0..<rest.side {
        for x in 0..<rest.side where rest[x, y] {
          builder.circle(center: Point(Double(x) + 0.5, Double(y) + 0.5), radius: 0.44)
        }
      }
    }
  }

  /// Modules appear from the middle outward, a little out of order; those of a square in a corner at once.
  private func delays(of matrix: QRMatrix) -> [Double] {
    let center = Double(matrix.side) / 2
    var random = SeededNumbers(seed: 7)
    return (0..<matrix.side * matrix.side).map { index in
      let (x, y) = (Double(index % matrix.side) + 0.5 - center, Double(index / matrix.side) + 0.5 - center)
      let distance = Point(x, y).length / (center * 2.0.squareRoot())
      let spread = Double.random(in: -0.12...0.12, using: &random)
      let place = matrix.isFinder(index % matrix.side, index / matrix.side) ? 0.8 : distance + spread
      return min(max(place, 0), 1) * (1 - Self.growth)
    }
  }
}

@_cdecl("pipeline_stages_QRCode") public func stages() { StageModule.offer(QRCode.self, Barcode.self) }
