import Files
import Foundation
import Reporting
import StageKit

/// What reading any part of a job needs: variables, the job's folder, and where to report errors.
final class ReaderContext {
  let folder: String
  let baseName: String
  let bytes: [UInt8]
  let log: DiagnosticLog
  let policy: JobPolicy
  let fileFault: (String) -> FileFault?
  private var variables: [String: Variable] = [:]

  init(
    file: String, bytes: [UInt8], log: DiagnosticLog, policy: JobPolicy, fileFault: @escaping (String) -> FileFault?
  ) {
    let name = file.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = file.dropLast(name.count)
    folder = parent.isEmpty ? "." : parent == "/" ? "/" : String(parent.dropLast())
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    baseName = stem.isEmpty ? "job" : String(stem)
    self.bytes = bytes
    self.log = log
    self.policy = policy
    self.fileFault = fileFault
  }

  func use(_ variables: [String: Variable]) { self.variables = variables }

  /// A value with its variable put in; nil where the error was reported already.
  func resolve(_ value: SourceValue) -> ResolvedValue? {
    switch value.kind {
    case .invalid: return nil
    case .string(let text) where text.utf8.first == UInt8(ascii: "$"):
      if text.utf8.starts(with: "$$".utf8) {
        return ResolvedValue(kind: .string(String(text.dropFirst())), position: value.position, offset: value.offset)
      }
      guard let name = Variable.reference(text) else { break }
      guard let variable = variables[name], let content = variable.content else { return nil }
      return ResolvedValue(
        kind: content.kind, position: value.position, offset: content.offset,
        variable: .init(name: name, position: content.position))
    default: break
    }
    return ResolvedValue(kind: value.kind, position: value.position, offset: value.offset)
  }

  /// Makes the texts only where they are told.
  func report(
    _ found: ResolvedValue, _ path: JobPath, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) {
    func hints() -> String? {
      let hints = [hint(), found.note].compactMap { $0 }
      return hints.isEmpty ? nil : hints.joined(separator: " ")
    }
    log.add(at: found.position, path: path.text, message(), hint: hints())
  }

  func report(
    _ found: ResolvedValue, _ path: JobPath, expected: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
  ) {
    report(found, path, "expected \(expected()), found \(found.kind.noun)", hint: hint())
  }

  /// An error about a value that means nothing without an input.
  func reportMissingInput(_ input: String, _ found: ResolvedValue, _ path: JobPath) {
    report(
      found, path, "needs the input '\(input)'", hint: "Connect it: \"inputs\": { \"\(input)\": \"…\" }.")
  }

  /// An error about a place inside a string, given in UTF-8 code units of its content.
  func report(
    _ found: ResolvedValue, insideAt decodedOffset: Int, _ path: JobPath, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) {
    let start = found.variable?.position ?? found.position
    log.add(
      at: SourceReader.position(inStringAt: Int(found.offset), start, decodedOffset: decodedOffset, of: bytes),
      path: path.text, message(), hint: hint())
  }
}

/// A value as it stands after its variable, if any, is put in.
struct ResolvedValue {
  struct Variable {
    let name: String
    let position: SourcePosition
  }

  let kind: SourceValue.Kind
  /// Where it is used.
  let position: SourcePosition
  /// Where the value itself begins in the file.
  let offset: Int32
  var variable: Variable?

  /// Where to look for a value that came from a variable.
  var note: String? { variable.map { "The value of '$\($0.name)' is at \($0.position)." } }
}

extension ReaderContext {
  // MARK: Plain values

  func number(_ found: ResolvedValue, _ path: JobPath, _ schema: NumberSchema = .any()) -> Double? {
    guard case .number(let value) = found.kind else {
      var hint: String?
      if case .string(let text) = found.kind, Double(text) != nil { hint = "Write \(text) without quotes." }
      report(found, path, expected: schema.noun, hint: hint)
      return nil
    }
    guard let fault = schema.fault(of: value) else { return value == 0 ? 0 : value }
    report(found, path, fault)
    return nil
  }

  func integer(_ found: ResolvedValue, _ path: JobPath, in range: ClosedRange<Int>) -> Int? {
    let schema = NumberSchema(
      minimum: Double(range.lowerBound), maximum: Double(range.upperBound), isInteger: true)
    return number(found, path, schema).flatMap { Int(exactly: $0) }
  }

  func boolean(_ found: ResolvedValue, _ path: JobPath) -> Bool? {
    if case .boolean(let value) = found.kind { return value }
    report(found, path, expected: "true or false")
    return nil
  }

  func string(_ found: ResolvedValue, _ path: JobPath, expected: @autoclosure () -> String = "a string") -> String? {
    if case .string(let value) = found.kind { return value }
    report(found, path, expected: expected())
    return nil
  }

  func choice(_ found: ResolvedValue, _ path: JobPath, among words: [String]) -> String? {
    guard let word = string(found, path, expected: "one of \(quoted(words))") else { return nil }
    if words.contains(word) { return word }
    report(found, path, "unknown value '\(word)'", hint: suggestion(for: word, among: words))
    return nil
  }

  func array(_ found: ResolvedValue, _ path: JobPath, expected: @autoclosure () -> String = "a list") -> SourceArray? {
    if case .array(let value) = found.kind { return value }
    report(found, path, expected: expected())
    return nil
  }

  /// Two or more numbers in a list; `expected` describes the whole.
  func numbers(
    _ found: ResolvedValue, _ path: JobPath, count: Int, expected: @autoclosure () -> String
  ) -> [Double]? {
    guard let array = array(found, path, expected: expected()) else { return nil }
    guard array.items.count == count || array.isDamaged else {
      report(found, path, "expected \(expected()), found a list of \(array.items.count)")
      return nil
    }
    var result: [Double] = []
    for (index, item) in array.items.enumerated() {
      guard let item = resolve(item), let value = number(item, path[index]) else { continue }
      result.append(value)
    }
    return result.count == count ? result : nil
  }

  func color(_ found: ResolvedValue, _ path: JobPath) -> Color? {
    guard let text = string(found, path, expected: "a color") else { return nil }
    do throws(ColorError) {
      return try Color(parsingCSS: text)
    } catch {
      let meant = { () -> String? in
        error.unknownName.flatMap { spellingSuggestion(for: $0, among: Color.cssNames + Color.cssFunctions) }
      }
      report(found, path, error.message, hint: meant().map { "Did you mean '\($0)'?" })
      return nil
    }
  }

  /// A file that exists, below the job's folder or one that the policy allows.
  func file(_ found: ResolvedValue, _ path: JobPath, extensions: [String]) -> FileReference? {
    let kinds = extensions.map { $0.hasPrefix(".") ? $0.lowercased() : ".\($0.lowercased())" }
    guard let written = string(found, path, expected: "the name of a file") else { return nil }
    if written.isEmpty || written.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      report(
        found, path, written.isEmpty ? "the name of a file is empty" : "the name of a file holds a control character")
      return nil
    }
    if !kinds.isEmpty && !kinds.contains(where: { written.lowercased().hasSuffix($0) }) {
      report(found, path, "'\(written)' does not end in \(listed(kinds, or: "or"))")
      return nil
    }
    let resolved =
      written.hasPrefix("/") || folder == "." ? written : folder == "/" ? "/\(written)" : "\(folder)/\(written)"
    if let fault = fileFault(resolved) {
      report(
        found, path, fault.message,
        hint: resolved == written || FileFault.isThere(resolved) ? nil : "'\(written)' is relative to the job's folder."
      )
      return nil
    }
    if let real = RealPath.of(resolved), !policy.mayRead(real, jobFolder: folder) {
      report(
        found, path, "'\(written)' leads out of the job's folder, to '\(real)'",
        hint: "Allow the folder it is in: --allow-read '\((real as NSString).deletingLastPathComponent)'.")
      return nil
    }
    return FileReference(written: written, path: resolved)
  }
}

extension NumberSchema {
  /// Such as "a whole number" or "a number of seconds".
  var noun: String {
    let number = isInteger ? "a whole number" : "a number"
    return unit == .none ? number : "\(number) of \(unit.rawValue)"
  }

  /// What is wrong with a number, or nil.
  func fault(of value: Double) -> String? {
    var text: String { JSONValue.numberText(value) }
    if let minimum {
      var bound: String { JSONValue.numberText(minimum) }
      if isMinimumExclusive && value <= minimum { return "\(text) is not above \(bound)" }
      if value < minimum { return "\(text) is below \(bound)" }
    }
    if let maximum, value > maximum { return "\(text) is above \(JSONValue.numberText(maximum))" }
    // Larger doubles skip whole numbers.
    if isInteger && (value != value.rounded() || abs(value) > 0x1p53) { return "\(text) is not a whole number" }
    return nil
  }
}
