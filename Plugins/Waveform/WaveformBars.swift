import StageKit

/// A bar for each slot of a sound.
struct WaveformBars: WaveformContent {
  private let levels: SlotLevels
  private let span: WaveformSpan
  private let frame: WaveformFrame

  init(_ levels: SlotLevels, _ span: WaveformSpan, _ frame: WaveformFrame) {
    self.levels = levels
    self.span = span
    self.frame = frame
  }

  func x(ofTime seconds: Double) -> Double { span.head(at: seconds) }

  /// The bar that plays is on the way from one color to the other.
  func draw(at seconds: Double, color: PaintValue, played: PaintValue, onto list: inout DisplayList) {
    var (past, future) = (PathBuilder(), PathBuilder())
    var present: (path: Path, share: Double)?
    for index in span.slots(at: seconds, of: levels.values.count) {
      let x = span.x(of: (Double(index) + 0.5) * span.slot, at: seconds)
      let size = span.size(atX: x)
      guard size > 0 else { continue }
      let level = levels.values[index] * size
      let share = seconds / span.slot - Double(index)
      if share >= 1 {
        frame.add(level, at: x, size: size, to: &past)
      } else if share <= 0 {
        frame.add(level, at: x, size: size, to: &future)
      } else {
        present = (Path { frame.add(level, at: x, size: size, to: &$0) }, share)
      }
    }
    list.fill(past.path, played.paint(in: frame.box))
    list.fill(future.path, color.paint(in: frame.box))
    if let present {
      list.fill(present.path, color.interpolated(to: played, at: present.share).paint(in: frame.box))
    }
  }
}
