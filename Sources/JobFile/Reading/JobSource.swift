import Reporting
import StageKit

/// A job file with all that it extends and includes, and the variants of it.
struct JobSource {
  struct Fault: Error {
    let list: DiagnosticList
    /// The files besides its own that were asked for.
    var asked: Set<String> = []
  }

  let file: String
  let root: SourceValue
  let files: SourceFiles
  let expansion: VariantExpansion
  /// The messages that concern all variants.
  let log: DiagnosticLog
  private let rowNames: Set<String>

  var hasVariants: Bool { !expansion.axes.isEmpty }

  /// Fails where nothing of the job can be read.
  static func read(
    _ bytes: [UInt8], file: String, policy: JobPolicy, selection: VariantSelection
  ) -> Result<JobSource, Fault> {
    let log = DiagnosticLog(file: file)
    guard let text = SourceText(bytes, log: log) else { return .failure(Fault(list: log.list)) }
    let files = SourceFiles(jobFile: file, policy: policy, log: log)
    files.add(text, bytes: bytes)
    var reader = SourceReader(text, log: log)
    guard let read = reader.read(), read.isObject || !log.hasErrors else {
      return .failure(Fault(list: log.list, asked: files.asked))
    }
    var root = SourceIncludes(files: files, log: log).resolved(read)
    var axes: [VariantAxis] = []
    var skipped: [[String: String]] = []
    if case .object(var object) = root.kind {
      var variables = SourceObject()
      if case .object(let found)? = object["variables"]?.kind { variables = found }
      let reader = VariantReader(files: files, selection: selection, log: log, variables: variables)
      if let variants = object["variants"] { (axes, skipped) = reader.read(variants) }
      object.members.removeAll { $0.key == "variants" }
      if let table = selection.data[""], case .object(let fields)? = object["fields"]?.kind,
        !axes.contains(where: { $0.source == .data }),
        let name = VariantReader.tableNames.first(where: { name in !axes.contains { $0.name == name } }),
        reader.isMeant(
          table, for: fields, of: root, in: SourceFiles(jobFile: file, policy: policy, log: .init(file: file)))
      {
        axes.append(reader.table(table, named: name, of: root))
        object.nameOutputs(by: name, variables)
      }
      root = SourceValue(.object(object), at: root.position, offset: Int(root.offset))
    }
    let expansion = VariantExpansion(axes: axes, skipped: skipped, selection: selection)
    return .success(
      JobSource(
        file: file, root: root, files: files, expansion: expansion, log: log, rowNames: expansion.rowNames))
  }

  /// The job of one variant.
  func read(
    _ member: VariantExpansion.Member, registry: StageRegistry, policy: JobPolicy, nesting: JobNesting,
    messages: (any MessageFormatting)?
  ) -> JobReadResult {
    let log = DiagnosticLog(file: file, list: self.log.list)
    var root = root
    if case .object(let object) = root.kind, hasVariants {
      let changed = expansion.job(object, of: member, log: log)
      root = SourceValue(.object(changed), at: root.position, offset: Int(root.offset))
    }
    let context = ReaderContext(
      files: files, log: log, policy: policy, registry: registry, nesting: nesting, variant: member.variant,
      names: member.names, rowNames: rowNames, messages: messages)
    var job = JobBuilder(context: context, registry: registry).job(
      root, handedIn: nesting.handedIn + SetVariables(expansion.selection.variables, of: definitions, log: log).values)
    job?.variant = member.variant
    job?.policy = policy
    job?.inputFiles = context.inputFiles
    job?.partFiles = files.asked.sorted()
    job?.textDigest = digest(of: member)
    var result = JobReadResult(job: job, list: log.list)
    result.variables = definitions.members.map(\.key)
    result.askedFiles = files.asked.union(context.inputFiles.map(\.reference.path)).sorted()
    result.dataAxes = expansion.axes.filter { $0.source == .data }.map(\.name)
    result.hasStrings = !expansion.axes.localeIndices.isEmpty
    return result
  }

  /// The variables that the job defines.
  private var definitions: SourceObject {
    guard case .object(let object) = root.kind, case .object(let variables)? = object["variables"]?.kind else {
      return SourceObject()
    }
    return variables
  }

  /// The digest of all that the job's text says for a variant, and of the user's settings. Other values of its axes do
  /// not matter, nor does their place.
  private func digest(of member: VariantExpansion.Member) -> Digest {
    Digest { hasher in
      hasher.combine(files.digest)
      let definitions = definitions
      for (name, text) in expansion.selection.variables.sorted(by: { $0.key < $1.key })
      where definitions[name] != nil {
        hasher.combine("set")
        hasher.combine(name)
        hasher.combine(text)
      }
      for (choice, value) in zip(member.variant.choices, member.values) {
        hasher.combine(choice.axis)
        hasher.combine(choice.value)
        for variable in value.variables {
          hasher.combine(variable.key)
          hasher.combine(variable.value.json.text)
        }
        for (column, text) in value.cells.sorted(by: { $0.key < $1.key }) {
          hasher.combine(column)
          hasher.combine(text)
        }
      }
    }
  }
}
