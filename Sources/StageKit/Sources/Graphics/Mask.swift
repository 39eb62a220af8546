import Coding
import Geometry

/// The channel of a mask's drawing that masks.
///
/// ```swift
/// let light = DisplayList { $0.fill(.circle(center: box.center, radius: 40), .white) }
/// frame.drawing.group(mask: Mask(light, channel: .luminance)) { $0.fill(.rect(box), .white) }
/// ```
public enum MaskChannel: UInt8, Hashable, Sendable { case alpha, luminance }

/// A drawing whose alpha or luminance multiplies the opacity of a group, pixel by pixel.
public struct Mask: Hashable, Sendable, Digestible {
  public var content: DisplayList
  public var channel: MaskChannel
  /// True if the group shows where the mask has nothing, and is hidden where it covers.
  public var isInverted: Bool

  /// A drawing in the space of the group that it masks.
  public init(_ content: DisplayList, channel: MaskChannel = .alpha, isInverted: Bool = false) {
    self.content = content
    self.channel = channel
    self.isInverted = isInverted
  }

  public func digest(into hasher: inout DigestHasher) {
    content.digest(into: &hasher)
    hasher.combine(Int(channel.rawValue) + (isInverted ? 2 : 0))
  }
}
