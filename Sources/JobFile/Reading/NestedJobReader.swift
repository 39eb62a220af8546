import Files
import Reporting
import StageKit

/// A value for the variable of that name, which a job hands to one that it shows or which the user sets.
struct HandedInVariable {
  let name: String
  /// Without references to variables.
  let value: SourceValue
  let position: SourcePosition
  let path: JobPath
  /// The origin of the value, such as `handed in at intro.json:14:20`.
  let origin: String
}

/// Reads the job that a stage of another one shows.
struct NestedJobReader {
  /// A reference from one job to another.
  struct Reference {
    let file: FileReference
    let found: ResolvedValue
    let path: JobPath
  }

  let context: ReaderContext

  /// Jobs may show others that show others, this many in all.
  static let maxDepth = 8

  /// The job, or nil after an error; its own errors are reported where it is named.
  func job(_ reference: Reference, _ handedIn: [HandedInVariable]) -> NestedJob? {
    let (found, path) = (reference.found, reference.path)
    let name = reference.file.literal
    let identity = RealPath.of(reference.file.path) ?? reference.file.path
    let chain = context.outerJobs + [RealPath.of(context.log.file) ?? context.log.file]
    if let first = chain.firstIndex(of: identity) {
      let names = (chain[first...] + [identity]).map { "'\($0.split(separator: "/").last ?? "")'" }
      context.report(
        found, path,
        names.count == 2 ? "the job shows itself" : "jobs show each other: \(names.joined(separator: " → "))")
      return nil
    }
    if chain.count >= Self.maxDepth {
      context.report(found, path, "jobs that show others are nested more than \(Self.maxDepth) deep")
      return nil
    }
    context.nestedJobs.value += 1
    if context.nestedJobs.value > JobLimits.nestedJobs {
      if context.nestedJobs.value == JobLimits.nestedJobs + 1 {
        context.report(
          found, path, "the jobs that it shows, and those that they show, are more than \(JobLimits.nestedJobs)",
          code: .limit)
      }
      return nil
    }
    let folders = [context.folder] + context.policy.readableFolders
    let bytes: [UInt8]
    do {
      bytes = try FileAccess(jobFolder: context.folder, allowedFolders: folders)
        .text(of: reference.file.path, unsaved: context.policy.unsaved)
    } catch {
      context.inputFiles.removeAll { $0.path == path.text }
      context.files.note([reference.file.path])
      context.report(found, path, error.message, code: .unreadableFile, hint: error.hint)
      return nil
    }
    var policy = context.policy
    policy.readableFolders = folders
    let reading = JobReader.read(
      bytes: bytes, file: reference.file.path, registry: context.registry, policy: policy,
      nesting: JobNesting(
        outerJobs: chain, handedIn: handedIn, locale: context.locale, gamut: context.gamut, count: context.nestedJobs,
        variant: context.variant),
      messages: context.messages)
    context.files.note(reading.askedFiles + [reference.file.path])
    for inner in reading.list.sorted {
      context.log.add(
        inner.severity, at: found.position, path: path.text, NestedJob.message(of: inner, in: name), hint: inner.hint)
    }
    for variable in handedIn where !reading.variables.contains(variable.name) {
      context.log.add(
        at: variable.position, path: variable.path.text, "'\(name)' has no variable '\(variable.name)'",
        hint: suggestion(for: variable.name, among: reading.variables))
    }
    guard let job = reading.job, reading.isValid else { return nil }
    context.inputFiles += job.inputFiles.map { input in
      let place = "It is named in '\(name)', at \(input.position)."
      return InputFile(
        reference: input.reference, position: found.position, path: "\(path.text): \(input.path)",
        note: [input.note, place].compactMap { $0 }.joined(separator: " "))
    }
    return NestedJob(job: job, name: name, position: found.position, path: path.text)
  }
}

/// The inputs with which a job that another one shows is read.
struct JobNesting {
  /// The real paths of the jobs around it, the outermost first.
  var outerJobs: [String] = []
  var handedIn: [HandedInVariable] = []
  /// That of the job around it.
  var locale = ""
  /// That of the job around it, in which this one is drawn; nil without one.
  var gamut: ColorGamut?
  /// The number of jobs that were read in all.
  var count = NestedJobCount()
  /// That of the job around it.
  var variant = Variant()
}

/// Counts the jobs that one shows, directly and through others.
final class NestedJobCount {
  var value = 0
}

extension ReaderContext {
  /// A value with all variables in it substituted; nil if an error was reported already.
  func substituted(_ value: SourceValue) -> SourceValue? {
    guard let found = resolve(value) else { return nil }
    let kind: SourceValue.Kind
    switch found.kind {
    case .array(var array):
      array.items = array.items.compactMap { substituted($0) }
      kind = .array(array)
    case .object(var object):
      object.members = object.members.compactMap { member in
        substituted(member.value).map { .init(key: member.key, keyPosition: member.keyPosition, value: $0) }
      }
      kind = .object(object)
    default: kind = found.kind
    }
    return SourceValue(kind, at: value.position, offset: Int(value.offset), isLiteral: true)
  }
}

extension SourceValue {
  /// The same value, with all of it at one place of another file.
  func moved(to place: SourceValue) -> SourceValue {
    let kind: Kind
    switch self.kind {
    case .array(var array):
      array.items = array.items.map { $0.moved(to: place) }
      kind = .array(array)
    case .object(var object):
      object.members = object.members.map {
        .init(key: $0.key, keyPosition: place.position, value: $0.value.moved(to: place))
      }
      kind = .object(object)
    default: kind = self.kind
    }
    return SourceValue(kind, at: place.position, offset: Int(place.offset), isLiteral: isLiteral)
  }

  /// Without positions.
  var json: JSONValue {
    switch kind {
    case .null, .invalid: .null
    case .boolean(let value): .boolean(value)
    case .number(let value): .number(value)
    case .string(let text): .string(text)
    case .array(let array): .array(array.items.map(\.json))
    case .object(let object): .object(object.members.map { .init($0.key, $0.value.json) })
    }
  }
}
