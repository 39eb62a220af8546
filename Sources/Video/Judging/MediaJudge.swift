import Formats

/// Judges what was found of a movie or a picture file.
public enum MediaJudge {
  /// Everything that is wrong, for users: what decoding shows, tags, times, groups, joins, alpha, and the rules of the
  /// place that the file goes to.
  public static func findings(of probe: MediaProbe, for profile: DeliveryProfile? = nil) -> [String] {
    structure(probe) + content(probe) + tags(probe) + times(probe) + groups(probe) + joins(probe) + alpha(probe)
      + (profile.map { profile in faults(of: probe, for: profile).map { "\(profile.place): \($0)" } } ?? [])
  }

  /// Violations of a platform's rules.
  public static func faults(of probe: MediaProbe, for profile: DeliveryProfile) -> [String] {
    var facts = probe.facts
    // As outputs name it.
    facts.codec = Codecs.all.first { $0.streamName == facts.codec }?.name ?? facts.codec
    return profile.faults(of: facts)
  }

  private static func structure(_ probe: MediaProbe) -> [String] {
    var findings = probe.faults
    if probe.times.isEmpty { findings.append("there are no frames") }
    if let indexed = probe.indexedFrames, indexed != probe.times.count {
      findings.append("the index speaks of \(indexed) frames, and there are \(probe.times.count)")
    }
    if probe.faults.isEmpty, probe.decodedFrames != probe.times.count {
      findings.append("\(probe.times.count) frames are stored, and \(probe.decodedFrames) are decoded")
    }
    if probe.facts.isIndexFirst == false, probe.times.count > 1 {
      findings.append("the index comes after the pictures: playing begins when the whole file is loaded")
    }
    return findings
  }

  /// Rows of two fields, and nothing to be seen.
  private static func content(_ probe: MediaProbe) -> [String] {
    var findings: [String] = []
    if probe.facts.isInterlaced == true {
      findings.append("the pictures are interlaced: players show combs where things move")
    }
    if probe.isBlack, probe.times.count > 1 { findings.append("the pictures are black throughout") }
    return findings
  }

  private static func tags(_ probe: MediaProbe) -> [String] {
    var findings: [String] = []
    let isYUV = probe.facts.isRec709 != nil
    if isYUV, probe.times.count > 1, probe.colors.contains(where: { $0 == "unknown" }) {
      findings.append(
        "colors are not tagged in full (\(probe.colors.joined(separator: ", "))): players guess, and differ")
    }
    if abs(probe.pixelAspect - 1) > 0.001 {
      findings.append("pixels are not square: \((probe.pixelAspect * 1000).rounded() / 1000) : 1")
    }
    return findings
  }

  private static func times(_ probe: MediaProbe) -> [String] {
    guard let first = probe.times.first, probe.times.count > 1 else { return [] }
    var findings: [String] = []
    if abs(first) > 0.0005 { findings.append("the first frame is shown at \(text(first)) s") }
    let steps = zip(probe.times, probe.times.dropFirst()).map { $1 - $0 }
    if let index = steps.firstIndex(where: { $0 <= 0 }) {
      findings.append("frames \(index) and \(index + 1) are shown at the same time")
    }
    // Containers round to milliseconds; GIFs to hundredths of a second.
    let usual = steps.sorted()[steps.count / 2]
    let isPicture = ["gif", "apng", "webp"].contains(probe.container) || probe.facts.ending == "avif"
    let uneven = steps.indices.filter { abs(steps[$0] - usual) > max(0.0011, usual * 0.02) }
    if !isPicture, let index = uneven.first {
      findings.append(
        "the frame rate is not constant: \(uneven.count) of \(steps.count) frames differ, the first at "
          + "\(text(probe.times[index])) s (\(text(steps[index])) s instead of \(text(usual)) s)")
    }
    return findings
  }

  private static func groups(_ probe: MediaProbe) -> [String] {
    var findings: [String] = []
    if !probe.times.isEmpty, probe.keyFrames.first != 0 { findings.append("the first frame is no key frame") }
    if probe.facts.hasClosedGroups == false {
      findings.append("a group needs the one before it: cutting there shows damaged frames")
    }
    return findings
  }

  /// Key frames at which the picture jumps though nothing does: between frames that change little, one that changes more.
  private static func joins(_ probe: MediaProbe) -> [String] {
    guard probe.keyFrames.count < probe.times.count, probe.changes.count == probe.times.count - 1 else { return [] }
    let breathing = probe.keyFrames.compactMap { key -> (key: Int, change: Double, around: Double)? in
      // The changes into frames key - 2 … key + 2 are at one less.
      guard key >= 3, key + 2 < probe.times.count else { return nil }
      let around = [key - 3, key - 2, key, key + 1].map { probe.changes[$0] }
      let change = probe.changes[key - 1]
      let most = around.max() ?? 0
      // A cut changes far more than a coder's key frame does.
      return change > 1.3 * most && change > most + 0.3 && change < 4 ? (key, change, most) : nil
    }
    guard let first = breathing.max(by: { $0.change - $0.around < $1.change - $1.around }) else { return [] }
    return [
      "the picture jumps at \(breathing.count) of \(probe.keyFrames.count) key frames, most at frame \(first.key): "
        + "it changes by \(text(first.change)) of 255 in the mean, and by at most \(text(first.around)) around it"
    ]
  }

  private static func alpha(_ probe: MediaProbe) -> [String] {
    // libav decodes all GIFs with alpha.
    guard let alpha = probe.alpha, probe.container != "gif", probe.times.count > 1 else { return [] }
    if alpha.lowerBound == 1 { return ["there is alpha, but every pixel is opaque"] }
    if alpha.upperBound == 0 { return ["there is alpha, and every pixel is clear"] }
    return []
  }

  private static func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}
