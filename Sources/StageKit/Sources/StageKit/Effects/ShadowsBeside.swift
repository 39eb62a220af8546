import Graphics

extension DisplayList {
  /// The same with shadows as those of CSS's `box-shadow`: as strong as if what casts them were opaque, and cut out beneath it.
  var castingShadowsBeside: DisplayList {
    DisplayList(
      commands.flatMap { command -> [DrawCommand] in
        guard case .group(var group) = command else { return [command] }
        if group.effects.count == 1, group.clip == nil, group.mask == nil {
          switch group.effects[0] {
          case .shadow(let color, let offset, let sigma):
            return [.group(group.shadowBeside(.shadow(color: color, offset: offset, sigma: sigma)))]
          case .dropShadow(let color, let offset, let sigma):
            let shadow = group.shadowBeside(.shadow(color: color, offset: offset, sigma: sigma))
            group.effects = []
            group.content = group.content.castingShadowsBeside
            return [.group(shadow), .group(group)]
          default: break
          }
        }
        group.content = group.content.castingShadowsBeside
        return [.group(group)]
      })
  }
}

extension Group {
  fileprivate func shadowBeside(_ shadow: Effect) -> Group {
    let outline = content.silhouette
    var result = self
    result.effects = []
    result.content = DisplayList([.group(Group(outline, effects: [shadow]))])
    result.mask = Mask(outline, isInverted: true)
    return result
  }
}
