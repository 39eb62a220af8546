import Reporting
import StageKit

/// A stage or a sound that is added to a job's text, with what it needs of the stages that are there: a stage's name, or a file
/// that a stage shows or that is heard.
public struct JobAddition: Hashable, Sendable {
  /// The name of a stage, such as `caption`; or a file, relative to the job's folder.
  public var name: String
  /// The stage for a file, or `sound`; nil for that of its name's ending.
  public var kind: String?
  /// The id that it has if that is free; nil for one after its name.
  public var id: String?
  /// The item before which it comes, such as `stages[2]`; nil for the end.
  public var path: String?
  /// When it starts, in seconds; 0 and below are not written.
  public var start: Double
  /// True where a start that it cannot have is an error: a scene of a sequence has none. Otherwise that is left out.
  public var insistsOnStart = false
  /// Its place on the canvas, in points; nil for the middle.
  public var position: Point?
  /// Its place on a map, as longitude and latitude; nil for the middle of what the camera looks at first.
  public var coordinate: Point?
  /// The size of a picture, in its own pixels; nil where it is not known.
  public var size: Size?

  /// An addition of a stage, a template or a file.
  public init(
    _ name: String, kind: String? = nil, id: String? = nil, path: String? = nil, start: Double = 0,
    position: Point? = nil,
    coordinate: Point? = nil, size: Size? = nil
  ) {
    (self.name, self.kind, self.id, self.path) = (name, kind, id, path)
    (self.start, self.position, self.coordinate, self.size) = (start, position, coordinate, size)
  }

  /// The kinds of files, by the stage that shows each, or `sound`, with the endings of their names.
  public static let fileKinds: KeyValuePairs<String, [String]> = [
    "picture": FileReference.pictureEndings + ["svg"],
    "clip": FileReference.videoEndings + ["gif", "apng"],
    "lottie": ["tgs", "lottie"],
    "sound": ["wav", "w64", "aif", "aiff", "caf", "au", "mp3", "m4a", "aac", "flac", "ogg", "oga", "opus", "wma"],
    // Other programs' texts and JSON have these endings, too.
    "polyline-sweep": RouteSource.fileExtensions.filter { !["json", "log", "txt"].contains($0) },
    "chart": ["csv", "tsv"],
    "subtitles": SubtitleTrack.fileEndings.filter { !["json", "xml"].contains($0) },
  ]

  /// The stage that shows a file, by the ending of its name, and of JSON by its content; nil for none.
  public static func kind(ofFile name: String, content: () -> [UInt8]?) -> String? {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let kind = fileKinds.first(where: { $0.value.contains(ending) })?.key { return kind }
    guard ending == "json", let json = content().flatMap({ JSONValue(parsing: $0) }) else { return nil }
    if json["layers"]?.items != nil { return "lottie" }
    let lists = ["routes", "timelineObjects", "semanticSegments"]
    if json["type"]?.string != nil || lists.contains(where: { json[$0]?.items != nil }) { return "polyline-sweep" }
    guard let rows = json.items, !rows.isEmpty else { return nil }
    return rows.allSatisfy { if case .object = $0 { true } else { false } } ? "chart" : nil
  }
}

/// The surroundings of a job's text: the stages that there are, and the job as it was read.
public struct JobSurroundings: Sendable {
  let registry: StageRegistry
  /// As it was read last; nil where it has errors.
  let job: Job?

  /// The stages that there are, and the job that is edited, as far as it can be read.
  public init(_ registry: StageRegistry, job: Job?) { (self.registry, self.job) = (registry, job) }

  /// True if there is a stage of a name.
  public func hasStage(_ name: String) -> Bool { registry[name] != nil }
}

/// Finds the entry of an addition.
struct AddedEntry {
  let addition: JobAddition
  let surroundings: JobSurroundings
  private let outline: JobOutline
  private let places: StagePlaces
  /// The stages that are there, in the order of the job.
  private let stages: [(id: String, path: String?, definition: StageDefinition?)]

  init(_ addition: JobAddition, _ surroundings: JobSurroundings, in outline: JobOutline) {
    (self.addition, self.surroundings, self.outline) = (addition, surroundings, outline)
    places = StagePlaces(outline)
    let paths = Dictionary(places.stages.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    var stages = (surroundings.job?.stages ?? []).map {
      (id: $0.id, path: paths[$0.id], definition: Optional($0.definition))
    }
    // An edit before this one may have added some.
    for stage in places.stages where !stages.contains(where: { $0.id == stage.id }) {
      let name = outline.value(at: "\(stage.path).stage")?.string
      stages.append((stage.id, stage.path, name.flatMap { surroundings.registry[$0]?.definition }))
    }
    self.stages = stages
  }

  /// The insertion that adds it.
  func insertion(in editor: JobTextEditor) throws(JobEditError) -> (path: String, value: JSONValue) {
    if let id = addition.id { try JobTextEditor.check(id, addition.path ?? "") }
    switch addition.kind {
    case nil: return try stage(addition.name, file: nil, in: editor)
    case "sound"?: return try sound(in: editor)
    case let kind?: return try stage(kind, file: addition.name, in: editor)
    }
  }

  private func sound(in editor: JobTextEditor) throws(JobEditError) -> (path: String, value: JSONValue) {
    var taken = Set(surroundings.job?.sounds.map(\.id) ?? [])
    let count = editor.count(of: EditPath([.key("sounds")]))
    for index in 0..<count { if let id = outline.value(at: "sounds[\(index)].id")?.string { taken.insert(id) } }
    let entry: JSONValue = .members([
      "id": .string(Self.free(addition.id ?? Self.stem(addition.name), taken)), "file": .string(addition.name),
      "start": addition.start > 0 ? .number(addition.start) : nil,
    ])
    return ("sounds[\(count)]", entry)
  }

  private func stage(
    _ name: String, file: String?, in editor: JobTextEditor
  ) throws(JobEditError) -> (path: String, value: JSONValue) {
    guard let definition = surroundings.registry[name]?.definition else {
      throw JobEditError(
        addition.path ?? "",
        name.contains(".") ? "no stage shows a file such as '\(name)'" : "there is no stage '\(name)'",
        hint: wordSuggestion(for: name, among: surroundings.registry.definitions.map(\.name)))
    }
    let path = addition.path ?? "stages[\(editor.count(of: EditPath([.key("stages")])))]"
    let inputs = connections(definition, before: path)
    let plain = file == nil ? plainParameters(of: definition) : nil
    let example = file == nil && plain == nil ? Example(definition) : nil
    let wanted = addition.id ?? file.map(Self.stem) ?? example?.id ?? name
    var taken = places.ids.union(stages.map(\.id))
    let id = Self.free(wanted, taken)
    taken.insert(id)
    var parameters = file.map { self.parameters(of: definition, showing: $0) } ?? plain ?? example?.parameters ?? []
    if let middle = place(under: inputs), file == nil, definition.inputs.contains(where: { $0.name == "coordinate" }),
      !parameters.contains(where: { $0.key == "coordinate" })
    {
      parameters.append(.init("coordinate", middle))
    }
    let isScene = isScene(path)
    if addition.insistsOnStart, isScene {
      throw JobEditError(
        path, "a scene of a sequence begins where the one before it ends, and has no start",
        hint: "Leave the start out, or add the stage outside of the sequence.")
    }
    let starts = addition.start > 0 && (definition.draws || addition.insistsOnStart) && !isScene
    return (
      path,
      .members([
        "id": .string(id), "stage": .string(name), "inputs": inputs.isEmpty ? nil : .object(inputs),
        "start": starts ? .number(addition.start) : nil,
        "parameters": parameters.isEmpty ? nil : .object(parameters),
        "stages": example?.stages.map { Example.renamed($0, taken) },
      ])
    )
  }

  /// True where it becomes a scene of a sequence, which begins where the one before it ends.
  private func isScene(_ path: String) -> Bool {
    guard let holder = try? EditPath(path).steps.dropLast(2), !holder.isEmpty else { return false }
    return outline.value(at: EditPath(Array(holder)).adding(.key("stage")).text) == "sequence"
  }

  // MARK: Inputs

  /// The required inputs, and the camera of stages on a map but not of layers: each from the last stage before it with such an output.
  private func connections(_ definition: StageDefinition, before path: String) -> [JSONValue.Member] {
    let next = places.stages.first { $0.path == path }?.id
    let before = stages.prefix(stages.firstIndex { $0.id == next } ?? stages.count)
    let isLayer = definition.inputs.contains { $0.name == "opacity" }
    return definition.inputs.compactMap { input in
      guard !input.isOptional || (input.type == .camera && !isLayer) else { return nil }
      for list in [before, stages[...]] {
        for stage in list.reversed() {
          guard let output = stage.definition?.outputs.first(where: { $0.type == input.type }) else { continue }
          return .init(input.name, .string("\(stage.id).\(output.name)"))
        }
      }
      return nil
    }
  }

  /// The place on the ground of a connected camera: the one that is asked for, or the middle of what it looks at first.
  private func place(under inputs: [JSONValue.Member]) -> JSONValue? {
    let camera = inputs.first { $0.key == "camera" }?.value.string?.split(separator: ".").first.map(String.init)
    guard let camera else { return nil }
    if let coordinate = addition.coordinate { return [.number(coordinate.x), .number(coordinate.y)] }
    guard let path = stages.first(where: { $0.id == camera })?.path else { return nil }
    let parameters = "\(path).parameters"
    return outline.value(at: "\(parameters).center") ?? outline.value(at: "\(parameters).start.center")
  }

  /// The first parameters of a stage whose example is too much to begin with; nil for others. A shape is a card in the middle of the canvas.
  private func plainParameters(of definition: StageDefinition) -> [JSONValue.Member]? {
    guard definition.name == "shape" else { return nil }
    let canvas = surroundings.job?.composition.size ?? Size(640, 360)
    let side = min(canvas.width, canvas.height)
    let size: JSONValue = [.number((side * 0.6).rounded()), .number((side * 0.4).rounded())]
    return [
      .init("rect", ["size": size, "radius": .number((side * 0.04).rounded())]), .init("fill", "#5CE1E6"),
    ]
  }

  // MARK: Files

  private func parameters(of definition: StageDefinition, showing file: String) -> [JSONValue.Member] {
    func number(_ value: Double) -> JSONValue { .number(value.rounded()) }
    let canvas = surroundings.job?.composition.size
    let middle = canvas.map { Point($0.width / 2, $0.height / 2) }
    let position = (addition.position ?? middle).map { JSONValue.array([number($0.x), number($0.y)]) }
    switch definition.name {
    case "chart":
      return JSONValue.members([
        "data": .string(file), "position": position, "width": canvas.map { number($0.width * 0.6) },
        "height": canvas.map { number($0.height * 0.5) },
      ]).members
    case "subtitles": return [.init("file", .string(file))]
    case "polyline-sweep":
      return [
        .init("route", .string(file)), .init("color", "#5CE1E6"), .init("width", 6), .init("duration", 3),
        .init("trail", 1),
      ]
    default:
      // No larger than most of the canvas, and pictures no larger than they are.
      let width = canvas.map { canvas in
        guard let size = addition.size, size.width > 0, size.height > 0 else { return canvas.width * 0.6 }
        let fitted = min(canvas.width * 0.6, canvas.height * 0.6 * size.width / size.height)
        return max(1, definition.name == "lottie" ? fitted : min(fitted, size.width))
      }
      return JSONValue.members(["file": .string(file), "position": position, "width": width.map(number)]).members
    }
  }

  /// An id from a file's name.
  private static func stem(_ file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let parts = stem.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    return parts.isEmpty ? "file" : parts.joined(separator: "-")
  }

  private static func free(_ id: String, _ taken: Set<String>) -> String {
    taken.contains(id) ? JobTextEditor.free(id, taken) : id
  }
}

/// The entry of a stage's example, as others take it.
private struct Example {
  let id: String?
  /// Without its place, and with the values of the example's variables.
  let parameters: [JSONValue.Member]
  let stages: JSONValue?

  init?(_ definition: StageDefinition) {
    guard let json = definition.example.flatMap({ JSONValue(parsing: Array($0.json.utf8)) }) else { return nil }
    func find(_ stages: JSONValue?) -> JSONValue? {
      for stage in stages?.items ?? [] {
        if stage["stage"]?.string == definition.name { return stage }
        if let found = find(stage["stages"]) { return found }
      }
      return nil
    }
    guard let entry = json["canvas"] != nil ? find(json["stages"]) : json else { return nil }
    let id = entry["id"]?.string.map { id in
      let parts = id.split(separator: "-")
      return parts.count > 1 && parts.last.flatMap({ Int($0) }) != nil ? parts.dropLast().joined(separator: "-") : id
    }
    self.id = id
    let variables = json["variables"]
    parameters = (entry["parameters"]?.members ?? []).filter { !["position", "center"].contains($0.key) }.map {
      .init($0.key, Self.replaced($0.value, variables))
    }
    stages = entry["stages"]
  }

  private static func replaced(_ value: JSONValue, _ variables: JSONValue?) -> JSONValue {
    switch value {
    case .string(let text) where text.hasPrefix("$"): variables?[String(text.dropFirst())] ?? value
    case .array(let items): .array(items.map { replaced($0, variables) })
    case .object(let members): .object(members.map { .init($0.key, replaced($0.value, variables)) })
    default: value
    }
  }

  /// Stages with ids that are free; references among them follow.
  static func renamed(_ stages: JSONValue, _ taken: Set<String>) -> JSONValue {
    var (taken, ids) = (taken, [String: String]())
    func collect(_ stages: JSONValue?) {
      for stage in stages?.items ?? [] {
        guard let id = stage["id"]?.string else { continue }
        ids[id] = taken.contains(id) ? JobTextEditor.free(id, taken) : id
        taken.insert(ids[id] ?? id)
        collect(stage["stages"])
      }
    }
    collect(stages)
    func rename(_ value: JSONValue) -> JSONValue {
      switch value {
      case .string(let text):
        let parts = text.split(separator: ".", maxSplits: 1)
        guard let first = parts.first, let id = ids[String(first)] else { return value }
        return .string(parts.count > 1 ? "\(id).\(parts[1])" : id)
      case .array(let items): return .array(items.map(rename))
      case .object(let members):
        return .object(members.map { .init($0.key, $0.key == "parameters" ? $0.value : rename($0.value)) })
      default: return value
      }
    }
    return rename(stages)
  }
}

extension JSONValue {
  /// The members of an object; none of other values.
  fileprivate var members: [Member] { if case .object(let members) = self { members } else { [] } }
}
