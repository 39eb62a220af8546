import Formats
import StageKit

/// Reads what of a canvas stays free of what the places that show the video draw over it.
struct SafeAreaReader {
  let context: ReaderContext

  /// The area that the canvas's `safe` sets, or else the area that the platforms of the job's outputs leave free.
  func safeArea(_ job: DeclaredReader<RootObject>, _ canvas: DeclaredReader<CanvasObject>, size: Size) -> Rect {
    let bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    switch canvas.read(\.$safe) {
    case .some(nil): return bounds.inset(by: targets(of: job, size))
    case .some(.first(let name)?): return SafeArea.named(name).map { bounds.inset(by: $0.insets(of: size)) } ?? bounds
    case .some(.second(let given)?):
      let insets = EdgeInsets(top: given.top, right: given.right, bottom: given.bottom, left: given.left)
      if insets.left + insets.right < size.width, insets.top + insets.bottom < size.height {
        return bounds.inset(by: insets)
      }
      if let (found, path) = canvas[\.$safe] {
        context.report(found, path, "nothing of the canvas is left within these")
      }
      return bounds
    case nil: return bounds
    }
  }

  /// The union of what all places cover that outputs are for.
  private func targets(of job: DeclaredReader<RootObject>, _ size: Size) -> EdgeInsets {
    guard case .array(let outputs)? = job[\.$outputs]?.found.kind else { return .zero }
    var insets = EdgeInsets.zero
    for item in outputs.items {
      guard case .object(let output)? = context.resolve(item)?.kind,
        case .string(let name)? = output["for"].flatMap({ context.resolve($0) })?.kind,
        let area = DeliveryProfile.named(name)?.safeArea(for: size)
      else { continue }
      insets = insets.union(area.insets(of: size))
    }
    return insets
  }
}
