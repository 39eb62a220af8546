/// Names of outputs.
extension SourceObject {
  /// Adds the value of an axis to the names of files that do not have it, before their endings.
  mutating func nameOutputs(by axis: String) {
    guard let outputs = self["outputs"], case .array(var array) = outputs.kind else { return }
    array.items = array.items.map { item in
      guard case .object(var object) = item.kind, let file = object["file"], case .string(let name) = file.kind,
        !name.hasPrefix("="), !["{\(axis)", "{variant.\(axis)"].contains(where: name.contains)
      else { return item }
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
}
