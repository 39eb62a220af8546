/// Puts its input's alpha, blurred and displaced, in one color under it.
struct DropShadowNode: FilterNode {
  let blur: Blur
  let color: Pixel

  func requiredInput(for output: PixelRect) -> PixelRect { output.union(blur.requiredInput(for: output)) }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    var operations: [Operation] = []
    if color != .zero, let alpha = rasterizer.blurred(input, blur, channelCount: 1, surface) {
      operations.append(.blur(BlurOperation(alpha, color: color)))
    }
    return operations + rasterizer.operations(of: input, surface)
  }
}
