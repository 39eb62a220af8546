import StageKit

extension StageEvaluation {
  /// Maps the space in which a stage lies to that around the outermost of the stages that hold it.
  func space(of stage: Int, outOf spaces: [Int]) -> Transform {
    var (inner, result) = (stage, Transform.identity)
    for space in spaces {
      if let shift = shifts[inner] { result = shift * result }
      if let placed = placements[space] { result = placed.transform * result }
      inner = space
    }
    return result
  }

  /// Maps the space in which a stage lies to that in which another takes its places: out of some spaces and into others, the
  /// innermost first; nil where these are points or lines.
  func map(from stage: Int, outOf spaces: [Int], into inward: [Int]) -> Transform? {
    let outward = space(of: stage, outOf: spaces)
    guard let innermost = inward.first, let outermost = inward.last else { return outward }
    // A stage that holds both may have moved each.
    let common = shifts[spaces.last ?? stage].map { $0 * outward } ?? outward
    var space = self.space(of: innermost, outOf: Array(inward.dropFirst()))
    if let placed = placements[innermost] { space = space * placed.transform }
    if let shift = shifts[outermost] { space = shift * space }
    return space.inverse.map { $0 * common }
  }

  func mapped(_ drawing: DisplayList, from stage: Int, outOf spaces: [Int]) -> DisplayList {
    if spaces.isEmpty || drawing.isEmpty { return drawing }
    let transform = space(of: stage, outOf: spaces)
    return transform == .identity ? drawing : DisplayList([.group(Group(drawing, transform: transform))])
  }
}
