import Reporting
import StageKit

/// The state that every reader of a part of a job needs: variables, the job's folder, and a log for errors.
final class ReaderContext {
  let folder: String
  let baseName: String
  let files: SourceFiles
  let log: DiagnosticLog
  let policy: JobPolicy
  let registry: StageRegistry
  /// The real paths of the jobs that show this one, the outermost first.
  let outerJobs: [String]
  let nestedJobs: NestedJobCount
  let variant: Variant
  /// The values of the variant's names in texts.
  let names: [String: String]
  /// The names that rows of data give values.
  let rowNames: Set<String>
  /// True if a value was resolved that comes from a row of data.
  var usesRow = false
  /// The files that the job's stages read, in the order of the file.
  var inputFiles: [InputFile] = []
  /// The job's, or else that of the job that shows it; empty where neither says.
  var locale: String
  /// Nil where texts with values cannot be formatted.
  let messages: (any MessageFormatting)?
  /// That of the canvas, or of the job that shows this one; sRGB until it is read.
  var gamut: ColorGamut
  /// True if another job shows this one.
  let isNested: Bool
  /// Nil until it is read.
  var jobName: String?
  /// The job's presets by their kind and their name; none until they are read.
  var presets: [String: [String: Preset]] = [:]
  /// The job's curves by their names; none until they are read.
  var curves: [String: Easing] = [:]
  /// Nil until the canvas is read.
  var composition: Composition?
  /// The copy of what a stage repeats that is being read; nil outside of such.
  var copy: StageCopy?
  /// True while a value that all copies share is computed.
  var isInCopies = false
  /// Stages' parameters whose values are being computed.
  var parametersInUse: Set<String> = []
  /// Values of variables and stages' parameters in expressions, nil where they have errors, and whether they come from a
  /// row of data.
  var computedValues: [String: (value: ExpressionValue?, usesRow: Bool)] = [:]
  /// The positions at which errors in strings were reported.
  var reportedPlaces: Set<SourcePosition> = []
  private var variables: [String: Variable] = [:]
  private var root = SourceObject()

  init(
    files: SourceFiles, log: DiagnosticLog, policy: JobPolicy, registry: StageRegistry,
    nesting: JobNesting = JobNesting(), variant: Variant = Variant(), names: [String: String] = [:],
    rowNames: Set<String> = [], messages: (any MessageFormatting)? = nil
  ) {
    let name = files.jobFile.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    folder = files.jobFolder
    baseName = stem.isEmpty ? "job" : String(stem)
    self.files = files
    self.log = log
    self.policy = policy
    self.registry = registry
    outerJobs = nesting.outerJobs
    nestedJobs = nesting.count
    self.variant = variant
    self.names = names
    self.rowNames = rowNames
    self.messages = messages
    locale = nesting.locale
    gamut = nesting.gamut ?? .sRGB
    isNested = nesting.gamut != nil
  }

  func use(_ variables: [String: Variable], of root: SourceObject) {
    self.variables = variables
    self.root = root
  }

  func variable(_ name: String) -> Variable? { variables[name] }

  var variableNames: [String] { variables.keys.sorted() }

  /// The object of the stage with an id, as the job writes it.
  func stageObject(_ id: String) -> SourceObject? { stageObjects[id] }

  private lazy var stageObjects: [String: SourceObject] = {
    var objects: [String: SourceObject] = [:]
    func add(_ list: SourceValue?) {
      guard case .array(let array)? = list?.kind else { return }
      for item in array.items {
        guard case .object(let object) = item.kind else { continue }
        if case .string(let id)? = object["id"]?.kind, objects[id] == nil { objects[id] = object }
        add(object["stages"])
      }
    }
    add(root["stages"])
    return objects
  }()

  /// A value with its variable substituted, or computed; nil if an error was reported already.
  func resolve(_ value: SourceValue) -> ResolvedValue? {
    func resolved(_ kind: SourceValue.Kind) -> ResolvedValue {
      ResolvedValue(kind: kind, position: value.position, offset: value.offset)
    }
    switch value.kind {
    case .invalid: return nil
    case .string(let text) where !value.isLiteral:
      switch TextForm(text) {
      case .plain(let text): return resolved(.string(text))
      case .expression: return computed(text, at: value).map(resolved)
      case .message: return formatted(text, at: value).map { resolved(.string($0)) }
      case .reference(let name):
        guard let variable = variables[name], let content = variable.content, let found = resolve(content) else {
          return nil
        }
        if variable.isOfRow { usesRow = true }
        return ResolvedValue(
          kind: found.kind, position: value.position, offset: content.offset,
          variable: .init(name: name, position: content.position, origin: variable.origin))
      }
    default: return resolved(value.kind)
    }
  }

  /// Reports an error; its texts are evaluated only if there is room for them.
  func report(
    _ found: ResolvedValue, _ path: JobPath, _ message: @autoclosure () -> String, code: DiagnosticCode? = nil,
    hint: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil
  ) {
    func hints() -> String? {
      let hints = [hint(), found.note(in: log.file)].compactMap { $0 }
      return hints.isEmpty ? nil : hints.joined(separator: " ")
    }
    log.add(at: found.faultPosition, path: path.text, message(), code: code, hint: hints(), fix: fix())
  }

  func report(
    _ found: ResolvedValue, _ path: JobPath, expected: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil, fix: @autoclosure () -> Fix? = nil
  ) {
    report(
      found, path, "expected \(expected()), found \(found.kind.noun)", code: .wrongType,
      hint: hint() ?? keyframesHint(found), fix: fix())
  }

  /// The hint for keyframes where there can be none, or that are written as a list of their own.
  private func keyframesHint(_ found: ResolvedValue) -> String? {
    if case .object(let object) = found.kind, object["keyframes"] != nil { return "It takes no keyframes." }
    guard case .array(let array) = found.kind, let first = array.items.first.flatMap(resolve),
      case .object(let object) = first.kind, object["value"] != nil
    else { return nil }
    return #"Keyframes are written as { "keyframes": [{ "at": 0, "value": … }, …] }."#
  }

  /// Reports a value that has no meaning without an input.
  func reportMissingInput(_ input: String, _ found: ResolvedValue, _ path: JobPath) {
    report(
      found, path, "needs the input '\(input)'", code: .missingKey,
      hint: "Connect it: \"inputs\": { \"\(input)\": \"…\" }.")
  }

  /// Reports an error inside a string, at an offset in UTF-8 code units of its content.
  func report(
    _ found: ResolvedValue, insideAt decodedOffset: Int, _ path: JobPath, _ message: @autoclosure () -> String,
    hint: @autoclosure () -> String? = nil
  ) {
    let start = found.variable?.position ?? found.position
    log.add(at: position(inStringAt: start, found.offset, decodedOffset), path: path.text, message(), hint: hint())
  }

  /// The position of an offset in a string's content; that of the string itself where the file it is from is not JSON.
  func position(inStringAt start: SourcePosition, _ offset: Int32, _ decodedOffset: Int) -> SourcePosition {
    guard let bytes = files.texts[start.file], bytes.indices.contains(Int(offset)),
      "\"'".utf8.contains(bytes[Int(offset)])
    else { return start }
    return SourceReader.position(inStringAt: Int(offset), start, decodedOffset: decodedOffset, of: bytes)
  }
}
