import Foundation
import StageKit

/// All tracks of a video on one timeline.
///
/// Any range of it can be asked for, in any order; equal mixes give equal samples. Samples are stereo, left and right in
/// turn.
public struct SoundMix: Sendable {
  public let tracks: [MixTrack]
  /// In samples of each channel.
  public let count: Int
  /// True if the end leads into the start: what goes on beyond the end is heard at the start.
  public let isLoop: Bool
  /// For each track, how much lower it is while others are heard; empty where it never is.
  private let ducking: [DuckingCurve?]

  /// Gains are computed at every 32nd sample of the timeline, and lie on lines between these.
  static let step = 32
  /// The least length of the fade at a cut, in samples: 5 ms.
  static let declick = 240

  public init(_ tracks: [MixTrack], count: Int, isLoop: Bool = false) {
    self.tracks = tracks
    self.count = count
    self.isLoop = isLoop
    let alone = SoundMix(tracks: tracks, count: count, isLoop: isLoop, ducking: tracks.map { _ in nil })
    ducking = tracks.map { track in
      guard let duck = track.duck, let other = tracks.firstIndex(where: { $0.id == duck.under }) else { return nil }
      return DuckingCurve(duck, under: other, of: alone)
    }
  }

  private init(tracks: [MixTrack], count: Int, isLoop: Bool, ducking: [DuckingCurve?]) {
    self.tracks = tracks
    self.count = count
    self.isLoop = isLoop
    self.ducking = ducking
  }

  /// The sum of all tracks in a range of the timeline. Before 0 and from `count` on there is silence, or in a loop what
  /// is heard one turn later or earlier.
  public func samples(_ range: Range<Int>) -> [Float] {
    var result = [Float](repeating: 0, count: range.count * 2)
    for index in tracks.indices { add(index, range, to: &result, isDucked: true) }
    return result
  }

  /// One track in a range of the timeline, before it is ducked unless asked for.
  public func samples(of track: Int, _ range: Range<Int>, isDucked: Bool = false) -> [Float] {
    var result = [Float](repeating: 0, count: range.count * 2)
    add(track, range, to: &result, isDucked: isDucked)
    return result
  }

  private func add(_ index: Int, _ range: Range<Int>, to result: inout [Float], isDucked: Bool) {
    var begin = range.lowerBound
    while begin < range.upperBound {
      // In a loop the range is cut where it passes the end.
      let turn = isLoop ? Int((Double(begin) / Double(count)).rounded(.down)) : 0
      let end = isLoop ? min(range.upperBound, (turn + 1) * count) : range.upperBound
      let inside = max(begin - turn * count, 0)..<min(end - turn * count, count)
      if inside.lowerBound < inside.upperBound {
        let offset = inside.lowerBound + turn * count - range.lowerBound
        add(index, at: inside, to: &result, offset, isDucked: isDucked)
      }
      begin = end
    }
  }

  /// Adds what is heard of a track in a range within the timeline to `result`, from frame `offset` on.
  private func add(_ index: Int, at range: Range<Int>, to result: inout [Float], _ offset: Int, isDucked: Bool) {
    let track = tracks[index]
    for start in track.starts {
      let whole = track.loops ? max(0, count - start) : track.clip.count
      // In a loop, what lies before the start and beyond the end is heard in other turns, unless it is longer than all of it.
      let goesOn = isLoop && !track.loops && whole <= count
      let start = goesOn ? (start % count + count) % count : start
      let length = goesOn ? whole : min(whole, count - start)
      guard length > 0, track.clip.count > 0 else { continue }
      var fadeOut = track.fadeOut
      // A cut track ends softly; a looping track in a loop begins anew.
      if !goesOn, length < whole || (track.loops && !isLoop) { fadeOut = max(fadeOut, Self.declick) }
      let turns = goesOn ? max(0, (start + length - 1) / count) : 0
      for turn in 0...turns {
        let shift = turn * count
        let part = range.clamped(to: start - shift..<start - shift + length)
        guard !part.isEmpty else { continue }
        let curve = isDucked ? ducking[index] : nil
        result.withUnsafeMutableBufferPointer { buffer in
          let target = UnsafeMutableBufferPointer(
            rebasing: buffer[
              (offset + part.lowerBound - range.lowerBound) * 2..<(offset + part.upperBound - range.lowerBound) * 2])
          Self.add(track, curve, part, from: start - shift, length: length, fadeOut: fadeOut, to: target)
        }
      }
    }
  }

  /// Adds a part of one sounding of a track, which begins at `start` of the timeline.
  private static func add(
    _ track: MixTrack, _ ducking: DuckingCurve?, _ part: Range<Int>, from start: Int, length: Int, fadeOut: Int,
    to target: UnsafeMutableBufferPointer<Float>
  ) {
    let clip = track.clip
    let channels = clip.channelCount
    let sides = track.pan.isConstant ? Self.sides(track.pan.value(at: 0)) : nil
    func gains(at time: Int) -> SIMD2<Float> {
      let own = time - start
      let seconds = Double(own) / Double(SoundClip.sampleRate)
      var level = decibels(track.gain.value(at: seconds) + (ducking?.decibels(at: time) ?? 0))
      if track.fadeIn > 0 { level *= Self.fade(Double(own) / Double(track.fadeIn)) }
      if fadeOut > 0 { level *= Self.fade(Double(length - own) / Double(fadeOut)) }
      let sides = sides ?? Self.sides(track.pan.value(at: seconds))
      return SIMD2(Float(level * sides.x), Float(level * sides.y))
    }
    clip.samples.withUnsafeBufferPointer { source in
      var time = part.lowerBound
      while time < part.upperBound {
        let base = Int((Double(time) / Double(step)).rounded(.down)) * step
        let end = min(base + step, part.upperBound)
        let from = gains(at: base)
        let slope = (gains(at: base + step) - from) / Float(step)
        var place = (time - start) % clip.count
        for now in time..<end {
          let gain = from + slope * Float(now - base)
          let (left, right) =
            channels == 1
            ? (source[place], source[place]) : (source[place * 2], source[place * 2 + 1])
          target[(now - part.lowerBound) * 2] += left * gain.x
          target[(now - part.lowerBound) * 2 + 1] += right * gain.y
          place += 1
          if place == clip.count { place = 0 }
        }
        time = end
      }
    }
  }

  /// The factors of left and right for a pan, of equal power where neither is at its most.
  private static func sides(_ pan: Double) -> SIMD2<Double> {
    let angle = (min(1, max(-1, pan)) + 1) * .pi / 4
    return SIMD2(min(1, 2.0.squareRoot() * cos(angle)), min(1, 2.0.squareRoot() * sin(angle)))
  }

  /// A raised cosine from 0 to 1.
  private static func fade(_ progress: Double) -> Double { 0.5 - 0.5 * cos(.pi * min(1, max(0, progress))) }

  /// The factor of a gain in dB.
  static func decibels(_ gain: Double) -> Double { pow(10, gain / 20) }
}
