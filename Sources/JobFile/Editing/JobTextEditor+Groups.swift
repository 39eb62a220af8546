import Reporting
import StageKit

/// Groups of stages, made and taken apart.
extension JobTextEditor {
  mutating func group(_ text: String, count: Int, id: String) throws(JobEditError) {
    try Self.check(id, text)
    let (list, index) = try item(text, isNew: false)
    guard list.steps.last == .key("stages"), let container = container(list) else {
      throw JobEditError(text, "this is no stage", hint: "Write it such as stages[2].")
    }
    let left = container.items.count - index
    guard (1...left).contains(count) else {
      throw JobEditError(text, "there \(left == 1 ? "is 1 stage" : "are \(left) stages") from here on, not \(count)")
    }
    try checkHolder(of: list)
    guard !StagePlaces(try outline(text)).ids.contains(id) else {
      throw JobEditError(text, "the id '\(id)' is taken")
    }
    change([layout.grouping(index..<(index + count), of: container, id: id)])
  }

  mutating func ungroup(_ text: String) throws(JobEditError) {
    let (list, index) = try item(text, isNew: false)
    let path = EditPath(list.steps + [.index(index)])
    let outline = try outline(text)
    guard let container = container(list), let stages = self.container(path.adding(.key("stages"))), !stages.isObject,
      outline.value(at: path.adding(.key("stage")).text) == .string("group")
    else { throw JobEditError(text, "this is no group with stages") }
    if let other = outline.members(of: text).first(where: { !["id", "stage", "stages", "name"].contains($0.key) }) {
      throw JobEditError(
        text, "the group has '\(other.key)', which its stages would lose", hint: "Remove that first.")
    }
    try checkHolder(of: list)
    if case .string(let id)? = outline.value(at: path.adding(.key("id")).text) {
      let references = StagePlaces(outline).references(to: id)
      if let reference = references.first(where: { $0.kind != .id }) {
        throw JobEditError(text, "the group is named at '\(reference.path)'", hint: "Change that first.")
      }
    }
    change([layout.ungrouping(index, of: container, stages: stages)])
  }

  /// Ends a stage, and lets a copy in a group go on.
  mutating func split(_ text: String, at seconds: Double, id: String?, group: String?) throws(JobEditError) {
    let (list, index) = try item(text, isNew: false)
    try checkHolder(of: list)
    let outline = try outline(text)
    let places = StagePlaces(outline)
    guard let own = places.stages.first(where: { $0.path == text })?.id else {
      throw JobEditError(text, "this is no stage with an id")
    }
    var most = Double.infinity
    if case .number(let duration)? = outline.value(at: "\(text).duration") { most = duration }
    guard seconds >= 0.001, seconds < most else {
      let range = most.isFinite ? "between 0 and its duration of \(JSONValue.numberText(most)) s" : "above 0"
      throw JobEditError(text, "it cannot be split at \(JSONValue.numberText(seconds)) s: expected a time \(range)")
    }
    func rounded(_ value: Double) -> JSONValue { .number((value * 1000).rounded() / 1000) }
    func later(_ value: JSONValue?) -> JSONValue? {
      switch value {
      case nil: rounded(seconds)
      case .number(let number)?: rounded(number + seconds)
      default: nil
      }
    }
    let start = outline.value(at: "\(text).start")
    let moved: JSONValue? =
      if case .object(let members)? = start {
        later(start?[start?["after"] == nil ? "at" : "delay"]).map { value in
          let key = start?["after"] == nil ? "at" : "delay"
          return .object(members.filter { $0.key != key } + [.init(key, value)])
        }
      } else {
        later(start)
      }
    guard let moved else { throw JobEditError("\(text).start", "the start is computed", hint: "Split it by hand.") }
    let copy = id ?? Self.free(own, places.ids)
    let holder = group ?? (places.ids.contains("\(own)-rest") ? Self.free("\(own)-rest", places.ids) : "\(own)-rest")
    let next = EditPath(list.steps + [.index(index + 1)]).text
    var changes: [JobChange] = [
      .duplicate(text, id: copy), .group(next, count: 1, id: holder), .edit(JobEdit("\(next).stages[0].start", nil)),
      .edit(JobEdit("\(next).start", moved)),
      .edit(JobEdit("\(next).parameters.time.offset", rounded(seconds))),
    ]
    // The group lies where the stage lay.
    for key in ["z", "blend", "matte"] {
      guard let value = outline.value(at: "\(text).\(key)") else { continue }
      changes += [.edit(JobEdit("\(next).stages[0].\(key)", nil)), .edit(JobEdit("\(next).\(key)", value))]
    }
    changes.append(.edit(JobEdit("\(text).duration", rounded(seconds))))
    if outline.value(at: "\(text).exit") != nil { changes.append(.edit(JobEdit("\(text).exit", nil))) }
    for change in changes { try apply(change) }
  }

  /// Throws where stages of a list play one after the other: scenes that become one, or parts of one that become scenes, make another
  /// film.
  private func checkHolder(of list: EditPath) throws(JobEditError) {
    let holder = EditPath(list.steps.dropLast())
    guard try outline(list.text).value(at: holder.adding(.key("stage")).text) == .string("sequence") else { return }
    throw JobEditError(list.text, "the stages of a sequence are its scenes", hint: "Group stages within a scene.")
  }
}
