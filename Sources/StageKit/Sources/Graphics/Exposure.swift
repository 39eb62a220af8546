import Coding

/// The drawings of a moment in which a shutter is open: the mean of several is shown in place of one.
///
/// Each is drawn onto what lies below by itself, and the results are averaged in linear light.
public struct Exposure: Hashable, Sendable, Digestible {
  /// A drawing, and how often it counts.
  public struct Sample: Hashable, Sendable, Digestible {
    public var content: DisplayList
    /// At least 1.
    public var weight: Int

    /// A drawing that counts `weight` times, at least once.
    public init(_ content: DisplayList, weight: Int = 1) {
      self.content = content
      self.weight = weight
    }

    public func digest(into hasher: inout DigestHasher) {
      content.digest(into: &hasher)
      hasher.combine(weight)
    }
  }

  /// The greatest sum of weights.
  public static let maxWeight = 256

  public var samples: [Sample]

  /// An exposure of samples with a sum of weights of at most `maxWeight`.
  public init(_ samples: [Sample]) { self.samples = samples }

  /// The same with other drawings.
  public func map(_ transform: (DisplayList) throws -> DisplayList) rethrows -> Exposure {
    Exposure(try samples.map { Sample(try transform($0.content), weight: $0.weight) })
  }

  public func digest(into hasher: inout DigestHasher) { hasher.combine(samples) }
}

extension DisplayList {
  /// Adds the mean of several drawings, in linear light, each drawn onto what lies below.
  ///
  /// Equal ones that follow one another are drawn once, and so are the commands that all begin with. At most
  /// `Exposure.maxWeight` drawings count; of more, that many are chosen evenly.
  public mutating func expose(_ drawings: [DisplayList]) {
    let most = Exposure.maxWeight
    let drawings = drawings.count <= most ? drawings : (0..<most).map { drawings[$0 * drawings.count / most] }
    var samples: [Exposure.Sample] = []
    for drawing in drawings {
      if let last = samples.indices.last, samples[last].content == drawing {
        samples[last].weight += 1
      } else {
        samples.append(Exposure.Sample(drawing))
      }
    }
    guard let first = samples.first?.content else { return }
    guard samples.count > 1 else { return append(first) }
    var common = first.commands.count
    for sample in samples.dropFirst() {
      common = zip(first.commands.prefix(common), sample.content.commands).prefix { $0 == $1 }.count
    }
    append(DisplayList(Array(first.commands.prefix(common))))
    let rest = Exposure(samples).map { DisplayList(Array($0.commands.dropFirst(common))) }
    append(DisplayList([.exposure(rest)]))
  }
}
