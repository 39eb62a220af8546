import Foundation

/// A published number through all frames, before and after, as an SVG.
struct ValueChart {
  let name: String
  let before: [Double?]
  let after: [Double?]
  /// Marked by a line.
  let frame: Int?

  private static let (width, height, margin) = (640.0, 150.0, 10.0)

  /// A chart of a stage's record; nil if it has no such number.
  init?(_ name: String, _ before: StageRecord?, _ after: StageRecord?, frame: Int?) {
    let (old, new) = (before?.values[name], after?.values[name])
    guard old != nil || new != nil else { return nil }
    func numbers(_ lines: [String]?) -> [Double?] { (FrameSeries.words(lines ?? []) ?? []).map { Double($0) } }
    (self.name, self.before, self.after, self.frame) = (name, numbers(old), numbers(new), frame)
  }

  /// The curves on top of each other, with a description for screen readers.
  var svg: String {
    let all = (before + after).compactMap { $0 }.filter(\.isFinite)
    guard let low = all.min(), let high = all.max() else { return "" }
    let span = high > low ? high - low : 1
    let count = Double(max(2, max(before.count, after.count)) - 1)
    func x(_ frame: Int) -> Double { Self.margin + Double(frame) / count * (Self.width - 2 * Self.margin) }
    func y(_ value: Double) -> Double {
      Self.height - Self.margin - (value - low) / span * (Self.height - 2 * Self.margin)
    }
    func path(_ values: [Double?]) -> String {
      var text = ""
      var isDrawing = false
      // Two values of each pixel are enough.
      let step = max(1, values.count / Int(2 * Self.width))
      for frame in stride(from: 0, to: values.count, by: step) {
        guard let value = values[frame], value.isFinite else {
          isDrawing = false
          continue
        }
        // Between equal neighbors the line goes on.
        let isFlat =
          isDrawing && frame >= step && frame + step < values.count && values[frame - step] == value
          && values[frame + step] == value
        if isFlat { continue }
        text += String(format: isDrawing ? "L%.1f %.1f" : "M%.1f %.1f", x(frame), y(value))
        isDrawing = true
      }
      return text
    }
    let mark = frame.map {
      String(format: "<path class=\"mark\" d=\"M%.1f 0V%.0f\"/>", x($0), Self.height)
    }
    let label = HTML.escaped(name)
    return """
      <figure class="chart"><figcaption>\(label) <span class="quiet">from \(Self.text(low)) to \(Self.text(high));
      <span class="key before">before</span> <span class="key after">after</span></span></figcaption>
      <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img" aria-label="\(label) before and after">
      \(mark ?? "")<path class="before" d="\(path(before))"/><path class="after" d="\(path(after))"/></svg></figure>
      """
  }

  private static func text(_ value: Double) -> String { String(format: "%.6g", value) }
}
