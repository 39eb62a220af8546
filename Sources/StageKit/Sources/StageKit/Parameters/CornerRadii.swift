import Geometry

extension Parameter where Value == [Double] {
  /// The radii of four corners in a list of none, which is nil, or four. Throws `StageError` for other counts.
  @discardableResult
  public func cornerRadii() throws -> CornerRadii? {
    let radii = wrappedValue
    if radii.isEmpty { return nil }
    guard radii.count == 4 else { throw StageError("expected 4 radii, found \(radii.count)", parameter: location) }
    return CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }
}
