import Geometry

extension ParameterKey where Value == [Point] {
  /// A required list of points `[x, y]`.
  public static func points(_ name: String, _ summary: String, minimumCount: Int = 0) -> Self {
    Self(
      name, summary, .list(of: .point, minimumCount: minimumCount), default: nil, placeholder: []
    ) { if case .list(let items) = $0 { items.compactMap(\.point) } else { nil } }
  }
}

extension CornerRadii {
  /// The radii in a list of none, which is nil, or four. Throws where there are other than that.
  public static func four(_ parameter: ParameterKey<[Double]>, in parameters: ParameterValues) throws -> CornerRadii? {
    let radii = parameters[parameter]
    if radii.isEmpty { return nil }
    guard radii.count == 4 else {
      throw StageError("expected 4 radii, found \(radii.count)", parameter: parameters.location(of: parameter))
    }
    return CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }
}

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
