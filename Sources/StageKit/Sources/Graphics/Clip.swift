import Coding
import Geometry

/// The rule for points inside a path, by the winding number around them.
///
/// ```swift
/// frame.drawing.fill(path, .white, rule: .evenOdd)
/// ```
public enum FillRule: UInt8, Hashable, Sendable, CaseIterable { case nonzero, evenOdd }

/// An outline that lets drawing through where it covers.
public struct Clip: Hashable, Sendable, Digestible {
  public var path: Path
  public var rule: FillRule
  public var transform: Transform

  /// The outline is in its own space, which `transform` takes to the group's.
  public init(_ path: Path, rule: FillRule = .nonzero, transform: Transform = .identity) {
    self.path = path
    self.rule = rule
    self.transform = transform
  }

  public func digest(into hasher: inout DigestHasher) {
    path.digest(into: &hasher)
    hasher.combine(Int(rule.rawValue))
    transform.digest(into: &hasher)
  }
}
