/// Names of outputs.
extension SourceObject {
  /// Adds the value of an axis to the names of files that do not have it, before their endings, also to names that are the text of
  /// one of the `variables`.
  mutating func nameOutputs(by axis: String, _ variables: SourceObject) {
    guard let outputs = self["outputs"], case .array(var array) = outputs.kind else { return }
    array.items = array.items.map { item in
      guard case .object(var object) = item.kind, let file = object["file"], case .string(let written) = file.kind
      else { return item }
      var name = written
      if written.hasPrefix("$"), case .string(let text)? = variables[String(written.dropFirst())]?.kind { name = text }
      guard !name.hasPrefix("="), !name.hasPrefix("$"), !Self.names(name, axis) else { return item }
      let start = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
      let end = name[start...].lastIndex(of: ".") ?? name.endIndex
      let longer = "\(name[..<end])-{variant.\(axis)}\(name[end...])"
      object.set(
        .init(
          key: "file", keyPosition: file.position,
          value: SourceValue(.string(longer), at: file.position, offset: Int(file.offset))))
      return SourceValue(.object(object), at: item.position, offset: Int(item.offset))
    }
    set(
      .init(
        key: "outputs", keyPosition: outputs.position,
        value: SourceValue(.array(array), at: outputs.position, offset: Int(outputs.offset))))
  }

  /// True where a name has the value of an axis, or a part of it such as `{row.id}`.
  private static func names(_ text: String, _ axis: String) -> Bool {
    ["{\(axis)", "{variant.\(axis)"].contains { start in
      text.ranges(of: start).contains { range in
        let next = text[range.upperBound...].first
        return next.map { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" } ?? false
      }
    }
  }
}
