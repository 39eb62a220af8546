import Graphics

/// Blurs its input. What is drawn in one color is blurred as an outline, and drawn in that color.
struct BlurNode: FilterNode {
  let blur: Blur

  func requiredInput(for output: PixelRect) -> PixelRect { blur.requiredInput(for: output) }

  func wholeInput(for output: PixelRect) -> PixelRect { blur.wholeInput(for: output) }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    let single = input.effects.isEmpty ? input.content.inOneColor : nil
    var outline = input
    if let single { outline.content = single.content }
    guard let image = rasterizer.blurred(outline, blur, channelCount: single == nil ? 4 : 1, surface) else { return [] }
    return [.blur(BlurOperation(image, color: single?.color.pixel()))]
  }
}

extension DisplayList {
  /// The color of the only command, where that is an outline in one, and the same in opaque white.
  fileprivate var inOneColor: (color: Color, content: DisplayList)? {
    guard commands.count == 1 else { return nil }
    switch commands[0] {
    case .fill(let path, let rule, .color(let color), let transform):
      return (color, DisplayList([.fill(path, rule: rule, paint: .color(.white), transform: transform)]))
    case .stroke(let path, let style, .color(let color), let transform):
      return (color, DisplayList([.stroke(path, style: style, paint: .color(.white), transform: transform)]))
    default: return nil
    }
  }
}
