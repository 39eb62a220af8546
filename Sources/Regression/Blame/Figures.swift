import Foundation

/// Numbers and texts as messages show them.
enum Figures {
  /// `1.233 s`.
  static func seconds(_ value: Double) -> String { String(format: "%.3f s", value) }

  /// A published number; with a degree sign where its name is that of an angle.
  static func value(_ word: Substring?, named name: String) -> String {
    guard let word, word != "-" else { return "nothing" }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let isAngle = ["pitch", "heading", "fieldOfView", "angle", "rotation"].contains(last) || last.hasSuffix("Angle")
    return word + (isAngle ? "°" : "")
  }

  /// Text cut to a length that fits a line, digests to eight digits.
  static func short(_ text: String) -> String {
    let text = text.replacing(/\b([0-9a-f]{8})[0-9a-f]{24}\b/) { "\($0.1)…" }
    return text.count > 60 ? text.prefix(57) + "…" : text
  }

  /// `1 pixel`, `2 pixels`.
  static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
