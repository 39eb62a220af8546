import StageKit

/// The variants of the job. Its other keys are axes, each an object of values by name or one of the two below.
struct VariantsObject: JobObject {
  @Parameter("Combinations that are left out.", as: combinations) var skip: ReadApart?

  private static let combinations = ParameterSchema.list(of: .variables, noun: "a list of variants to leave out")

  static let declaration = ObjectDeclaration<Self>(
    "variants", noun: "an object with an axis for each key",
    "Axes by name; a video is made for each combination of one value of each axis. An axis has values by name, each with "
      + "what differs in the job, or takes them from files. \"skip\" lists combinations that are left out.",
    example: """
      { "size": { "wide": { "canvas": { "size": [1920, 1080] } }, "tall": {} },
        "locale": { "strings": "strings/*.json" },
        "row": { "data": "offers.csv" },
        "skip": [{ "size": "wide", "locale": "ar" }] }
      """)

  /// With the keys of axes whose values are in files.
  static let schema = ParameterSchema.named(
    NamedSchema(declaration.named.name, declaration.named.summary, example: declaration.named.example) {
      .alternatives(
        [declaration.parameters, StringsAxisObject.declaration.parameters, DataAxisObject.declaration.parameters]
          .map { .object($0) },
        noun: declaration.noun)
    })
}

/// An axis with a value for each file of texts.
struct StringsAxisObject: JobObject {
  @Parameter("Files of texts by variable, one for each locale, such as strings/*.json.", as: paths)
  var strings: ReadApart

  private static let paths = ParameterSchema.alternatives(
    [.text, .list(of: .text, minimumCount: 0)], noun: "a path such as \"strings/*.json\"")

  static let declaration = ObjectDeclaration<Self>(
    "axis of strings", noun: "an object with values, 'strings' or 'data'", "A value for each file of texts.",
    example: #"{ "strings": "strings/*.json" }"#)
}

/// An axis with a value for each row of a table.
struct DataAxisObject: JobObject {
  @Parameter("A table with a row for each value: CSV, TSV, text of a spreadsheet (TXT), JSON or JSON Lines.") var data:
    String
  @Parameter("Columns whose numbers have a decimal comma, as in 1.234,50; true for all, [] for none.", as: columns)
  var decimalComma: ReadApart?

  private static let columns = ParameterSchema.alternatives(
    [.constant(.boolean(true)), .list(of: .text, minimumCount: 0)], noun: "true, or a list of columns")

  static let declaration = ObjectDeclaration<Self>(
    "axis of data", noun: "an object with values, 'strings' or 'data'", "A value for each row of a table.",
    example: #"{ "data": "offers.csv" }"#)
}
