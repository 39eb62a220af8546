import StageKit

/// A value of a property that scripts can read and give.
protocol ScriptRepresentable {
  /// It as a value of scripts, of some of its numbers.
  func scriptValue(count: Int) -> ScriptValue

  /// It as a script gives it; nil if it is of another kind or no number.
  func replaced(by value: ScriptValue) -> Self?
}

extension Double: ScriptRepresentable {
  func scriptValue(count: Int) -> ScriptValue { .number(self) }

  func replaced(by value: ScriptValue) -> Double? {
    let number = (value.elements?.first ?? value).number
    return number.isFinite ? DocumentReader.bounded(number) : nil
  }
}

extension SIMD4<Double>: ScriptRepresentable {
  func scriptValue(count: Int) -> ScriptValue { .list((0..<Swift.min(Swift.max(count, 1), 4)).map { self[$0] }) }

  func replaced(by value: ScriptValue) -> Vector? {
    guard let elements = value.elements else { return nil }
    var result = self
    for index in 0..<Swift.min(elements.count, 4) {
      let number = elements[index].number
      guard number.isFinite else { return nil }
      result[index] = DocumentReader.bounded(number)
    }
    return result
  }
}

extension [Double]: ScriptRepresentable {
  func scriptValue(count: Int) -> ScriptValue { .list(self) }

  func replaced(by value: ScriptValue) -> [Double]? {
    let numbers = value.elements.map { $0.map(\.number) } ?? [value.number]
    return numbers.allSatisfy(\.isFinite) ? numbers.map(DocumentReader.bounded) : nil
  }
}

extension BezierPath: ScriptRepresentable {
  func scriptValue(count: Int) -> ScriptValue {
    let object = ScriptObject()
    object.path = self
    func list(_ points: [Point]) -> ScriptValue { .list(points.map { .list([$0.x, $0.y]) }) }
    object.set("points", to: .function { _ in list(vertices.map(\.point)) })
    object.set("inTangents", to: .function { _ in list(vertices.map { $0.in - $0.point }) })
    object.set("outTangents", to: .function { _ in list(vertices.map { $0.out - $0.point }) })
    object.set("isClosed", to: .function { _ in .boolean(isClosed) })
    return .object(object)
  }

  func replaced(by value: ScriptValue) -> BezierPath? {
    guard case .object(let object) = value, let path = object.path, path.isFinite else { return nil }
    return path
  }

  /// A path of points, displacements to their control points, and whether it is closed.
  init?(_ arguments: [ScriptValue]) {
    func points(_ value: ScriptValue?) -> [Point] {
      (value?.elements ?? []).map { pair in
        let numbers = pair.elements ?? []
        return Point(numbers.first?.number ?? 0, numbers.dropFirst().first?.number ?? 0)
      }
    }
    let vertices = points(arguments.first)
    guard !vertices.isEmpty else { return nil }
    let before = points(arguments.dropFirst().first)
    let after = points(arguments.dropFirst(2).first)
    self.init(
      vertices.enumerated().map { index, point in
        Vertex(
          point: point, in: point + (index < before.count ? before[index] : .zero),
          out: point + (index < after.count ? after[index] : .zero))
      }, isClosed: arguments.dropFirst(3).first?.isTrue ?? true)
  }
}
