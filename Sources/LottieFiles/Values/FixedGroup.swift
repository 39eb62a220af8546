import StageKit
import Synchronization

/// A group of shapes whose entries never change; its transform and its opacity may.
struct FixedGroup: Sendable {
  let content: FixedDrawing
  let transform: TransformProperties
  let blend: BlendMode
}

/// The drawing of shapes that never change, which is made when it is first asked for.
final class FixedDrawing: Sendable {
  private let items: [ShapeItem]
  private let known = Mutex<DisplayList?>(nil)

  /// - `items`: Entries that are constant.
  init(_ items: [ShapeItem]) { self.items = items }

  /// The drawing. Throws `StageError` where paths cannot be combined.
  func list(_ combine: @escaping ShapeRun.Combine) throws -> DisplayList {
    try known.withLock { known in
      if let known { return known }
      let list = try ShapeRun.drawing(of: items, at: 0, combine)
      known = list
      return list
    }
  }
}
