import StageKit

/// The keyboard of a phone, whose keys go down one after the other as somebody types a text.
public struct Keyboard: Stage, ParameterGroup {
  @Parameter("The text that is typed. A character without a key of its own takes the key of digits and signs.")
  var text: String
  @Parameter("The rows of letters, from the top; those of other languages are given so.") var rows = [
    "qwertyuiop", "asdfghjkl", "zxcvbnm",
  ]
  @Parameter(
    "The time from letter to letter; spaces come halfway between two. A caption that is revealed by 'typewriter' with it as 'stagger' shows what "
      + "is typed.",
    .positive(.seconds))
  var interval = 0.1
  @Parameter("The time for which a key is down.", .positive(.seconds)) var hold = 0.14
  @Parameter("Its width, with its edge.", .range(40...16_384, .points)) var width = 400.0
  @Parameter("The color behind the keys.") var color: Animated<PaintValue> = Animated(.color(Color(hex: 0xD1D5DE)))
  @Parameter("The color of keys.") var keys: Animated<Color> = Animated(.white)
  @Parameter("The color of letters and signs.") var ink: Animated<Color> = Animated(Color(hex: 0x111827))
  @Parameter("The color of a key that is down.") var pressed: Animated<Color> = Animated(Color(hex: 0xA7AEBC))
  @Parameter("Whether a letter that is typed is shown larger, above its key.") var balloon = true
  @Parameter("The letters' font, or several to try in order.") var family = "sans-serif"
  @Parameter("The radius of the corners behind the keys.", .nonnegative(.points)) var radius = 20.0
  @Include var placement: Placement
  @Parameter() var shadow: Shadow?

  let typed = Output<Double>("The number of characters that have been typed.")
  let press = Moment("A key goes down.", .cue)
  let done = Moment("All is typed.", .both)

  public static let definition = StageDefinition(
    Self.self, "keyboard", version: 1, "A phone's keyboard that types a text.",
    handles: [.width("width")],
    example: .init(
      at: 0.07,
      """
      {
        "id": "keyboard",
        "stage": "keyboard",
        "parameters": { "text": "hello", "width": 420 }
      }
      """))

  /// The seconds that a key takes to go down and up.
  private static let fade = 0.05

  private var layout = KeyLayout(rows: [], width: 0)
  private var box = Rect.zero
  /// The outlines of letters around the origin, by themselves.
  private var letters: [Character: Path] = [:]
  /// The key of each character, and whether it needs the key for capitals.
  private var presses: [(seconds: Double, key: Int, withShift: Bool)] = []

  public init() {}

  public mutating func prepare(_ context: any StageContext) throws {
    guard rows.contains(where: { !$0.isEmpty }) else {
      throw StageError("there is no row of letters", parameter: $rows.location)
    }
    guard rows.count <= 8, rows.allSatisfy({ $0.count <= 40 }) else {
      throw StageError("a keyboard has at most 8 rows of 40 letters", parameter: $rows.location)
    }
    layout = KeyLayout(rows: rows.map(Array.init), width: width)
    box = Rect(center: context.composition.bounds.center, size: layout.size)
    var count = 0.0
    presses = text.map { character in
      let (key, withShift) = layout.press(character)
      // As captions do, it counts letters.
      defer { if !character.isWhitespace { count += 1 } }
      return ((character.isWhitespace ? max(count - 0.5, 0) : count) * interval, key, withShift)
    }
    let families = family.split(separator: ",").map { String($0.drop { $0 == " " }) }
    let style = TextStyle(families: families, weight: 450, size: layout.unit * 0.62)
    func outline(_ text: String) throws -> Path {
      try context.layout(TextRequest(text, style: style)).outline
    }
    let middle = try outline("x").controlBounds?.center.y ?? 0
    for key in layout.keys {
      guard case .letter(let letter) = key.kind, letters[letter] == nil else { continue }
      let path = try outline(String(letter))
      letters[letter] = path.transformed(by: .translation(-(path.controlBounds?.center.x ?? 0), -middle))
    }
    let signs = try context.layout(TextRequest("123", style: style)).outline
    let scaled = signs.transformed(by: .scale(0.62))
    let center = scaled.controlBounds?.center ?? .zero
    digits = scaled.transformed(by: .translation(-center.x, -center.y))
  }

  /// The word on the key of digits.
  private var digits = Path.empty

  // MARK: Time

  private var end: Double { (presses.last?.seconds ?? 0) + hold }

  public var moments: [Moment.Time] { [done.at(end)] }

  public func cues(until seconds: Double) -> [Moment.Time] {
    (presses.map { press.at($0.seconds) } + moments).ordered(until: seconds)
  }

  public var duration: Double? {
    latestSettlingTime(of: color, keys, ink, pressed, placement, shadow).map { max($0, end) }
  }

  /// The depth of a key for the character at an index, from 0 to 1.
  private func depth(_ index: Int, at seconds: Double) -> Double {
    let passed = seconds - presses[index].seconds
    guard passed >= 0, passed < hold else { return 0 }
    return min(passed / Self.fade, (hold - passed) / Self.fade, 1)
  }

  /// The depths of the keys that are down.
  private func depths(at seconds: Double) -> [Int: Double] {
    var depths: [Int: Double] = [:]
    for (index, (_, key, withShift)) in presses.enumerated() {
      let depth = depth(index, at: seconds)
      guard depth > 0 else { continue }
      depths[key] = max(depths[key] ?? 0, depth)
      if withShift, let shift = layout.shift { depths[shift] = max(depths[shift] ?? 0, depth) }
    }
    return depths
  }

  // MARK: Drawing

  public func frame(at time: StageTime, _ inputs: Inputs) throws -> StageFrame {
    let placed = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placement.publish(placed, to: &frame)
    let seconds = time.seconds
    frame[typed] = Double(presses.count { $0.seconds <= seconds })
    guard placed.isVisible else { return frame }
    let depths = depths(at: seconds)
    var content = DisplayList()
    content.fill(.roundedRect(box, radius: radius), color.value(at: seconds).paint(in: box))
    for (index, key) in layout.keys.enumerated() {
      draw(key, depth: depths[index] ?? 0, seconds, onto: &content)
    }
    if balloon {
      for index in depths.keys.sorted() { drawBalloon(layout.keys[index], depths[index] ?? 0, seconds, onto: &content) }
    }
    frame.drawing = placed.layer(content, shadow: shadow?.effect(at: seconds, scale: placed.meanScale))
    return frame
  }

  private func draw(_ key: KeyLayout.Key, depth: Double, _ seconds: Double, onto list: inout DisplayList) {
    let rect = key.rect.moved(by: box.origin)
    let (plain, down, ink) = (keys.value(at: seconds), pressed.value(at: seconds), self.ink.value(at: seconds))
    let corner = layout.unit * 0.13
    let edge = layout.unit * 0.035
    list.fill(.roundedRect(rect.moved(by: Point(0, edge)), radius: corner), Color.black.opacity(0.26))
    list.fill(
      .roundedRect(rect, radius: corner), plain.interpolated(to: down, at: key.isWide ? 0.35 + 0.65 * depth : depth))
    let place = Transform.translation(rect.center)
    switch key.kind {
    case .letter(let letter): if let path = letters[letter] { list.fill(path, ink, transform: place) }
    case .digits: list.fill(digits, ink, transform: place)
    case .space: break
    case .shift, .back, .enter:
      let style = StrokeStyle(width: layout.unit * 0.055, cap: .round, join: .round)
      list.stroke(KeyLayout.sign(key.kind).transformed(by: place * .scale(layout.unit * 0.2)), ink, style)
    }
  }

  /// The letter of a key that is down, on a plate that reaches up from the key.
  private func drawBalloon(_ key: KeyLayout.Key, _ depth: Double, _ seconds: Double, onto list: inout DisplayList) {
    guard case .letter(let letter) = key.kind, let path = letters[letter] else { return }
    let rect = key.rect.moved(by: box.origin)
    let side = Size(rect.width * 1.5, rect.height * 1.06)
    let center = Point(
      min(max(rect.center.x, box.minX + side.width / 2), box.maxX - side.width / 2), rect.minY - side.height * 0.52)
    let corner = layout.unit * 0.2
    let plate = Rect(center: center, size: side)
    let drawing = DisplayList { list in
      let neck = Rect(x: rect.minX, y: plate.maxY - corner, width: rect.width, height: rect.maxY - plate.maxY + corner)
      let paint = keys.value(at: seconds)
      list.fill(.roundedRect(plate.moved(by: Point(0, layout.unit * 0.04)), radius: corner), Color.black.opacity(0.22))
      list.fill(.roundedRect(neck, radius: layout.unit * 0.13), paint)
      list.fill(.roundedRect(plate, radius: corner), paint)
      list.fill(path, ink.value(at: seconds), transform: .translation(center) * .scale(1.55))
    }
    list.group(Group(drawing, opacity: depth))
  }
}
