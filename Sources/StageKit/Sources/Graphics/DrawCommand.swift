import Coding
import Geometry

/// One step of a drawing. Paths and paints are in the command's own space, which `transform` takes to its parent's.
///
/// It is as large as a reference, since lists of many thousands are copied and compared for each frame.
public indirect enum DrawCommand: Hashable, Sendable, Digestible {
  case fill(Path, rule: FillRule, paint: Paint, transform: Transform)
  case stroke(Path, style: StrokeStyle, paint: Paint, transform: Transform)
  case group(Group)
  case backdrop(BackdropFilter)
  case exposure(Exposure)
  case solids(Solids, transform: Transform)

  public func digest(into hasher: inout DigestHasher) {
    switch self {
    case .fill(let path, let rule, let paint, let transform):
      hasher.combine(0)
      path.digest(into: &hasher)
      hasher.combine(Int(rule.rawValue))
      paint.digest(into: &hasher)
      transform.digest(into: &hasher)
    case .stroke(let path, let style, let paint, let transform):
      hasher.combine(1)
      path.digest(into: &hasher)
      style.digest(into: &hasher)
      paint.digest(into: &hasher)
      transform.digest(into: &hasher)
    case .group(let group):
      hasher.combine(2)
      group.digest(into: &hasher)
    case .backdrop(let filter):
      hasher.combine(3)
      filter.digest(into: &hasher)
    case .exposure(let exposure):
      hasher.combine(4)
      exposure.digest(into: &hasher)
    case .solids(let solids, let transform):
      hasher.combine(5)
      solids.digest(into: &hasher)
      transform.digest(into: &hasher)
    }
  }
}
