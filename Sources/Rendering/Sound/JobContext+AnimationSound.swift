import Files
import Foundation
import JobFile
import LottieFiles
import MediaBase
import Planning
import Reporting
import Sound
import StageKit

/// The sounds of Lottie animations, each as one that lasts through its animation.
extension JobContext {
  /// The sounds of an animation's layers; nil for a file of another kind. Those that are not heard are warned of.
  func animationSounds(of clip: ClipSound) throws -> LottieSounds? {
    guard clip.isAnimation else { return nil }
    let key = Digest { hasher in
      hasher.combine("sounds of an animation")
      hasher.combine(clip.file.path)
      hasher.combine(clip.text(of: "animation") ?? "")
    }
    return try resources.value(key) {
      let bytes = try files.bytes(of: clip.file) { _ in }
      return try LottieSounds(bytes, name: clip.file.literal, animation: clip.text(of: "animation"))
    }
  }

  /// The paths of the files of sound beside an animation.
  static func soundFiles(of clip: ClipSound) -> [String] {
    guard let data = FileManager.default.contents(atPath: clip.file.path),
      let sounds = try? LottieSounds([UInt8](data), name: clip.file.literal, animation: clip.text(of: "animation"))
    else { return [] }
    return sounds.sounds.compactMap { sound in
      if case .file(let path) = sound.source { clip.file.beside(path).path } else { nil }
    }
  }

  /// The sounds of an animation whose files can be read; the others are warned of.
  func readableSounds(_ sounds: LottieSounds, of clip: ClipSound) -> [LottieSound] {
    func warn(_ phrase: String) {
      let text = "\(clip.file.literal): \(phrase)"
      let warning = job.diagnostic(.warning, at: clip.position, path: clip.path, text)
      warnings.withLock { if $0.known.insert(warning).inserted { $0.list.add(.warning, warning) } }
    }
    for omission in sounds.omissions { warn(omission) }
    return sounds.sounds.filter { sound in
      do {
        _ = try withFile(of: sound, in: clip) { try SoundFileReader(path: $0.path, named: $0.literal) }
        return true
      } catch {
        let reason = (error as? StageError)?.message ?? (error as? MediaError)?.reason ?? "\(error)"
        warn("layer '\(sound.layer)': its sound is not heard: \(reason)")
        return false
      }
    }
  }

  /// All sounds of an animation, from the start of the part that is played.
  func mix(_ sounds: LottieSounds, of clip: ClipSound) throws -> SoundMix {
    let start = clip.text(of: "segment").flatMap { sounds.header.marker($0)?.start } ?? 0
    let tracks = try readableSounds(sounds, of: clip).enumerated().map { number, sound in
      var track = MixTrack(
        id: "\(number)", clip: try samples(of: sound, in: clip),
        starts: [Self.sample(max(sound.range.lowerBound, sound.start) - start)])
      // A cut within a sound would click.
      track.fadeIn = sound.range.lowerBound > sound.start ? Self.sample(0.003) : 0
      return track
    }
    return SoundMix(tracks, count: Self.sample(max(sounds.header.duration - start, 0)), isLoop: false)
  }

  /// The part of a sound that is heard, at its levels.
  private func samples(of sound: LottieSound, in clip: ClipSound) throws -> SoundClip {
    let begin = max(sound.range.lowerBound, sound.start)
    let key = Digest { hasher in
      hasher.combine("sound of an animation")
      hasher.combine(clip.file.path)
      hasher.combine(clip.text(of: "animation") ?? "")
      hasher.combine(sound.layer)
      switch sound.source {
      case .file(let path): hasher.combine(path)
      case .embedded(let bytes): hasher.combine(bytes: bytes.span)
      }
      for value in [sound.start, sound.range.lowerBound, sound.range.upperBound] { hasher.combine(value) }
      for level in sound.levels {
        hasher.combine(level.seconds)
        hasher.combine(level.factor)
      }
    }
    return try resources.value(key) {
      try withFile(of: sound, in: clip) { file in
        let available = (memory?.budget.available ?? .max) / MemoryLayout<Float>.size / 2
        let reader = try SoundFileReader(path: file.path, named: file.literal)
        // A little more keeps the end that is heard from that of the decoding.
        let end = sound.range.upperBound - sound.start + 0.1
        let isPart = reader.info.duration.map { end < $0 - 0.1 } ?? false
        let whole = try reader.read(from: begin - sound.start, to: isPart ? end : nil, maxCount: available)
        let count = min(whole.count, Self.sample(max(sound.range.upperBound - begin, 0)))
        var samples = Array(whole.samples.prefix(count * whole.channelCount))
        try hold(samples.count * MemoryLayout<Float>.size, for: "the sound of", file.literal)
        var levels = LevelCurve(sound.levels)
        for place in 0..<count {
          let level = levels.factor(at: begin + Double(place) / Double(SoundClip.sampleRate))
          for channel in 0..<whole.channelCount { samples[place * whole.channelCount + channel] *= Float(level) }
        }
        return SoundClip(channelCount: whole.channelCount, samples: samples)
      }
    }
  }

  /// Calls `body` with a file that may be read: the one beside the animation, or one with the bytes that it holds, which is gone
  /// afterwards.
  private func withFile<Result>(
    of sound: LottieSound, in clip: ClipSound, _ body: (FileReference) throws -> Result
  ) throws -> Result {
    switch sound.source {
    case .file(let path):
      let file = clip.file.beside(path)
      try files.check(file)
      return try body(file)
    case .embedded(let bytes):
      let place = URL(fileURLWithPath: TemporaryFile.path())
      try Data(bytes).write(to: place)
      defer { try? FileManager.default.removeItem(at: place) }
      return try body(FileReference(literal: clip.file.literal, path: place.path))
    }
  }
}

/// Factors over time, asked for in ascending order.
private struct LevelCurve {
  private let levels: [LottieSound.Level]
  private var place = 0

  init(_ levels: [LottieSound.Level]) { self.levels = levels }

  /// The factor at a number of seconds.
  mutating func factor(at seconds: Double) -> Double {
    while place + 1 < levels.count, levels[place + 1].seconds <= seconds { place += 1 }
    guard place < levels.count else { return 1 }
    let (level, next) = (levels[place], levels[min(place + 1, levels.count - 1)])
    guard next.seconds > level.seconds, seconds > level.seconds else { return level.factor }
    return level.factor + (next.factor - level.factor) * (seconds - level.seconds) / (next.seconds - level.seconds)
  }
}
