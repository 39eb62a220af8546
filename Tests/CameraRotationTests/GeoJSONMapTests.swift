import StageKit
import StageTesting
import Testing

@testable import CameraRotation

private func feature(_ properties: String, area: Bool = false) -> String {
  let geometry =
    area
    ? #"{"type":"Polygon","coordinates":[[[0,0],[0.001,0],[0.001,0.001],[0,0.001],[0,0]]]}"#
    : #"{"type":"LineString","coordinates":[[0,0],[0.002,0.001]]}"#
  return #"{"type":"Feature","properties":{\#(properties)},"geometry":\#(geometry)}"#
}

private func collection(_ features: String...) -> String {
  #"{"type":"FeatureCollection","attribution":"© Somebody","features":[\#(features.joined(separator: ","))]}"#
}

private func rule(_ entries: (String, ParameterValue)...) -> ParameterValue {
  .object(ParameterValues(entries, path: "map.geojson.rules[0]"))
}

private func parameters(
  _ map: [(String, ParameterValue)] = [], _ more: (String, ParameterValue)...
) -> ParameterValues {
  let file = ParameterValue.file(FileReference(literal: "map.geojson", path: "map.geojson"))
  return ParameterValues(
    [("map", .variant("geojson", ParameterValues([("file", file)] + map, path: "map.geojson")))] + more)
}

/// Without the light of streets, unless it is asked for.
private func map(_ text: String, style: MapStyle = MapStyle(.dark), withLight: Bool = false) throws -> GroundMap {
  var map = try #require(GroundMap(PatchedFeatures(try GeoJSON.parse(Array(text.utf8))), style: style, edge: 0))
  if !withLight { map.layers.removeAll { if case .light = $0 { true } else { false } } }
  return map
}

@Suite("GeoJSON maps")
struct GeoJSONMapTests {
  @Test(
    "The built-in style knows plain tags and tile classes",
    arguments: [
      (#""highway":"primary""#, MapPalette.dark[.major], 12.0),
      (#""highway":"residential""#, MapPalette.dark[.street], 6),
      (#""highway":"footway""#, MapPalette.dark[.path], 1.5),
      (#""layer":"road","class":"street""#, MapPalette.dark[.street], 6),
      (#""layer":"road","class":"path""#, MapPalette.dark[.path], 1.5),
      (#""layer":"road","class":"motorway""#, MapPalette.dark[.motorway], 14),
      (#""highway":"primary","tunnel":"yes","layer":"-1""#, MapPalette.dark[.tunnel], 4),
      (#""layer":"transportation","class":"primary","brunnel":"tunnel""#, MapPalette.dark[.tunnel], 4),
      (#""layer":"roads","kind":"major_road","is_tunnel":true"#, MapPalette.dark[.tunnel], 4),
      (#""layer":"roads","kind":"major_road""#, MapPalette.dark[.major], 12),
      (#""layer":"streets","kind":"residential","tunnel":true"#, MapPalette.dark[.tunnel], 4),
    ])
  func styleKnowsLines(properties: String, color: Color, width: Double) throws {
    let map = try map(collection(feature(properties)))
    guard case .line(_, let found, let pen) = try #require(map.layers.first) else { throw StageError("no line") }
    #expect(found == color)
    #expect(pen.width == width)
    #expect(pen.order == .outlineThenTransform)
    #expect(map.layers.count == 1)
  }

  @Test(
    "The built-in style knows areas",
    arguments: [
      (#""building":"yes""#, MapPalette.dark[.building]),
      (#""layer":"building","height":9"#, MapPalette.dark[.building]),
      (#""leisure":"park""#, MapPalette.dark[.green]), (#""layer":"landuse","class":"park""#, MapPalette.dark[.green]),
      (#""natural":"sea","map_layer":"water""#, MapPalette.dark[.water]),
      (#""layer":"water""#, MapPalette.dark[.water]),
      (#""landuse":"residential""#, MapPalette.dark[.land]), (#""man_made":"pier""#, MapPalette.dark[.pier]),
      (#""natural":"beach""#, MapPalette.dark[.sand]),
    ])
  func styleKnowsAreas(properties: String, color: Color) throws {
    let map = try map(collection(feature(properties, area: true)))
    let areas = map.layers.compactMap { layer in if case .area(_, let color) = layer { color } else { nil } }
    #expect(areas == [color])
  }

  @Test(
    "What is not there yet, or any more, is left out",
    arguments: [#""highway":"proposed""#, #""railway":"abandoned""#, #""natural":"coastline""#, #""name":"nothing""#])
  func unbuiltIsLeftOut(properties: String) throws {
    #expect(try map(collection(feature(properties))).layers.isEmpty)
  }

  @Test("Every built-in rule can be read")
  func builtInRulesCanBeRead() { #expect(MapStyle(.dark).rules.count == MapStyle.entries.count) }

  @Test("Features that look alike share a layer, and buildings lie below roads")
  func alikeFeaturesShareALayer() throws {
    let map = try map(
      collection(
        feature(#""highway":"primary""#), feature(#""building":"yes""#, area: true), feature(#""highway":"secondary""#),
        feature(#""building":"house""#, area: true)))
    #expect(map.layers.count == 2)
    guard case .area(let buildings, _) = map.layers[0], case .line(let roads, _, _) = map.layers[1] else {
      throw StageError("wrong layers")
    }
    #expect(buildings.points.count == 8)
    #expect(roads.points.count == 4)
  }

  @Test("At night the light of streets lies below all of them and above areas; footways and days have none")
  func light() throws {
    let text = collection(
      feature(#""highway":"primary""#), feature(#""leisure":"park""#, area: true), feature(#""highway":"residential""#),
      feature(#""highway":"footway""#))
    let night = try map(text, withLight: true)
    guard case .area = night.layers[0], case .light(let streets, let color) = night.layers[1], night.layers.count == 5
    else { throw StageError("wrong layers") }
    #expect(streets.points.count == 4)
    #expect(color == MapPalette.dark[.streetLight])
    let day = try map(text, style: MapStyle(.light), withLight: true)
    #expect(!day.layers.contains { if case .light = $0 { true } else { false } })
  }

  @Test("In the light style all casings of a kind lie below all of its roads")
  func casingsLieBelow() throws {
    let map = try map(
      collection(feature(#""highway":"residential""#), feature(#""highway":"primary""#)), style: MapStyle(.light))
    let widths = map.layers.map { (layer) -> Double in if case .line(_, _, let pen) = layer { pen.width } else { 0 } }
    #expect(widths == [7.6, 6, 13.6, 12])
  }

  @Test("Bridges lie above other roads and above each other by their layer, each set off from what it crosses")
  func bridgesLieAbove() throws {
    let map = try map(
      collection(
        feature(#""highway":"residential","bridge":"yes","layer":"2""#),
        feature(#""highway":"primary","bridge":"yes""#),
        feature(#""highway":"motorway""#), feature(#""highway":"residential","bridge":"no""#)))
    let lines = map.layers.map { (layer) -> Color in if case .line(_, let color, _) = layer { color } else { .clear } }
    let dark = MapPalette.dark
    #expect(
      lines == [
        dark[.street], dark[.motorway], dark[.background], dark[.major], dark[.background], dark[.street],
      ])
  }

  @Test("Railways are solid lines with dashes in them")
  func railways() throws {
    let map = try map(collection(feature(#""railway":"rail""#)))
    let pens = map.layers.compactMap { layer in if case .line(_, _, let pen) = layer { pen } else { nil } }
    #expect(pens.map(\.dashes) == [[], [8, 8]])
    #expect(pens.map(\.width) == [2.5, 1.5])
  }

  @Test("Trees are circles, as are the points that a job's rule is for")
  func points() throws {
    func point(_ properties: String) -> String {
      #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[0.001,0.001]}}"#
    }
    let line = feature(#""highway":"primary""#)
    let trees = try map(collection(line, point(#""natural":"tree""#), point(#""amenity":"bench""#)))
    guard case .area(let tree, let color) = try #require(trees.layers.first) else { throw StageError("no area") }
    #expect(trees.layers.count == 2)
    #expect(color == MapPalette.dark[.pitch])
    let bounds = try #require(tree.bounds)
    #expect(abs(bounds.width - 4.4) < 1e-9 && abs(bounds.height - 4.4) < 1e-9)
  }

  @Test("The first of a job's rules that fits comes before the style's")
  func ownRulesComeFirst() throws {
    let context = FakeContext(files: ["map.geojson": collection(feature(#""highway":"primary","lanes":4"#))])
    let rules = ParameterValue.list([
      rule(("match", .text("highway=primary & lanes!=4")), ("stroke", .color(.black))),
      rule(
        ("match", .text("highway = primary|trunk & geometry=line")), ("stroke", .color(.white)), ("width", .number(3)),
        ("widthUnit", .text("points"))),
      rule(("match", .text("highway=*")), ("stroke", .color(.black))),
    ])
    let stage = try CameraRotation(parameters([("rules", rules)]), context)
    let drawing = try stage.frame(at: StageTime(seconds: 0), Inputs()).drawing
    let strokes = drawing.commands.compactMap { command -> (StrokeStyle, Paint)? in
      if case .stroke(_, let pen, let paint, let t) = command, !t.isAffine || t.m11 != 1 { (pen, paint) } else { nil }
    }
    #expect(strokes.count == 1)
    #expect(strokes.first?.0.width == 3)
    #expect(strokes.first?.0.order == .transformThenOutline)
    #expect(strokes.first?.1 == .color(.white))
  }

  @Test("A rule without colors hides its features")
  func colorlessRuleHides() throws {
    let context = FakeContext(files: ["map.geojson": collection(feature(#""highway":"primary""#))])
    let stage = try CameraRotation(
      parameters(
        [("rules", .list([rule(("match", .text("highway=*")))])), ("edge", .number(0))],
        ("attribution", .text(""))), context)
    #expect(try stage.frame(at: StageTime(seconds: 0), Inputs()).drawing.commands.count == 1)
  }

  @Test(
    "A condition that cannot be read is reported with its position",
    arguments: ["highway", "=x", "a=b&", "a=|b", ""])
  func badConditionIsRefused(text: String) {
    let context = FakeContext(files: ["map.geojson": collection(feature(#""highway":"primary""#))])
    let error = #expect(throws: StageError.self) {
      try CameraRotation(parameters([("rules", .list([rule(("match", .text(text)))]))]), context)
    }
    #expect(error?.parameter == "map.geojson.rules[0].match")
  }

  @Test("Holes wind against their outlines, whichever way the file has them")
  func holesWindBack() throws {
    let outer = "[[0,0],[0.003,0],[0.003,0.003],[0,0.003],[0,0]]"
    for hole in [
      "[[0.001,0.001],[0.002,0.001],[0.002,0.002],[0.001,0.002],[0.001,0.001]]",
      "[[0.001,0.001],[0.001,0.002],[0.002,0.002],[0.002,0.001],[0.001,0.001]]",
    ] {
      let text =
        #"{"type":"Feature","properties":{"building":"yes"},"geometry":{"type":"Polygon","coordinates":[\#(outer),\#(hole)]}}"#
      guard case .area(let path, _) = try #require(try map(text).layers.first) else { throw StageError("no area") }
      func area(_ p: ArraySlice<Point>) -> Double {
        zip(p, p.dropFirst() + p.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) }
      }
      #expect(area(path.points[0..<4]) > 0)
      #expect(area(path.points[4..<8]) < 0)
    }
  }

  @Test("A fault in the file is reported with the file's own line and column")
  func faultHasTheFilesPosition() {
    let context = FakeContext(files: ["map.geojson": "{\n  \"type\": \"FeatureCollection\",\n  \"features\": 3\n}"])
    let error = #expect(throws: StageError.self) { try CameraRotation(parameters(), context) }
    #expect(error?.message.hasPrefix("map.geojson:3:15:") == true)
    #expect(error?.parameter == "map.geojson.file")
  }

  @Test("The map's attribution is drawn unless the job names another or none")
  func attributionIsDrawn() throws {
    let files = ["map.geojson": collection(feature(#""highway":"primary""#))]
    for (own, expected) in [(nil, ["© Somebody"]), ("© Me", ["© Me"]), ("", [])] as [(String?, [String])] {
      let context = FakeContext(files: files)
      let entries = own.map { [("attribution", ParameterValue.text($0))] } ?? []
      let file = ParameterValue.file(FileReference(literal: "map.geojson", path: "map.geojson"))
      _ = try CameraRotation(
        ParameterValues([("map", .variant("geojson", ParameterValues([("file", file)])))] + entries), context)
      #expect(context.requests.map(\.text) == expected)
    }
    let context = FakeContext()
    _ = try CameraRotation(ParameterValues(), context)
    #expect(context.requests.isEmpty)
  }
}
