import Reporting
@_spi(Host) import StageKit

/// Values that expressions change with time in their parts: in a point's coordinates, a list's numbers, a gradient's colors.
extension ParameterReader {
  /// A point in whose list an object stands for a coordinate, read as axes that change by themselves; nil for other lists.
  func axes(of array: SourceArray, _ path: JobPath, at location: String) -> ParameterValue?? {
    guard array.items.count == 2 else { return nil }
    let items = array.items.map(context.resolve)
    guard items.contains(where: { if case .object? = $0?.kind { true } else { false } }) else { return nil }
    var axes: [(String, ParameterValue)] = []
    for (index, declaration) in PointAxes.declarations.enumerated() {
      guard let found = items[index] else { continue }
      if case .object(let object) = found.kind, !object.isTimed {
        context.report(
          found, path[index], expected: "a number",
          hint: "Write { \"x\": …, \"y\": … } where an axis has keyframes of its own.")
        continue
      }
      let place = Self.join(location, declaration.name)
      if let value = value(found, path[index], declaration.schema, at: place) { axes.append((declaration.name, value)) }
    }
    return axes.count == 2 ? .some(.object(ParameterValues(axes, path: location))) : .some(nil)
  }

  /// A list or an object as keyframes of the whole, where expressions in it change with time; nil where none does.
  func timed(_ found: ResolvedValue) -> ResolvedValue? {
    switch found.kind {
    case .array, .object: break
    default: return nil
    }
    var times: Set<Double> = []
    let whole = SourceValue(found.kind, at: found.position, offset: Int(found.offset))
    guard let value = moving(whole, &times) else { return nil }
    func source(_ kind: SourceValue.Kind) -> SourceValue {
      SourceValue(kind, at: found.position, offset: Int(found.offset))
    }
    func object(_ members: [(String, SourceValue)]) -> SourceObject {
      SourceObject(members: members.map { .init(key: $0.0, keyPosition: found.position, value: $0.1) })
    }
    let frames = times.sorted().map { seconds in
      source(.object(object([("at", source(.number(seconds))), ("value", value(seconds))])))
    }
    var result = object([("keyframes", source(.array(SourceArray(items: frames))))])
    result.isTimed = true
    return ResolvedValue(
      kind: .object(result), position: found.position, offset: found.offset, variable: found.variable)
  }

  /// The value at an instant, with `times` at which it changes added; nil where it never does.
  private func moving(_ value: SourceValue, _ times: inout Set<Double>) -> ((Double) -> SourceValue)? {
    guard let found = context.resolve(value) else { return nil }
    switch found.kind {
    case .object(let object) where object.isTimed:
      guard object.computed == nil, case .array(let frames)? = object["keyframes"]?.kind else { return nil }
      let samples = frames.items.compactMap { item -> (seconds: Double, value: SourceValue)? in
        guard case .object(let frame) = item.kind, case .number(let seconds)? = frame["at"]?.kind,
          let value = frame["value"]
        else { return nil }
        return (seconds, value)
      }
      guard let first = samples.first else { return nil }
      times.formUnion(samples.map(\.seconds))
      return { seconds in
        // Samples of frames between two equal ones are left out, so that the one before has the value.
        let next = samples.partitioningIndex { $0.seconds > seconds }
        return next == 0 ? first.value : samples[next - 1].value
      }
    case .array(var array):
      let items = array.items.map { ($0, moving($0, &times)) }
      guard items.contains(where: { $0.1 != nil }) else { return nil }
      return { seconds in
        array.items = items.map { item, value in value?(seconds) ?? item }
        return SourceValue(.array(array), at: value.position, offset: Int(value.offset))
      }
    case .object(var object):
      let members = object.members.map { ($0, moving($0.value, &times)) }
      guard members.contains(where: { $0.1 != nil }) else { return nil }
      return { seconds in
        object.members = members.map { member, value in
          .init(key: member.key, keyPosition: member.keyPosition, value: value?(seconds) ?? member.value)
        }
        return SourceValue(.object(object), at: value.position, offset: Int(value.offset))
      }
    default: return nil
    }
  }
}

extension Array {
  /// The first index at which `isAfter` is true, where it is true for all that follow one for which it is.
  fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
