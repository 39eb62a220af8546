import StageKit

/// A number that counts.
public struct Counter: Stage {
  enum Digits: String, CaseIterable { case plain, wheels }

  static let value = Parameter.number(
    "value", "What it counts to; or keyframes, or a number to follow, that it shows.", .any()
  ).animated
  static let from = Parameter.number("from", "What it counts from, where 'value' is one number.", default: 0, .any())
  static let duration = Parameter.number(
    "duration", "How long it counts, where 'value' is one number.", default: 1.6, .positive(.seconds))
  static let curve = Parameter.curve("curve", "How it spends that time.", default: .cubicBezier(0.16, 1, 0.3, 1))
  static let digits = Parameter<Digits>.choice(
    "digits", "Whether digits change at once, or turn on wheels as in an odometer.", default: .plain)
  static let color = Parameter.paint(
    "color", "The color of its digits, or a gradient over all of them.", default: .color(.white)
  ).animated

  static let valueInput = Input<Double?>("value", "What it shows, before the parameter; nothing where it has no value.")
  static let valueOutput = Output<Double>("value", "What it shows, before it is rounded.")
  static let reached = Moment("reached", "It has come to its value.")

  public static let definition = StageDefinition(
    name: "counter", version: 1,
    summary: "A number that counts, as its locale writes it, in digits of equal width or on wheels.",
    parameters: [value, from, duration, curve, digits] + NumberFormat.parameters
      + TextParameters.parameters.filter { $0.declaration.name != TextParameters.text.declaration.name }
      + [color, StrokeParameters.parameter] + Placement.parameters + [Shadow.parameter],
    inputs: Placement.inputs + [valueInput], outputs: Placement.outputs + [valueOutput], moments: [reached],
    cues: [reached],
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

  private let value: Animated<Double>
  private let from: Double
  private let seconds: Double
  private let curve: Easing
  private let digits: Digits
  let format: NumberFormat
  let layout: DigitLayout
  private let alignment: TextAlignment
  private let fontSize: Double
  /// The largest number, but for its sign, that it comes to rest at.
  private let largest: Double
  /// For the widest text that it comes to rest at.
  private let box: Rect
  private let color: Animated<PaintValue>
  private let stroke: StrokeParameters?
  private let placement: Placement
  private let shadow: Shadow?

  public init(_ parameters: Parameters, _ context: any StageContext) throws {
    value = parameters[Self.value]
    from = parameters[Self.from]
    seconds = parameters[Self.duration]
    curve = parameters[Self.curve]
    digits = parameters[Self.digits]
    alignment = parameters[TextParameters.alignment]
    fontSize = parameters[TextParameters.size]
    let rests = value.isConstant ? value.values + [from] : value.values
    let format = try NumberFormat(parameters, values: rests, context)
    self.format = format
    if digits == .wheels, [.time, .compact].contains(format.style) {
      throw StageError("'\(format.style)' has no wheels", parameter: parameters.location(of: Self.digits))
    }
    largest = rests.map(abs).max() ?? 0
    let texts = try rests.map { try format.string($0) }
    let zero = try context.message(
      "{n, number, ::precision-integer}", ["n": .number(0)], locale: parameters[TextParameters.language] ?? "")
    let layout = DigitLayout(TextParameters(parameters), zero: zero.first(where: DigitLayout.isDigit) ?? "0", context)
    self.layout = layout
    let sizes = try texts.map { try layout.row(of: $0).size }
    box = Rect(
      center: context.composition.bounds.center,
      size: Size(sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0))
    color = try parameters.filling(Self.color)
    stroke = parameters[StrokeParameters.parameter].map { StrokeParameters($0) }
    placement = try Placement(parameters)
    shadow = parameters[Shadow.parameter].map { Shadow($0) }
  }

  public var moments: [Moment.Time] { end.map { [Self.reached.at($0)] } ?? [] }

  private var end: Double? { value.isConstant ? seconds : value.settlingTime }

  public var duration: Double? {
    latestSettlingTime(of: value, color, stroke, placement, shadow).flatMap { latest in end.map { max(latest, $0) } }
  }

  /// Nil where the input has no value.
  private func value(at time: Double, _ inputs: Inputs) throws -> Double? {
    if inputs.isConnected(Self.valueInput) { return try inputs[Self.valueInput] }
    let target = value.value(at: time)
    guard value.isConstant, time < seconds else { return target }
    return from + (target - from) * curve.value(at: max(time, 0) / seconds, over: seconds)
  }

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placed.publish(to: &frame)
    guard let number = try value(at: time.seconds, inputs) else { return frame }
    frame[Self.valueOutput] = number
    guard placed.isVisible, number.isFinite else { return frame }
    let paint = color.value(at: time.seconds).paint(in: box)
    let content = try digits == .plain ? plain(number) : turning(number)
    frame.drawing = placed.layer(
      content.drawing(paint) { stroke?.draw($0, in: box, at: time.seconds, onto: &$1) },
      shadow: shadow?.effect(at: time.seconds, scale: placed.meanScale))
    // It is read once it rests.
    if let end, time.seconds >= end { frame.text = placed.layer(content.drawing(paint) { _, _ in }) }
    return frame
  }

  /// What is drawn: outlines and colored glyphs as they are, and what is seen through the wheels' window.
  private struct Content {
    var still: [Path] = []
    var turning: [Path] = []
    var faded: [(path: Path, opacity: Double)] = []
    var colors = DisplayList()
    var window: Rect?

    private func joined(_ paths: [Path]) -> Path { Path { builder in for path in paths { builder.append(path) } } }

    func drawing(_ paint: Paint, _ stroke: (Path, inout DisplayList) -> Void) -> DisplayList {
      DisplayList { list in
        func draw(_ path: Path, onto list: inout DisplayList) {
          if path.isEmpty { return }
          stroke(path, &list)
          list.fill(path, paint)
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
      switch alignment {
      case .start, .left: 0
      case .center: 0.5
      case .end, .right: 1
      }
    return Point(box.x + room * share, box.y + (box.height - row.size.height) / 2 + row.baseline)
  }

  private func plain(_ number: Double) throws -> Content {
    let text = try format.string(number)
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
    // What is not there yet takes no room, and neither does what stands between it and the next digit.
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
    let height = fontSize * 1.15
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
      x: origin.x - fontSize, y: origin.y - fontSize * 0.98, width: width + 2 * fontSize,
      height: fontSize * 1.24)
    return content
  }
}

@_cdecl("pipeline_abi_Counter") public func counterABI() -> Int { StageModule.abi }
@_cdecl("pipeline_stages_Counter") public func counterStages() { StageModule.offer(Counter.self) }
