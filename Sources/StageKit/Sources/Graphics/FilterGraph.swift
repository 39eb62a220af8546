import Coding
import Geometry

/// A filter of pixels in steps, each of which makes a picture of others, as the filters of SVG do (W3C Filter Effects Module
/// Level 1); the picture of the last step takes the place of the group.
///
/// Lengths are in units of the group's own space. Time and memory grow with the pixels of the region that show.
///
/// ```swift
/// var glow = FilterGraph(region: box.inset(by: -20))
/// glow.add(.blur(x: 6, y: 6))
/// glow.add(.merge, of: [.step(0), .source])
/// frame.drawing.group(effects: [.graph(glow)]) { $0.fill(.rect(box), .white) }
/// ```
public struct FilterGraph: Hashable, Sendable, Digestible {
  /// A picture that a step takes.
  public enum Input: Hashable, Sendable {
    /// The group itself.
    case source
    /// The group's alpha, in black.
    case sourceAlpha
    /// The picture of an earlier step, by its place from 0 on.
    case step(Int)
  }

  /// One step.
  public struct Step: Hashable, Sendable {
    public var operation: Operation
    /// As many as the operation takes; those that are missing are clear.
    public var inputs: [Input]
    /// The rectangle beyond which its picture is clear, which counts with whole pixels.
    public var region: Rect
    /// True if it takes and makes linear light rather than components of sRGB.
    public var isLinear: Bool

    /// A step with all that it consists of.
    public init(_ operation: Operation, of inputs: [Input], in region: Rect, isLinear: Bool) {
      self.operation = operation
      self.inputs = inputs
      self.region = region
      self.isLinear = isLinear
    }
  }

  /// The steps, each of which takes only those before it.
  public var steps: [Step] = []
  /// The rectangle within which there are pictures at all.
  public var region: Rect

  /// A graph without steps, which draws nothing.
  public init(region: Rect) { self.region = region }

  /// Adds a step in the whole region that takes what the step before it made, or the source; returns the step's picture.
  @discardableResult
  public mutating func add(
    _ operation: Operation, of inputs: [Input]? = nil, in region: Rect? = nil, isLinear: Bool = false
  ) -> Input {
    let last = steps.isEmpty ? Input.source : .step(steps.count - 1)
    steps.append(Step(operation, of: inputs ?? [last], in: region ?? self.region, isLinear: isLinear))
    return .step(steps.count - 1)
  }

  public func digest(into hasher: inout DigestHasher) {
    region.digest(into: &hasher)
    hasher.combine(steps.count)
    for step in steps {
      step.operation.digest(into: &hasher)
      hasher.combine(step.inputs.count)
      for input in step.inputs {
        switch input {
        case .source: hasher.combine(-1)
        case .sourceAlpha: hasher.combine(-2)
        case .step(let place): hasher.combine(place)
        }
      }
      step.region.digest(into: &hasher)
      hasher.combine(step.isLinear ? 1 : 0)
    }
  }

  /// True where all of its numbers but those of drawings are finite.
  public var isFinite: Bool {
    region.origin.isFinite && region.width.isFinite && region.height.isFinite
      && steps.allSatisfy { step in
        step.region.origin.isFinite && step.region.width.isFinite && step.region.height.isFinite
          && step.operation.numbers.allSatisfy(\.isFinite)
      }
  }
}
