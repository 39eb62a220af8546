import Foundation

/// Music of 15 s: six bars at 96 beats a minute in D major, a warm pad with soft plucks over it.
func pad() -> Sound {
  let rate = 32000.0
  let bar = 2.5
  let chords: [(at: Double, until: Double, root: Double, notes: [Double])] = [
    (0, 1 * bar, 38, [50, 57, 62, 64, 66]),  // D add 9
    (1 * bar, 2 * bar, 35, [47, 54, 57, 62, 66]),  // B minor 7
    (2 * bar, 3 * bar, 31, [50, 55, 59, 66, 69]),  // G major 9
    (3 * bar, 4 * bar, 33, [52, 57, 59, 64, 69]),  // A sus 2
    (4 * bar, 4.5 * bar, 40, [52, 55, 59, 66, 67]),  // E minor 9
    (4.5 * bar, 5 * bar, 33, [52, 57, 62, 64, 67]),  // A 7 sus 4
    (5 * bar, 6.4 * bar, 38, [50, 57, 62, 64, 66]),  // D add 9
  ]
  var sound = Sound(seconds: 6 * bar, channels: 2, rate: rate)
  for (number, chord) in chords.enumerated() {
    addBass(chord.root, from: chord.at, to: chord.until, to: &sound)
    for (index, note) in chord.notes.enumerated() {
      let spread = Double(index) / Double(chord.notes.count - 1) * 2 - 1
      addVoice(
        note, from: chord.at, to: chord.until, pan: spread * 0.5, seed: UInt64(number * 8 + index), to: &sound)
    }
  }

  // Eighths that climb through the chord; they come in with the second bar and thin out in the last.
  let beat = bar / 8
  let pattern = [0, 2, 4, 3, 1, 3, 4, 2]
  let loudness = [1, 0.45, 0.75, 0.5, 0.85, 0.4, 0.7, 0.5]
  for step in 0..<48 {
    let time = Double(step) * beat
    guard let chord = chords.first(where: { $0.at <= time && time < $0.until }) else { continue }
    if step < 8, step % 4 != 0 { continue }
    if step >= 40, ![40, 42, 44].contains(step) { continue }
    let note = chord.notes[pattern[step % 8]] + 12
    let swell = 0.55 + 0.45 * raisedCosine(time / 6)
    for echo in 0..<3 {
      sound.add(
        pluck(note, rate: rate, brightness: 1 - Double(echo) * 0.3), at: time + Double(echo) * beat * 1.5,
        gain: 0.085 * loudness[step % 8] * swell * pow(0.42, Double(echo)),
        pan: (step % 2 == 0 ? -0.35 : 0.35) * (echo % 2 == 0 ? 1 : -1.6))
    }
  }

  sound.reverberate(Reverb(rate: rate, seconds: 2.6, brightness: 4200, size: 1.3), wet: 0.3)
  sound.removeRumble(below: 32)
  sound.fade(in: 0.35, out: 2.1)
  sound.normalize(peak: -7)
  return sound
}

/// Five detuned saws through a soft low pass that opens towards the middle of the film and closes at its end.
private func addVoice(
  _ note: Double, from start: Double, to end: Double, pan: Double, seed: UInt64, to sound: inout Sound
) {
  var random = SeededNoise(seed: 1000 + seed)
  let attack = start == 0 ? 0.9 : 0.8
  let release = 1.3
  let phase = random.unit()
  for detune in [-9.0, -4, 0, 5, 10] {
    let step = frequency(of: note + detune / 100) / sound.rate
    var saw = random.unit()
    var filters = [StateVariableFilter(rate: sound.rate), StateVariableFilter(rate: sound.rate)]
    var voice = Sound(seconds: end - start + release, rate: sound.rate)
    for index in 0..<voice.count {
      let time = voice.time(index)
      let level = raisedCosine(time / attack) * raisedCosine((end - start + release - time) / release)
      let arc = raisedCosine((start + time) / 6) * raisedCosine((15.5 - start - time) / 5)
      let drift = 1 + 0.16 * sin(2 * Double.pi * (0.13 * (start + time) + phase))
      let cutoff = (420 + 1150 * arc) * drift
      let dry = saw * 2 - 1 - polyBLEP(saw, step)
      let soft = filters[0].filter(dry, cutoff: cutoff, q: 0.6).low
      voice.channels[0][index] =
        filters[1].filter(soft, cutoff: cutoff * 1.4, q: 0.6).low * level
        * (0.75 + 0.25 * arc)
      saw += step
      if saw >= 1 { saw -= 1 }
    }
    sound.add(voice, at: start, gain: 0.03, pan: max(-1, min(1, pan + detune / 14)))
  }
}

private func addBass(_ note: Double, from start: Double, to end: Double, to sound: inout Sound) {
  let release = 0.5
  var voice = Sound(seconds: end - start + release, rate: sound.rate)
  for index in 0..<voice.count {
    let time = voice.time(index)
    let angle = 2 * Double.pi * frequency(of: note) * time
    let level = raisedCosine(time / 0.5) * raisedCosine((end - start + release - time) / release)
    voice.channels[0][index] = (sin(angle) + 0.3 * sin(2 * angle) + 0.08 * sin(3 * angle)) * level
  }
  sound.add(voice, at: start, gain: 0.075)
}

private func pluck(_ note: Double, rate: Double, brightness: Double) -> Sound {
  var sound = Sound(seconds: 1.2, rate: rate)
  for index in 0..<sound.count {
    let time = sound.time(index)
    let angle = 2 * Double.pi * frequency(of: note) * time
    let body = sin(angle + 0.9 * brightness * exp(-time / 0.06) * sin(2 * angle))
    let overtone = 0.18 * brightness * exp(-time / 0.12) * sin(4 * angle)
    sound.channels[0][index] =
      (body + overtone) * raisedCosine(time / 0.004) * exp(-time / 0.26) * raisedCosine((1.2 - time) / 0.3)
  }
  return sound
}

/// What smooths the step of a sawtooth at its wrap, so that it does not alias.
private func polyBLEP(_ phase: Double, _ step: Double) -> Double {
  if phase < step {
    let x = phase / step
    return 2 * x - x * x - 1
  }
  if phase > 1 - step {
    let x = (phase - 1) / step
    return x * x + 2 * x + 1
  }
  return 0
}
