import StageKit

/// The part of a sound that a frame shows: all of it, or the part around the present.
///
/// The sound is divided into slots of equal length, each of which is a bar.
struct WaveformSpan: Sendable {
  /// In seconds.
  let slot: Double
  private let width: Double
  private let duration: Double
  /// The length of the part that passes by at a time, in seconds; nil if all of it is visible.
  private let window: Double?
  private let now: Double
  private let edge: Double

  /// The shortest slot, in seconds.
  private static let shortest = 0.001

  /// Throws where a bar would be shorter than a millisecond.
  init(_ parameters: Waveform.Parameters, _ frame: WaveformFrame, duration: Double) throws {
    width = frame.box.width
    self.duration = duration
    window = parameters.window
    now = parameters.now
    edge = parameters.edge * width
    if let window {
      slot = window * (frame.bar + frame.gap) / width
      if slot < Self.shortest {
        throw StageError(
          "a bar covers \(slot) s, less than a millisecond", parameter: parameters.$window.location,
          hint: "Show more seconds, or wider bars.")
      }
    } else {
      slot = max(duration / Double(frame.barCount), Self.shortest)
    }
  }

  /// The position of an instant of the sound while another is the present, in points from the left.
  func x(of seconds: Double, at present: Double) -> Double {
    guard let window else { return duration > 0 ? seconds / duration * width : 0 }
    return (now + (seconds - present) / window) * width
  }

  /// The position of the present.
  func head(at present: Double) -> Double { min(max(x(of: present, at: present), 0), width) }

  /// The slots that are seen, of `count`.
  func slots(at present: Double, of count: Int) -> Range<Int> {
    guard let window else { return 0..<count }
    let first = ((present - now * window) / slot).rounded(.down)
    let last = ((present + (1 - now) * window) / slot).rounded(.up)
    let lower = Int(min(max(first, 0), Double(count)))
    return lower..<max(lower, Int(min(max(last, 0), Double(count))))
  }

  /// The size of a bar at a place: 0 at either end, 1 from the edge on inward.
  func size(atX x: Double) -> Double {
    guard window != nil else { return 1 }
    guard edge > 0 else { return x >= 0 && x <= width ? 1 : 0 }
    let share = min(max(min(x, width - x) / edge, 0), 1)
    return share * share * (3 - 2 * share)
  }
}
