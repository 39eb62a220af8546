import Foundation

/// The pages of the documentation, in Markdown, of an installation or of the checkout.
struct DocumentationPages {
  struct Page {
    /// The file's name without its ending, such as "Maps" or "halo-pulse".
    let name: String
    let path: String
    let summary: String
  }

  let folder: String
  /// Guides in the order of the index, then those that it does not name.
  let guides: [Page]
  let stages: [Page]
  let articles: [Page]
  /// The folder with StageKit's reference as pages for a web server, if it is there.
  let reference: String?

  var all: [Page] { guides + stages + articles }

  /// Nil where there is no documentation.
  init?() {
    guard let folder = SDKFolders.shared("Documentation").first(where: { Self.exists("\($0)/README.md") }) else {
      return nil
    }
    self.folder = folder
    guides = Self.pages(in: folder, index: Self.summaries("\(folder)/README.md"))
    stages = Self.pages(in: "\(folder)/Stages", index: Self.summaries("\(folder)/Stages/README.md"))
    // An installation has the articles beside the guides.
    let articles = ["\(folder)/StageKit", "\(folder)/../Sources/StageKit/Sources/StageKit/StageKit.docc"]
    self.articles = articles.first(where: Self.exists).map { Self.pages(in: $0, index: []) } ?? []
    reference = ["\(folder)/StageKit/pages"].first(where: Self.exists)
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The pages that an index lists, with what it says of them: `- [Maps](Maps.md): cities, tiles` and rows of tables alike.
  private static func summaries(_ path: String) -> [(name: String, text: String)] {
    lines(of: path).compactMap { line in
      guard let match = line.firstMatch(of: /\[([^\]]+)\]\(([\w-]+)\.md\)(.*)/) else { return nil }
      let rest = match.3.trimmingCharacters(in: CharacterSet(charactersIn: ":| "))
      return (String(match.2), rest.isEmpty ? String(match.1) : rest)
    }
  }

  private static func pages(in folder: String, index: [(name: String, text: String)]) -> [Page] {
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    let names = files.filter { $0.hasSuffix(".md") && $0 != "README.md" }.map { String($0.dropLast(3)) }
    let listed = index.map(\.name).filter(names.contains)
    return (listed + names.filter { !listed.contains($0) }).map { name in
      let path = "\(folder)/\(name).md"
      let heading = lines(of: path).first { $0.hasPrefix("# ") }?.dropFirst(2)
      let summary = index.first { $0.name == name }?.text ?? heading.map { String($0).replacing("`", with: "") } ?? ""
      return Page(name: name, path: URL(fileURLWithPath: path).standardizedFileURL.path, summary: summary)
    }
  }

  private static func lines(of path: String) -> [Substring] {
    (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
  }
}
