import Raster
import Text

/// What jobs that are planned one after the other, or at once, have in common.
public struct SharedPlanning: Sendable {
  let text = TextEngine()
  let cache = ResourceCache()
  let cutMemo = CutMemo()
  let resources = VariantCache()

  public init() {}
}
