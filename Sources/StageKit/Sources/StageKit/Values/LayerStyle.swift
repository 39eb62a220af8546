import Graphics

/// How a stage's drawing meets what lies below it: parameters of every stage that draws, which the host applies.
public struct LayerStyle: Sendable, TimeVarying {
  /// What every definition of a stage that draws ends with.
  public static var parameters: [any AnyParameter] { [Parameter<BlendMode>.blend] }

  private let blend: BlendMode

  /// From a stage's parameters.
  public init(_ parameters: Parameters) throws { blend = parameters[Parameter<BlendMode>.blend] }

  /// Whether a drawing stays as it is, and just lies on what is below it.
  public var isPlain: Bool { blend == .normal }

  public var settlingTime: Double? { 0 }

  /// A stage's drawing with its matte and effects at a time, as other stages take it.
  public func styled(_ drawing: DisplayList, matte: Mask?, at seconds: Double) -> DisplayList {
    guard let matte, !drawing.isEmpty else { return drawing }
    return DisplayList([.group(Group(drawing, mask: matte))])
  }

  /// A styled drawing as it is laid onto what lies below it.
  public func layer(_ styled: DisplayList, at seconds: Double) -> DisplayList {
    guard blend != .normal, !styled.isEmpty else { return styled }
    return DisplayList([.group(Group(styled, blend: blend))])
  }
}
