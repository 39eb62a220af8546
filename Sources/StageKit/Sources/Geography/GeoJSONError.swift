import Coding

/// The position and the reason for which a text is not GeoJSON.
public struct GeoJSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An error in a file.
  public enum Problem: Hashable, Sendable {
    case unexpected(found: String, expected: String)
    case tooDeep(limit: Int)
    /// A number beyond the largest Double.
    case tooLarge
    case invalidUTF8
    case unpairedSurrogate
    case missing(member: String)
    case repeated(member: String)
    case unknownType(String, known: [String])
    case tooFew(what: String, count: Int, minimum: Int)
    case unclosedRing
    case outOfRange(what: String, value: Double, limit: Double)
    case badBoundingBox(count: Int)
  }

  /// The offset of its byte, from 0.
  public let offset: Int
  /// The line in the text, from 1.
  public let line: Int
  /// The character in its line, from 1.
  public let column: Int
  /// The path of the value that contains it, such as `features[3].geometry.coordinates[0][2]`; empty for the whole
  /// text.
  public let path: String
  public let problem: Problem

  /// The error, with the path of its value unless that is very long.
  public var message: String {
    // The paths of values in hundreds of lists say nothing.
    (path.isEmpty || path.utf8.count > 200 ? "" : path + ": ") + problem.text
  }

  public var description: String { "\(line):\(column): \(message)" }

  /// The line, column and path are found by reading `bytes` again, up to the fault.
  @_spi(Host) public init(_ fault: JSONFault, in bytes: [UInt8]) {
    let place = TextPlace(of: fault.offset, in: bytes)
    offset = fault.offset
    line = place.line
    column = place.column
    path = JSONPath(to: fault.offset, in: bytes).description
    problem = fault.problem
  }
}

extension GeoJSONError.Problem {
  var text: String {
    switch self {
    case .unexpected(let found, let expected): "found \(found), expected \(expected)"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .tooLarge: "the number is too large"
    case .invalidUTF8: "the string is not UTF-8"
    case .unpairedSurrogate: "the escape is half of a surrogate pair"
    case .missing(let member): "the member \"\(member)\" is missing"
    case .repeated(let member): "the member \"\(member)\" comes twice"
    case .unknownType(let type, let known):
      "unknown type \"\(type)\", expected " + (known.count > 1 ? "one of " : "") + known.joined(separator: ", ")
    case .tooFew(let what, let count, let minimum): "found \(count) \(what), expected \(minimum) or more"
    case .unclosedRing: "the ring's last position differs from its first"
    case .outOfRange(let what, let value, let limit): "the \(what) \(value.shortText) is beyond \(limit.shortText)"
    case .badBoundingBox(let count): "found \(count) numbers, expected 4 or 6"
    }
  }
}
