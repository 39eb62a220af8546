import Formats
import Foundation
import JobFile
import Planning
import Sound
import StageKit

/// One sound of a job, as it is heard through the video.
public struct SoundRecord: Codable, Hashable, Sendable {
  public var id: String
  /// Its name and a digest of its content.
  public var file: String
  /// When it begins as the job says it: `1.5`, `after pin.landed`, `each pin.landed + 0.1`.
  public var start: String
  /// In seconds from the video's start.
  public var starts: [Double]
  /// Those that are set, by their paths.
  public var parameters: [String: String]
  /// The level in each tenth of a second, in dB of full scale to 0.1; `-` for silence. See `FrameSeries`.
  public var levels: [String]
  /// A digest of its samples in each tenth of a second.
  public var digests: [String]

  /// Its file's size and digest, without its name.
  var content: Substring {
    let commas = file.ranges(of: ", ").suffix(2)
    return file[(commas.first?.upperBound ?? file.startIndex)...]
  }

  /// In samples.
  static let block = SoundFormat.sampleRate / 10

  /// The sounds of a mix, ducked, in the order of the job.
  static func records(_ sounds: [PlannedSound], _ mix: SoundMix) -> [SoundRecord] {
    sounds.indices.map { index in
      let entry = sounds[index].entry
      var levels: [String] = []
      var digests: [String] = []
      for begin in stride(from: 0, to: mix.count, by: block) {
        let samples = mix.samples(of: index, begin..<min(begin + block, mix.count), isDucked: true)
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
        // Below what 16 bits hold there is silence.
        levels.append(power > 1e-10 ? String(format: "%.1f", 10 * log10(power)) : "-")
        let digest = Digest { hasher in for sample in samples { hasher.combine(UInt64(sample.bitPattern)) } }
        digests.append(power > 0 ? JobObserver.short(digest, digits: 8) : "-")
      }
      return SoundRecord(
        id: entry.id, file: ParameterText.text(entry.file), start: text(entry.start), starts: sounds[index].starts,
        parameters: ParameterText(entry.parameters).entries,
        levels: FrameSeries.lines(levels, length: FrameSeries.numbersPerLine),
        digests: FrameSeries.lines(digests, length: FrameSeries.digestsPerLine))
    }
  }

  private static func text(_ start: SoundStart) -> String {
    switch start {
    case .once(.at(let seconds)): "\(seconds)"
    case .once(.after(let stage, let moment, let delay, _, _)): "after \(stage).\(moment)" + Self.delay(delay)
    case .each(let stage, let cue, let delay, _, _): "each \(stage).\(cue)" + Self.delay(delay)
    }
  }

  private static func delay(_ seconds: Double) -> String { seconds == 0 ? "" : " + \(seconds)" }
}
