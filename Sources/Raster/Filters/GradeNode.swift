import Graphics

/// Grades its input's colors.
struct GradeNode: FilterNode {
  let grade: Grade

  func requiredInput(for output: PixelRect) -> PixelRect { output }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    let content = rasterizer.operations(of: input, surface)
    if content.isEmpty { return [] }
    let prepared = PreparedGrade(grade, input.transform, rasterizer.scale, cache: rasterizer.cache)
    return [.filter(.grade(prepared), content, surface)].compactMap { $0 }
  }
}

/// Leaves what is bright in its input.
struct HighlightNode: FilterNode {
  let threshold: Double

  func requiredInput(for output: PixelRect) -> PixelRect { output }

  func operations(of input: FilterInput, on surface: Surface, by rasterizer: Rasterizer) -> [Operation] {
    let above = threshold > 0 ? min(threshold, 0.999) : 0
    return [.filter(.highlights(above: above), rasterizer.operations(of: input, surface), surface)].compactMap { $0 }
  }
}
