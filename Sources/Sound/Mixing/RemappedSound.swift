import Foundation

/// A mix that is heard with another time: faster, slower, backward, in loops, or along any curve.
///
/// At normal speed, samples are copied. Otherwise each is interpolated between those around its instant by a sinc with
/// a Hann window, wide enough to avoid aliasing; the pitch changes with the speed.
public struct RemappedSound {
  /// Left and right in turn.
  private let samples: [Float]
  private let count: Int

  /// Zero crossings of the sinc on each side.
  private static let lobes = 16
  /// The length of the fades before and after a jump in time, in samples: 3 ms.
  private static let declick = 144

  /// The whole of a mix, from 0 to its end.
  public init(_ mix: SoundMix) {
    samples = mix.samples(0..<mix.count)
    count = mix.count
  }

  /// `count` samples; `position` gives the place in the mix that is heard at each, in its samples, or nil for silence.
  public func clip(count: Int, position: (Int) -> Double?) -> SoundClip {
    // Rounded, so that what time's own rounding moves is still copied.
    func place(_ index: Int) -> Double? { position(index).map { ($0 * 1024).rounded() / 1024 } }
    var result = [Float](repeating: 0, count: count * 2)
    var jumps: [Int] = []
    var last: Double?
    var here = count > 0 ? place(0) : nil
    for index in 0..<count {
      let next = index + 1 < count ? place(index + 1) : nil
      let leadsOn = index + 1 < count && !isJump(from: here, to: next)
      if index + 1 < count, !leadsOn { jumps.append(index + 1) }
      if let here {
        // The speed here, as far as time does not jump.
        let speed = ((leadsOn ? next : last) ?? next).map { abs($0 - here) } ?? 1
        if speed >= 1.0 / 512 {
          let value = value(at: here, speed: min(speed, 64))
          (result[2 * index], result[2 * index + 1]) = (value.x, value.y)
        }
      }
      (last, here) = (here, next)
    }
    for jump in jumps {
      for distance in 0..<Self.declick {
        let gain = Float(0.5 - 0.5 * cos(.pi * (Double(distance) + 0.5) / Double(Self.declick)))
        for place in [jump - 1 - distance, jump + distance] where place >= 0 && place < count {
          result[2 * place] *= gain
          result[2 * place + 1] *= gain
        }
      }
    }
    return SoundClip(channelCount: 2, samples: result)
  }

  /// True if time jumps, or something begins or ends to be heard within the mix; not where the mix's end leads into its
  /// start.
  private func isJump(from before: Double?, to after: Double?) -> Bool {
    switch (before, after) {
    case (nil, nil): false
    case (nil, let begin?): begin > 1
    case (let end?, nil): end < Double(count) - 2
    case (let before?, let after?):
      abs(after - before) > 64 && !(before > Double(count) - 64 && after < 64)
    }
  }

  private func value(at position: Double, speed: Double) -> SIMD2<Float> {
    let whole = position.rounded(.down)
    if position == whole, abs(speed - 1) < 0.01 { return sample(Int(whole)) }
    let stretch = max(1, speed)
    let reach = Double(Self.lobes) * stretch
    let first = Int((position - reach).rounded(.up))
    let last = Int((position + reach).rounded(.down))
    var sum = SIMD2<Double>(0, 0)
    var weights = 0.0
    for index in first...last {
      let distance = (position - Double(index)) / stretch
      let window = 0.5 + 0.5 * cos(.pi * distance / Double(Self.lobes))
      let weight = (distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance)) * window
      sum += SIMD2<Double>(sample(index)) * weight
      weights += weight
    }
    return SIMD2<Float>(sum / weights)
  }

  private func sample(_ index: Int) -> SIMD2<Float> {
    index >= 0 && index < count ? SIMD2(samples[2 * index], samples[2 * index + 1]) : .zero
  }
}
