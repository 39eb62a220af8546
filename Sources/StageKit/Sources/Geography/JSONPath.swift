import Coding

/// The way from the root of a JSON text to the value at a byte, as `features[3].geometry`.
///
/// Found by reading the text up to the byte; what comes before it must be sound.
struct JSONPath: CustomStringConvertible {
  private enum Step {
    /// The name is nil where no member has begun.
    case member(String?)
    case element(Int)
  }

  private var steps: [Step] = []

  init(to offset: Int, in bytes: [UInt8]) {
    var isNameNext = false
    var next = 0
    while next < min(offset, bytes.count) {
      switch UnicodeScalar(bytes[next]) {
      case "{":
        steps.append(.member(nil))
        isNameNext = true
      case "[": steps.append(.element(0))
      case "}", "]": _ = steps.popLast()
      case ",":
        if case .element(let index) = steps.last {
          steps[steps.count - 1] = .element(index + 1)
        } else if !steps.isEmpty {
          steps[steps.count - 1] = .member(nil)
          isNameNext = true
        }
      case "\"":
        let end = Self.endOfString(at: next, in: bytes)
        if isNameNext, !steps.isEmpty, end <= offset {
          steps[steps.count - 1] = .member(String(decoding: bytes[(next + 1)..<(end - 1)], as: UTF8.self))
        }
        isNameNext = false
        next = end - 1
      default: break
      }
      next += 1
    }
  }

  var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .member(nil): break
      case .member(let name?):
        if name.utf8.allSatisfy({ isASCIILetter($0) || $0 == 0x5F }), !name.isEmpty {
          text += (text.isEmpty ? "" : ".") + name
        } else {
          text += "[\"\(name)\"]"
        }
      case .element(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// Past the closing quote of the string that begins at `start`, or the end of the text.
  private static func endOfString(at start: Int, in bytes: [UInt8]) -> Int {
    var next = start + 1
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "\"") { return next + 1 }
      next += bytes[next] == UInt8(ascii: "\\") ? 2 : 1
    }
    return max(bytes.count, start + 2)
  }
}
