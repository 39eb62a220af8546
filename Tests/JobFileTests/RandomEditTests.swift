import JobFile
import Reporting
import StageKit
import Testing

/// Random changes of a commented text, compared after each with the same changes of its values alone.
@Suite("Random changes of a job's text")
struct RandomEditTests {
  private static let text = """
    {
      // A card, a title and a ring.
      "canvas": { "size": [640, 360], "fps": 30, "duration": 4 },
      "variables": { "accent": "#FF5A36" }, // warm
      "stages": [
        // Below all.
        { "id": "sky", "stage": "backdrop", "parameters": { "paint": "#1B2333" } },
        { "id": "card", "stage": "shape", "parameters": { "rect": { "size": [200, 120], "radius": 14 }, "fill": "$accent" } }, // round

        { "id": "title", "stage": "caption", "start": { "after": "card.start", "delay": 0.2 }, "parameters": { "text": "Hello" } },
        {
          "id": "ring", "stage": "shape", "start": 1, "duration": 2.5, // thin
          "parameters": {
            "ellipse": { "size": [120, 120] },
            "opacity": { "keyframes": [{ "at": 0, "value": 0 }, /* in */ { "at": 0.5, "value": 1 }] }
          }
        },
        /* white */ { "id": "dot", "stage": "shape", "parent": "ring", "parameters": { "ellipse": { "size": [30, 30] } } }
      ],
      "outputs": [{ "file": "studio.mp4" }]
    }

    """

  /// A linear congruential generator, as of Knuth's MMIX.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// A job's values, changed as a text is.
  private struct Model {
    var root: JSONValue
    var stages: [JSONValue] {
      get { root["stages"]?.items ?? [] }
      set { root = Self.setting(root, "stages", .array(newValue)) }
    }

    static func setting(_ object: JSONValue, _ key: String, _ value: JSONValue?) -> JSONValue {
      guard case .object(var members) = object else { return object }
      let index = members.firstIndex { $0.key == key }
      switch (index, value) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(.init(key, value))
      case (nil, nil): break
      }
      return .object(members)
    }

    /// Names of stages are members `id` and `parent`, and `after` before a point.
    static func renaming(_ value: JSONValue, _ old: String, to new: String) -> JSONValue {
      switch value {
      case .array(let items): return .array(items.map { renaming($0, old, to: new) })
      case .object(let members):
        return .object(
          members.map { member in
            if ["id", "parent", "after"].contains(member.key), case .string(let text) = member.value {
              let name = text.split(separator: ".").first.map(String.init) ?? text
              return .init(member.key, .string(name == old ? new + text.dropFirst(old.count) : text))
            }
            return .init(member.key, renaming(member.value, old, to: new))
          })
      default: return value
      }
    }

    var ids: [String] {
      func ids(_ stages: [JSONValue]) -> [String] {
        stages.flatMap { [$0["id"]?.string ?? ""] + ids($0["stages"]?.items ?? []) }
      }
      return ids(stages)
    }
  }

  @Test("After 1,000 changes the text has the values of the model, and the comments of what is left", arguments: 1...4)
  func changes(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    var text = Array(Self.text.utf8)
    var model = Model(root: try #require(JSONValue(parsing: text)))
    var (count, next) = (0, 0)
    while count < 1000 {
      let stages = model.stages
      let index = Int.random(in: stages.indices, using: &numbers)
      let stage = stages[index]
      let id = stage["id"]?.string ?? ""
      next += 1
      let change: JobChange
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0:
        let start = JSONValue.number(Double.random(in: 0...3, using: &numbers))
        change = .edit(JobEdit("stages[\(index)].start", start))
        model.stages[index] = Model.setting(stage, "start", start)
      case 1:
        change = .edit(JobEdit("stages[\(index)].hidden", stage["hidden"] == nil ? true : nil))
        model.stages[index] = Model.setting(stage, "hidden", stage["hidden"] == nil ? true : nil)
      case 2:
        let value: JSONValue = ["at": .number(Double(next)), "value": [.number(1), "two", ["three": .null]]]
        change = .edit(JobEdit("stages[\(index)].note", value))
        model.stages[index] = Model.setting(stage, "note", value)
      case 3 where stages.count < 14:
        let value: JSONValue = ["id": .string("new-\(next)"), "stage": "spinner"]
        change = .insert("stages[\(index)]", value)
        model.stages.insert(value, at: index)
      case 4 where stages.count > 3:
        change = .delete("stages[\(index)]")
        model.stages.remove(at: index)
      case 5:
        let target = Int.random(in: stages.indices, using: &numbers)
        change = .move("stages[\(index)]", to: target)
        model.stages.insert(model.stages.remove(at: index), at: target)
      case 6 where stages.count < 14 && stage["stages"] == nil:
        change = .duplicate("stages[\(index)]", id: "copy-\(next)")
        model.stages.insert(Model.renaming(stage, id, to: "copy-\(next)"), at: index + 1)
      case 7 where stages.count > 4:
        let length = Int.random(in: 1...min(3, stages.count - index), using: &numbers)
        change = .group("stages[\(index)]", count: length, id: "group-\(next)")
        let group: JSONValue = [
          "id": .string("group-\(next)"), "stage": "group", "stages": .array(Array(stages[index..<(index + length)])),
        ]
        model.stages.replaceSubrange(index..<(index + length), with: [group])
      case 8:
        guard case .object(let members) = stage, members.map(\.key) == ["id", "stage", "stages"],
          let held = stage["stages"]?.items, stage["stage"] == "group"
        else { continue }
        change = .ungroup("stages[\(index)]")
        model.stages.replaceSubrange(index..<(index + 1), with: held)
      case 9:
        change = .rename(stage: id, to: "name-\(next)")
        model.root = Model.renaming(model.root, id, to: "name-\(next)")
      default: continue
      }
      let before = text
      text = try JobText.applying([change], to: text)
      let values = JSONValue(parsing: text)
      try #require(
        values == model.root,
        "\(change)\n\(String(decoding: before, as: UTF8.self))\n\(String(decoding: text, as: UTF8.self))")
      count += 1
    }
    let last = String(decoding: text, as: UTF8.self)
    #expect(last.contains("// A card, a title and a ring.") && last.contains("// warm"))
    #expect(last.contains("// thin") == last.contains("/* in */"))
    #expect(Set(model.ids).count == model.ids.count)
  }
}
