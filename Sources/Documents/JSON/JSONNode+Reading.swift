@_spi(Host) import Geography
import StageKit

extension JSONNode {
  /// The greatest depth of lists and objects within each other, so that no text can exhaust the stack.
  private static let depthLimit = 256

  /// Reads a whole text, in time linear in its length; throws for one that is no valid JSON.
  ///
  /// - Parameter readsNaN: Whether `NaN`, which Python writes and JSON does not have, is null.
  public static func read(_ bytes: [UInt8], readsNaN: Bool = false) throws(DocumentFault) -> JSONNode {
    var reader = Reader(json: JSONReader(bytes, depthLimit: depthLimit), readsNaN: readsNaN)
    do {
      let result = try reader.value()
      try reader.json.expectEnd()
      return result
    } catch {
      let error = GeoJSONError(error, in: bytes)
      throw DocumentFault(error.message, at: TextPlace(line: error.line, column: error.column))
    }
  }

  private struct Reader {
    var json: JSONReader
    let readsNaN: Bool

    mutating func value() throws(JSONFault) -> JSONNode {
      let first = json.peek()
      let offset = json.offset
      return JSONNode(try kind(first), at: offset)
    }

    private mutating func kind(_ first: UInt8) throws(JSONFault) -> Kind {
      var isFirst = true
      switch UnicodeScalar(first) {
      case "{":
        var members: [Member] = []
        try json.beginObject()
        while let name = try json.nextMember(isFirst: &isFirst) {
          members.append(Member(name: name, value: try value()))
        }
        return .object(members)
      case "[":
        var list: [JSONNode] = []
        try json.beginArray()
        while try json.nextElement(isFirst: &isFirst) { list.append(try value()) }
        return .list(list)
      case "\"": return .text(try json.string())
      case "t", "f": return .boolean(try json.bool())
      case "n":
        try json.null()
        return .null
      case "N" where readsNaN && json.bytes[json.offset...].starts(with: "NaN".utf8):
        json.position.offset += 3
        return .null
      default: return .number(try json.number("a value"))
      }
    }
  }
}
