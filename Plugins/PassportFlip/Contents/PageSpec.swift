import StageKit

/// What stands on one page.
struct PageSpec {
  var portrait: Portrait?
  var title = ""
  var subtitle = ""
  var picture: Image?
  var text = ""
  var facts: [Fact] = []
  var stamp: Stamp?

  struct Fact: Hashable, Sendable {
    var label: String
    var value: String

    private static let label = ParameterKey.text("label", "What it is about.", default: "")
    private static let value = ParameterKey.text("value", "What is so.")
    static let parameter = ParameterKey.objects("facts", "Facts, from the top down.", [label, value])

    init(_ fields: ParameterValues) {
      label = fields[Self.label]
      value = fields[Self.value]
    }
  }

  private static let title = ParameterKey.text("title", "Its title.", default: "")
  private static let text = ParameterKey.text("text", "A paragraph.", default: "")
  private static let picture = ParameterKey<FileReference>.file(
    "picture", "A picture, as wide as the text.", extensions: Portrait.extensions
  ).optional
  static let pages = ParameterKey.objects(
    "pages", "Further pages, a left and a right one in turn.", [title, picture, text, Fact.parameter, Stamp.parameter])

  init() {}

  /// One of the further pages.
  init(_ fields: ParameterValues, _ context: any StageContext) throws {
    title = fields[Self.title]
    text = fields[Self.text]
    facts = fields[Fact.parameter].map { Fact($0) }
    stamp = fields[Stamp.parameter].map { Stamp($0) }
    picture = try fields[Self.picture].map { try context.image($0) }
  }
}
