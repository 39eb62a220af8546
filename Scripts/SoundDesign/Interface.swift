import Foundation

/// A soft tap of an interface, a damped tone with a breath of noise.
func tick(_ hertz: Double, seed: UInt64) -> Sound {
  var sound = Sound(seconds: 0.09)
  var noise = SeededNoise(seed: seed)
  var filter = StateVariableFilter(rate: sound.rate)
  for index in 0..<sound.count {
    let time = sound.time(index)
    let tone = sin(2 * Double.pi * hertz * time) * exp(-time / 0.009)
    let body = 0.5 * sin(2 * Double.pi * hertz * 0.39 * time) * exp(-time / 0.014)
    let breath = filter.filter(noise.next(), cutoff: 5200, q: 0.9).band * exp(-time / 0.003)
    sound.channels[0][index] = tone + body + 0.35 * breath
  }
  sound.removeRumble(below: 120)
  sound.fade(in: 0.001, out: 0.03)
  sound.normalize(peak: -6)
  return sound
}

/// A bubble that opens: a short tone that rises.
func pop() -> Sound {
  var sound = Sound(seconds: 0.16)
  var angle = 0.0
  for index in 0..<sound.count {
    let time = sound.time(index)
    let hertz = 310 + 560 * (1 - exp(-time / 0.022))
    angle += 2 * Double.pi * hertz / sound.rate
    let level = raisedCosine(time / 0.006) * exp(-time / 0.03)
    sound.channels[0][index] = (sin(angle) + 0.22 * sin(2 * angle)) * level
  }
  sound.removeRumble(below: 60)
  sound.fade(in: 0.001, out: 0.05)
  sound.normalize(peak: -6)
  return sound
}

/// A light object that lands: a tone that falls, with the touch of its foot.
func land() -> Sound {
  var sound = Sound(seconds: 0.26)
  var noise = SeededNoise(seed: 31)
  var filter = StateVariableFilter(rate: sound.rate)
  var angle = 0.0
  for index in 0..<sound.count {
    let time = sound.time(index)
    let hertz = 92 + 170 * exp(-time / 0.018)
    angle += 2 * Double.pi * hertz / sound.rate
    let body = (sin(angle) + 0.16 * sin(2 * angle)) * raisedCosine(time / 0.003) * exp(-time / 0.055)
    let knock = sin(2 * Double.pi * 740 * time) * exp(-time / 0.012)
    let touch = filter.filter(noise.next(), cutoff: 1700, q: 0.8).band * exp(-time / 0.006)
    sound.channels[0][index] = body + 0.2 * knock + 0.5 * touch
  }
  sound.removeRumble(below: 35)
  sound.fade(in: 0.0015, out: 0.08)
  sound.normalize(peak: -6)
  return sound
}

/// Two notes of a small bell, a fourth apart, in the key of the pad.
func chime() -> Sound {
  var sound = Sound(seconds: 1.5, channels: 2)
  for (number, note) in [81.0, 86].enumerated() {
    var bell = Sound(seconds: 1.4)
    for (ratio, level, decay) in [(1, 1, 0.42), (2.01, 0.32, 0.24), (3.02, 0.14, 0.12), (5.4, 0.06, 0.05)] {
      for index in 0..<bell.count {
        let time = bell.time(index)
        bell.channels[0][index] +=
          level * sin(2 * Double.pi * frequency(of: note) * ratio * time) * raisedCosine(time / 0.003)
          * exp(-time / decay)
      }
    }
    sound.add(bell, at: Double(number) * 0.11, gain: 0.5, pan: number == 0 ? -0.25 : 0.25)
  }
  sound.reverberate(Reverb(rate: sound.rate, seconds: 1.2, brightness: 6000), wet: 0.22)
  sound.removeRumble(below: 120)
  sound.fade(in: 0.001, out: 0.5)
  sound.normalize(peak: -8)
  return sound
}
