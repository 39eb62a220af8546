import JobFile
import StageKit
import Testing

@Suite("Parameters")
struct ParameterTests {
  @Test("Plain values of every kind read exactly")
  func plainValues() throws {
    let values = try #require(
      parameters(
        #"""
        {"radius": 2.5, "count": 9, "solid": false, "label": "é\u00e9\n", "shape": "square", "color": "rgb(0 0 255 / 50%)",
         "anchor": [-1, 2e1], "place": [13.4, 52.5], "outline": "M0 0L2 0", "picture": "a.png", "dashes": [1, 2.5]}
        """#))
    #expect(values[\Dot.radius] == 2.5)
    #expect(values[\Dot.count] == 9)
    #expect(!values[\Dot.solid])
    #expect(values[\Dot.label] == "éé\n")
    #expect(values[\Dot.shape] == .square)
    #expect(values[\Dot.color] == Color(0, 0, 1, 0.5))
    #expect(values[\Dot.anchor] == Point(-1, 20))
    #expect(values[\Dot.place] == Coordinate(longitude: 13.4, latitude: 52.5))
    #expect(values[\Dot.outline] == SVGPath.parse("M0 0L2 0").path)
    #expect(values[\Dot.picture] == FileReference(literal: "a.png", path: "jobs/a.png"))
    #expect(values[\Dot.dashes] == [1, 2.5])
  }

  @Test("Repetitions are numbers above 0, or forever")
  func repetitions() throws {
    #expect(try #require(parameters(#"{"times": 2.5}"#))[\Dot.times] == 2.5)
    #expect(try #require(parameters(#"{"times": "forever"}"#))[\Dot.times] == .infinity)
    #expect(messages(parameters: #"{"times": 0}"#) == ["2:11: stages[0].parameters.times: 0 is not above 0"])
    #expect(
      messages(parameters: #"{"times": "often"}"#) == [
        "2:11: stages[0].parameters.times: expected a number or \"forever\", found a string"
      ])
  }

  @Test("Entries come in the order of the declarations")
  func order() throws {
    let values = try #require(parameters(#"{"tint": "red", "radius": 1, "outline": ""}"#))
    #expect(
      values.entries.map(\.name) == [
        "radius", "count", "solid", "label", "format", "shape", "color", "anchor", "outline", "curve", "dashes", "size",
        "tint",
        "offset", "moves", "look", "map", "times", "blend",
      ])
  }

  @Test(
    "Curves are names, functions or springs",
    arguments: [
      (#""ease-in-out""#, Easing.easeInOut), (#""cubic-bezier(0, 0, 1, 1)""#, .cubicBezier(0, 0, 1, 1)),
      (#"{"spring": {}}"#, .spring(Spring())),
      (
        #"{"spring": {"stiffness": 50, "damping": 5, "mass": 2, "initialVelocity": 3}}"#,
        .spring(Spring(mass: 2, stiffness: 50, damping: 5, initialVelocity: 3))
      ),
      (#"{"spring": {"duration": 0.5, "bounce": 0.25}}"#, .spring(Spring(duration: 0.5, bounce: 0.25))),
      (#"{"spring": {"duration": 0.5}}"#, .spring(Spring(duration: 0.5, bounce: 0))),
      (#"{"spring": {"response": 0.4, "dampingRatio": 0.7}}"#, .spring(Spring(response: 0.4, dampingRatio: 0.7))),
    ])
  func curves(text: String, curve: Easing) throws {
    #expect(try #require(parameters(#"{"curve": \#(text)}"#))[\Dot.curve] == curve)
  }

  private static let way = FileReference(literal: "way.geojson", path: "jobs/way.geojson")

  @Test(
    "Routes are files, polylines or coordinates",
    arguments: [
      (#""way.geojson""#, RouteSource.file(way, track: nil)),
      (#"{"file": "way.geojson", "track": 2}"#, .file(way, track: 2)),
      (
        #"{"file": "way.geojson", "name": "Up", "maxSpeed": 30, "smoothing": 4, "simplify": 2}"#,
        .file(way, RouteSelection(name: "Up", maxSpeed: 30, smoothing: 4, simplify: 2))
      ),
      (
        #"{"file": "way.geojson", "fromDistance": 5, "toDistance": -6, "fromTime": 7, "toTime": -8}"#,
        .file(way, RouteSelection(fromDistance: 5, toDistance: -6, fromTime: 7, toTime: -8))
      ),
      ("[[1, 2], [3, 4]]", .coordinates([.init(longitude: 1, latitude: 2), .init(longitude: 3, latitude: 4)])),
      (
        #"{"polyline": "_p~iF~ps|U_ulLnnqC"}"#,
        .coordinates([.init(longitude: -120.2, latitude: 38.5), .init(longitude: -120.95, latitude: 40.7)])
      ),
      (
        #"{"polyline": "_p~iF~ps|U_ulLnnqC", "precision": 6}"#,
        .coordinates([.init(longitude: -12.02, latitude: 3.85), .init(longitude: -12.095, latitude: 4.07)])
      ),
    ])
  func routes(text: String, route: RouteSource) throws {
    #expect(try #require(parameters(#"{"route": \#(text)}"#))[\Dot.route] == route)
  }

  @Test("Objects, lists and variants know their paths")
  func nesting() throws {
    let values = try #require(
      parameters(
        #"{"moves": [{"to": {"distance": 5}}, {"to": {"distance": 6, "pitch": 7}, "lasting": 2}], "map": {"file": {"name": "map.txt"}}}"#
      ))
    let moves = values[\Dot.moves]
    #expect(moves.map(\.$lasting.location) == ["moves[0].lasting", "moves[1].lasting"])
    #expect(moves.map(\.to.$pitch.location) == ["moves[0].to.pitch", "moves[1].to.pitch"])
    #expect(moves.map(\.to.distance) == [5, 6])
    #expect(moves.map(\.to.pitch) == [0, 7])
    #expect(moves.map(\.lasting) == [1, 2])
    guard case .file(let map) = values[\Dot.map] else { throw StageError("the map is no file") }
    #expect(map.$name.location == "map.file.name")
    #expect(map.name == FileReference(literal: "map.txt", path: "jobs/map.txt"))
  }

  @Test("Keyframes keep times, values, curves, mode and repeats")
  func keyframes() throws {
    let values = try #require(
      parameters(
        #"""
        {"size": {"keyframes": [{"at": 0, "value": 1, "curve": "ease-out"}, {"at": 2, "value": 3}, {"at": 2, "value": 0}],
                  "mode": "cubic-paced", "repeat": "forever", "autoreverse": true},
         "offset": {"keyframes": [{"at": 1, "value": [1, 2]}], "repeat": 2.5}, "tint": "lime"}
        """#))
    #expect(
      values["size"]
        == .animation(
          AnimationValue(
            frames: [
              .init(time: 0, value: .number(1), curve: .easeOut), .init(time: 2, value: .number(3)),
              .init(time: 2, value: .number(0)),
            ], mode: .cubicPaced, repeatCount: .infinity, autoreverse: true)))
    #expect(
      values["offset"]
        == .animation(AnimationValue(frames: [.init(time: 1, value: .point(Point(1, 2)))], repeatCount: 2.5)))
    #expect(values["tint"] == .color(Color(0, 1, 0)))
  }

  @Test("A fault inside a variable's value is reported at its own position")
  func insideVariables() {
    let text = """
      {"variables": {"frames": [{"at": 0, "value": 1},
        {"at": 1, "value": "x"}]},
       "canvas": {"size": [64, 64], "duration": 1},
       "stages": [{"id": "a", "stage": "dot", "parameters": {"size": {"keyframes": "$frames"}}}]}
      """
    #expect(
      messages(text) == ["2:22: stages[0].parameters.size.keyframes[1].value: expected a number, found a string"])
  }

  @Test("Keyframes that follow an output, and tracks, are listed with their positions")
  func references() throws {
    let text = job(
      parameters: #"{"size": {"follow": "m.bass", "keyframes": [{"at": -2, "value": 1}]}, "track": "music"}"#)
    let entry = try #require(read(text).job?.stages.first)
    #expect(entry.follows.map(\.parameter) == ["size"])
    #expect(
      entry.follows.map { [$0.stage, $0.output, $0.path] } == [["m", "bass", "stages[0].parameters.size.follow"]])
    #expect(entry.tracks.map { [$0.id, $0.path] } == [["music", "stages[0].parameters.track"]])
    #expect(entry.tracks.first?.position.line == entry.follows.first?.position.line)
    guard case .animation(let animation)? = entry.parameters["size"] else { throw StageError("no animation") }
    #expect(animation.follow == FollowedOutput(stage: "m", output: "bass") && animation.frames[0].time == -2)
  }
}
