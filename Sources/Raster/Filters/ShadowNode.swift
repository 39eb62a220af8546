/// Puts its input's alpha, blurred and displaced, in one color, and where it is a drop shadow its input on it.
struct ShadowNode: FilterNode {
  let blur: Blur
  let color: Pixel
  let isUnderInput: Bool

  func requiredInput(for output: PixelRect) -> PixelRect {
    let shadow = blur.requiredInput(for: output)
    return isUnderInput ? output.union(shadow) : shadow
  }

  func wholeInput(for output: PixelRect) -> PixelRect {
    let shadow = blur.wholeInput(for: output)
    return isUnderInput ? output.union(shadow) : shadow
  }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    var operations: [Operation] = []
    if color != .zero, let alpha = rasterizer.blurred(input, blur, channelCount: 1, surface) {
      operations.append(.blur(BlurOperation(alpha, color: color)))
    }
    return isUnderInput ? operations + rasterizer.operations(of: input, surface) : operations
  }
}
