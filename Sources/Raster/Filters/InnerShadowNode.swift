/// Puts a color on its input where the input's alpha, blurred and displaced, leaves it free.
struct InnerShadowNode: FilterNode {
  let blur: Blur
  let color: Pixel

  func requiredInput(for output: PixelRect) -> PixelRect { output.union(blur.requiredInput(for: output)) }

  func wholeInput(for output: PixelRect) -> PixelRect { output.union(blur.wholeInput(for: output)) }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    let content = rasterizer.operations(of: input, surface)
    if color == .zero || content.isEmpty { return content }
    let alpha = rasterizer.blurred(input, blur, channelCount: 1, surface)
    return [.filter(.innerShadow(alpha, color: color), content, surface)].compactMap { $0 }
  }
}
