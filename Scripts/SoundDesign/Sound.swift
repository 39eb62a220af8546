import Foundation

/// Samples of one or two channels, 1 for full scale.
struct Sound {
  let rate: Double
  var channels: [[Double]]

  init(seconds: Double, channels: Int = 1, rate: Double = 48000) {
    self.rate = rate
    self.channels = Array(repeating: Array(repeating: 0, count: Int((seconds * rate).rounded())), count: channels)
  }

  var count: Int { channels[0].count }

  /// The time of a sample in seconds.
  func time(_ index: Int) -> Double { Double(index) / rate }

  /// Adds a mono sound from a time on, with equal power over two channels: -1 is left, 1 right.
  mutating func add(_ other: Sound, at start: Double, gain: Double = 1, pan: Double = 0) {
    let offset = Int((start * rate).rounded())
    let angle = (pan + 1) * Double.pi / 4
    let gains = channels.count == 1 ? [gain] : [cos(angle) * gain, sin(angle) * gain]
    for channel in channels.indices {
      for index in other.channels[0].indices where channels[channel].indices.contains(index + offset) {
        channels[channel][index + offset] += other.channels[0][index] * gains[channel]
      }
    }
  }

  /// Adds a room's answer.
  mutating func reverberate(_ reverb: Reverb, wet: Double) {
    var reverb = reverb
    for index in 0..<count {
      let echo = reverb.next(left: channels[0][index], right: channels[channels.count - 1][index])
      channels[0][index] += echo.left * wet
      if channels.count > 1 { channels[1][index] += echo.right * wet }
    }
  }

  /// Removes what is below a frequency in hertz, and with it any offset.
  mutating func removeRumble(below cutoff: Double) {
    for channel in channels.indices {
      var filter = StateVariableFilter(rate: rate)
      for index in 0..<count {
        channels[channel][index] = filter.filter(channels[channel][index], cutoff: cutoff, q: 0.7071).high
      }
    }
  }

  /// Fades in and out along raised cosines; the first and last sample become exactly 0.
  mutating func fade(in rise: Double, out fall: Double) {
    for channel in channels.indices {
      for index in 0..<count {
        let rising = raisedCosine(time(index) / rise)
        let falling = raisedCosine(time(count - 1 - index) / fall)
        channels[channel][index] *= rising * falling
      }
    }
  }

  /// Scales so that the largest sample has a level in decibels below full scale.
  mutating func normalize(peak decibels: Double) {
    let largest = channels.joined().reduce(0) { max($0, abs($1)) }
    let gain = pow(10, decibels / 20) / largest
    for channel in channels.indices { for index in 0..<count { channels[channel][index] *= gain } }
  }
}

/// From 0 at 0 to 1 at 1, level at both ends.
func raisedCosine(_ x: Double) -> Double { (1 - cos(Double.pi * min(1, max(0, x)))) / 2 }

/// The frequency in hertz of a note as its MIDI number; 69 is 440 Hz.
func frequency(of note: Double) -> Double { 440 * exp2((note - 69) / 12) }
