import Foundation
import JobFile
import Reporting
import StageKit
import Testing

@Suite("Editing the stages of a job's text")
struct StageEditingTests {
  private func changed(_ text: String, _ changes: JobChange...) throws -> String {
    String(decoding: try JobText.applying(changes, to: Array(text.utf8)), as: UTF8.self)
  }

  private func fault(_ text: String, _ change: JobChange) -> String? {
    do {
      _ = try JobText.applying([change], to: Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("A member gets another key in its quotes, and one with a dot moves into the object of that name")
  func keys() throws {
    #expect(try changed("{ a: 1, // one\n  'b': 2 }", .rekey("a", as: "c")) == "{ c: 1, // one\n  'b': 2 }")
    #expect(try changed("{ a: 1, 'b': 2 }", .rekey("b", as: "c-d")) == "{ a: 1, 'c-d': 2 }")
    #expect(try changed("{ \"a\": [1], \"b\": 2 }", .rekey("a", as: "c.d")) == "{ \"b\": 2, \"c\": { \"d\": [1] } }")
    #expect(fault("{ a: 1, b: 2 }", .rekey("a", as: "b")) == "a: there is a 'b' too")
    #expect(fault("{ a: 1 }", .rekey("b", as: "c")) == "b: there is no such member")
  }

  // MARK: Order

  @Test(
    "An item is moved with the comments above it and behind it, and spaces between items stay where they are",
    arguments: [
      ("[1, 2, 3]", 0, 2, "[2, 3, 1]"),
      ("[1, 2, 3,]", 2, 0, "[3, 1, 2,]"),
      ("[1,2 , 3]", 1, 0, "[2 ,1, 3]"),
      ("[\n  1, // one\n  2\n]", 0, 1, "[\n  2,\n  1 // one\n]"),
      ("[\n  1,\n  2 // two\n]", 1, 0, "[\n  2, // two\n  1\n]"),
      (
        "[\n  // one\n  1,\n\n  // two\n  // and more\n  2,\n]", 1, 0,
        "[\n  // two\n  // and more\n  2,\n\n  // one\n  1,\n]"
      ),
      ("[\n  // all\n\n  1,\n  2\n]", 0, 1, "[\n  // all\n\n  2,\n  1\n]"),
      ("[\n  1, /* a */\n  /* b */\n  2\n]", 1, 0, "[\n  /* b */\n  2,\n  1 /* a */\n]"),
      ("[1, // one\n  2, 3]", 0, 1, "[2,\n  1, // one\n3]"),
      ("[\n  1, 2, // two\n  3\n]", 2, 0, "[\n  3, 1,\n  2 // two\n]"),
      ("[\r\n  1,\r\n  2\r\n]", 0, 1, "[\r\n  2,\r\n  1\r\n]"),
    ])
  func moving(list: String, from: Int, to: Int, expected: String) throws {
    #expect(try changed("{ \"a\": \(list) }", .move("a[\(from)]", to: to)) == "{ \"a\": \(expected) }")
  }

  @Test("An item is added where the path says, in the style of the last")
  func inserting() throws {
    #expect(try changed("{ a: [1, 2] }", .insert("a[0]", 0)) == "{ a: [0, 1, 2] }")
    #expect(try changed("{ a: [\n  1,\n  2\n] }", .insert("a[1]", 9)) == "{ a: [\n  1,\n  9,\n  2\n] }")
    #expect(try changed("{ a: [] }", .insert("a[0]", 9)) == "{ a: [9] }")
    #expect(fault("{ a: [1] }", .insert("a[2]", 9)) == "a[2]: there is no item 2: 'a' has 1 item")
    #expect(fault("{ a: [1] }", .move("a[0]", to: 1)) == "a[0]: there is no index 1 among 1 items")
    #expect(fault("{ a: [1] }", .move("a", to: 0)) == "a: this is no item of a list. Write it such as stages[2].")
  }

  @Test(
    "An item is deleted with the comments behind it on its line; those above it stay",
    arguments: [
      ("[\n  1, // one\n  2\n]", 0, "[\n  2\n]"), ("[\n  1,\n  2 // two\n]", 1, "[\n  1\n]"),
      ("[\n  // one\n  1, /* a */ // b\n  2\n]", 0, "[\n  // one\n  2\n]"), ("[1, /* one */ 2]", 0, "[/* one */ 2]"),
      ("[\n  1, // one\n  2, // two\n]", 1, "[\n  1, // one\n]"), ("[1]", 0, "[]"),
    ])
  func deleting(list: String, index: Int, expected: String) throws {
    #expect(try changed("{ a: \(list) }", .delete("a[\(index)]")) == "{ a: \(expected) }")
  }

  // MARK: Stages

  static let job = """
    {
      "variables": { "moment": "card.landed", "note": "card.txt" },
      "variants": { "size": { "tall": { "stages": [{ "id": "card", "z": 2 }] }, "wide": {} } },
      "stages": [
        // The card.
        { "id": "card", "stage": "shape", "parameters": { "text": "card" } }, // round
        {
          "id": "tip", "stage": "caption", 'parent': 'card', "inputs": { "position": "card.position" },
          "start": { "after": "card.landed", "delay": 0.2 }, "matte": { "from": "card" },
          "place": { "below": "card", "of": "canvas" },
          "parameters": {
            "size": "= stages.card.size / 2 + stages.card-2.size", "text": "{stages.card.size} 'stages.card.size' card",
            "opacity": { "follow": "card.progress", "keyframes": [{ "at": 0, "value": "= stages.card.size" }] }
          }
        },
        { "id": "late", "stage": "group", "start": { "after": "$moment" }, "stages": [{ "id": "in", "stage": "shape", "parent": "card" }] }
      ],
      "sounds": [{ "file": "card.wav", "start": { "each": "card.hit" } }]
    }

    """

  @Test("References follow a stage's new id, and nothing else changes")
  func renaming() throws {
    var expected = Self.job
    for (old, new) in [
      ("\"moment\": \"card.landed\"", "\"moment\": \"box.landed\""), ("{ \"id\": \"card\"", "{ \"id\": \"box\""),
      ("'parent': 'card'", "'parent': 'box'"), ("\"card.position\"", "\"box.position\""),
      ("\"after\": \"card.landed\"", "\"after\": \"box.landed\""), ("\"from\": \"card\"", "\"from\": \"box\""),
      ("\"below\": \"card\"", "\"below\": \"box\""), ("stages.card.size /", "stages.box.size /"),
      ("{stages.card.size} '", "{stages.box.size} '"), ("\"card.progress\"", "\"box.progress\""),
      ("\"= stages.card.size\"", "\"= stages.box.size\""), ("\"parent\": \"card\"", "\"parent\": \"box\""),
      ("\"card.hit\"", "\"box.hit\""),
    ] {
      #expect(expected.contains(old))
      expected = expected.replacing(old, with: new)
    }
    #expect(try changed(Self.job, .rename(stage: "card", to: "box")) == expected)
    #expect(try changed(Self.job, .rename(stage: "card", to: "box"), .rename(stage: "box", to: "card")) == Self.job)
    #expect(fault(Self.job, .rename(stage: "card", to: "tip")) == "the id 'tip' is taken")
    #expect(fault(Self.job, .rename(stage: "nobody", to: "x")) == "there is no stage 'nobody' in this file")
    #expect(fault(Self.job, .rename(stage: "card", to: "a b"))?.contains("'a b' is not a valid id") == true)
  }

  @Test("Stages in expressions of what they publish follow, too")
  func renamingPublished() throws {
    let job = ##"""
      { "stages": [{ "id": "a", "stage": "x" },
        { "id": "b", "parameters": { "p": "= value( a.b, value(a.c)) + value(ab.c) + mix(a.b, 'value(a.b)', 1)" } }] }
      """##
    let expected = job.replacing("\"id\": \"a\"", with: "\"id\": \"z\"").replacing("( a.b", with: "( z.b")
      .replacing("value(a.c", with: "value(z.c")
    #expect(try changed(job, .rename(stage: "a", to: "z")) == expected)
  }

  @Test("The places that name a stage say what they are and whose")
  func references() throws {
    let places = StagePlaces(try #require(JobOutline(Array(Self.job.utf8))))
    #expect(places.stages.map(\.path) == ["stages[0]", "stages[1]", "stages[2]", "stages[2].stages[0]"])
    let found = places.references(to: "card").map { "\($0.kind) \($0.owner ?? "-") \($0.whole)" }
    #expect(
      found == [
        "start late variables.moment", "change card variants.size.tall.stages[0]", "id card stages[0]",
        "parent tip stages[1].parent", "input tip stages[1].inputs.position", "start tip stages[1].start",
        "matte tip stages[1].matte", "place tip stages[1].place", "expression tip stages[1].parameters.size",
        "expression tip stages[1].parameters.text", "follow tip stages[1].parameters.opacity.follow",
        "expression tip stages[1].parameters.opacity.keyframes[0].value", "parent in stages[2].stages[0].parent",
        "sound - sounds[0].start",
      ])
  }

  @Test("A copy stands behind its stage, with ids of its own for all that it holds")
  func duplicating() throws {
    let text = """
      {
        "stages": [
          // A box.
          { "id": "box", "stage": "group", // held
            "stages": [
              { "id": "a", "stage": "shape" },
              { "id": "b", "stage": "shape", "parent": "a", "start": { "after": "box.start" }, "inputs": { "x": "far.x" } }
            ] }, // end
          { "id": "far", "stage": "shape", "parent": "box" }
        ]
      }
      """
    let copied = try changed(text, .duplicate("stages[0]", id: "box-2"))
    #expect(
      copied
        == text.replacing(
          "// end\n",
          with: """
            // end
                { "id": "box-2", "stage": "group", // held
                  "stages": [
                    { "id": "a-2", "stage": "shape" },
                    { "id": "b-2", "stage": "shape", "parent": "a-2", "start": { "after": "box-2.start" }, "inputs": { "x": "far.x" } }
                  ] },

            """))
    let last = #"{ "stages": [{ "id": "a" }] }"#
    #expect(try changed(last, .duplicate("stages[0]", id: "a-2")) == #"{ "stages": [{ "id": "a" }, { "id": "a-2" }] }"#)
    #expect(fault(text, .duplicate("stages[0]", id: "far")) == "stages[0]: the id 'far' is taken")
  }

  private static let scene = """
    {
      "stages": [
        { "id": "sky", "stage": "backdrop" },

        // A card.
        { "id": "card", "stage": "shape" }, // round
        {
          "id": "title", "stage": "caption", // bold
          "start": { "after": "card" }
        }
      ]
    }

    """

  @Test("Neighbors go into a group with their comments, and out of it to the byte")
  func groups() throws {
    let expected = """
      {
        "stages": [
          { "id": "sky", "stage": "backdrop" },

          {
            "id": "both", "stage": "group",
            "stages": [
              // A card.
              { "id": "card", "stage": "shape" }, // round
              {
                "id": "title", "stage": "caption", // bold
                "start": { "after": "card" }
              }
            ]
          }
        ]
      }

      """
    #expect(try changed(Self.scene, .group("stages[1]", count: 2, id: "both")) == expected)
    #expect(try changed(expected, .ungroup("stages[1]")) == Self.scene)
    for (first, count) in [(0, 1), (0, 2), (0, 3), (1, 1), (2, 1)] {
      for text in [Self.scene, Self.scene.replacing("\n", with: "\r\n")] {
        let there = try changed(text, .group("stages[\(first)]", count: count, id: "g"))
        #expect(try changed(there, .ungroup("stages[\(first)]")) == text, "\(first), \(count)")
      }
    }
    let line = #"{ "stages": [{ "id": "a" }, { "id": "b" }, { "id": "c" }] }"#
    let inLine =
      #"{ "stages": [{ "id": "a" }, { "id": "g", "stage": "group", "stages": [{ "id": "b" }, { "id": "c" }] }] }"#
    #expect(try changed(line, .group("stages[1]", count: 2, id: "g")) == inLine)
    #expect(try changed(inLine, .ungroup("stages[1]")) == line)
    #expect(
      try changed("{ stages: [\n  { id: 'a' },\n  { id: 'b' },\n] }", .group("stages[0]", count: 1, id: "g"))
        == "{ stages: [\n  {\n    id: \"g\", stage: \"group\",\n    stages: [\n      { id: 'a' }\n    ]\n  },\n  { id: 'b' },\n] }"
    )
  }

  @Test("A group's own comments stay when it is taken apart; one that does something or is named does not go")
  func ungrouping() throws {
    let text =
      "{ stages: [\n  { // all\n    id: 'g', stage: 'group', /* of it */\n    stages: [\n      { id: 'a' } // one\n    ]\n  },\n  { id: 'b' }\n] }"
    #expect(
      try changed(text, .ungroup("stages[0]"))
        == "{ stages: [\n  // all\n  /* of it */\n  { id: 'a' }, // one\n  { id: 'b' }\n] }")
    let turned = #"{ "stages": [{ "id": "g", "stage": "group", "parameters": {}, "stages": [{ "id": "a" }] }] }"#
    #expect(fault(turned, .ungroup("stages[0]"))?.contains("the group has 'parameters'") == true)
    let named =
      #"{ "stages": [{ "id": "g", "stage": "group", "stages": [{ "id": "a" }] }, { "id": "b", "start": { "after": "g" } }] }"#
    #expect(fault(named, .ungroup("stages[0]"))?.contains("the group is named at 'stages[1].start.after'") == true)
    #expect(fault(named, .ungroup("stages[1]"))?.contains("this is no group") == true)
    let starred = "{ stages: [\n  /*/ a\n  */\n  { id: 'a' },\n  { id: 'b' }\n] }"
    let grouped = try changed(starred, .group("stages[0]", count: 2, id: "g"))
    #expect(try changed(grouped, .ungroup("stages[0]")) == starred)
    let scenes =
      #"{ "stages": [{ "id": "s", "stage": "sequence", "stages": [{ "id": "g", "stage": "group", "stages": [{ "id": "a", "stage": "shape" }] }] }] }"#
    for change in [JobChange.ungroup("stages[0].stages[0]"), .group("stages[0].stages[0]", count: 1, id: "n")] {
      #expect(fault(scenes, change)?.contains("the stages of a sequence are its scenes") == true)
    }
    #expect(
      fault(named, .group("stages[1]", count: 2, id: "x"))?.contains("there is 1 stage from here on, not 2") == true)
    #expect(fault(named, .group("stages[1]", count: 1, id: "a"))?.contains("is taken") == true)
  }

  @Test("Changes are read from JSON")
  func json() throws {
    let list: [(JSONValue, JobChange)] = [
      (["path": "a.b", "value": 1], .edit(JobEdit("a.b", 1))),
      (["path": "a.b", "remove": true], .edit(JobEdit("a.b", nil))),
      (["path": "a[0]", "insert": "x"], .insert("a[0]", "x")), (["path": "a[0]", "move": 3], .move("a[0]", to: 3)),
      (["path": "a[0]", "delete": true], .delete("a[0]")),
      (["path": "stages[0]", "duplicate": "b"], .duplicate("stages[0]", id: "b")),
      (["rename": "a", "to": "b"], .rename(stage: "a", to: "b")),
    ]
    for (json, change) in list { #expect(try JobChange(json) == change) }
    for wrong: JSONValue in [["value": 1], ["rename": "a"], ["path": "a[0]", "move": 1.5]] {
      #expect(throws: JobEditError.self) { try JobChange(wrong) }
    }
  }
}
