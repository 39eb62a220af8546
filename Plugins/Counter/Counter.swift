import StageKit

/// A number that counts.
public struct Counter: Stage {
  enum Digits: String, CaseIterable, ParameterChoice { case plain, wheels }

  /// The parameters of a counter.
  public struct Parameters: ParameterGroup {
    @Parameter(
      "The number that it counts to; or keyframes, or a number to follow, that it shows. Its box has room for it, and for what the input gives.",
      .any())
    var value: Animated<Double>
    @Parameter("The number that it counts from, where 'value' is one number.", .any()) var from = 0.0
    @Parameter("The time for which it counts, where 'value' is one number.", .positive(.seconds)) var duration = 1.6
    @Parameter(
      "The unit that the number is written in, which 'value' and the input give in meters or in meters a second. A pace such as min/km is "
        + "written as a time, and is missing where it is above an hour.")
    var unit: CountedUnit?
    @Parameter("The easing of the count.") var curve: Easing = .usualArrival
    @Parameter("The change of digits: at once, or on wheels as in an odometer.") var digits = Digits.plain
    @Include var format: FormatParameters
    @Include var type: TextParameters
    @Parameter("The width into which its widest number fits, with 'minSize'.", .positive(.points)) var width: Double?
    @Parameter("The size to which its digits shrink so that its widest number fits into 'width'.", .positive(.points))
    var minSize: Double?
    @Parameter("The color of its digits, or a gradient over all of them.")
    var color: Animated<PaintValue> = Animated(.color(.white))
    @Parameter() var stroke: StrokeParameters?
    @Include var placement: Placement
    @Parameter() var shadow: Shadow?

    let valueInput = Input<Double?>(
      "The number that it shows, before the parameter; 'missing' where it has no value.", name: "value",
      isForeseen: true)
    let valueOutput = Output<Double>("The number that it shows, before it is rounded.", name: "value")
    let reached = Moment("It has come to its value.", .both)

    /// The parameters of a counter.
    public init() {}

    /// Checks the paint.
    public func prepare() throws {
      try $color.filling()
      switch (width, minSize) {
      case (nil, nil): break
      case (nil, _):
        throw StageError(
          "has no effect without 'width'", parameter: $minSize.location, hint: "Give the width to fit into.")
      case (_, nil):
        throw StageError(
          "has no effect without 'minSize'", parameter: $width.location,
          hint: "Give the size to which digits may shrink.")
      case (_, let minSize?):
        if minSize > type.size { throw StageError("is above 'size'", parameter: $minSize.location) }
      }
    }
  }

  public static let definition = StageDefinition(
    Self.self, "counter", version: 1,
    "A number that counts, as its locale writes it, in digits of equal width or on wheels.",
    handles: [.width("width")],
    example: .init(
      at: 1,
      """
      {
        "id": "saved",
        "stage": "counter",
        "parameters": {
          "value": 12480, "duration": 2, "style": "currency", "currency": "EUR", "digits": "wheels", "text": "# saved",
          "size": 40, "weight": 700
        }
      }
      """))

  private let parameters: Parameters
  let format: NumberFormat
  let layout: DigitLayout
  /// The largest number, but for its sign, that it comes to rest at.
  private let largest: Double
  /// For the widest text that it comes to rest at, before it shrinks.
  private let box: Rect
  /// The factor by which it shrinks about the middle of its box.
  private let shrinkage: Double

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    self.parameters = parameters
    let value = parameters.value
    let unit = parameters.unit
    func written(_ values: [Double]) -> [Double] { values.compactMap { unit == nil ? $0 : unit?.converted($0) } }
    let rests = written(value.isConstant ? value.values + [parameters.from] : value.values)
    let locale = parameters.type.language ?? ""
    try Self.checkUnit(parameters, context)
    let format = try NumberFormat(parameters.format, unit: unit, locale: locale, values: rests, context)
    self.format = format
    if parameters.digits == .wheels, [.time, .compact].contains(format.style) {
      throw StageError("'\(format.style)' has no wheels", parameter: parameters.$digits.location)
    }
    largest = rests.map(abs).max() ?? 0
    let texts = try (rests + written(Self.foreseen(parameters, context))).map { try format.string($0) }
    let zero = try context.message("{n, number, ::precision-integer}", ["n": .number(0)], locale: locale)
    let layout = DigitLayout(
      parameters.type, zero: zero.first(where: DigitLayout.isDigit) ?? "0", isStroked: parameters.stroke != nil, context
    )
    self.layout = layout
    let sizes = try texts.map { try layout.row(of: $0).size }
    box = Rect(
      center: context.composition.bounds.center,
      size: Size(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0))
    if let width = parameters.width, let minSize = parameters.minSize, box.width > width {
      shrinkage = max(width / box.width, minSize / parameters.type.size)
    } else {
      shrinkage = 1
    }
  }

  /// Throws for a unit that its input's numbers cannot be written in, and warns where the text names another than theirs.
  private static func checkUnit(_ parameters: Parameters, _ context: any StageContext) throws {
    let source = context.unit(of: parameters.valueInput)
    if let unit = parameters.unit {
      if unit.isPace, ![.number, .time].contains(parameters.format.style) {
        throw StageError("'\(unit.rawValue)' is written as a time", parameter: parameters.format.$style.location)
      }
      if [.meters, .metersPerSecond].contains(source), source != unit.source {
        throw StageError(
          "'\(unit.rawValue)' is \(unit.source == .meters ? "a length" : "a speed"), and its input is in \(name(source))",
          parameter: parameters.$unit.location)
      }
    } else if let named = CountedUnit.named(in: parameters.format.text, of: source) {
      context.warn(
        "its number is in \(name(source)), and its text says \(named.rawValue). "
          + "Set \"unit\": \"\(named.rawValue)\", which converts it.")
    }
  }

  private static func name(_ unit: NumberSchema.Unit) -> String {
    unit == .metersPerSecond ? "meters a second" : unit.rawValue
  }

  /// A drawing around its box as it is where that shrinks.
  private func shrunk(_ drawing: DisplayList) -> DisplayList {
    if shrinkage == 1 || drawing.isEmpty { return drawing }
    return DisplayList([.group(Group(drawing, transform: .scale(shrinkage, about: box.center)))])
  }

  /// The number of instants at which an input is asked for what it will give.
  private static let foreseenCount = 60

  /// Numbers that the input gives over the video; none where it is not connected.
  private static func foreseen(_ parameters: Parameters, _ context: any StageContext) throws -> [Double] {
    let step = context.composition.duration / Double(foreseenCount)
    var result: [Double] = []
    for index in 0...foreseenCount {
      let value = try context.value(of: parameters.valueInput, at: Double(index) * step)
      if let value, value.isFinite { result.append(value) }
    }
    return result
  }

  public var moments: [Moment.Time] { end.map { [parameters.reached.at($0)] } ?? [] }

  private var end: Double? { parameters.value.isConstant ? parameters.duration : parameters.value.settlingTime }

  public var duration: Double? {
    latestSettlingTime(
      of: parameters.value, parameters.color, parameters.stroke, parameters.placement, parameters.shadow
    ).flatMap { latest in end.map { max(latest, $0) } }
  }

  /// Nil where the input has no value.
  private func value(at time: Double, _ inputs: Inputs) throws -> Double? {
    if inputs.isConnected(parameters.valueInput) { return try inputs[parameters.valueInput] }
    let target = parameters.value.value(at: time)
    let seconds = parameters.duration
    guard parameters.value.isConstant, time < seconds else { return target }
    return parameters.from + (target - parameters.from)
      * parameters.curve.value(at: max(time, 0) / seconds, over: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let room = Rect(center: box.center, size: Size(box.width * shrinkage, box.height * shrinkage))
    let placed = try parameters.placement.placed(room, at: time, inputs)
    var frame = StageFrame()
    parameters.placement.publish(placed, to: &frame)
    let number = try value(at: time.seconds, inputs)
    frame[parameters.valueOutput] = number
    guard placed.isVisible, let content = try content(of: number) else { return frame }
    let paint = parameters.color.value(at: time.seconds).paint(in: box)
    frame.drawing = placed.layer(
      shrunk(
        content.drawing(paint, isStrokeOnFill: parameters.stroke?.isOnFill ?? false) {
          parameters.stroke?.draw($0, in: box, at: time.seconds, isCovered: paint.isOpaque, onto: &$1)
        }),
      shadow: parameters.shadow?.effect(at: time.seconds, scale: placed.meanScale))
    // It is read once it rests.
    if let end, time.seconds >= end { frame.legibleText = placed.layer(shrunk(content.drawing(paint) { _, _ in })) }
    return frame
  }

  /// Nil where nothing is drawn.
  private func content(of number: Double?) throws -> Content? {
    let written = number.flatMap { parameters.unit == nil ? $0 : parameters.unit?.converted($0) }
    guard let number = written else { return try format.missing.map(plain) }
    guard number.isFinite else { return nil }
    return try parameters.digits == .plain ? plain(format.string(number)) : turning(number)
  }

  /// The drawing: outlines and colored glyphs as they are, and the part behind the wheels' window.
  private struct Content {
    var still: [Path] = []
    var turning: [Path] = []
    var faded: [(path: Path, opacity: Double)] = []
    var colors = DisplayList()
    var window: Rect?

    private func joined(_ paths: [Path]) -> Path { Path { builder in for path in paths { builder.append(path) } } }

    func drawing(
      _ paint: Paint, isStrokeOnFill: Bool = false, _ stroke: (Path, inout DisplayList) -> Void
    ) -> DisplayList {
      DisplayList { list in
        func draw(_ path: Path, onto list: inout DisplayList) {
          if path.isEmpty { return }
          if !isStrokeOnFill { stroke(path, &list) }
          list.fill(path, paint)
          if isStrokeOnFill { stroke(path, &list) }
        }
        draw(joined(still), onto: &list)
        for part in faded { list.group(opacity: part.opacity) { draw(part.path, onto: &$0) } }
        list.append(colors)
        guard let window else { return }
        let shade = Paint.linear(
          from: Point(0, window.y), to: Point(0, window.maxY),
          stops: [
            GradientStop(0, .clear), GradientStop(0.14, .white), GradientStop(0.86, .white), GradientStop(1, .clear),
          ])
        list.group(mask: Mask(DisplayList { $0.fill(.rect(window), shade) })) { draw(joined(turning), onto: &$0) }
      }
    }
  }

  /// The left edge and the baseline of a row in the box.
  private func origin(_ row: DigitLayout.Row, width: Double) -> Point {
    let room = box.width - width
    let share: Double =
      switch parameters.type.alignment {
      case .start, .left: 0
      case .center: 0.5
      case .end, .right: 1
      }
    return Point(box.x + room * share, box.y + (box.height - row.size.height) / 2 + row.baseline)
  }

  private func plain(_ text: String) throws -> Content {
    let row = try layout.row(of: text)
    let origin = origin(row, width: row.size.width)
    var digits = text.filter(DigitLayout.isDigit)[...]
    var content = Content()
    for cell in row.cells {
      let place = Transform.translation(origin.x + cell.x, origin.y)
      let outline = cell.isDigit ? try digits.popFirst().map { try layout.digit($0) } ?? .empty : cell.outline
      content.still.append(outline.transformed(by: place))
      content.colors.group(Group(cell.colorGlyphs, transform: place))
    }
    return content
  }

  private func turning(_ number: Double) throws -> Content {
    // Every wheel that is ever needed.
    let shown = number < 0 ? -max(largest, -number) : max(largest, number)
    let row = try layout.row(of: try format.string(shown))
    let digits = try format.digits(shown)
    let count = (digits.compactMap(\.place).max() ?? -1) + 1
    let wheels = Wheels.wheels(number * format.stepsInOne, count: count, fewest: format.decimals + 1)
    // A digit that has not appeared takes no room, and neither do the characters between it and the next digit.
    var passed = 0
    let presences = row.cells.map { cell -> Double in
      let before = passed > 0 ? digits[passed - 1].place : nil
      let next = passed < digits.count ? digits[passed].place : nil
      if !cell.isDigit { return before != nil && next != nil ? before.map { wheels[$0].presence } ?? 1 : 1 }
      passed += 1
      return next.map { wheels[$0].presence } ?? 1
    }
    let order = row.cells.indices.sorted { row.cells[$0].x < row.cells[$1].x }
    let width = order.reduce(0) { $0 + row.cells[$1].width * presences[$1] }
    let origin = origin(row, width: width)
    let height = parameters.type.size * 1.15
    var content = Content()
    var x = origin.x
    var places = [Double](repeating: 0, count: row.cells.count)
    for index in order {
      places[index] = x
      x += row.cells[index].width * presences[index]
    }
    var left = digits[...]
    for (index, cell) in row.cells.enumerated() {
      let place = Transform.translation(places[index] + cell.width * (presences[index] - 1) / 2, origin.y)
      func add(_ digit: Character, _ offset: Double) throws {
        content.turning.append(try layout.digit(digit).transformed(by: .translation(0, offset) * place))
      }
      guard cell.isDigit, let digit = left.popFirst() else {
        if presences[index] > 0 {
          content.faded.append((cell.outline.transformed(by: place), presences[index]))
          content.colors.group(Group(cell.colorGlyphs, transform: place, opacity: presences[index]))
        }
        continue
      }
      guard let wheel = digit.place.map({ wheels[$0] }) else {
        try add(digit.character, 0)
        continue
      }
      guard wheel.presence > 0 else { continue }
      // Nothing is written before the first digit.
      if wheel.digit != 0 || wheel.presence == 1 { try add(layout.character(wheel.digit), -wheel.turn * height) }
      if wheel.turn > 0 { try add(layout.character((wheel.digit + 1) % 10), (1 - wheel.turn) * height) }
    }
    content.window = Rect(
      x: origin.x - parameters.type.size, y: origin.y - parameters.type.size * 0.98,
      width: width + 2 * parameters.type.size,
      height: parameters.type.size * 1.24)
    return content
  }
}

@_cdecl("pipeline_stages_Counter") public func stages() { StageModule.offer(Counter.self) }
