import Foundation

/// Air that something moves: noise through a band that sweeps up to a peak and down again, from one side to the other.
///
/// - Parameters:
///   - seconds: How long it lasts.
///   - peak: When it is loudest, as a part of its length.
///   - low: Where the band begins and ends, in hertz.
///   - high: Where the band is at the peak, in hertz.
///   - pan: Where it begins; it ends on the other side.
func whoosh(seconds: Double, peak: Double, low: (Double, Double), high: Double, pan: Double, seed: UInt64) -> Sound {
  var sound = Sound(seconds: seconds, channels: 2)
  let common = SeededNoise(seed: seed)
  for channel in 0..<2 {
    var own = SeededNoise(seed: seed * 31 + UInt64(channel) + 1)
    var shared = common
    var band = StateVariableFilter(rate: sound.rate)
    var narrow = StateVariableFilter(rate: sound.rate)
    var floor = StateVariableFilter(rate: sound.rate)
    var soft = StateVariableFilter(rate: sound.rate)
    for index in 0..<sound.count {
      let x = sound.time(index) / seconds
      // Rises like something that comes near, and falls a little slower than it rose at the end.
      let near = x < peak ? raisedCosine(x / peak) : raisedCosine((1 - x) / (1 - peak))
      let level = x < peak ? pow(near, 1.6) : pow(near, 1.3)
      let end = x < peak ? low.0 : low.1
      let cutoff = end * pow(high / end, near)
      let input = 0.55 * shared.next() + 0.6 * own.next()
      let wide = band.filter(input, cutoff: cutoff, q: 0.8).band
      let whistle = narrow.filter(input, cutoff: cutoff * 1.5, q: 3.5).band
      let rumble = floor.filter(input, cutoff: 180, q: 0.6).low
      let angle = (pan * (1 - 2 * raisedCosine(x)) + 1) * Double.pi / 4
      let gain = channel == 0 ? cos(angle) : sin(angle)
      let air = soft.filter(wide + 0.25 * whistle + 0.5 * rumble, cutoff: cutoff * 2.4, q: 0.6).low
      sound.channels[channel][index] = air * level * gain
    }
  }
  sound.reverberate(Reverb(rate: sound.rate, seconds: 0.5, brightness: 3000, size: 0.6), wet: 0.12)
  sound.removeRumble(below: 60)
  sound.fade(in: 0.02, out: min(0.15, seconds * 0.2))
  sound.normalize(peak: -6)
  return sound
}
