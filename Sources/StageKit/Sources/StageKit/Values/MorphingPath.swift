import Geometry
import Timing

/// A path that keyframes can blend: what `PathMorph` makes of it and the next.
///
/// ```swift
/// let shapes = MorphingPath.sequence([.rect(box), .circle(center: box.center, radius: 40)])
/// frame.drawing.fill(shapes[0].interpolated(to: shapes[1], at: 0.5).path, .white)
/// ```
public struct MorphingPath: Interpolatable {
  public let path: Path
  /// To the path that follows in a sequence.
  private let next: PathMorph?

  /// A constant path, or one of several keyframes.
  public init(_ path: Path) { self.init(path, before: nil) }

  private init(_ path: Path, before next: Path?) {
    self.path = path
    self.next = next.map { PathMorph(from: path, to: $0) }
  }

  /// Paths in the order of their keyframes, with every step from one to the next prepared.
  public static func sequence(_ paths: [Path]) -> [MorphingPath] {
    paths.enumerated().map { index, path in
      MorphingPath(path, before: index + 1 < paths.count ? paths[index + 1] : nil)
    }
  }

  /// Fast to the next of its sequence, and to any path of the same verbs.
  public func interpolated(to other: MorphingPath, at t: Double) -> MorphingPath {
    let morph = next.flatMap { $0.to == other.path ? $0 : nil } ?? PathMorph(from: path, to: other.path)
    return MorphingPath(morph.path(at: t))
  }
}
