import Foundation

/// Judges what was found of a file's sound.
public enum SoundJudge {
  /// The start and the end of the pictures with it, in seconds of the file's times.
  public typealias Pictures = (start: Double, end: Double)

  /// Everything that is wrong, for users: what decoding shows, its start and end compared with `pictures`, peaks,
  /// silence and clicks. Times are those after the first sample.
  public static func findings(of probe: SoundProbe, beside pictures: Pictures? = nil) -> [String] {
    structure(of: probe, beside: pictures) + (probe.sampleCount == 0 ? [] : heard(of: probe))
  }

  /// The faults of the sound, whatever the file: peaks, silence and clicks.
  public static func heard(of probe: SoundProbe) -> [String] { levels(probe) + clicks(probe) }

  /// The faults of the file, whatever the sound: errors of decoding, and a start or an end that does not match
  /// `pictures`.
  public static func structure(of probe: SoundProbe, beside pictures: Pictures? = nil) -> [String] {
    if probe.sampleCount == 0 { return probe.faults + ["there is a track of sound with nothing in it"] }
    return probe.faults + (pictures.map { times(probe, $0) } ?? [])
  }

  private static func times(_ probe: SoundProbe, _ pictures: Pictures) -> [String] {
    var findings: [String] = []
    let lead = probe.start - pictures.start
    // Times are rounded to the file's ticks.
    if abs(lead) > 0.001 + probe.tick / 2 {
      findings.append("the sound begins \(text(abs(lead))) s \(lead > 0 ? "after" : "before") the pictures")
    }
    let rest = probe.start + probe.duration - pictures.end
    // A frame of AAC.
    if abs(rest) > 1024 / Double(probe.sampleRate) + probe.tick / 2 {
      findings.append("the sound ends \(text(abs(rest))) s \(rest > 0 ? "after" : "before") the pictures")
    }
    return findings
  }

  private static func levels(_ probe: SoundProbe) -> [String] {
    if probe.isSilent { return ["the sound is silent throughout"] }
    var findings: [String] = []
    if let first = probe.firstClipping {
      findings.append(
        "the sound is clipped \(probe.clippedRuns == 1 ? "once" : "\(probe.clippedRuns) times"), first at \(text(first)) s: "
          + "3 or more samples in a row are at full scale")
    }
    // A tenth of a dB is within what meters differ by.
    if let peak = probe.truePeak, peak > 0.1 {
      findings.append(
        "the sound's true peak is \(tenths(peak)) dBTP, at \(text(probe.peakTime)) s: players clip what is above 0")
    }
    return findings
  }

  private static func clicks(_ probe: SoundProbe) -> [String] {
    guard let first = probe.clicks.first else { return [] }
    let others = probe.clicks.count > 1 ? ", and at \(probe.clicks.count - 1) more" : ""
    return ["the sound clicks: its wave jumps at \(text(first)) s\(others)"]
  }

  /// The properties of the sound, such as `aac 192 kb/s stereo 48 kHz, -14.0 LUFS, -1.2 dBTP`.
  public static func description(of probe: SoundProbe) -> String {
    var words = [probe.codec]
    if let rate = probe.bitRate { words.append("\(Int((rate / 1000).rounded())) kb/s") }
    words.append(
      probe.channelCount == 1 ? "mono" : probe.channelCount == 2 ? "stereo" : "with \(probe.channelCount) channels")
    words.append("\(number(Double(probe.sampleRate) / 1000)) kHz")
    var parts = [words.joined(separator: " ")]
    if let loudness = probe.loudness { parts.append("\(tenths(loudness)) LUFS") }
    if let peak = probe.truePeak { parts.append("\(tenths(peak)) dBTP") }
    if !probe.isSilent {
      if probe.silence.before > 2 { parts.append("silent for the first \(tenths(probe.silence.before)) s") }
      if probe.silence.after > 2 { parts.append("silent for the last \(tenths(probe.silence.after)) s") }
    }
    return parts.joined(separator: ", ")
  }

  private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private static func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
