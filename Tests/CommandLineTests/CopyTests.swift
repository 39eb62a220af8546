import Foundation
import TestSupport
import Testing

@Suite("Copies that differ, through the program")
struct CopyTests {
  private func dots(_ parameters: String, _ stages: String, count: Int = 4) -> String {
    """
    {"id": "dots", "stage": "repeater", "parameters": {"count": \(count), "arrangement": {"line": {"step": [30, 0]}}\(parameters)},
      "stages": [\(stages)]}
    """
  }

  private func dot(_ parameters: String, _ more: String = "") -> String {
    #"{"id": "dot", "stage": "shape",\#(more) "parameters": {"circle": {"radius": 5}, "fill": "white"\#(parameters)}}"#
  }

  @Test("An expression has the index and the count of its copy, also in what a copy takes of itself")
  func index() throws {
    let values = try SmallFilm.trace(
      dots(
        "",
        """
        \(dot(#", "scale": "= 1 + index", "opacity": "= index / count""#)),
        {"id": "after", "stage": "shape", "inputs": {"opacity": "dot.opacity"}, "start": {"after": "dot.start", "delay": "= 0.1 * index"},
          "parameters": {"circle": {"radius": 5}, "fill": "white", "rotation": "= 10 * value(dot.scale)"}}
        """))
    let ids = ["dot", "dot#2", "dot#3", "dot#4"]
    #expect(ids.map { values["\($0).scale"]?.first } == [1, 2, 3, 4])
    #expect(ids.map { values["\($0).opacity"]?.first } == [0, 0.25, 0.5, 0.75])
    let others = ["after", "after#2", "after#3", "after#4"]
    #expect(others.map { values["\($0).opacity"]?.first } == [0, 0.25, 0.5, 0.75])
    #expect(others.map { values["\($0).rotation"]?.last } == [10, 20, 30, 40])
  }

  @Test("Copies that play later wait at their beginning, and those that are ahead began before")
  func delay() throws {
    let growing = dot(#", "scale": {"keyframes": [{"at": 0, "value": 1}, {"at": 1, "value": 11}]}"#)
    let later = try SmallFilm.trace(dots(#", "delay": 0.2"#, growing))
    func rounded(_ values: [Double]?) -> [Double] { (values ?? []).map { ($0 * 1e6).rounded() / 1e6 } }
    #expect(rounded(later["dot.scale"]) == (0..<10).map { Double($0 + 1) })
    #expect(rounded(later["dot#3.scale"]) == [1, 1, 1, 1, 1, 2, 3, 4, 5, 6])
    let ahead = try SmallFilm.trace(dots(#", "delay": -0.2"#, growing))
    #expect(rounded(ahead["dot#3.scale"]) == [5, 6, 7, 8, 9, 10, 11, 11, 11, 11])
  }

  @Test("Copies that are alike are drawn as one, and the same as one by one")
  func alike() throws {
    let folder = try TemporaryFolder()
    func still(_ name: String, _ scale: String) throws -> Data? {
      let outcome = try SmallFilm.run(
        ["still", "a.json", "--at", "0.5", "-o", name], dots(#", "turn": 20"#, dot(", \"scale\": \(scale)")), in: folder
      )
      #expect(outcome.code == 0, "\(outcome.errors)")
      return folder.bytes(name)
    }
    let one = try #require(try still("a.png", "1"))
    #expect(try still("b.png", "\"= 1 + 0 * index\"") == one)
    #expect(try still("c.png", "\"= 1 + index / 9\"") != one)
  }

  @Test("Copies hold copies, stages of variables, and what takes places from outside and moments within")
  func nested() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"canvas": {"size": [400, 400], "fps": 10, "duration": 1, "background": "black"},
       "variables": {"row": {"id": "dot", "stage": "shape", "parameters": {"circle": {"radius": 5}, "fill": "white", "opacity": "= (index + 1) / count"}}},
       "stages": [
         {"id": "where", "stage": "motion-path", "parameters": {"points": [[100, 100], [300, 300]], "duration": 1}},
         {"id": "outer", "stage": "repeater", "parameters": {"count": 2, "arrangement": {"column": {"gap": 20}}}, "stages": [
           {"id": "inner", "stage": "repeater", "parameters": {"count": "= 2 + index", "arrangement": {"line": {"step": [30, 0]}}},
             "stages": ["$row"]},
           {"id": "plain", "stage": "repeater", "parameters": {"count": 2, "arrangement": {"line": {"step": [30, 0]}}},
             "stages": [{"id": "bit", "stage": "shape", "parameters": {"circle": {"radius": 5}, "fill": "white"}}]},
           {"id": "tag", "stage": "caption", "inputs": {"position": "where.position"}, "parameters": {"text": "{index} of {count}"}},
           {"id": "near", "stage": "shape", "parent": "tag", "start": {"after": "tag.start", "delay": 0.1},
             "parameters": {"rect": {"size": [30, 4]}, "fill": "red"}}]}]}
      """, to: "a.json")
    let outcome = try CommandLineTests.run(["trace", "a.json"], in: folder.url)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let values = Trace(outcome.output).columns
    let found = ["dot", "dot#1#2", "dot#2#1", "dot#2#2", "dot#2#3"].map { values["\($0).opacity"]?.first ?? nil }
    #expect(zip(found, [0.5, 1, 1.0 / 3, 2.0 / 3, 1]).allSatisfy { abs(($0 ?? .nan) - $1) < 1e-5 }, "\(found)")
    for name in ["tag#2.position.x", "near#2.opacity", "bit.opacity", "bit#2.opacity"] {
      #expect(values[name] != nil, "\(name)")
    }
  }

  @Test("A list gives each copy its value, and counts them")
  func lists() throws {
    let folder = try TemporaryFolder()
    func run(_ variables: String, _ command: [String]) throws -> Outcome {
      try folder.write(
        """
        {"canvas": {"size": [200, 100], "fps": 10, "duration": 1, "background": "black"}, "variables": {\(variables)},
         "stages": [{"id": "rows", "stage": "repeater", "parameters": {"count": "= rows.count", "arrangement": {"column": {"gap": 4}}},
           "stages": [{"id": "row", "stage": "shape", "parameters": {"rect": {"size": ["= rows[index]", 10]}, "fill": "white"}}]}]}
        """, to: "a.json")
      return try CommandLineTests.run(command, in: folder.url)
    }
    let outcome = try run(#""rows": [10, 40, 20]"#, ["trace", "a.json"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let values = Trace(outcome.output).columns
    #expect(
      ["row", "row#2", "row#3"].allSatisfy { values["\($0).position.x"] != nil } && values["row#4.position.x"] == nil)
    let wrong = try run(#""rows": ["a", "b", "c"]"#, ["validate", "a.json"])
    #expect(wrong.code == 2 && wrong.errors.contains("expected a number, found a string"), "\(wrong.errors)")
  }

  @Test("Copies that sound at once are heard once, and those that play later each by itself")
  func sounds() throws {
    let folder = try TemporaryFolder()
    try Data(wavBytes(Array(repeating: 0.25, count: 4_800), channels: 1)).write(
      to: URL(fileURLWithPath: folder.file("tick.wav")))
    func sound(_ parameters: String, _ scale: String) throws -> Data? {
      try folder.write(
        """
        {"canvas": {"size": [200, 100], "fps": 10, "duration": 1, "background": "black"},
         "stages": [\(dots(parameters, dot(", \"scale\": \(scale)")))],
         "sounds": [{"file": "tick.wav", "start": {"each": "dot.start"}}],
         "outputs": [{"file": "a.wav", "sound": {"loudness": "as is"}}]}
        """, to: "a.json")
      let outcome = try CommandLineTests.run(["run", "a.json", "--output", "out", "--no-cache"], in: folder.url)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return folder.bytes("out/a.wav")
    }
    let one = try #require(try sound("", "1"))
    #expect(try sound("", "\"= 1 + index\"") == one)
    let later = try #require(try sound(#", "delay": 0.2"#, "1"))
    // Half a second after the start the first has died away.
    #expect(
      later != one && later.suffix(48_000 * 3).contains { $0 != 0 } && one.suffix(48_000 * 3).allSatisfy { $0 == 0 })
  }

  @Test("What is wrong in one copy is said once")
  func faults() throws {
    let folder = try TemporaryFolder()
    for (parameters, more, fault) in [
      (#", "scale": "= index - 9""#, "", nil),
      (#", "scale": "= indx""#, "", "unknown name 'indx'. Did you mean 'index'?"),
      (#", "opacity": "= 1 + index""#, "", "2 is above 1"), (#", "scale": "= 1 / (index - 2)""#, "", "a division by 0"),
    ] as [(String, String, String?)] {
      let outcome = try SmallFilm.run(["validate", "a.json"], dots("", dot(parameters, more)), in: folder)
      if let fault {
        #expect(outcome.code == 2, "\(parameters)")
        #expect(outcome.errors.components(separatedBy: fault).count == 2, "\(outcome.errors)")
      } else {
        #expect(outcome.code == 0, "\(outcome.errors)")
      }
    }
    let outside = try SmallFilm.run(["validate", "a.json"], dot(#", "scale": "= index""#), in: folder)
    #expect(
      outside.code == 2
        && outside.errors.contains("'index' is not known here. The stages that a 'repeater' holds have it."),
      "\(outside.errors)")
    let many = try SmallFilm.run(
      ["validate", "a.json"], dots("", dot(#", "scale": "= index""#), count: 10_000), in: folder)
    #expect(many.code == 2 && many.errors.contains("are more than 20000"), "\(many.errors)")
  }

  @Test("A name that is the job's own and not the copy's is a warning where it is used, with its place")
  func hidden() throws {
    let folder = try TemporaryFolder()
    func validate(_ variables: String, _ parameters: String) throws -> Outcome {
      try folder.write(
        """
        {"canvas": {"size": [200, 100], "fps": 10, "duration": 1, "background": "black"}, "variables": {\(variables)},
         "stages": [\(dots("", dot(parameters)))]}
        """, to: "a.json")
      return try CommandLineTests.run(["validate", "a.json"], in: folder.url)
    }
    let index = try validate(#""index": 3"#, #", "scale": "= 1 + index""#)
    #expect(
      index.code == 0
        && index.errors.contains(
          ":3:119: warning: 'index' is the variable 'index', not the copy's place. Give the variable another name."),
      "\(index.errors)")
    let count = try validate(#""count": 3, "turn": "= 360 / count""#, #", "rotation": "$turn""#)
    #expect(count.errors.contains("'count' is the variable 'count', not the number of copies"), "\(count.errors)")
    let same = try validate(#""count": 4"#, #", "scale": "= count / 4""#)
    #expect(same.code == 0 && !same.errors.contains("warning"), "\(same.errors)")
    // A variable in an expression has one value for all copies.
    let shared = try validate(#""turn": "= 20 * index""#, #", "rotation": "= turn + index""#)
    #expect(
      shared.code == 2
        && shared.errors.contains(
          "'index' is not known here. An expression takes one value of a variable for all copies; a parameter that is "
            + "\"$variable\" has its own."),
      "\(shared.errors)")
    let own = try validate(#""turn": "= 20 * index""#, #", "rotation": "$turn""#)
    #expect(own.code == 0 && !own.errors.contains("warning"), "\(own.errors)")
  }

  @Test("Words in a message's branches are no names")
  func words() throws {
    let folder = try TemporaryFolder()
    func ids(_ text: String) throws -> [String] {
      let values = try SmallFilm.run(
        ["trace", "a.json"],
        dots("", #"{"id": "dot", "stage": "caption", "parameters": {"text": "\#(text)", "size": 9}}"#), in: folder)
      #expect(values.code == 0, "\(values.errors)")
      return Trace(values.output).columns.keys.filter { $0.hasPrefix("dot#2.") }
    }
    #expect(try ids("{rtl, select, true {count} other {the index}}").isEmpty)
    #expect(try !ids("{rtl, select, true {count} other {# {index}}}").isEmpty)
  }
}
