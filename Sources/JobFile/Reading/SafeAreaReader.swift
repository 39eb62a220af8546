import Formats
import StageKit

/// Reads what of a canvas stays free of what the places that show the video draw over it.
struct SafeAreaReader {
  let context: ReaderContext

  private static let sides = ["top", "right", "bottom", "left"]

  /// What the canvas's `safe` says, or else what is left by the places that the job's outputs are for.
  func safeArea(_ job: ObjectReader, _ canvas: ObjectReader, size: Size) -> Rect {
    let bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    guard canvas.has("safe") else { return bounds.inset(by: targets(of: job, size)) }
    guard let (found, path) = canvas["safe"] else { return bounds }
    if case .object = found.kind {
      return insets(found, path, size).map { bounds.inset(by: $0) } ?? bounds
    }
    return context.choice(found, path, among: SafeArea.all.map(\.name)).flatMap { SafeArea.named($0) }
      .map { bounds.inset(by: $0.insets(of: size)) } ?? bounds
  }

  /// In points; nil after an error.
  private func insets(_ found: ResolvedValue, _ path: JobPath, _ size: Size) -> EdgeInsets? {
    guard
      let fields = ObjectReader(
        found, path, known: Self.sides, expected: "the name of a place, or points from the sides", in: context)
    else { return nil }
    let values = Self.sides.compactMap { side in
      fields.read(side, default: 0) { context.number($0, $1, .nonnegative(.points)) }
    }
    guard values.count == Self.sides.count else { return nil }
    let insets = EdgeInsets(top: values[0], right: values[1], bottom: values[2], left: values[3])
    guard insets.left + insets.right < size.width, insets.top + insets.bottom < size.height else {
      context.report(found, path, "nothing of the canvas is left within these")
      return nil
    }
    return insets
  }

  /// The union of what all places cover that outputs are for.
  private func targets(of job: ObjectReader, _ size: Size) -> EdgeInsets {
    guard case .array(let outputs)? = job["outputs"]?.0.kind else { return .zero }
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
