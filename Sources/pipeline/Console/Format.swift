import Foundation
import JobFile
import Rendering
import Reporting

/// Numbers formatted for people.
enum Format {
  /// `7.50 s`, or `1:07.50` from a minute on.
  static func seconds(_ value: Double) -> String {
    guard value.isFinite else { return "—" }
    if value < 60 { return String(format: "%.2f s", value) }
    let minutes = Int(value / 60)
    return String(format: "%d:%05.2f", minutes, value - Double(minutes) * 60)
  }

  /// `0:07`, rounded up.
  static func remaining(_ value: Double) -> String {
    guard value.isFinite, value < 360_000 else { return "–:––" }
    let whole = Int(value.rounded(.up))
    return String(format: "%d:%02d", whole / 60, whole % 60)
  }

  /// `1 frame`, `2 frames`.
  static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  static func bytes(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    if count < 1_000_000 { return String(format: "%.1f kB", Double(count) / 1e3) }
    if count < 1_000_000_000 { return String(format: "%.1f MB", Double(count) / 1e6) }
    return String(format: "%.2f GB", Double(count) / 1e9)
  }
}
