import Reporting

/// The stages of a job's text, and where it names them. What it includes from other files is not among them.
public struct StagePlaces: Sendable {
  public struct Stage: Hashable, Sendable {
    public var id: String
    /// Such as `stages[2].stages[0]`.
    public var path: String
  }

  /// In the order of the text, each before those that it holds.
  public private(set) var stages: [Stage] = []
  public var ids: Set<String> { Set(stages.map(\.id)) }

  /// A string that may name a stage: `title`, `title.landed` or an expression.
  private struct Candidate {
    var kind: StageReference.Kind
    var owner: String?
    var path: EditPath
    var whole: EditPath
    var text: String
    var offset: Int
  }

  private var candidates: [Candidate] = []
  /// Names of variables that stand for references.
  private var variables: [String: (kind: StageReference.Kind, owner: String?)] = [:]

  public init(_ outline: JobOutline) {
    guard case .object(let job) = outline.root.kind else { return }
    walk(job: job, EditPath([]), isVariant: false)
    guard case .object(let values)? = job["variables"]?.kind else { return }
    for member in values.members {
      guard let user = variables[member.key] else { continue }
      let path = EditPath([.key("variables"), .key(member.key)])
      add(member.value, user.kind, owner: user.owner, path, whole: path)
    }
  }

  /// The places that name a stage, in the order of the text, its own id among them.
  public func references(to stage: String) -> [StageReference] {
    candidates.filter { candidate in
      candidate.kind == .expression
        ? ExpressionNames.replacing(stage, by: stage, in: candidate.text).isFound
        : candidate.text == stage || candidate.text.hasPrefix(stage + ".")
    }.map {
      StageReference(
        kind: $0.kind, owner: $0.owner, path: $0.path.text, whole: $0.whole.text, offset: $0.offset, stage: stage)
    }.sorted { $0.offset < $1.offset }
  }

  // MARK: Walking

  private mutating func add(
    _ value: SourceValue?, _ kind: StageReference.Kind, owner: String?, _ path: EditPath, whole: EditPath
  ) {
    guard let value, case .string(let text) = value.kind else { return }
    if text.hasPrefix("$") {
      variables[String(text.dropFirst())] = (kind, owner)
    } else if text.hasPrefix("=") {
      candidates.append(
        .init(kind: .expression, owner: owner, path: path, whole: path, text: text, offset: Int(value.offset)))
    } else {
      candidates.append(
        .init(kind: kind, owner: owner, path: path, whole: whole, text: text, offset: Int(value.offset)))
    }
  }

  private mutating func walk(job: SourceObject, _ path: EditPath, isVariant: Bool) {
    for member in job.members {
      let path = path.adding(.key(member.key))
      switch (member.key, member.value.kind) {
      case ("stages", .array(let list)): walk(stages: list, path, isVariant: isVariant)
      case ("variants", .object(let axes)): walk(variants: axes, path)
      case ("sounds", .array(let list)):
        for (index, sound) in list.items.enumerated() {
          guard case .object(let sound) = sound.kind else { continue }
          walk(sound: sound, path.adding(.index(index)))
        }
      default: walk(value: member.value, owner: nil, path)
      }
    }
  }

  private mutating func walk(variants: SourceObject, _ path: EditPath) {
    for axis in variants.members {
      guard case .object(let values) = axis.value.kind else { continue }
      for value in values.members {
        guard case .object(let part) = value.value.kind else { continue }
        walk(job: part, path.adding(.key(axis.key)).adding(.key(value.key)), isVariant: true)
      }
    }
  }

  private mutating func walk(sound: SourceObject, _ path: EditPath) {
    for member in sound.members {
      let path = path.adding(.key(member.key))
      guard member.key == "start", case .object(let start) = member.value.kind else {
        walk(value: member.value, owner: nil, path)
        continue
      }
      for key in ["after", "each"] { add(start[key], .sound, owner: nil, path.adding(.key(key)), whole: path) }
    }
  }

  private mutating func walk(stages: SourceArray, _ path: EditPath, isVariant: Bool) {
    for (index, item) in stages.items.enumerated() {
      guard case .object(let stage) = item.kind else { continue }
      walk(stage: stage, path.adding(.index(index)), isVariant: isVariant)
    }
  }

  private mutating func walk(stage: SourceObject, _ path: EditPath, isVariant: Bool) {
    var owner: String?
    if case .string(let id)? = stage["id"]?.kind {
      owner = id
      add(stage["id"], isVariant ? .change : .id, owner: id, path.adding(.key("id")), whole: path)
      if !isVariant { stages.append(Stage(id: id, path: path.text)) }
    }
    for member in stage.members {
      let path = path.adding(.key(member.key))
      switch (member.key, member.value.kind) {
      case ("id", _), ("stage", _): continue
      case ("stages", .array(let list)): walk(stages: list, path, isVariant: isVariant)
      case ("inputs", .object(let inputs)):
        for input in inputs.members {
          let path = path.adding(.key(input.key))
          add(input.value, .input, owner: owner, path, whole: path)
        }
      case ("start", .object(let start)):
        add(start["after"], .start, owner: owner, path.adding(.key("after")), whole: path)
      case ("matte", .object(let matte)):
        add(matte["from"], .matte, owner: owner, path.adding(.key("from")), whole: path)
      case ("parent", .object(let parent)):
        add(parent["of"], .parent, owner: owner, path.adding(.key("of")), whole: path)
      case ("place", .object(let place)):
        for key in ["of"] + PlaceSide.allCases.map(\.rawValue) {
          add(place[key], .place, owner: owner, path.adding(.key(key)), whole: path)
        }
      case ("matte", .string): add(member.value, .matte, owner: owner, path, whole: path)
      case ("parent", .string): add(member.value, .parent, owner: owner, path, whole: path)
      default: walk(value: member.value, owner: owner, path)
      }
    }
  }

  /// Expressions, messages and keyframes that follow a number, at any depth but in jobs of their own.
  private mutating func walk(value: SourceValue, owner: String?, _ path: EditPath) {
    switch value.kind {
    case .string(let text) where text.hasPrefix("=") || text.contains("{"):
      candidates.append(
        .init(kind: .expression, owner: owner, path: path, whole: path, text: text, offset: Int(value.offset)))
    case .array(let list):
      for (index, item) in list.items.enumerated() { walk(value: item, owner: owner, path.adding(.index(index))) }
    case .object(let object):
      guard object["stages"] == nil || object["canvas"] == nil else { return }
      for member in object.members {
        let path = path.adding(.key(member.key))
        if member.key == "follow", object["keyframes"] != nil {
          add(member.value, .follow, owner: owner, path, whole: path)
        } else {
          walk(value: member.value, owner: owner, path)
        }
      }
    default: break
    }
  }
}

extension EditPath {
  func adding(_ step: Step) -> EditPath { EditPath(steps + [step]) }
}
