import JobFile
import Planning
import Reporting
import Sound
import StageKit

extension JobContext {
  /// The sound of a job that a stage shows, through the whole video of this one. Throws the first fault of its sounds.
  func clip(of sound: NestedSound) throws(Diagnostic) -> SoundClip {
    guard let (nested, context) = nested.first(where: { $0.nested.path == sound.path }) else {
      return SoundClip(channelCount: 2, samples: [])
    }
    let mix: SoundMix
    do throws(JobFailure) {
      try context.holdMix()
      mix = try context.mix(sound.plan.sounds)
    } catch {
      guard case .badJob(let faults) = error, let first = faults.first else {
        throw job.diagnostic(at: nested.position, path: nested.path, "\(error)")
      }
      throw nested.diagnostic(first, in: job)
    }
    let count = job.samples(of: 0..<job.frameCount).count
    return RemappedSound(mix).clip(count: count) { sample in
      sound.contentTime(at: Double(sample) / Double(SoundClip.sampleRate)).map { $0 * Double(SoundClip.sampleRate) }
    }
  }

  /// Reserves the memory of the whole mix.
  private func holdMix() throws(JobFailure) {
    guard let memory else { return }
    guard let reservation = memory.reserve(soundBytes, for: "the sound") else {
      throw .badJob([
        job.diagnostic(
          at: nil, path: "sounds", "\(memory.refusal?.description ?? "needs too much memory")",
          hint: "Allow more with --max-memory.")
      ])
    }
    keep(reservation)
  }
}
