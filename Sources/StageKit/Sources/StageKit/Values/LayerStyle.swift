import Graphics

/// The blend and the effects of a stage's drawing: parameters of every stage that draws, which the host applies.
public struct LayerStyle: ParameterGroup, TimeVarying {
  @Parameter var blend = BlendMode.normal
  @Parameter(
    "Effects on its drawing, one after the other, in points of the canvas.", name: "effects")
  var chosenEffects: [ChosenEffect]?

  /// The effects in the order of the job.
  private var effects: [any LayerEffect] = []

  /// A style that leaves a drawing as it is.
  public init() {}

  public mutating func prepare() { effects = (chosenEffects ?? []).map(\.effect) }

  /// Loads what effects need besides their parameters, such as lookup tables, and notes the canvas. Throws `StageError`.
  public mutating func load(_ context: any StageContext) throws {
    for index in effects.indices { try effects[index].load(context) }
  }

  /// True if a drawing stays as it is, and just lies on what is below it.
  public var isPlain: Bool { blend == .normal && effects.isEmpty }

  public var settlingTime: Double? {
    var latest = 0.0
    for effect in effects {
      guard let time = effect.settlingTime else { return nil }
      latest = max(latest, time)
    }
    return latest
  }

  /// A stage's drawing, cut by its matte and then with its effects at a time, as other stages take it.
  public func styled(_ drawing: DisplayList, matte: Mask?, at seconds: Double) -> DisplayList {
    guard !drawing.isEmpty else { return drawing }
    let masked = matte.map { DisplayList([.group(Group(drawing, mask: $0))]) } ?? drawing
    return effects.reduce(masked) { $1.applied(to: $0, at: seconds) }
  }

  /// A styled drawing as it is laid onto what lies below it.
  public func layer(_ styled: DisplayList, at seconds: Double) -> DisplayList {
    guard !styled.isEmpty else { return styled }
    var layer = DisplayList()
    for effect in effects { layer.append(effect.below(styled, at: seconds)) }
    let shown = effects.contains(where: \.isGlass) ? styled.castingShadowsBeside : styled
    layer.append(blend == .normal ? shown : DisplayList([.group(Group(shown, blend: blend))]))
    return layer
  }
}

extension LayerStyle {
  /// Its members, which every stage that draws has.
  static let common = declared
}
