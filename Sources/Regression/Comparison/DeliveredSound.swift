import Foundation

/// The loudness of a delivered file, by channels, in each tenth of a second.
///
/// Encoders of equal settings give the same levels, but for what is near silence; a gain, channels in another order, a part
/// that is missing or late give others.
struct DeliveredSound: Hashable {
  /// By tenths of a second and channels, in dB of full scale to 0.1; nil for what counts as silence.
  private let levels: [[Double?]]

  /// In dB: what is below is not compared.
  private static let silence = -50.0
  /// In dB: how far levels may be apart in a tenth of a second, and on average.
  private static let tolerance = 3.0
  private static let meanTolerance = 0.75
  private static let seconds = 0.1

  /// The loudness for levels in dB.
  init(_ levels: [[Double]]) {
    self.levels = levels.map { $0.map { $0 < Self.silence ? nil : ($0 * 10).rounded() / 10 } }
  }

  /// Nil where the lines are not what `text` gives.
  init?(_ lines: [String]) {
    guard let words = FrameSeries.words(lines) else { return nil }
    levels = words.map { $0.split(separator: "/").map { Double($0) } }
  }

  /// As records hold it.
  var text: [String] { FrameSeries.lines(levels.map(Self.text), length: FrameSeries.numbersPerLine) }

  /// The place at which this differs from a file before, with the levels of its channels; nil if it does not.
  func difference(from before: DeliveredSound) -> String? {
    let places = (0..<max(levels.count, before.levels.count)).filter { place in
      guard levels.indices.contains(place), before.levels.indices.contains(place) else {
        // The last tenth may be cut.
        return place + 1 < max(levels.count, before.levels.count)
      }
      let (old, new) = (before.levels[place], levels[place])
      return old.count != new.count || zip(old, new).contains { abs(Self.rise($0, $1)) > Self.tolerance }
    }
    guard let first = places.first, let last = places.last else { return meanDifference(from: before) }
    func text(_ sound: DeliveredSound) -> String {
      sound.levels.indices.contains(first) ? Self.text(sound.levels[first]) : "nothing"
    }
    return
      "from \(Figures.seconds(Double(first) * Self.seconds)) to \(Figures.seconds(Double(last + 1) * Self.seconds)) "
      + "its channels have other levels: \(text(before)) → \(text(self)) dB"
  }

  /// In dB.
  private static func rise(_ old: Double?, _ new: Double?) -> Double { (new ?? silence) - (old ?? silence) }

  /// The mean difference of files with equally many tenths and channels, over their audible parts.
  private func meanDifference(from before: DeliveredSound) -> String? {
    for channel in 0..<(levels.first?.count ?? 0) {
      let rises = zip(before.levels, levels).compactMap { old, new -> Double? in
        guard old[channel] != nil || new[channel] != nil else { return nil }
        return Self.rise(old[channel], new[channel])
      }
      let mean = rises.reduce(0, +) / Double(max(1, rises.count))
      if abs(mean) > Self.meanTolerance {
        return String(
          format: "channel \(channel + 1) is %.1f dB \(mean > 0 ? "louder" : "quieter") on average", abs(mean))
      }
    }
    return nil
  }

  private static func text(_ channels: [Double?]) -> String {
    channels.map { $0.map { String(format: "%.1f", $0) } ?? "-" }.joined(separator: "/")
  }
}
