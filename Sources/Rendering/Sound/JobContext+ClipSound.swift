import JobFile
import MediaBase
import Planning
import Reporting
import Sound
import StageKit
import Video

extension JobContext {
  /// True if a clip's file has sound; true where it cannot be read, which whoever reads it reports.
  func hasSound(_ clip: ClipSound) -> Bool {
    if clip.isAnimation {
      // A file that is no animation is a fault of its stage.
      return (try? animationSounds(of: clip).map { !readableSounds($0, of: clip).isEmpty }) ?? false
    }
    if (try? isSequence(clip.file)) ?? false { return false }
    return (try? clipFile(clip.file).hasSound) ?? true
  }

  /// The sound of a clip or an animation that a stage shows, through the whole video; silent if the file has no sound. Throws its first
  /// fault.
  func clip(of sound: ClipSound, _ entry: SoundEntry) throws(Diagnostic) -> SoundClip {
    do {
      let mix: SoundMix
      if let sounds = try animationSounds(of: sound) {
        mix = try self.mix(sounds, of: sound)
      } else {
        guard try clipFile(sound.file).hasSound else { return SoundClip(channelCount: 2, samples: []) }
        var plain = entry
        plain.parameters = ParameterValues()
        let whole = try clip(of: plain)
        mix = SoundMix([MixTrack(id: entry.id, clip: whole)], count: whole.count, isLoop: false)
      }
      let count = job.samples(of: 0..<job.frameCount).count
      let rate = Double(SoundClip.sampleRate)
      return RemappedSound(mix).clip(count: count) { sample in
        sound.contentTime(at: Double(sample) / rate).flatMap { $0 * rate < Double(mix.count) ? $0 * rate : nil }
      }
    } catch let fault as Diagnostic {
      throw fault
    } catch {
      throw job.diagnostic(at: entry.position, path: entry.path, (error as? StageError)?.message ?? "\(error)")
    }
  }
}
