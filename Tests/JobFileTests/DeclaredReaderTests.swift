import StageKit
import Testing

@testable import JobFile

/// A number of eggs, of which only reading finds that it is odd.
private struct Pairs: WrittenValue {
  static let schema = ParameterSchema.number(.any())
  static let placeholder = Pairs()

  static func read(_ value: ParameterValue) throws -> Self? {
    guard let number = Double.read(value) else { return nil }
    if number.truncatingRemainder(dividingBy: 2) != 0 {
      throw StageError("\(Int(number)) is odd", hint: "Add one.")
    }
    return Self()
  }
}

private struct Basket: JobObject {
  @Parameter("How many there are.") var eggs: Pairs
  @Parameter("What it is called.") var name = ""
  static let declaration = ObjectDeclaration<Self>("basket", noun: "a basket", "A basket.", example: #"{ "eggs": 2 }"#)
}

@Suite("Objects read by their declaration")
struct DeclaredReaderTests {
  @Test("An error of reading a value is reported at the value, once")
  func readingError() throws {
    #expect(try said(of: #"{ "eggs": 6 }"#) == [])
    #expect(try said(of: #"{ "name": "a", "eggs": 7 }"#) == ["t.json:1:24: basket.eggs: 7 is odd. Add one."])
  }

  private func said(of text: String) throws -> [String] {
    let log = DiagnosticLog(file: "t.json")
    let context = ReaderContext(
      files: SourceFiles(jobFile: "t.json", policy: JobPolicy(), log: log), log: log, policy: JobPolicy(),
      registry: StageRegistry([]))
    let source = try #require(SourceText(Array(text.utf8), log: log))
    var reader = SourceReader(source, log: log)
    let value = reader.read()
    let found = try #require(value.flatMap(context.resolve))
    let fields = try #require(DeclaredReader<Basket>(found, JobPath.key("basket", in: .root), in: context))
    #expect((fields.read(\.$eggs) == nil) == log.hasErrors)
    return log.list.sorted.map(\.description)
  }
}
