import StageKit

/// The platform of a file: the defaults of an output, and the rules for the finished file.
public struct DeliveryProfile: Sendable {
  /// As an output's `for` names it.
  public let name: String
  /// One sentence.
  public let summary: String
  /// The name of the place in messages.
  public let place: String
  /// The codec of outputs that name none, by their ending; the container's where there is none.
  public let codecs: [String: String]
  /// The size in pixels of outputs that name none; nil for the canvas's.
  public let size: [Int]?
  /// Options of codecs, where an output does not set them and its codec has them.
  public let options: [(name: String, value: ParameterValue)]
  /// Key frames at most so far apart, in seconds; nil for the codec's own.
  public let groupSeconds: Double?
  /// The bit rate of sound, in kb/s; nil for the codec's own.
  public let soundBitRate: Int?
  /// The loudness of sound; nil for the usual one.
  public let loudness: Loudness?
  public let rules: [ProfileRule]

  public init(
    _ name: String, _ summary: String, place: String, codecs: [String: String] = [:], size: [Int]? = nil,
    options: [(name: String, value: ParameterValue)] = [], groupSeconds: Double? = nil,
    soundBitRate: Int? = nil, loudness: Loudness? = nil, rules: [ProfileRule]
  ) {
    self.name = name
    self.summary = summary
    self.place = place
    self.codecs = codecs
    self.size = size
    self.options = options
    self.groupSeconds = groupSeconds
    self.soundBitRate = soundBitRate
    self.loudness = loudness
    self.rules = rules
  }

  /// The codec of outputs that name none; nil for the container's.
  public func codec(in container: Container) -> (any Codec)? {
    if let name = codecs[container.ending] { return Codecs.named(name) }
    for rule in rules {
      guard case .codecs(let taken) = rule.requirement else { continue }
      return container.codecs.first { taken.contains($0) }.flatMap { Codecs.named($0) }
    }
    return nil
  }

  /// The size in pixels of outputs that name none; nil for the canvas's. Turned as the canvas where that is taken too.
  public func size(forWidth width: Int, height: Int) -> [Int]? {
    guard let size else { return nil }
    let turned = [size[1], size[0]]
    let isTaken = rules.contains {
      if case .sizes(let sizes) = $0.requirement { sizes.contains(turned) } else { false }
    }
    return isTaken && (width > height) != (size[0] > size[1]) ? turned : size
  }

  /// Everything that is wrong with a file, as far as it is known.
  public func faults(of facts: DeliveryFacts) -> [String] { rules.compactMap { $0.fault(of: facts) } }

  /// True if files may have edit lists.
  public var takesEditLists: Bool { !rules.contains { $0.requirement == .noEditList } }

  /// The highest rate that is taken; nil for any.
  public var maxFramesPerSecond: Double? {
    for rule in rules { if case .framesPerSecond(let range) = rule.requirement { return range.upperBound } }
    return nil
  }

  /// The rate of an output whose canvas has another: the canvas's divided by the smallest whole number that makes it one
  /// that is taken.
  public func frameRate(for canvas: FrameRate) -> FrameRate? {
    guard let limit = maxFramesPerSecond, canvas.framesPerSecond > limit * 1.001 else { return nil }
    let divisor = Int((canvas.framesPerSecond / (limit * 1.001)).rounded(.up))
    return FrameRate(canvas.numerator, canvas.denominator * divisor)
  }

  /// The mean bit rate in Mb/s that a file may have at most; nil where no rule says one.
  public func maxBitRate(of facts: DeliveryFacts) -> Double? {
    for rule in rules {
      if case .maxBitRates(let rates, let codec) = rule.requirement, codec == facts.codec {
        return ProfileRule.maxBitRate(rates, of: facts)
      }
    }
    return nil
  }

  public static func named(_ name: String) -> DeliveryProfile? { all.first { $0.name == name } }
}
