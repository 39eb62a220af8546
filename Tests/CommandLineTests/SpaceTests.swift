import Foundation
import TestSupport
import Testing

@Suite("Places across the borders of groups, through the program")
struct SpaceTests {
  private func expectEqual(_ values: [String: [Double]], _ one: String, _ other: String) throws {
    for axis in ["x", "y"] {
      let (a, b) = (try #require(values["\(one).position.\(axis)"]), try #require(values["\(other).position.\(axis)"]))
      #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-4 }, "\(one), \(other): \(a), \(b)")
    }
  }

  private func dot(_ id: String, _ more: String) -> String {
    #"{"id": "\#(id)", "stage": "shape", \#(more), "fill": "white", "circle": {"radius": 3}}}"#
  }

  private func reader(_ id: String, _ source: String) -> String {
    dot(id, #""inputs": {"position": "\#(source).position"}, "parameters": {"opacity": 1"#)
  }

  private let moving =
    #""position": {"keyframes": [{"at": 0, "value": [40, 20]}, {"at": 1, "value": [160, 80]}]}"#

  /// A group that moves, turns and grows.
  private func card(_ id: String, _ parameters: String = "", _ stages: String...) -> String {
    """
    {"id": "\(id)", "stage": "group", "parameters": {\(parameters)
      "rotation": {"keyframes": [{"at": 0, "value": -30}, {"at": 1, "value": 60}]}, "scale": 0.7, "position": [70, 60]},
      "stages": [{"id": "\(id)-plate", "stage": "shape", "parameters": {"rect": {"size": [80, 50]}, "fill": "blue"}},
        \(stages.joined(separator: ", "))]}
    """
  }

  @Test("A stage in a group that takes a point from outside is at that point of the canvas")
  func inward() throws {
    let values = try SmallFilm.trace(
      """
      \(dot("pin", #""parameters": {\#(moving)"#)), \(card("card", "", reader("ring", "pin"))), \(reader("probe", "ring"))
      """)
    try expectEqual(values, "probe", "pin")
    // In the space of the card it is elsewhere.
    #expect(abs(try #require(values["ring.position.x"])[0] - 40) > 10)
  }

  @Test("Points come out of one group and into another, also of groups in groups, in depth and in rows")
  func across() throws {
    let values = try SmallFilm.trace(
      """
      \(card("one", "", dot("pin", #""parameters": {\#(moving)"#))),
      {"id": "outer", "stage": "group", "enter": "rise", "parameters": {"rotationY": 30, "position": [120, 40]}, "stages": [
        {"id": "floor", "stage": "shape", "parameters": {"rect": {"size": [150, 90]}, "fill": "red"}},
        \(card("two", #""box": {"size": [80, 50]},"#, reader("ring", "pin"), reader("echo", "ring")))]},
      \(reader("probe", "ring")), \(reader("second", "echo")), \(reader("truth", "pin"))
      """)
    try expectEqual(values, "probe", "truth")
    try expectEqual(values, "second", "truth")
    let row = try SmallFilm.trace(
      """
      {"id": "row", "stage": "group", "parameters": {"layout": {"row": {"gap": 10}}, "rotation": 20}, "stages": [
        {"id": "left", "stage": "group", "parameters": {"plate": {"paint": "blue", "minSize": [50, 40]}}, "stages": [
          \(dot("pin", #""parameters": {"offset": [5, 3]"#))]},
        {"id": "right", "stage": "group", "parameters": {"plate": {"paint": "red", "minSize": [50, 40]}}, "stages": [
          \(dot("own", #""parameters": {"opacity": 1"#)), \(reader("ring", "pin"))]}]},
      \(reader("probe", "ring")), \(reader("truth", "pin"))
      """)
    try expectEqual(row, "probe", "truth")
  }

  @Test("An expression takes points of other stages into its group, too")
  func expressions() throws {
    let ring = dot("ring", #""parameters": {"position": "= value(pin.position) + [6, 0]""#)
    let straight =
      #"{"id": "group", "stage": "group", "parameters": {"position": [30, 20], "box": {"size": [10, 10]}}, "stages": [\#(ring)]}"#
    let values = try SmallFilm.trace(
      """
      \(dot("pin", #""parameters": {\#(moving)"#)), \(straight), \(reader("probe", "ring"))
      """)
    let (probe, pin) = (try #require(values["probe.position.x"]), try #require(values["pin.position.x"]))
    #expect(zip(probe, pin).allSatisfy { abs($0 - $1 - 6) < 1e-6 })
    let placed = try SmallFilm.trace(
      """
      {"id": "pin", "stage": "shape", "place": {"at": "top"}, "parameters": {"circle": {"radius": 3}, "fill": "white"}},
      \(card("card", "", dot("ring", #""parameters": {"position": "= value(pin.position)""#))), \(reader("probe", "ring"))
      """)
    try expectEqual(placed, "probe", "pin")
  }

  @Test("What takes a point from outside takes up no room in its group, as what depends on it")
  func noRoom() throws {
    func boxes(_ stages: String) throws -> [Double] {
      let values = try SmallFilm.trace(
        """
        \(dot("pin", #""parameters": {\#(moving)"#)),
        {"id": "hug", "stage": "group", "parameters": {"position": [50, 50]}, "stages": [
          {"id": "own", "stage": "shape", "parameters": {"rect": {"size": [40, 20]}, "fill": "red"}}\(stages)]},
        {"id": "next", "stage": "shape", "place": {"after": "hug"}, "parameters": {"circle": {"radius": 3}, "fill": "white"}}
        """)
      return try #require(values["next.position.x"])
    }
    let alone = try boxes("")
    #expect(alone.allSatisfy { $0 == 73 })
    #expect(try boxes(", " + reader("ring", "pin")) == alone)
    #expect(try boxes(", " + reader("ring", "pin") + ", " + reader("echo", "ring")) == alone)
  }

  @Test("A group of nothing but stages anchored outside takes up no room")
  func empty() throws {
    let values = try SmallFilm.trace(
      """
      \(dot("pin", #""parameters": {\#(moving)"#)),
      {"id": "hug", "stage": "group", "parameters": {"position": [50, 50]}, "stages": [\(reader("ring", "pin"))]},
      {"id": "next", "stage": "shape", "place": {"after": "hug"}, "parameters": {"circle": {"radius": 3}, "fill": "white"}}
      """)
    let places = try #require(values["next.position.x"])
    #expect(Set(places).count == 1)
  }

  @Test("A group whose place depends on what takes its place into account is an error in words")
  func cycles() throws {
    let folder = try TemporaryFolder()
    let found = try SmallFilm.run(
      ["validate", "a.json"],
      """
      \(dot("pin", #""parameters": {\#(moving)"#)),
      {"id": "card", "stage": "group", "inputs": {"rotation": "ring.scale"}, "stages": [\(reader("ring", "pin"))]}
      """, in: folder)
    #expect(
      found.code == 2 && found.errors.contains("stages need each other: 'ring' → 'card' → 'ring'"), "\(found.errors)")
  }

  @Test("In a group that is a point, or that ends, nothing fails")
  func flat() throws {
    let folder = try TemporaryFolder()
    let shrunk = """
      \(dot("pin", #""parameters": {\#(moving)"#)),
      {"id": "card", "stage": "group", "duration": 0.5, "enter": "grow", "parameters": {"scale": 0}, "stages": [\(reader("ring", "pin"))]},
      \(reader("probe", "ring"))
      """
    #expect(try SmallFilm.run(["validate", "a.json"], shrunk, in: folder).code == 0)
    #expect(try SmallFilm.run(["still", "a.json", "--at", "0.2", "-o", "a.png"], shrunk, in: folder).code == 0)
  }

  @Test("Groups in groups in groups take each other's points, however deep they are")
  func deep() throws {
    let depth = 24
    var stages = ""
    for level in (0..<depth).reversed() {
      let own = dot("d\(level)", #""parameters": {"position": [\#(90 + level), 60]"#)
      let taken = level < 2 ? "" : reader("r\(level)", "d\(level - 2)") + ","
      stages = """
        {"id": "g\(level)", "stage": "group", "parameters": {"box": {"size": [90, 60]}, "rotation": 10, "scale": 0.99, "offset": [2, 1]},
          "stages": [\(taken) \(own)\(stages.isEmpty ? "" : ", " + stages)]}
        """
    }
    let values = try SmallFilm.trace(
      "\(stages), \(reader("probe", "r\(depth - 1)")), \(reader("truth", "d\(depth - 3)"))")
    try expectEqual(values, "probe", "truth")
  }

  @Test("A shutter and copies show what takes points from outside as it is drawn")
  func shutters() throws {
    let folder = try TemporaryFolder()
    func picture(_ stages: String) throws -> [UInt8] {
      let result = try SmallFilm.run(["still", "a.json", "--at", "0.5", "-o", "a.png", "--force"], stages, in: folder)
      #expect(result.code == 0, "\(result.errors)")
      return try Data(contentsOf: folder.url.appendingPathComponent("a.png")).map { $0 }
    }
    let pin = dot("pin", #""hidden": true, "parameters": {\#(moving)"#)
    func group(_ shutter: String) -> String {
      #"{"id": "g", "stage": "group", "parameters": {"offset": [30, 0], "box": {"size": [9, 9]}}, "stages": [{"id": "ring", "stage": "shape", \#(shutter) "inputs": {"position": "pin.position"}, "parameters": {"circle": {"radius": 3}, "fill": "white"}}]}"#
    }
    func alone(_ shutter: String) -> String {
      #"{"id": "ring", "stage": "shape", \#(shutter) "inputs": {"position": "pin.position"}, "parameters": {"circle": {"radius": 3}, "fill": "white"}}"#
    }
    for shutter in ["", #""shutter": 180,"#] {
      #expect(try picture("\(pin), \(group(shutter))") == (try picture("\(pin), \(alone(shutter))")))
    }
  }
}
