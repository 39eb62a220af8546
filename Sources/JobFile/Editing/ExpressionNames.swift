import Reporting

/// Names such as `stages.title.size` in expressions and in messages, and `value(title.size)` in expressions.
enum ExpressionNames {
  /// A text with another id in the names of a stage's parameters and outputs, and whether there are any.
  static func replacing(_ stage: String, by id: String, in text: String) -> (text: String, isFound: Bool) {
    let name = Array("stages.\(stage).".utf8)
    let bytes = Array(text.utf8)
    let isExpression = bytes.first == UInt8(ascii: "=")
    var (result, index, depth, isQuoted, isFound): ([UInt8], Int, Int, Bool, Bool) = ([], 0, 0, false, false)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      let isCode = !isQuoted && (isExpression || depth > 0)
      let isStart =
        index == 0 || !(StageReader.isIDCharacter(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: "."))
      if isCode, isStart, bytes[index...].starts(with: name) {
        result += Array("stages.\(id).".utf8)
        index += name.count
        isFound = true
      } else if isCode, isStart, isExpression, let start = reference(to: stage, in: bytes, at: index) {
        result += bytes[index..<start] + Array(id.utf8)
        index = start + stage.utf8.count
        isFound = true
      } else {
        result.append(byte)
        index += 1
      }
    }
    return (String(decoding: result, as: UTF8.self), isFound)
  }

  /// The offset of a stage's id in `value(id.output)` that begins at an index.
  private static func reference(to stage: String, in bytes: [UInt8], at index: Int) -> Int? {
    var next = index
    for part in ["value", "("] {
      guard bytes[next...].starts(with: part.utf8) else { return nil }
      next += part.utf8.count
      while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
    }
    return bytes[next...].starts(with: "\(stage).".utf8) ? next : nil
  }
}
