import Foundation
import JobFile
import Reporting
import StageKit
import TestSupport
import Testing

@testable import pipeline

/// All that the documentation shows is read: whole jobs and their parts by the program, the shortest parts by the schema, and
/// command lines by the commands.
@Suite("Documentation")
struct DocumentationTests {
  /// A part of a page that is not prose.
  struct Excerpt {
    let page: String
    let line: Int
    /// The language of a block between fences; nil for code within a line.
    let language: String?
    let text: String

    var place: String { "\(page):\(line)" }
  }

  static let excerpts = pages.flatMap(excerpts)

  private static let pages: [String] = {
    func markdown(_ folder: String) -> [String] {
      let place = projectFolder.appendingPathComponent(folder)
      let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
      return names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".tutorial") }.sorted().map { "\(folder)/\($0)" }
    }
    return ["README.md", "CONTRIBUTING.md"] + markdown("Documentation") + markdown("Sources/StageKit")
  }()

  private static func excerpts(_ page: String) -> [Excerpt] {
    let text = (try? String(contentsOf: projectFolder.appendingPathComponent(page), encoding: .utf8)) ?? ""
    var found: [Excerpt] = []
    var block: (line: Int, language: String, lines: [String])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("```") {
        if let open = block {
          found.append(
            Excerpt(
              page: page, line: open.line, language: open.language, text: open.lines.joined(separator: "\n")))
          block = nil
        } else {
          block = (index + 1, String(line.dropFirst(3)), [])
        }
      } else if block != nil {
        block?.lines.append(line)
      } else if !line.hasPrefix("    ") {
        found += line.matches(of: /`([^`]+)`/).map {
          Excerpt(page: page, line: index + 1, language: nil, text: String($0.1))
        }
      }
    }
    return found
  }

  @Test("Each block says what it holds, so that none is left unread")
  func languages() {
    let blocks = Self.excerpts.filter { $0.language != nil }
    // Output of the program has no language; settings of other programs have their command lines read.
    let known = ["json", "sh", "csv", "swift", "ini", "yaml", ""]
    #expect(blocks.filter { !known.contains($0.language ?? "") }.map(\.place) == [])
    #expect(blocks.filter { $0.language == "json" }.count > 70)
  }

  // MARK: JSON

  @Test("Each JSON block of README and Documentation is a valid job, or a valid part of one")
  func blocks() throws {
    let folder = try TemporaryFolder()
    let schema = try schema()
    let blocks = Self.excerpts.filter { $0.language == "json" }
    var jobs: [(block: Excerpt, file: String)] = []
    var together: [String] = []
    var outcomes: [Outcome] = []
    var objects = 0
    for block in blocks {
      guard let job = ExampleJob(block.text) else {
        // An object of the reference: the schema has one with these members.
        let isReference = ["Documentation/Job.md", "Documentation/Stages/sequence.md"].contains(block.page)
        if isReference, let value = JSONValue(parsing: Array(block.text.utf8)) {
          objects += 1
          if case .object(let members) = value {
            let isKnown = schema.hasObject(with: members) || schema.hasObject(with: [.init("variants", value)])
            #expect(isKnown, "\(block.place): no object of the schema has these members")
          }
          continue
        }
        Issue.record("\(block.place): neither a job nor a part of one")
        continue
      }
      let file = "\(block.page.replacing("/", with: "-"))-\(block.line).json"
      try job.write(to: file, in: folder)
      jobs.append((block, file))
      if job.namesOutputs {
        outcomes.append(try run(["validate", file], in: folder.url))
      } else {
        together.append(file)
      }
    }
    outcomes.append(try run(["validate"] + together, in: folder.url))
    let errors = outcomes.flatMap { $0.errors.split(separator: "\n").map(String.init) }
      .filter { !$0.contains(": warning: ") }
    let output = outcomes.map(\.output).joined()
    var read = 0
    for (block, file) in jobs {
      let own = errors.filter { $0.hasPrefix(file) }
      // A job whose only fault is a map that no checkout has was read otherwise.
      let lacks = own.filter { line in
        line.contains("there is no file") && ExampleFiles.absentEndings.contains { line.contains($0) }
      }
      let isFine = output.contains("\(file): fine") || (!lacks.isEmpty && lacks.count == own.count)
      #expect(isFine, "\(block.place): \(own.joined(separator: "\n"))")
      if isFine { read += 1 }
    }
    #expect(read + objects == blocks.count)
  }

  @Test("Stages of the page on text are drawn without a warning")
  func warnings() throws {
    let folder = try TemporaryFolder()
    let blocks = Self.excerpts.filter {
      $0.page == "Documentation/Text.md" && $0.language == "json" && $0.text.contains("\"stage\":")
    }
    #expect(blocks.count > 6)
    let files = blocks.map { "\($0.line).json" }
    for (block, file) in zip(blocks, files) { try #require(ExampleJob(block.text)).write(to: file, in: folder) }
    // Variables of the example job that only look as if they were used.
    let warnings = try run(["validate"] + files, in: folder.url).errors.split(separator: "\n").filter {
      $0.contains(": warning: ") && !$0.hasSuffix("is never used")
    }
    #expect(warnings == [])
  }

  private func schema() throws -> SchemaReading {
    try SchemaReading(Data(contentsOf: projectFolder.appendingPathComponent("Documentation/job.schema.json")))
  }

  @Test("JSON within lines is part of a job, by the schema")
  func spans() throws {
    let schema = try schema()
    let spans = Self.excerpts.filter { excerpt in
      excerpt.language == nil && (excerpt.text.hasPrefix("{") || excerpt.text.hasPrefix("\""))
        && excerpt.text.contains("\":")
    }
    #expect(spans.count > 60)
    for span in spans {
      let text = span.text.hasPrefix("{") ? span.text : "{\(span.text)}"
      guard case .object(let members)? = JSONValue(parsing: Array(text.utf8)) else {
        Issue.record("\(span.place): '\(span.text)' is no JSON")
        continue
      }
      #expect(schema.hasObject(with: members), "\(span.place): '\(span.text)' is in no job")
    }
  }

  @Test("The first example of the page on subtitles shows them")
  func subtitles() throws {
    let folder = try TemporaryFolder()
    let block = try #require(
      Self.excerpts.first { $0.page == "Documentation/Subtitles.md" && $0.language == "json" })
    try #require(ExampleJob(block.text)).write(to: "j.json", in: folder)
    let outcome = try run(["trace", "j.json", "--frames", "0..20"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("words.width"))
  }

  // MARK: Command lines

  @Test("All command lines are of commands that there are, with options that they have")
  func commandLines() throws {
    var count = 0
    for excerpt in Self.excerpts where ["sh", "ini", "yaml", nil].contains(excerpt.language) {
      let lines = excerpt.language == nil ? [excerpt.text] : CommandLineText.lines(excerpt.text)
      for line in lines {
        for words in CommandLineText.commands(line) where words[0].hasSuffix("pipeline") && words.count > 1 {
          if excerpt.language == nil, !line.hasPrefix("pipeline "), !line.hasPrefix("./Scripts/pipeline ") { continue }
          count += 1
          check(words, excerpt)
        }
      }
    }
    #expect(count > 90)
  }

  private func check(_ words: [String], _ excerpt: Excerpt) {
    // A placeholder, and what stands in the place of a command.
    if ["COMMAND", "help"].contains(words[1]) || words[1].hasPrefix("--") { return }
    guard let command = PipelineProgram.commands.first(where: { $0.name == words[1] }) else {
      Issue.record("\(excerpt.place): there is no command '\(words[1])'")
      return
    }
    // Within a line options may be named alone.
    let isWhole = excerpt.language != nil
    do {
      _ = try ParsedArguments(Array(words.dropFirst(2)), for: command)
    } catch let error as UsageError where !isWhole && error.description.contains("expected: pipeline") {
    } catch {
      Issue.record("\(excerpt.place): '\(words.joined(separator: " "))': \(error)")
    }
  }

  @Test("All scripts that are named exist")
  func scripts() {
    let names = Self.excerpts.filter { ["sh", nil].contains($0.language) }.flatMap { excerpt in
      excerpt.text.matches(of: /(?:^|[\s.\/])((?:Scripts|Benchmarks|Fuzzing|\.ci)\/[a-z][a-z-]*)/).map { String($0.1) }
    }
    #expect(names.count > 40)
    for name in Set(names) {
      #expect(FileManager.default.fileExists(atPath: projectFolder.appendingPathComponent(name).path), "\(name)")
    }
  }

  /// A page's lines outside of blocks.
  private static func prose(_ page: String) throws -> [Substring] {
    let text = try String(contentsOf: projectFolder.appendingPathComponent(page), encoding: .utf8)
    var isBlock = false
    return text.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isBlock.toggle() }
      return !isBlock
    }
  }

  /// The places of a page that links name, by its headings, as they are on GitHub.
  private static func anchors(_ page: String) throws -> Set<String> {
    Set(
      try prose(page).filter { $0.hasPrefix("#") }.map { line in
        let words = line.drop { $0 == "#" || $0 == " " }.lowercased().filter {
          $0.isLetter || $0.isNumber || "-_ ".contains($0)
        }
        return words.replacing(" ", with: "-")
      })
  }

  @Test("Links lead to pages that are there, and to headings of these", arguments: pages.filter { $0.hasSuffix(".md") })
  func links(page: String) throws {
    let folder = projectFolder.appendingPathComponent(page).deletingLastPathComponent()
    for link in try Self.prose(page).flatMap({ $0.matches(of: /\]\(([^)\s]+)\)/).map(\.1) }) where !link.contains(":") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file =
        parts[0].isEmpty ? projectFolder.appendingPathComponent(page) : folder.appendingPathComponent(String(parts[0]))
      let target = file.standardizedFileURL.path
      #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link)")
      guard parts.count > 1, target.hasSuffix(".md") else { continue }
      let name = String(target.dropFirst(projectFolder.standardizedFileURL.path.count + 1))
      #expect(try Self.anchors(name).contains(String(parts[1])), "\(page): \(link)")
    }
  }
}

/// Command lines as shells and settings of other programs write them.
private enum CommandLineText {
  /// Lines, without comments, those that go on joined.
  static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var isFolded = false
    for line in text.components(separatedBy: "\n") {
      let code = line.replacing(/(^|\s)#.*$/, with: "").trimmingCharacters(in: .whitespaces)
      // Folded text of YAML goes on in deeper lines.
      if isFolded, !code.isEmpty, !code.hasPrefix("- ") {
        lines[lines.count - 1] += " " + code
      } else {
        lines.append(code)
      }
      isFolded = isFolded ? !code.hasPrefix("- ") && !code.isEmpty : false
      if code.hasSuffix(">") { isFolded = true }
    }
    return lines
  }

  /// The words of each command in a line, up to where its output goes.
  static func commands(_ line: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var isCut = false
    for word in words(line) {
      if ["&&", "||", "|", ";"].contains(word) {
        commands.append([])
        isCut = false
      } else if word.hasPrefix(">") || word.hasPrefix("2>") {
        isCut = true
      } else if !isCut {
        let isEnd = word.hasSuffix(";")
        commands[commands.count - 1].append(
          String(isEnd ? word.dropLast()[...] : word[...]).replacing("ExecStart=", with: ""))
        if isEnd { commands.append([]) }
      }
    }
    // The words before the program, such as `cd` or the times of cron.
    return commands.compactMap { words in
      words.lastIndex { $0 == "pipeline" || $0.hasSuffix("/pipeline") }.map { Array(words[$0...]) }
    }
  }

  private static func words(_ line: String) -> [String] {
    line.matches(of: /'([^']*)'|"([^"]*)"|(\$\{\{[^}]*\}\}|[^\s'"])+/).map { match in
      String(match.0).trimmingCharacters(in: CharacterSet(charactersIn: "'\""))
    }
  }
}
