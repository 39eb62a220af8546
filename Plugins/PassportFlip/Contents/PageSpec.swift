import StageKit

/// A line of facts on a page.
struct Fact: ParameterGroup {
  @Parameter("The name of the entry.") var label = ""
  @Parameter("The value of the entry.") var value: String
}

/// A further page, as parameters.
struct PageParameters: ParameterGroup {
  @Parameter("Its title.") var title = ""
  @Parameter("A picture, as wide as the text.", as: .file(extensions: FileReference.pictureEndings)) var picture:
    FileReference?
  @Parameter("A paragraph.") var text = ""
  @Parameter("Facts, from the top down.") var facts: [Fact] = []
  @Parameter("A stamp on the page.") var stamp: Stamp?
}

/// The contents of one page.
struct PageSpec {
  var portrait: Portrait?
  var title = ""
  var subtitle = ""
  var picture: Image?
  var text = ""
  var facts: [Fact] = []
  var stamp: Stamp?

  init() {}

  /// One of the further pages.
  init(_ parameters: PageParameters, _ context: any StageContext) throws {
    title = parameters.title
    text = parameters.text
    facts = parameters.facts
    stamp = parameters.stamp
    picture = try parameters.picture.map { try context.image($0) }
  }
}
