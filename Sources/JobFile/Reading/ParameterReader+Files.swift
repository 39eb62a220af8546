import Reporting
import StageKit

extension ParameterReader {
  /// One object for each file where the first file of an object is a name with a `*`, with the positions of that object; else
  /// the object itself.
  func each(
    _ value: ParameterValue, readAfter count: Int, at location: String, from index: Int
  ) -> [ParameterValue] {
    guard case .object(let values) = value, context.inputFiles.count > count,
      case let pattern = context.inputFiles[count], pattern.reference.literal.contains("*"),
      values.entries.contains(where: { $0.value == .file(pattern.reference) })
    else { return [value] }
    let files = context.files(like: pattern)
    context.inputFiles.replaceSubrange(count...count, with: files)
    let place = "\(location)[\(index)]"
    let own = positions.filter { $0.key == place || $0.key.hasPrefix(place + ".") }
    return files.enumerated().map { offset, file in
      let copy = "\(location)[\(index + offset)]"
      for (key, position) in own { positions[copy + key.dropFirst(place.count)] = position }
      return .object(
        ParameterValues(
          values.entries.map { ($0.name, $0.value == .file(pattern.reference) ? .file(file.reference) : $0.value) },
          path: copy))
    }
  }
}
