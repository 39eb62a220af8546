import Reporting

/// A tool that a model may call.
struct MCPTool: Sendable {
  struct Argument: Sendable {
    let name: String
    /// A type of JSON Schema.
    let type: String
    let summary: String
    var isRequired = false
  }

  let name: String
  let summary: String
  let arguments: [Argument]
  /// True if it writes no file.
  var isReadOnly = true

  /// As `tools/list` gives it.
  var declaration: JSONValue {
    let properties = arguments.map { argument in
      JSONValue.Member(
        argument.name, ["type": .string(argument.type), "description": .string(argument.summary)])
    }
    return [
      "name": .string(name), "description": .string(summary),
      "inputSchema": [
        "type": "object", "properties": .object(properties),
        "required": .array(arguments.filter(\.isRequired).map { .string($0.name) }), "additionalProperties": false,
      ],
      "annotations": ["readOnlyHint": .boolean(isReadOnly), "openWorldHint": false],
    ]
  }
}
