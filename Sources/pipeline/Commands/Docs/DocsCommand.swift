import Foundation
import Reporting
import StageKit

/// `pipeline docs`.
enum DocsCommand {
  static let specification = CommandSpecification(
    name: "docs", operands: "[PAGE]", operandCount: 0...1,
    summary: "List the pages of the documentation on this machine, or print the path of one.",
    details: """
      Pages are Markdown: guides, stages, and StageKit's articles for authors of stages. Names may be in any case:
      cat "$(pipeline docs maps)"
      """,
    options: [
      .init(flag: "open", "Open the page, or without one the folder, by the program that the desktop has for it.")
    ],
    run: run)

  static func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let pages = DocumentationPages() else {
      Terminal.error("the documentation is not here; Scripts/install puts it beside the program")
      return .renderFailed
    }
    let wanted = try arguments.operands.first.map { try page($0, of: pages) }
    if arguments.has("open") {
      if Desktop.open(wanted?.path ?? pages.folder) { return .success }
      Terminal.error("'xdg-open' cannot open '\(wanted?.path ?? pages.folder)'")
      return .renderFailed
    }
    Terminal.print(wanted.map { $0.path + "\n" } ?? list(pages), terminator: "")
    return .success
  }

  private static func page(_ name: String, of pages: DocumentationPages) throws -> DocumentationPages.Page {
    func isWanted(_ page: DocumentationPages.Page) -> Bool {
      page.name.caseInsensitiveCompare(name) == .orderedSame
    }
    // 'Job' is a guide, and 'job' a stage.
    if let page = pages.all.first(where: { $0.name == name }) ?? pages.all.first(where: isWanted) { return page }
    let names = pages.all.map { $0.name.lowercased() }
    let hint = spellingSuggestion(for: name.lowercased(), among: names).map { ". Did you mean '\($0)'?" } ?? ""
    throw UsageError.message("unknown page '\(name)'\(hint)")
  }

  private static func list(_ pages: DocumentationPages) -> String {
    let groups = [("guides", pages.guides), ("stages", pages.stages), ("StageKit", pages.articles)]
    let lists = groups.filter { !$0.1.isEmpty }.map { title, pages in
      "\n\(title):\n" + TextTable.list(pages.map { ($0.name, $0.summary) })
    }
    let reference = pages.reference.map { "\nStageKit's reference: python3 -m http.server -d \($0)\n" } ?? ""
    return "\(pages.folder)\n" + lists.joined() + reference
  }
}
