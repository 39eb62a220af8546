import Formats
import Reporting
import StageKit

/// Reads what an output says of its sound.
struct OutputSoundReader {
  let context: ReaderContext

  /// True, false, or an object; nil for an output without sound.
  func sound<Object: DeliveredObject>(
    _ fields: DeclaredReader<Object>, among codecs: [SoundCodec], in container: String
  ) -> OutputSound? {
    guard let (found, path) = fields[\.common.$sound] else {
      return fields.has(\.common.$sound) ? nil : OutputSound()
    }
    if case .object = found.kind, !codecs.isEmpty {
      return DeclaredReader<OutputSoundObject>(found, path, in: context).map {
        encoded($0, codecs, container)
      }
    }
    guard let setting = fields.read(\.common.$sound) else { return nil }
    if case .first(false) = setting { return nil }
    if codecs.isEmpty { reportSilent(found, path, container) }
    guard case .first = setting else { return nil }
    var sound = OutputSound()
    sound.isAsked = !codecs.isEmpty
    return sound
  }

  private func reportSilent(_ found: ResolvedValue, _ path: JobPath, _ container: String) {
    context.report(
      found, path, "\(container) holds no sound", hint: "Deliver .mp4, .mov, .webm, .mkv, .wav or .m4a.")
  }

  private func encoded(
    _ fields: DeclaredReader<OutputSoundObject>, _ codecs: [SoundCodec], _ container: String
  ) -> OutputSound {
    var sound = OutputSound()
    if let (found, path) = fields[\.$codec], let codec = (fields.read(\.$codec) ?? nil).flatMap(SoundCodec.named) {
      sound.codec = codec
      if !codecs.contains(codec) {
        context.report(
          found, path, "sound as '\(codec.name)' does not go into \(container)",
          hint: "Use \(quoted(codecs.map(\.name))).")
      }
    }
    if let (found, path) = fields[\.$bitRate], let rate = fields.read(\.$bitRate) ?? nil {
      sound.bitRate = rate
      let codec = sound.codec ?? codecs[0]
      if codec.defaultBitRate == nil {
        context.report(found, path, "'\(codec.name)' loses nothing and has no bit rate")
      }
    }
    sound.loudness = fields.read(\.$loudness)??.loudness
    if let (found, path) = fields[\.$truePeak], let peak = fields.read(\.$truePeak) {
      if sound.loudness?.target == nil, fields.has(\.$loudness) {
        context.report(
          found, path, "has no effect: a sound that is left as it is has no limit of peaks", code: .noEffect)
      }
      sound.loudness = Loudness(target: sound.loudness?.target ?? Loudness.standard.target, maxTruePeak: peak)
    }
    return sound
  }
}
