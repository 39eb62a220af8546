import StageKit

/// Names whose letters no font has.
struct ForeignNames {
  private var renamed: [String] = []
  private var lost: [String] = []

  /// A name's text, or another one of what it names if no font has its letters; nil where none is left.
  mutating func layout(_ name: MapName, _ style: TextStyle, _ context: any StageContext) throws -> TextLayout? {
    for text in [name.text] + name.others {
      let layout = try context.layout(TextRequest(text, style: style, alignment: .center))
      guard layout.missing.isEmpty else { continue }
      if text != name.text { renamed.append("\(name.text) (\(text))") }
      return layout
    }
    lost.append(name.text)
    return nil
  }

  /// That names are drawn otherwise or not at all; nil where all are drawn as they are.
  var warning: String? {
    func list(_ names: [String]) -> String {
      names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
    let parts = [
      renamed.isEmpty ? nil : "drawn by another name: \(list(renamed))", lost.isEmpty ? nil : "left out: \(list(lost))",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "no font has the letters of some names; " + parts.joined(separator: "; ")
  }
}
