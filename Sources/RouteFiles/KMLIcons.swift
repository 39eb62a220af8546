/// The icons of placemarks, by their own styles and those that they refer to.
struct KMLIcons {
  /// By the ids of styles, and of those for normal use among two.
  private var styles: [String: String] = [:]

  init(_ root: XMLTree.Element) {
    for style in root.all("Style") {
      if let id = style.attributes["id"], let name = Self.name(in: style) { styles[id] = name }
    }
    for map in root.all("StyleMap") {
      guard let id = map.attributes["id"],
        let pair = map.children("Pair").first(where: { $0.text("key") != "highlight" })
      else { continue }
      styles[id] = Self.name(in: pair) ?? pair.text("styleUrl").flatMap(name(ofStyle:))
    }
  }

  /// The name of a placemark's icon without its folder and its ending, such as `campground`; nil where it has none.
  func name(of mark: XMLTree.Element) -> String? {
    Self.name(in: mark) ?? mark.text("styleUrl").flatMap(name(ofStyle:))
  }

  private func name(ofStyle url: String) -> String? {
    url.lastIndex(of: "#").flatMap { styles[String(url[url.index(after: $0)...])] }
  }

  private static func name(in element: XMLTree.Element) -> String? {
    element.all("IconStyle").lazy.compactMap { $0.first("Icon")?.text("href") }.first.flatMap { path in
      let file = path.split(separator: "/").last ?? ""
      return file.split(separator: ".").first.map(String.init)
    }
  }
}
