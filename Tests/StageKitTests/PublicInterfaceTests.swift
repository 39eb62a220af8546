import Foundation
import StageKit
import Testing

@Suite("The public interface")
struct PublicInterfaceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources/StageKit")

  /// A public declaration, as the compiler's symbol graph has it.
  private struct Symbol: Decodable {
    struct Fragment: Decodable { let spelling: String }
    struct Identifier: Decodable { let precise: String }
    struct Location: Decodable { let uri: String }
    struct Comment: Decodable {}
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let location: Location?
    let docComment: Comment?
  }

  private struct Graph: Decodable { let symbols: [Symbol] }

  private static func symbols() throws -> [(module: String, symbol: Symbol)] {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("interface-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    var found: [(String, Symbol)] = []
    for module in ["Coding", "Geometry", "Geography", "TimedText", "Timing", "Graphics", "StageKit"] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "swift", "symbolgraph-extract", "-module-name", module, "-I", products.path + "/Modules", "-target", target,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", scratch.path,
      ]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
      for file in files where file == "\(module).symbols.json" || file.hasPrefix("\(module)@") {
        let data = try Data(contentsOf: scratch.appendingPathComponent(file))
        found += try JSONDecoder().decode(Graph.self, from: data).symbols.map { (module, $0) }
      }
    }
    return found
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  @Test("It is the recorded one; RECORD_INTERFACE=1 records it anew")
  func interface() throws {
    let declarations = try Self.symbols().map { module, symbol in
      let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      let oneLine = declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "\(module) \(symbol.pathComponents.joined(separator: ".")): \(oneLine)"
    }
    let version = "StageKit \(StageABI(number: StageModule.abi).stageKit)"
    let text = ([version] + Set(declarations).sorted()).joined(separator: "\n") + "\n"
    let file = Self.folder.appendingPathComponent("interface.txt")
    if ProcessInfo.processInfo.environment["RECORD_INTERFACE"] == "1" { try Data(text.utf8).write(to: file) }
    let recorded = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let (old, new) = (Set(recorded.split(separator: "\n")), Set(text.split(separator: "\n")))
    let gone = old.subtracting(new).sorted().map { "- \($0)" }
    let added = new.subtracting(old).sorted().map { "+ \($0)" }
    #expect(
      (gone + added).isEmpty,
      """
      \((gone + added).joined(separator: "\n"))
      What is gone or changed breaks stage modules: raise the major version in StageModule.swift (else the minor one),
      say so in Sources/StageKit/CHANGELOG.md, and record it: RECORD_INTERFACE=1 ./Scripts/test --filter PublicInterface
      """)
  }

  @Test("Every public type, initializer and function says what it is")
  func documentation() throws {
    let silent = try Self.symbols().filter { _, symbol in
      guard symbol.docComment == nil, symbol.location?.uri.contains("/Sources/StageKit/") == true else { return false }
      let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      let isOperator =
        declaration.contains("func +") || declaration.contains("func -") || declaration.contains("func *")
        || declaration.contains("func /")
      let names = ["init(", "func ", "struct ", "enum ", "protocol ", "class "]
      return !isOperator && !symbol.pathComponents.joined().hasSuffix("digest(into:)")
        && names.contains { declaration.contains($0) }
        && !declaration.contains("case ")
    }
    #expect(silent.map { "\($0.module) \($0.symbol.pathComponents.joined(separator: "."))" }.sorted() == [])
  }
}
