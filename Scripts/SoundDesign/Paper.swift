import Foundation

/// A leaf of stiff paper that turns: many small creases, thick where it bends, and a soft slap as it lies down.
func paper() -> Sound {
  var sound = Sound(seconds: 0.75, channels: 2)
  var random = SeededNoise(seed: 51)
  for _ in 0..<320 {
    // Two bends: as the leaf is lifted, and as it falls.
    let lifted = random.unit() < 0.4
    let spread = (random.unit() + random.unit() + random.unit()) / 3 - 0.5
    let start = (lifted ? 0.14 : 0.42) + spread * (lifted ? 0.3 : 0.42)
    let decay = 0.0006 + 0.004 * pow(random.unit(), 3)
    let cutoff = 1400 * exp2(2.2 * random.unit())
    var crease = Sound(seconds: decay * 7)
    var filter = StateVariableFilter(rate: sound.rate)
    for index in 0..<crease.count {
      let time = crease.time(index)
      crease.channels[0][index] =
        filter.filter(random.next(), cutoff: cutoff, q: 1.4).band * raisedCosine(time / 0.0004) * exp(-time / decay)
    }
    sound.add(crease, at: max(0, start), gain: pow(random.unit(), 2) + 0.05, pan: random.next() * 0.6)
  }
  // The air below the leaf, and the slap.
  var air = Sound(seconds: 0.75)
  var low = StateVariableFilter(rate: sound.rate)
  for index in 0..<air.count {
    let time = air.time(index)
    let bend = raisedCosine(time / 0.4) * raisedCosine((0.62 - time) / 0.2)
    let slap = time < 0.52 ? 0 : raisedCosine((time - 0.52) / 0.004) * exp(-(time - 0.52) / 0.02)
    air.channels[0][index] = low.filter(random.next(), cutoff: 900, q: 0.7).band * (0.35 * bend + 1.1 * slap)
  }
  sound.add(air, at: 0, gain: 0.8)
  sound.reverberate(Reverb(rate: sound.rate, seconds: 0.3, brightness: 4000, size: 0.4), wet: 0.1)
  sound.removeRumble(below: 150)
  sound.fade(in: 0.01, out: 0.12)
  sound.normalize(peak: -6)
  return sound
}

/// A rubber stamp on paper over wood: the thud, the slap of the rubber, and the table.
func stamp() -> Sound {
  var sound = Sound(seconds: 0.45, channels: 2)
  var mono = Sound(seconds: 0.45)
  var noise = SeededNoise(seed: 61)
  var slap = StateVariableFilter(rate: sound.rate)
  var angle = 0.0
  for index in 0..<mono.count {
    let time = mono.time(index)
    angle += 2 * Double.pi * (68 + 110 * exp(-time / 0.014)) / mono.rate
    let thud = sin(angle) * raisedCosine(time / 0.002) * exp(-time / 0.07)
    let wood =
      0.22 * sin(2 * Double.pi * 236 * time) * exp(-time / 0.045)
      + 0.14 * sin(2 * Double.pi * 411 * time) * exp(-time / 0.03)
    let rubber = slap.filter(noise.next(), cutoff: 1300, q: 0.7).band * exp(-time / 0.011)
    mono.channels[0][index] = thud + wood + 0.9 * rubber
  }
  sound.add(mono, at: 0)
  sound.reverberate(Reverb(rate: sound.rate, seconds: 0.45, brightness: 2500, size: 0.5), wet: 0.14)
  sound.removeRumble(below: 32)
  sound.fade(in: 0.0015, out: 0.12)
  sound.normalize(peak: -5)
  return sound
}
