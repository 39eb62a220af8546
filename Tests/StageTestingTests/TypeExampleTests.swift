import Foundation
import Testing

@Suite("The examples of StageKit's types")
struct TypeExampleTests {
  @Test("An example in a comment is what is compiled here")
  func examplesAreCompiled() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let code = try lines(of: folder.appendingPathComponent("TypeExamples.swift"))
    let compiled = code.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    let sources = folder.appendingPathComponent("../../Sources/StageKit/Sources").standardizedFileURL
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
    var count = 0
    for name in names.sorted() where !name.contains(".docc/") {
      for example in examples(try lines(of: sources.appendingPathComponent(name))) {
        count += 1
        #expect(compiled.contains(example), "\(name): \(example)")
      }
    }
    #expect(count >= 58)
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The text in comments between marks of code, without indentation.
  private func examples(_ lines: [String]) -> [String] {
    var found: [String] = []
    var example: [String]?
    for line in lines.map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line == "/// ```swift" {
        example = []
      } else if line == "/// ```", let lines = example {
        found.append(lines.joined(separator: "\n"))
        example = nil
      } else {
        example?.append(line.dropFirst(3).trimmingCharacters(in: .whitespaces))
      }
    }
    return found
  }
}
