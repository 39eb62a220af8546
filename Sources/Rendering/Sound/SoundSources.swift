import Files
import Formats
import JobFile
import MediaBase
import Planning
import Reporting
import Sound
import StageKit

/// The sounds of one job, read once for all who ask.
extension JobContext {
  /// Everything that is wrong with the sounds' files, as far as their headers tell.
  func soundErrors() -> [Diagnostic] {
    let nested = nested.flatMap { nested, context in context.soundErrors().map { nested.diagnostic($0, in: job) } }
    return job.sounds.compactMap { entry -> Diagnostic? in
      do throws(Diagnostic) {
        let reader = try open(entry)
        let (from, to) = entry.trim
        guard let duration = reader.info.duration else { return nil }
        let text = JSONValue.numberText((duration * 1000).rounded() / 1000)
        // Headers may be off by a little.
        if from >= duration + 0.001 {
          return diagnostic(entry, at: "trim[0]", "begins at or after the end of '\(entry.file.literal)', \(text) s")
        }
        if let to, to > duration + 0.06 {
          return diagnostic(
            entry, at: "trim[1]", "ends after the end of '\(entry.file.literal)', \(text) s",
            hint: "Leave the second number out for the file's end.")
        }
        return nil
      } catch {
        return error
      }
    } + nested
  }

  /// Everything that is wrong with the sounds, found by decoding them.
  func decodingErrors() -> [Diagnostic] {
    let errors = soundErrors()
    if !errors.isEmpty { return errors }
    let nested = nested.flatMap { nested, context in context.decodingErrors().map { nested.diagnostic($0, in: job) } }
    return job.sounds.compactMap { entry -> Diagnostic? in
      do throws(Diagnostic) {
        _ = try clip(of: entry)
        return nil
      } catch {
        return error
      }
    } + nested
  }

  /// All sounds of the job on its timeline. Throws the faults of all of them.
  func mix(_ sounds: [PlannedSound]) throws(JobFailure) -> SoundMix {
    var tracks: [MixTrack] = []
    var faults: [Diagnostic] = []
    for sound in sounds {
      do throws(Diagnostic) {
        let clip =
          if let nested = sound.nested {
            try clip(of: nested)
          } else if let clip = sound.clip {
            try self.clip(of: clip, sound.entry)
          } else {
            try clip(of: sound.entry)
          }
        tracks.append(track(sound, clip))
      } catch {
        faults.append(error)
      }
    }
    if !faults.isEmpty { throw .badJob(faults) }
    return SoundMix(tracks, count: job.samples(of: 0..<job.frameCount).count, isLoop: job.loop != nil)
  }

  /// The bytes of stereo sound for the whole video.
  var soundBytes: Int { job.samples(of: 0..<job.frameCount).count * 2 * MemoryLayout<Float>.size }

  /// Mixes sounds through the video, before loudness. Throws `JobFailure.badJob`.
  func sound(_ sounds: [PlannedSound], isDucked: Bool) throws(JobFailure) -> TrackSound {
    let mix = try mix(sounds)
    var (left, right): ([Float], [Float]) = ([], [])
    left.reserveCapacity(mix.count)
    right.reserveCapacity(mix.count)
    for begin in stride(from: 0, to: mix.count, by: 1 << 16) {
      let range = begin..<min(begin + (1 << 16), mix.count)
      let samples = sounds.count == 1 && !isDucked ? mix.samples(of: 0, range) : mix.samples(range)
      for index in stride(from: 0, to: samples.count, by: 2) {
        left.append(samples[index])
        right.append(samples[index + 1])
      }
    }
    return TrackSound(left: left, right: right)
  }

  /// The sound of an entry, trimmed, at its speed.
  func clip(of entry: SoundEntry) throws(Diagnostic) -> SoundClip {
    let (from, to) = entry.trim
    let options = SoundOptions(reading: entry.parameters)
    let (speed, loops) = (options.speed, options.loop)
    let key = Digest { hasher in
      hasher.combine("clip")
      hasher.combine(entry.file.path)
      for value in [from, to ?? -1, speed] { hasher.combine(value) }
      hasher.combine(loops)
    }
    do {
      return try resources.value(key) {
        let reader = try open(entry)
        let available = memory?.budget.available ?? .max
        let bytes = MemoryLayout<Float>.size * min(2, reader.info.channelCount)
        // The audio that follows the looped part leads over to its start.
        var end = to
        if loops, let to, let duration = reader.info.duration { end = min(to + SoundClip.crossfade * speed, duration) }
        var clip = try reader.read(from: from, to: end, speed: speed, maxCount: available / bytes)
        if loops, let to { clip = clip.looped(count: Self.sample((to - from) / speed)) }
        if let memory {
          guard let reservation = memory.reserve(clip.samples.count * MemoryLayout<Float>.size, for: "the sound") else {
            throw diagnostic(
              entry, at: "file", "\(memory.refusal?.description ?? "needs too much memory")",
              hint: "Trim it, or allow more with --max-memory.")
          }
          keep(reservation)
        }
        return clip
      }
    } catch let error as Diagnostic {
      throw error
    } catch let error as MediaError {
      let place = error.reason.contains("trim") || error.hint?.contains("trim end") == true ? "trim" : "file"
      throw diagnostic(
        entry, at: place, "'\(entry.file.literal)': \(error.reason)\(error.log.map { " (\($0))" } ?? "")",
        hint: error.hint)
    } catch {
      throw diagnostic(entry, at: "file", "\(error)")
    }
  }

  /// The peaks of all of an entry's file, decoded for them alone.
  func peaks(of entry: SoundEntry) throws(Diagnostic) -> SoundPeaks {
    let reader = try open(entry)
    do throws(MediaError) {
      return try reader.peaks()
    } catch {
      throw diagnostic(entry, at: "file", "'\(entry.file.literal)': \(error.reason)", hint: error.hint)
    }
  }

  private func open(_ entry: SoundEntry) throws(Diagnostic) -> SoundFileReader {
    do {
      try files.check(entry.file)
      return try SoundFileReader(path: entry.file.path, named: entry.file.literal)
    } catch let error as MediaError {
      throw diagnostic(
        entry, at: "file", "'\(entry.file.literal)': \(error.reason)\(error.log.map { " (\($0))" } ?? "")",
        hint: error.hint)
    } catch {
      let fault = error as? StageError
      throw diagnostic(entry, at: "file", fault?.message ?? "\(error)", hint: fault?.hint)
    }
  }

  private func track(_ sound: PlannedSound, _ clip: SoundClip) -> MixTrack {
    let (entry, options) = (sound.entry, SoundOptions(reading: sound.entry.parameters))
    var track = MixTrack(id: entry.id, clip: clip, starts: sound.starts.map(Self.sample))
    track.loops = options.loop
    track.gain = options.gain
    track.pan = options.pan
    let (from, to) = entry.trim
    // A cut within a sound would click.
    let declick = Self.sample(0.003)
    track.fadeIn = max(Self.sample(options.fadeIn), from > 0 ? declick : 0)
    track.fadeOut = max(Self.sample(options.fadeOut), to != nil && !track.loops ? declick : 0)
    if let duck = options.duck {
      track.duck = MixTrack.Duck(
        under: duck.under, by: duck.by, attack: duck.attack,
        release: duck.release)
    }
    return track
  }

  /// The nearest sample to an instant; times beyond years are the same to sound.
  static func sample(_ seconds: Double) -> Int {
    Int((min(max(seconds, -1e9), 1e9) * Double(SoundFormat.sampleRate)).rounded())
  }

  private func diagnostic(
    _ entry: SoundEntry, at location: String, _ message: String, hint: String? = nil
  ) -> Diagnostic {
    job.diagnostic(at: entry.position(of: location), path: "\(entry.path).\(location)", message, hint: hint)
  }
}
