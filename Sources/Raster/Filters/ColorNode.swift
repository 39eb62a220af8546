import Graphics

/// Transforms its input's colors.
struct ColorNode: FilterNode {
  let matrix: ColorMatrix

  func requiredInput(for output: PixelRect) -> PixelRect { output }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    [.filter(.color(matrix), rasterizer.operations(of: input, surface), surface)].compactMap { $0 }
  }
}
