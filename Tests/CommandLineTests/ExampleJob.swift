import Foundation
import JobFile
import Reporting
import StageKit
import TestSupport

@testable import pipeline

/// An example of the documentation as a whole job.
///
/// A part becomes one by these rules: an object with `canvas` or `extends` is a job; objects with `stage` are stages; an object
/// with `keyframes` is the value of a parameter; an object of texts alone is a file of strings; members are a job's where all
/// of them may be, or else parameters of the first stage that has them all. What it refers to and does not hold is added: a
/// stage of a known name, a variable, a file.
struct ExampleJob {
  private let value: JSONValue
  /// True if it says how its videos are named, which others may do alike.
  var namesOutputs: Bool { value["outputs"] != nil }
  /// The content of a file of strings.
  private var strings: JSONValue?

  private static let definitions = StageLoading.registry().definitions
  private static let members = Set([
    "name", "canvas", "variables", "fields", "variants", "stages", "outputs", "sounds", "subtitles", "fonts", "locale",
    "loop",
    "loudness",
  ])

  /// Nil for what is none.
  init?(_ text: String) {
    if let value = JSONValue(parsing: Array(text.utf8)), case .object(let members) = value {
      if value["canvas"] != nil || value["extends"] != nil {
        self.value = value
      } else if value["stage"] != nil {
        self.value = Self.job(stages: [value], text)
      } else if value["keyframes"] != nil {
        self.value = Self.job(stages: [Self.stage("shape", [.init("scale", value)])], text)
      } else if members.allSatisfy({ $0.value.string != nil }) {
        strings = value
        self.value = Self.job(
          [
            .init("variables", .object([.init("hours", 3)] + members.map { .init($0.key, "") })),
            .init("variants", ["locale": ["strings": "strings/*.json"]]),
          ], stages: [], text)
      } else {
        return nil
      }
    } else if let list = JSONValue(parsing: Array("[\(text)]".utf8))?.items {
      guard list.allSatisfy({ $0["stage"] != nil }) else { return nil }
      value = Self.job(stages: list, text)
    } else if case .object(let members)? = JSONValue(parsing: Array("{\(text)}".utf8)) {
      if members.allSatisfy({ Self.members.contains($0.key) }) {
        value = Self.job(members, stages: [], text)
      } else {
        let first = ["camera-rotation", "polyline-sweep", "caption", "shape"]
        let names = first + Self.definitions.map(\.name)
        let owner = names.first { name in
          guard let definition = Self.definitions.first(where: { $0.name == name }) else { return false }
          return members.allSatisfy { member in definition.parameters.contains { $0.name == member.key } }
        }
        guard let owner else { return nil }
        value = Self.job(stages: [Self.stage(owner, members)], text)
      }
    } else {
      return nil
    }
  }

  /// A stage with some parameters and, for the others, those of its example.
  private static func stage(_ name: String, _ parameters: [JSONValue.Member]) -> JSONValue {
    guard let definition = definitions.first(where: { $0.name == name }) else { return .null }
    let usual = name == "camera-rotation" ? [.init("map", ["none": [:]])] : StageExample(definition).parameters
    let others = usual.filter { member in !parameters.contains { $0.key == member.key } }
    return ["id": "it", "stage": .string(name), "parameters": .object(parameters + others)]
  }

  /// The smallest job with these members and stages, and with what they refer to.
  private static func job(
    _ members: [JSONValue.Member] = [], stages: [JSONValue], _ text: String
  ) -> JSONValue {
    let added = cast.filter { name, _ in
      !text.contains("\"id\": \"\(name)\"") && (text.contains("\"\(name).") || text.contains(": \"\(name)\""))
    }
    // Rows of a table fill all of them.
    var known = variables.filter { text.contains($0.key) || text.contains("\"data\"") }
    if case .object(let own)? = members.first(where: { $0.key == "variables" })?.value {
      known = known.filter { variable in !own.contains { $0.key == variable.key } } + own
    }
    let usual: [JSONValue.Member] = [
      .init("canvas", ["size": [540, 960], "fps": 10, "duration": 20]), .init("variables", .object(known)),
      .init("stages", .array(added.map(\.stage) + stages)),
    ]
    let kept = members.filter { $0.key != "variables" }
    return .object(usual.filter { member in !kept.contains { $0.key == member.key } } + kept)
  }

  /// Stages that examples name.
  private static let cast: [(name: String, stage: JSONValue)] = [
    ("camera", ["id": "camera", "stage": "camera-rotation", "parameters": ["map": ["none": [:]]]]),
    ("pin", ["id": "pin", "stage": "pin-morph"]),
    ("card", ["id": "card", "stage": "shape", "parameters": ["rect": ["size": [200, 100]], "fill": "#4F46E5"]]),
  ]

  /// Variables that examples name.
  private static let variables: [JSONValue.Member] = [
    .init("accent", "#FFC24B"), .init("ink", "#223344"), .init("headline", "A week by the sea"), .init("city", "Rome"),
    .init("minutes", 12), .init("columns", 1), .init("code", "LIS"), .init("price", 49), .init("date", "2027-03-12"),
  ]

  /// Writes it, and the files that it names, into a folder.
  func write(to file: String, in folder: TemporaryFolder) throws {
    var value = value
    if let strings {
      try folder.write(strings.text, to: "\(file)-strings/de.json")
      value = value.replacing("strings/*.json", with: "\(file)-strings/de.json")
    }
    try folder.write(value.prettyText, to: file)
    for name in value.texts { try ExampleFiles.write(name, in: folder) }
  }
}

extension JSONValue {
  fileprivate func replacing(_ text: String, with other: String) -> JSONValue {
    switch self {
    case .string(text): .string(other)
    case .array(let items): .array(items.map { $0.replacing(text, with: other) })
    case .object(let members): .object(members.map { .init($0.key, $0.value.replacing(text, with: other)) })
    default: self
    }
  }
}

/// Files that examples of the documentation name: those of the checkout, or small ones of the same kind.
enum ExampleFiles {
  /// The names of maps that no checkout has.
  static let absentEndings = [".pmtiles'", ".osm.pbf'", ".tif'"]

  private static let shipped = [
    "csv": "jobs/campaign/offers.csv", "jpg": "jobs/data/passport-portrait.png", "mp3": "jobs/sounds/pad.wav",
    "mp4": "jobs/media/celebrate.mp4", "otf": "Tests/TextTests/Data/color-layers.ttf",
    "png": "jobs/data/passport-portrait.png", "svg": "jobs/media/badge.svg",
    "ttf": "Sources/CFonts/Fonts/JetBrainsMono-Bold.ttf", "vtt": "jobs/media/words.vtt", "wav": "jobs/sounds/tick.wav",
    "woff2": "Tests/TextTests/Data/packed.woff2",
  ]

  private static let made = [
    "offers.csv": "id,code,price,date,accent\nlisbon,LIS,49,2027-03-12,#FF8A4C\npalermo,PMO,39,2027-03-19,#FF6F61\n",
    "sales.csv": "month,online,stores\nJan,120,180\nFeb,135,172\nMar,,190\n",
    "base.json": """
    { "canvas": { "size": [540, 960], "duration": 4 },
      "stages": [{ "id": "title", "stage": "caption", "parameters": { "text": "Hello" } }] }
    """,
    "brand.json": ##"{ "variables": { "accent": "#FFC24B" } }"##,
    "parts/logo.json":
      #"{ "stages": [{ "id": "logo", "stage": "shape", "parameters": { "circle": { "radius": 20 }, "fill": "red" } }] }"#,
  ]

  private static let kinds = [
    "cube": "LUT_1D_SIZE 2\n0 0 0.02\n1 0.98 0.95\n",
    "srt": "1\n00:00:00,500 --> 00:00:02,000\nEvery film has sound.\n",
    "geojson": """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"highway": "primary"}, "geometry": {"type": "LineString",
        "coordinates": [[7.4187, 43.7325], [7.4246, 43.7384], [7.4392, 43.7477]]}},
      {"type": "Feature", "properties": {"building": "yes"}, "geometry": {"type": "Polygon",
        "coordinates": [[[7.42, 43.73], [7.421, 43.73], [7.421, 43.731], [7.42, 43.73]]]}}]}
    """,
    "gpx": """
    <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1"><trk><trkseg>
    <trkpt lat="43.7325" lon="7.4187"><ele>30</ele><time>2026-01-01T10:00:00Z</time></trkpt>
    <trkpt lat="43.7384" lon="7.4246"><ele>35</ele><time>2026-01-01T10:05:00Z</time></trkpt>
    <trkpt lat="43.7477" lon="7.4392"><ele>31</ele><time>2026-01-01T10:12:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """,
    "kml": "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>"
      + (1...3).map { number in
        "<Placemark><LineString><coordinates>7.\(number),43.7 7.\(number),43.8</coordinates></LineString></Placemark>"
      }.joined() + "</Document></kml>",
  ]

  /// Writes a file if a text is the name of one that is not there.
  static func write(_ name: String, in folder: TemporaryFolder) throws {
    if name == "strings/*.json" {
      for locale in ["ar", "en"] { try folder.write(#"{ "headline": "A week" }"#, to: "strings/\(locale).json") }
      return
    }
    guard !name.contains(" "), !name.contains("{"), !FileManager.default.fileExists(atPath: folder.file(name)) else {
      return
    }
    let ending = (name as NSString).pathExtension.lowercased()
    if let text = made[name] ?? kinds[ending] { return try folder.write(text, to: name) }
    let same = ["jobs", "Templates/pieces"].map { projectFolder.appendingPathComponent("\($0)/\(name)") }
    let source =
      same.first { FileManager.default.fileExists(atPath: $0.path) }
      ?? shipped[ending].map { projectFolder.appendingPathComponent($0) }
    guard let source, !ending.isEmpty else { return }
    try folder.write("", to: name)
    try Data(contentsOf: source).write(to: folder.url.appendingPathComponent(name))
  }
}

extension JSONValue {
  /// All texts in it, without keys.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    default: []
    }
  }
}
