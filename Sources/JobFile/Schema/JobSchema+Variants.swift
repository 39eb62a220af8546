import Reporting

/// Jobs that are made of several files, and several videos of one job.
extension JobSchema {
  static var extends: JSONValue {
    described(
      "The path of a job that this one is laid over: objects by their keys, stages and sounds by their ids.",
      ["type": "string"])
  }

  static var include: JSONValue {
    described(
      "The paths of parts of jobs, such as colors, fonts and stages, over which this job is laid.",
      ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]])
  }

  /// The job must have these keys itself unless it takes them from another file.
  static var required: JSONValue {
    [
      "anyOf": [
        ["required": ["canvas", "stages"], "properties": ["canvas": ["required": ["size", "duration"]]]],
        ["required": ["extends"]], ["required": ["include"]],
      ]
    ]
  }

  /// The axes by name; `overridable` are the keys of a job that a value of an axis may change.
  static func variants(_ overridable: [(String, JSONValue)]) -> JSONValue {
    let value = object("What differs from the job.", required: [], overridable, orVariable: false)
    func axis(_ key: String, _ summary: String, _ more: [JSONValue.Member] = []) -> JSONValue {
      [
        "type": "object", "required": [.string(key)],
        "properties": .object([.init(key, ["type": "string"])] + more),
        "description": .string(summary), "additionalProperties": value,
      ]
    }
    let choice: JSONValue = ["type": ["string", "number", "boolean"]]
    return [
      "description": "Axes by name. A video is made for each combination of one value of each axis.",
      "type": "object",
      "properties": [
        "skip": described(
          "Combinations that are left out.",
          ["type": "array", "items": ["type": "object", "additionalProperties": choice]])
      ],
      "propertyNames": ["pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"],
      "additionalProperties": [
        "anyOf": [
          axis("strings", "A file of texts by variable for each locale, such as strings/*.json."),
          axis(
            "data", "A table with a row for each value: CSV, TSV, JSON or JSON Lines.",
            [
              .init(
                "decimalComma",
                described(
                  "Columns whose numbers have a decimal comma, as in 1.234,50; true for all.",
                  ["anyOf": [["const": true], ["type": "array", "items": ["type": "string"]]]]))
            ]),
          [
            "type": "object", "description": "Values by name.", "minProperties": 1, "additionalProperties": value,
          ],
        ]
      ],
    ]
  }
}
