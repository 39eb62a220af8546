import Raster
import Text

/// The resources that jobs share when they are planned one after the other, or at once.
public struct SharedPlanning: Sendable {
  let text = TextEngine()
  let cache = ResourceCache()
  let cutMemo = CutMemo()
  let resources = VariantCache()

  public init() {}
}
