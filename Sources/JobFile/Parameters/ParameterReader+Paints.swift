import Reporting
import StageKit

extension ParameterReader {
  /// A color, or an object with a gradient under the name of its kind.
  func paint(_ found: ResolvedValue, _ path: JobPath, at location: String) -> PaintValue? {
    switch found.kind {
    case .string: return context.color(found, path).map { .color($0) }
    case .object: break
    default:
      context.report(found, path, expected: ParameterSchema.paint.noun)
      return nil
    }
    guard case .variant(let name, let fields) = variant(found, path, PaintValue.variants, at: location) else {
      return nil
    }
    // Without stops an error was reported.
    guard fields["stops"] != nil else { return nil }
    do {
      return try PaintValue(variant: name, fields)
    } catch {
      let fault = error as? StageError
      context.report(found, path.key(name), fault?.message ?? "\(error)", hint: fault?.hint)
      return nil
    }
  }

  /// Pairs of offset and color, or colors alone.
  func stops(_ found: ResolvedValue, _ path: JobPath) -> [GradientStop]? {
    guard let array = context.array(found, path, expected: ParameterSchema.stops.noun) else { return nil }
    if array.items.isEmpty && !array.isDamaged { context.report(found, path, "there are no stops") }
    var entries: [(offset: Double?, color: Color)] = []
    var last = 0.0
    for (index, item) in array.items.enumerated() {
      guard let found = context.resolve(item), let entry = stop(found, path[index]) else { continue }
      if let offset = entry.offset {
        if offset < last {
          context.report(
            found, path[index],
            "\(JSONValue.numberText(offset)) is before the stop at \(JSONValue.numberText(last))",
            hint: "Stops are in order of their offsets.")
        }
        last = max(last, offset)
      }
      entries.append(entry)
    }
    return entries.count == array.items.count && !entries.isEmpty ? GradientStop.list(entries) : nil
  }

  private func stop(_ found: ResolvedValue, _ path: JobPath) -> (offset: Double?, color: Color)? {
    guard case .array(let pair) = found.kind else { return context.color(found, path).map { (nil, $0) } }
    guard pair.items.count == 2 else {
      if !pair.isDamaged { context.report(found, path, expected: "a stop [offset, color]") }
      return nil
    }
    let offset = context.resolve(pair.items[0]).flatMap { context.number($0, path[0], .fraction) }
    let color = context.resolve(pair.items[1]).flatMap { context.color($0, path[1]) }
    guard let offset, let color else { return nil }
    return (offset, color)
  }

  /// Reports keyframes of paints that cannot be interpolated.
  func checkMixing(_ frames: [AnimationValue.Frame], _ found: ResolvedValue, _ path: JobPath) {
    for (index, (a, b)) in zip(frames, frames.dropFirst()).enumerated() {
      guard case .paint(let first) = a.value, case .paint(let second) = b.value, !first.mixes(with: second) else {
        continue
      }
      context.report(
        found, path[index + 1], "this gradient cannot be interpolated with the one before it",
        hint: "Keyframes must be colors, or gradients of the same kind in the same units.")
    }
  }
}
