import Foundation
import Testing

/// Package.swift, the sources and the table in Architecture.md say the same of the project's modules.
@Suite("Modules")
struct ModuleMapTests {
  /// A module in Swift, as its sources and its manifest have it.
  private struct Module {
    let name: String
    let declared: Set<String>
    let imported: Set<String>
    let usesPointers: Bool
  }

  private let modules: [Module]
  /// The modules of C, of this project and of the system.
  private let cModules: Set<String>
  private let architecture: String

  init() throws {
    let manifest = try Self.text("Package.swift")
    let stageKit = try Self.text("Sources/StageKit/Package.swift")
    architecture = try Self.text("Documentation/Architecture.md")
    let host = manifest.matches(of: /\(\s*"(\w+)",\s*\[([^\]]*)\]\s*\)/).map { (String($0.1), "Sources", $0.2) }
    let program = manifest.matches(of: /executableTarget\(\s*name: "(\w+)",\s*dependencies: \[([^\]]*)\]/)
      .map { (String($0.1), "Sources", $0.2) }
    let stages = stageKit.matches(of: /\.target\(name: "(\w+)"(?:, dependencies: \[([^\]]*)\])?\)/)
      .map { (String($0.1), "Sources/StageKit/Sources", $0.2 ?? "") }
    let found = stages + host + program
    let kit = Set(stages.map(\.0))
    cModules = Set(
      manifest.matches(of: /\.(?:target|systemLibrary)\(\s*name: "(C\w+)"/).map { String($0.1) })
    let names = cModules.union(found.map(\.0))
    modules = try found.map { name, folder, declared in
      let files = try Self.sources("\(folder)/\(name)")
      let imported = Set(files.flatMap(Self.imports)).intersection(names).subtracting([name])
      return Module(
        name: name, declared: Self.quoted(declared),
        // The product of StageKit is a dependency of all modules outside it.
        imported: kit.contains(name) ? imported : imported.subtracting(kit),
        usesPointers: files.contains { $0.contains(Self.pointer) })
    }
  }

  nonisolated(unsafe) private static let pointer =
    /Unsafe(Mutable)?(Raw)?(Buffer)?Pointer|OpaquePointer|Unmanaged|withUnsafe|unsafeUninitializedCapacity/

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: projectFolder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The texts of a folder's Swift files without their comments.
  private static func sources(_ folder: String) throws -> [String] {
    let place = projectFolder.appendingPathComponent(folder).path
    let names = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
    return try names.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.map { name in
      try text("\(folder)/\(name)").replacing(/(?m)^ *\/\/.*$/, with: "")
    }
  }

  /// The modules that a file imports at its beginning.
  private static func imports(_ source: String) -> [String] {
    source.split(separator: "\n").prefix { $0.contains(/^(@\w+(\(\w+\))? )?import |^#|^\s*$/) }
      .compactMap { $0.firstMatch(of: /import (\w+)/).map { String($0.1) } }
  }

  private static func quoted(_ text: Substring) -> Set<String> {
    Set(text.matches(of: /"(\w+)"/).map { String($0.1) })
  }

  private static func marked(_ text: some StringProtocol) -> [String] {
    String(text).matches(of: /`(\w+)`/).map { String($0.1) }
  }

  /// The modules in the first column of the architecture's table, from the top.
  private var table: [String] {
    architecture.matches(of: /(?m)^\| ((?:`\w+`(?:, )?)+)(?: \(StageKit\))? \|/).flatMap { Self.marked($0.1) }
  }

  @Test("Every module imports all that Package.swift declares for it, and nothing else")
  func edges() {
    #expect(modules.count > 25)
    for module in modules { #expect(module.imported == module.declared, "\(module.name)") }
  }

  @Test("The architecture's table has every module once, and the modules of Swift below all that they import")
  func order() {
    let others: Set = ["StageTesting"]
    #expect(table.sorted() == (modules.map(\.name) + cModules + others).sorted())
    for module in modules {
      let above = Set(table.prefix { $0 != module.name }).union(cModules)
      #expect(module.imported.subtracting(above) == [], "\(module.name)")
    }
  }

  @Test("The architecture names the modules that use pointers")
  func pointers() throws {
    let rule = try #require(architecture.firstMatch(of: /7\. \*\*Pointers[^\n]*\n[^\n]*/))
    #expect(Self.marked(rule.0).sorted() == modules.filter(\.usesPointers).map(\.name).sorted())
  }

  @Test("No new stage takes the name of a module of the program or its stages")
  func taken() throws {
    let list = Self.quoted(try Self.text("Sources/pipeline/Commands/NewStage/StageName.swift")[...])
    let plugins = projectFolder.appendingPathComponent("Plugins").path
    let stages = try FileManager.default.contentsOfDirectory(atPath: plugins)
    #expect(stages.count > 20)
    #expect(Set(modules.map(\.name) + stages).subtracting(list) == ["pipeline"])
  }
}
