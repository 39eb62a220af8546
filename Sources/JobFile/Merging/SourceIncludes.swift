import Files
import Reporting
import StageKit

/// Puts what a job extends and includes in its place.
///
/// `"extends": "base.json"` names a job that this one is laid over; `"include": ["colors.json"]` names parts of jobs
/// that lie between the two, the later ones over the earlier. `{ "include": "card.json" }` among stages is replaced by
/// the stages of that part, whose other keys are included as well. `"theme": "brand.json"` names a part that lies over the job.
struct SourceIncludes {
  let files: SourceFiles
  let log: DiagnosticLog

  /// Keys that a job does not take from one that it extends or includes.
  private static let ownKeys: Set<String> = ["name", "extends", "include", "theme", "$schema"]
  /// The keys of a theme.
  private static let themeKeys: Set<String> = ["variables", "presets", "variants", "fonts"]

  /// A job with all of its parts.
  func resolved(_ root: SourceValue) -> SourceValue {
    resolved(root, in: nil, chain: [RealPath.of(files.jobFile) ?? files.jobFile])
  }

  /// `file` is the one that `root` is from, nil for the job's; `chain` are the real paths of it and those that name it.
  private func resolved(_ root: SourceValue, in file: String?, chain: [String]) -> SourceValue {
    guard case .object(var own) = root.kind else { return root }
    var base = SourceObject()
    func lay(_ name: SourceValue, _ path: JobPath) {
      guard let part = part(name, path, in: file, chain: chain) else { return }
      base = SourceMerge.job(part, over: base, own: Self.ownKeys)
    }
    if let extended = own["extends"] { lay(extended, .key("extends", in: .root)) }
    if let included = own["include"] {
      let path = JobPath.key("include", in: .root)
      if case .array(let list) = included.kind {
        for (index, name) in list.items.enumerated() { lay(name, path[index]) }
      } else {
        lay(included, path)
      }
    }
    if let stages = own["stages"] {
      var parts: [SourceObject] = []
      let value = stagesResolved(stages, .key("stages", in: .root), in: file, chain: chain, &parts)
      for var part in parts {
        part.members.removeAll { $0.key == "stages" }
        base = SourceMerge.job(part, over: base, own: Self.ownKeys)
      }
      own.set(.init(key: "stages", keyPosition: stages.position, value: value))
    }
    let theme = own["theme"].flatMap { self.theme($0, in: file, chain: chain) }
    own.members.removeAll { ["extends", "include", "theme"].contains($0.key) }
    var merged = base.members.isEmpty ? own : SourceMerge.job(own, over: base, own: Self.ownKeys)
    if let theme { merged = SourceMerge.theme(theme, over: merged) }
    return SourceValue(.object(merged), at: root.position, offset: Int(root.offset))
  }

  /// The variables, presets, variants and fonts of a theme, which has nothing else.
  private func theme(_ name: SourceValue, in file: String?, chain: [String]) -> SourceObject? {
    guard var theme = part(name, .key("theme", in: .root), in: file, chain: chain) else { return nil }
    for member in theme.members where !Self.themeKeys.contains(member.key) && !Self.ownKeys.contains(member.key) {
      log.add(
        at: member.keyPosition, path: member.key, "a theme has no '\(member.key)'", code: .unknownKey,
        hint: "It has variables, presets, variants and fonts; name other parts in 'include'.")
    }
    theme.members.removeAll { !Self.themeKeys.contains($0.key) }
    return theme
  }

  /// A list of stages with those of included parts; the parts are added to `parts`.
  private func stagesResolved(
    _ value: SourceValue, _ path: JobPath, in file: String?, chain: [String], _ parts: inout [SourceObject]
  ) -> SourceValue {
    guard case .array(var list) = value.kind else { return value }
    var items: [SourceValue] = []
    for (index, item) in list.items.enumerated() {
      guard case .object(var object) = item.kind else {
        items.append(item)
        continue
      }
      if let name = object["include"] {
        let itemPath = path[index]
        for member in object.members where member.key != "include" {
          log.add(
            at: member.keyPosition, path: itemPath.key(member.key).text,
            "'\(member.key)' cannot be given next to 'include'", hint: "The included file has whole stages.")
        }
        guard let part = part(name, itemPath.key("include"), in: file, chain: chain) else {
          list.isDamaged = true
          continue
        }
        parts.append(part)
        if case .array(let stages)? = part["stages"]?.kind { items += stages.items }
        continue
      }
      if let held = object["stages"] {
        let inner = stagesResolved(held, path[index].key("stages"), in: file, chain: chain, &parts)
        object.set(.init(key: "stages", keyPosition: held.position, value: inner))
        items.append(SourceValue(.object(object), at: item.position, offset: Int(item.offset)))
      } else {
        items.append(item)
      }
    }
    list.items = items
    return SourceValue(.array(list), at: value.position, offset: Int(value.offset))
  }

  /// The job or part that a string names, with all of its own parts; nil after an error.
  private func part(_ name: SourceValue, _ path: JobPath, in file: String?, chain: [String]) -> SourceObject? {
    if case .invalid = name.kind { return nil }
    guard case .string(let text) = name.kind, !text.isEmpty else {
      log.add(at: name.position, path: path.text, "expected a file name, found \(name.kind.noun)")
      return nil
    }
    let place = files.path(of: text, namedIn: file)
    let identity = RealPath.of(place) ?? place
    if let first = chain.firstIndex(of: identity) {
      let names = (chain[first...] + [identity]).map { "'\($0.split(separator: "/").last ?? "")'" }
      log.add(
        at: name.position, path: path.text,
        names.count == 2 ? "the file includes itself" : "files include each other: \(names.joined(separator: " → "))")
      return nil
    }
    guard let source = files.part(place, namedAt: name.position, path) else { return nil }
    var reader = SourceReader(source, log: log)
    guard let root = reader.read() else { return nil }
    guard case .object(let object) = resolved(root, in: place, chain: chain + [identity]).kind else {
      log.add(at: root.position, "expected a job or a part of one as an object, found \(root.kind.noun)")
      return nil
    }
    return object
  }
}
