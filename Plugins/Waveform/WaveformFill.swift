import StageKit

/// A smooth line through the levels of all slots, filled.
struct WaveformFill: WaveformContent {
  private let levels: SlotLevels
  private let span: WaveformSpan
  private let frame: WaveformFrame

  /// The number of straight pieces of the line in each slot.
  private static let pieces = 4

  init(_ levels: SlotLevels, _ span: WaveformSpan, _ frame: WaveformFrame) {
    self.levels = levels
    self.span = span
    self.frame = frame
  }

  func x(ofTime seconds: Double) -> Double { span.head(at: seconds) }

  func draw(at seconds: Double, color: PaintValue, played: PaintValue, onto list: inout DisplayList) {
    let slots = span.slots(at: seconds, of: levels.values.count)
    guard !slots.isEmpty else { return }
    // In slots, from middle to middle of these; the present is a point of the line, where the colors meet.
    let steps = (slots.lowerBound * Self.pieces...slots.upperBound * Self.pieces).map {
      Double($0) / Double(Self.pieces)
    }
    let present = seconds / span.slot
    list.fill(area(over: steps.filter { $0 < present } + [present], at: seconds), played.paint(in: frame.box))
    list.fill(area(over: [present] + steps.filter { $0 > present }, at: seconds), color.paint(in: frame.box))
  }

  /// Between the upper and the lower line, over places in slots.
  private func area(over places: [Double], at seconds: Double) -> Path {
    guard places.count > 1 else { return .empty }
    let ends = places.map { place -> (x: Double, top: Double, bottom: Double) in
      let x = min(max(span.x(of: place * span.slot, at: seconds), 0), frame.box.width)
      let (top, bottom) = frame.ends(level(at: place) * span.size(atX: x), least: 1)
      return (frame.box.minX + x, top, bottom)
    }
    return .polyline(ends.map { Point($0.x, $0.top) } + ends.reversed().map { Point($0.x, $0.bottom) }, closed: true)
  }

  /// A Catmull-Rom spline through the levels in the middles of slots, within 0…1.
  private func level(at place: Double) -> Double {
    let position = place - 0.5
    let index = position.rounded(.down)
    func value(_ offset: Double) -> Double {
      levels.values[Int(min(max(index + offset, 0), Double(levels.values.count - 1)))]
    }
    return min(max(Double.catmullRom(value(-1), value(0), value(1), value(2), at: position - index), 0), 1)
  }
}
