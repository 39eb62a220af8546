import StageKit

/// The attenuation of a track at each instant, while another is heard.
struct DuckingCurve: Sendable {
  /// In samples.
  private static let hop = 480
  /// The other is heard where its peak in a hop is above this, in full scale: -45 dB.
  private static let threshold: Float = 0.0056
  /// Pauses up to this long count as heard, in seconds.
  private static let pause = 0.3

  /// In dB, at the beginning of each hop, and at the end.
  private let values: [Double]

  init(_ duck: MixTrack.Duck, under other: Int, of mix: SoundMix) {
    let hops = (mix.count + Self.hop - 1) / Self.hop
    var heard = [Bool](repeating: false, count: hops)
    for hop in 0..<hops {
      let range = hop * Self.hop..<min((hop + 1) * Self.hop, mix.count)
      heard[hop] = mix.samples(of: other, range).contains { abs($0) > Self.threshold }
    }
    let seconds = Double(Self.hop) / Double(SoundClip.sampleRate)
    let pause = Int(Self.pause / seconds)
    // The times to the next and from the last hop in which it is heard.
    var distance = [(before: Int, after: Int)](repeating: (.max, .max), count: hops + 1)
    var last: Int?
    for hop in 0...hops {
      if hop < hops, heard[hop] { last = hop }
      if let last { distance[hop].after = max(0, hop - last - 1) }
    }
    var next: Int?
    for hop in stride(from: hops, through: 0, by: -1) {
      if hop < hops, heard[hop] { next = hop }
      if let next { distance[hop].before = next - hop }
    }
    values = distance.map { before, after in
      if before != .max, after != .max, before + after <= pause { return duck.by }
      let sinking = before == .max ? 0 : Self.ramp(Double(before) * seconds, over: duck.attack)
      let rising = after == .max ? 0 : Self.ramp(Double(after) * seconds, over: duck.release)
      return duck.by * max(sinking, rising)
    }
  }

  /// Falls from 1 to 0, smoothly.
  private static func ramp(_ seconds: Double, over length: Double) -> Double {
    guard seconds < length else { return seconds <= 0 ? 1 : 0 }
    let rest = 1 - seconds / length
    return rest * rest * (3 - 2 * rest)
  }

  /// In dB, at a sample of the timeline.
  func decibels(at time: Int) -> Double {
    let place = min(max(0, time), (values.count - 1) * Self.hop)
    let index = min(place / Self.hop, values.count - 2)
    guard index >= 0 else { return values[0] }
    let part = Double(place - index * Self.hop) / Double(Self.hop)
    return values[index] + (values[index + 1] - values[index]) * part
  }
}
