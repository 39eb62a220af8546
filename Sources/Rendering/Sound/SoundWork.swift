import Formats
import JobFile
import MediaBase
import Planning
import Reporting
import Sound
import StageKit

/// Makes the sound of all of a job's files, once for those that are alike.
struct SoundWork: Sendable {
  let spec: RenderSpec
  let store: SegmentStore?

  /// For each distinct target its sound, from the store where it has it, and what to tell the user. Throws `JobFailure`.
  func make() throws -> (sounds: [SoundTarget: EncodedSound], warnings: [Diagnostic]) {
    var watch = spec.meter.stopwatch
    defer { spec.meter.measure { watch.lap(&$0.sound) } }
    var sounds: [SoundTarget: EncodedSound] = [:]
    var warnings: [Diagnostic] = []
    let content = content()
    var remarks: [Remark] = []
    var mix: SoundMix?
    for target in spec.soundTargets where sounds[target] == nil {
      let key = key(content, target)
      if let (known, report) = find(key) {
        add(self.remarks(report, target), of: target, to: &remarks)
        sounds[target] = target.dropsPriming ? known.withoutPriming : known
        continue
      }
      let tracks = try mix ?? spec.context.mix(spec.plannedSounds)
      if mix == nil { warnings += seams(tracks) + unheard(tracks) }
      mix = tracks
      let master = SoundMaster(tracks, range: target.range, isLoop: target.isLoop)
      let (sound, report) = try master.encode(target.format, part: target.part == target.range ? nil : target.part)
      keep(sound, report, key)
      add(self.remarks(report, target), of: target, to: &remarks)
      sounds[target] = target.dropsPriming ? sound.withoutPriming : sound
    }
    return (sounds, warnings + remarks.map(warning))
  }

  /// Looping sounds that do not come to their end with the video that loops.
  private func seams(_ mix: SoundMix) -> [Diagnostic] {
    guard mix.isLoop else { return [] }
    return zip(mix.tracks, spec.plannedSounds).compactMap { track, sound in
      guard track.loops, sound.nested == nil, sound.clip == nil, let start = track.starts.first,
        (mix.count - start) % max(1, track.clip.count) != 0
      else {
        return nil
      }
      let turns = max(1, (Double(mix.count - start) / Double(track.clip.count)).rounded())
      let speed =
        Double(track.clip.count) * turns / Double(mix.count - start)
        * SoundOptions(reading: sound.entry.parameters).speed
      let rounded = JSONValue.numberText((speed * 10_000).rounded() / 10_000)
      return spec.job.diagnostic(
        .warning, at: sound.entry.position, path: sound.entry.path,
        "'\(track.id)' begins anew every \(JSONValue.numberText((track.clip.duration * 1000).rounded() / 1000)) s, which does "
          + "not divide the video: it jumps where the video loops",
        hint: "Trim it to fit, or give it the speed \(rounded).")
    }
  }

  /// A remark on the sound of files, after "the sound of 'a.mp4'".
  private struct Remark {
    let text: String
    let hint: String?
    var files: [(name: String, position: SourcePosition, path: String)] = []
  }

  /// Adds remarks; equal ones are merged and name all files.
  private func add(_ found: [Remark], of target: SoundTarget, to remarks: inout [Remark]) {
    let outputs = zip(spec.job.outputs, spec.sounds).filter { $0.1 == target }.map {
      ($0.0.file, $0.0.position, $0.0.path)
    }
    let soundFiles = spec.soundFiles.filter { $0.target == target }.map {
      ($0.output.file, $0.output.position, $0.output.path)
    }
    guard !(outputs + soundFiles).isEmpty else { return }
    for var remark in found {
      if let known = remarks.firstIndex(where: { $0.text == remark.text }) {
        remarks[known].files += outputs + soundFiles
      } else {
        remark.files = outputs + soundFiles
        remarks.append(remark)
      }
    }
  }

  private func warning(_ remark: Remark) -> Diagnostic {
    let names = remark.files.map { "'\($0.name)'" }
    let owner = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1] : names[0]
    return spec.job.diagnostic(
      .warning, at: remark.files[0].position, path: remark.files[0].path, "the sound of \(owner) \(remark.text)",
      hint: remark.hint)
  }

  /// The remarks for users: the findings of `pipeline check` in the files, and a loudness that was not reached.
  private func remarks(_ report: SoundReport, _ target: SoundTarget) -> [Remark] {
    if report.isSilent { return [Remark(text: "is silent", hint: "Check 'gain', 'trim' and when sounds begin.")] }
    var remarks: [Remark] = []
    if let peak = report.peak, peak > 0.05, let first = report.firstClipping {
      remarks.append(
        Remark(
          text: "clips: its peak is \(Self.text(peak)) dB above full scale, first at \(Self.time(first)) s",
          hint: "Lower 'gain', or give 'loudness' in LUFS instead of \"as is\"."))
    } else {
      remarks += report.findings.map { finding in
        let text = finding.hasPrefix("the sound's ") ? "has a" + finding.dropFirst("the sound's".count) : finding
        return Remark(text: Self.predicate(text), hint: nil)
      }
    }
    return remarks + [loudness(report, target)].compactMap { $0 }
  }

  /// The text of a finding after its subject, the sound.
  private static func predicate(_ finding: String) -> String {
    for subject in ["the sound is ", "the sound "] where finding.hasPrefix(subject) {
      return (subject == "the sound " ? "" : "is ") + finding.dropFirst(subject.count)
    }
    return finding
  }

  /// That a loudness was not reached; nil where it was.
  private func loudness(_ report: SoundReport, _ target: SoundTarget) -> Remark? {
    guard let wanted = target.format.loudness.target, target.part == target.range else { return nil }
    guard let reached = report.loudness else {
      // Shorter sound has no loudness (ITU-R BS.1770, annex 1).
      guard report.duration >= 0.4 else { return nil }
      let peak = report.truePeak.map { ": its peak is \(Self.text($0)) dBTP" } ?? ""
      return Remark(
        text:
          "is too quiet to be brought to \(Self.text(wanted)) LUFS, and stays as it is\(peak), and none of it is above "
          + "-70 LUFS",
        hint: "Raise 'gain', or use louder sounds.")
    }
    guard abs(reached - wanted) > 0.3 else { return nil }
    return Remark(
      text:
        "has \(Self.text(reached)) instead of \(Self.text(wanted)) LUFS: its peaks would have to be lowered by more than "
        + "\(Self.text(SoundMaster.maxLimiting)) dB, or its codec changes them",
      hint: "Use sounds with fewer single peaks, or set \"loudness\".")
  }

  private static func time(_ seconds: Double) -> String { JSONValue.numberText((seconds * 1000).rounded() / 1000) }

  /// Sounds that are over before the video begins.
  private func unheard(_ mix: SoundMix) -> [Diagnostic] {
    if mix.isLoop { return [] }
    return zip(mix.tracks, spec.plannedSounds).compactMap { track, sound in
      guard let last = track.starts.last, !track.loops, last + track.clip.count <= 0 else { return nil }
      return spec.job.diagnostic(
        .warning, at: sound.entry.position, path: sound.entry.path,
        "sound '\(track.id)' is over before the video begins")
    }
  }

  private static func text(_ value: Double) -> String { JSONValue.numberText((value * 10).rounded() / 10) }

  // MARK: The store

  /// The digest of everything that determines the mix.
  private func content() -> Digest {
    Digest { hasher in
      let job = spec.job
      hasher.combine("sound 3")
      hasher.combine(SegmentStore.program)
      hasher.combine(job.samples(of: 0..<job.frameCount).count)
      hasher.combine(job.loop != nil)
      Self.combine(spec.plannedSounds, into: &hasher)
    }
  }

  private static func combine(_ sounds: [PlannedSound], into hasher: inout DigestHasher) {
    for sound in sounds {
      if sound.nested == nil { hasher.combine(FileDigest.whole(sound.entry.file.path)) }
      for entry in sound.entry.parameters.entries {
        hasher.combine(entry.name)
        hasher.combine("\(entry.value)")
      }
      hasher.combine(sound.entry.id)
      hasher.combine(sound.starts.count)
      for start in sound.starts { hasher.combine(JobContext.sample(start)) }
      if let nested = sound.nested { combine(nested, into: &hasher) }
      if let clip = sound.clip {
        if clip.isAnimation {
          for parameter in ["animation", "segment"] { hasher.combine(clip.text(of: parameter) ?? "") }
          for file in JobContext.soundFiles(of: clip) { hasher.combine(FileDigest.whole(file)) }
        }
        let end = clip.outerDuration * 240
        for tick in 0...Int(min(end.rounded(.up), 1e9)) {
          hasher.combine(clip.contentTime(at: Double(tick) / 240) ?? -1)
        }
      }
    }
  }

  /// The sounds of a job, and the time with which they are heard, as it is 240 times a second.
  private static func combine(_ nested: NestedSound, into hasher: inout DigestHasher) {
    let job = nested.plan.job
    hasher.combine(job.samples(of: 0..<job.frameCount).count)
    hasher.combine(job.loop != nil)
    combine(nested.plan.sounds, into: &hasher)
    let end = nested.outerDuration * 240
    for tick in 0...Int(min(end.rounded(.up), 1e9)) { hasher.combine(nested.contentTime(at: Double(tick) / 240) ?? -1) }
  }

  private func key(_ content: Digest, _ target: SoundTarget) -> Digest {
    Digest { hasher in
      hasher.combine(content)
      target.digest(into: &hasher)
    }
  }

  private func find(_ key: Digest) -> (EncodedSound, SoundReport)? {
    guard let store, let bytes = PreparationDiskCache(store).bytes(under: key) else { return nil }
    var reader = BinaryReader(bytes)
    guard let sound = try? EncodedSound(from: &reader), let report = try? SoundReport(from: &reader), reader.isAtEnd
    else { return nil }
    return (sound, report)
  }

  private func keep(_ sound: EncodedSound, _ report: SoundReport, _ key: Digest) {
    guard let store else { return }
    var writer = BinaryWriter()
    writer.write(sound)
    writer.write(report)
    PreparationDiskCache(store).keep(writer.bytes, under: key)
  }
}
