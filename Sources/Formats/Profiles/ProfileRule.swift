/// A line of a profile: something that files must be, with where that is said.
public struct ProfileRule: Sendable {
  public enum Requirement: Hashable, Sendable {
    /// One of these endings, without the dot.
    case endings([String])
    /// One of these codecs.
    case codecs([String])
    /// One of these profiles of the codec, where it is the one that is named.
    case codecProfiles([String], of: String)
    /// A level of the codec at most, where it is the one that is named.
    case maxLevel(Double, of: String)
    /// One of these pixel formats, where the codec is the one that is named.
    case pixelFormats([String], of: String)
    /// One of these sizes in pixels.
    case sizes([[Int]])
    /// Sides in pixels.
    case sides(ClosedRange<Int>)
    /// Width divided by height.
    case aspect(ClosedRange<Double>)
    case framesPerSecond(ClosedRange<Double>)
    case seconds(ClosedRange<Double>)
    case maxBytes(Int)
    /// The mean bit rate at most, for pictures up to each size, the smallest first.
    case maxBitRates([BitRate], of: String)
    case maxGroupSeconds(Double)
    case maxBFrames(Int)
    case closedGroups
    case indexFirst
    case noEditList
    case rec709
    /// No more light and no other range than BT.709 has: neither PQ nor HLG, and not full range.
    case standardRange
    case alpha
    /// One of these codecs of sound, where there is sound, as in all rules of it.
    case soundCodecs([String])
    /// One of these profiles of the sound's codec, where it is the one that is named.
    case soundProfiles([String], of: String)
    /// Samples a second.
    case sampleRates(ClosedRange<Int>)
    /// One of these numbers of samples a second.
    case exactSampleRates([Int])
    /// One of these numbers of channels.
    case channels([Int])
    /// The sound's mean bit rate at most, in kb/s, where its codec is the one that is named.
    case maxSoundBitRate(Double, of: String)
  }

  /// The mean bit rate that pictures up to a size may have.
  public struct BitRate: Hashable, Sendable {
    /// The shorter side in pixels.
    let side: Int
    /// In Mb/s, up to 30 frames a second.
    let rate: Double
    /// In Mb/s, above 30 frames a second.
    let fastRate: Double

    init(to side: Int = .max, _ rate: Double, above30: Double? = nil) {
      self.side = side
      self.rate = rate
      fastRate = above30 ?? rate
    }
  }

  public let requirement: Requirement
  /// The page that says it.
  public let source: String
  /// When the line was last compared with what that page, or others that quote it, say: year and month.
  public let date: String

  public init(_ requirement: Requirement, source: String, date: String) {
    self.requirement = requirement
    self.source = source
    self.date = date
  }

  /// The violation by a file, such as `14.9 s; 15 to 30 s are taken`; nil if there is none, or the property is not
  /// known.
  public func fault(of facts: DeliveryFacts) -> String? {
    switch requirement {
    case .endings(let endings): Self.fault(facts.ending.map { ".\($0)" }, among: endings.map { ".\($0)" })
    case .codecs(let codecs): Self.fault(facts.codec, among: codecs)
    case .codecProfiles(let profiles, let codec):
      facts.codec == codec ? Self.fault(facts.codecProfile.map { "profile \($0)" }, among: profiles) : nil
    case .maxLevel(let level, let codec):
      facts.codec == codec ? Self.fault(facts.level, in: 0...level, "level", "") : nil
    case .pixelFormats(let formats, let codec):
      facts.codec == codec ? Self.fault(facts.pixelFormat, among: formats) : nil
    case .sizes(let sizes): sizeFault(facts, sizes)
    case .sides(let range):
      Self.fault(facts.width.map(Double.init), in: range, "a width of", " pixels")
        ?? Self.fault(facts.height.map(Double.init), in: range, "a height of", " pixels")
    case .aspect(let range): aspectFault(facts, range)
    case .framesPerSecond(let range): Self.fault(facts.framesPerSecond, in: range, "", " frames a second")
    case .seconds(let range): Self.fault(facts.seconds, in: range, "", " s")
    case .maxBytes(let bytes): Self.fault(facts.bytes.map { Double($0) / 1e6 }, in: 0...Double(bytes) / 1e6, "", " MB")
    case .maxBitRates(let rates, let codec):
      facts.codec == codec
        ? Self.maxBitRate(rates, of: facts).flatMap {
          Self.fault(facts.megabitsPerSecond, in: 0...$0, "", " Mb/s")
        } : nil
    case .maxGroupSeconds(let seconds):
      // Half a frame of rounding.
      facts.groupSeconds.flatMap { length in
        length <= seconds + 0.5 / max(1, facts.framesPerSecond ?? 30)
          ? nil : "key frames up to \(Self.text(length)) s apart; at most \(Self.text(seconds)) s are taken"
      }
    case .maxBFrames(let count):
      facts.bFrames.flatMap { $0 <= count ? nil : "\($0) B-frames in a row; at most \(count) are taken" }
    case .closedGroups: Self.fault(facts.hasClosedGroups, "groups need the ones before them; closed groups are taken")
    case .indexFirst: Self.fault(facts.isIndexFirst, "the index comes after the pictures; it must come first")
    case .noEditList: Self.fault(facts.hasEditList.map { !$0 }, "there is an edit list; files without one are taken")
    case .rec709: Self.fault(facts.isRec709, "colors are not tagged as BT.709 in limited range")
    case .standardRange:
      facts.hdr.map { "HDR (\($0)); SDR is taken" }
        ?? Self.fault(facts.isFullRange.map { !$0 }, "colors in full range; limited range is taken")
    case .alpha: Self.fault(facts.hasAlpha, "there is no alpha")
    case .soundCodecs, .soundProfiles, .sampleRates, .exactSampleRates, .channels, .maxSoundBitRate: soundFault(facts)
    }
  }

  private func soundFault(_ facts: DeliveryFacts) -> String? {
    switch requirement {
    case .soundCodecs(let codecs): Self.fault(facts.soundCodec.map { "sound of \($0)" }, among: codecs)
    case .soundProfiles(let profiles, let codec):
      facts.soundCodec == codec
        ? Self.fault(facts.soundProfile.map { "sound of profile \($0)" }, among: profiles) : nil
    case .sampleRates(let range):
      Self.fault(facts.sampleRate.map(Double.init), in: range, "sound of", " samples a second")
    case .exactSampleRates(let rates):
      facts.sampleRate.flatMap { rate in
        rates.contains(rate)
          ? nil
          : "sound of \(rate) samples a second; \(rates.map(String.init).joined(separator: ", ")) are taken"
      }
    case .channels(let counts):
      facts.channelCount.flatMap { count in
        counts.contains(count)
          ? nil
          : "sound of \(count) channel\(count == 1 ? "" : "s"); "
            + "\(counts.map(String.init).joined(separator: ", ")) are taken"
      }
    case .maxSoundBitRate(let rate, let codec):
      // Coders come near the rate that they are asked for.
      facts.soundCodec == codec && (facts.soundBitRate ?? 0) > rate * 1.1
        ? Self.fault(facts.soundBitRate, in: 0...rate, "sound of", " kb/s") : nil
    default: nil
    }
  }

  /// The bit rate in Mb/s that pictures may have; nil for any, and where their size is not known.
  static func maxBitRate(_ rates: [BitRate], of facts: DeliveryFacts) -> Double? {
    guard let width = facts.width, let height = facts.height else { return nil }
    let rate = rates.first { min(width, height) <= $0.side }
    return (facts.framesPerSecond ?? 0) > 30.01 ? rate?.fastRate : rate?.rate
  }

  // MARK: Texts

  private static func fault(_ isMet: Bool?, _ text: String) -> String? { isMet == false ? text : nil }

  private static func fault(_ value: String?, among words: [String]) -> String? {
    guard let value, !words.contains(where: { value == $0 || value.hasSuffix(" \($0)") }) else { return nil }
    return "\(value); \(words.joined(separator: ", ")) \(words.count == 1 ? "is" : "are") taken"
  }

  private static func fault(_ value: Double?, in range: ClosedRange<Int>, _ prefix: String, _ unit: String) -> String? {
    fault(value, in: Double(range.lowerBound)...Double(range.upperBound), prefix, unit)
  }

  private static func fault(
    _ value: Double?, in range: ClosedRange<Double>, _ prefix: String, _ unit: String
  ) -> String? {
    // A thousandth allows for rates such as 30000/1001 and for rounding.
    guard let value, value < range.lowerBound * 0.999 || value > range.upperBound * 1.001 else { return nil }
    let bounds =
      range.lowerBound == 0
      ? "at most \(text(range.upperBound))" : "\(text(range.lowerBound)) to \(text(range.upperBound))"
    return "\(prefix.isEmpty ? "" : prefix + " ")\(text(value))\(unit); \(bounds)\(unit) are taken"
  }

  private func sizeFault(_ facts: DeliveryFacts, _ sizes: [[Int]]) -> String? {
    guard let width = facts.width, let height = facts.height, !sizes.contains([width, height]) else { return nil }
    let texts = sizes.map { "\($0[0]) × \($0[1])" }
    return "\(width) × \(height) pixels; \(texts.joined(separator: ", ")) are taken"
  }

  private func aspectFault(_ facts: DeliveryFacts, _ range: ClosedRange<Double>) -> String? {
    guard let width = facts.width, let height = facts.height, height > 0 else { return nil }
    let aspect = Double(width) / Double(height)
    if aspect >= range.lowerBound * 0.995, aspect <= range.upperBound * 1.005 { return nil }
    let bounds =
      range.lowerBound == range.upperBound
      ? Self.text(range.lowerBound) : "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    return "\(width) × \(height) pixels, \(Self.text(aspect)) : 1; \(bounds) : 1 is taken"
  }

  /// Up to two decimals.
  private static func text(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(clamping: Int64(rounded)))" : "\(rounded)"
  }
}
