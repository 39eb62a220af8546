import JobFile
import LottieFiles
import Reporting
import StageKit
import Text

/// The description of a Lottie file, as text or as JSON.
struct LottieReport {
  let description: LottieDescription
  let file: String
  /// An entry of a job's stages.
  let stage: JSONValue
  let warnings: [String]
  /// True if the text has all layers and values.
  let isComplete: Bool

  /// The greatest number of lines of a list that is not complete.
  private static let maxLines = 40

  // MARK: Text

  /// A paragraph for each kind of content that the file has.
  var text: String {
    var result = "\(file.escapingControlCharacters): \(summary)\n"
    func add(_ title: String, _ lines: [String]) {
      if !lines.isEmpty { result += "\n\(title)\n" + lines.map { $0.escapingControlCharacters + "\n" }.joined() }
    }
    if description.animations.count > 1 { add("animations (--animation)", table(description.animations.map { [$0] })) }
    add("layers, with the seconds in which they are shown", brief(table(rows(of: description.layers, depth: 0))))
    add("markers", table(description.header.markers.map(Self.row)))
    add("slots (set)", table(description.slots.map { [$0.path, $0.kind, $0.text] }))
    add("values (set)", values)
    let fonts = description.fonts.map { [Self.name(of: $0), Self.source(of: $0)] }
    add("fonts", table(fonts))
    add("pictures", table(description.pictures.map { [$0.id, $0.file ?? "in the file"] }))
    add("sounds", table(description.sounds.map { [$0.id, $0.file ?? "in the file"] }))
    add("features", table(description.features.isEmpty ? [] : [[description.features.joined(separator: ", ")]]))
    add(
      "not drawn, or drawn otherwise",
      table(warnings.filter { warning in !fonts.contains { $0[1] == warning } }.map { [$0] }))
    return result + "\nstage\n" + stage.prettyText
  }

  private var summary: String {
    let (width, height) = (
      JSONValue.numberText(description.header.size.width), JSONValue.numberText(description.header.size.height)
    )
    return "\(width) × \(height), \(Self.number(description.header.framesPerSecond)) frames a second, "
      + "\(Self.number(description.header.frameCount)) frames, \(Self.number(description.header.duration)) s"
  }

  private func table(_ rows: [[String]]) -> [String] { TextTable.lines(rows) }

  /// The first lines, and how many others there are.
  private func brief(_ lines: [String]) -> [String] {
    guard !isComplete, lines.count > Self.maxLines else { return lines }
    return lines.prefix(Self.maxLines - 1) + ["  … and \(lines.count - Self.maxLines + 1) more: --all"]
  }

  private func rows(of layers: [LottieDescription.Layer], depth: Int) -> [[String]] {
    layers.flatMap { layer in
      let time = layer.time.map { "\(Self.number($0.lowerBound))…\(Self.number($0.upperBound))" } ?? ""
      let name = String(repeating: "  ", count: depth) + layer.name
      return [[name, layer.kind + (layer.isHidden ? ", hidden" : ""), time]] + rows(of: layer.layers, depth: depth + 1)
    }
  }

  private static func row(_ marker: LottieHeader.Marker) -> [String] {
    [marker.name, "at \(number(marker.start)) s" + (marker.duration > 0 ? ", \(number(marker.duration)) s long" : "")]
  }

  /// Colors and texts, and how many others there are.
  private var values: [String] {
    let shown = isComplete ? description.values : description.values.filter { ["color", "text"].contains($0.kind) }
    var lines = brief(
      table(shown.map { [$0.path, $0.kind, $0.text + ($0.count > 1 ? ", the first of \($0.count)" : "")] }))
    let rest = description.values.count - shown.count
    if rest > 0 { lines.append("  … and \(rest) positions, sizes and other numbers: --all") }
    return lines
  }

  private static func name(of font: LottieDescription.Font) -> String {
    font.style.isEmpty ? font.family : "\(font.family) \(font.style)"
  }

  /// The source of a font's letters.
  private static func source(of font: LottieDescription.Font) -> String {
    if font.isInFile { return "its letters are in the file" }
    let missing = substitutions(of: font)
    return missing.isEmpty ? "installed" : missing.joined(separator: " ")
  }

  /// The sentences that say which font takes its place; empty where it is installed.
  private static func substitutions(of font: LottieDescription.Font) -> [String] {
    let style = TextStyle(
      families: [font.family, "sans-serif"], weight: font.weight, isItalic: font.isItalic, size: 12)
    do {
      return try engine.layout(TextRequest("A", style: style)).substitutions
    } catch {
      return [error.message]
    }
  }

  private static let engine = TextEngine()

  /// At most three digits after the point.
  private static func number(_ value: Double) -> String { JSONValue.numberText((value * 1000).rounded() / 1000) }

  // MARK: JSON

  var json: JSONValue {
    func list<T>(_ items: [T], _ json: (T) -> JSONValue) -> JSONValue { .array(items.map(json)) }
    func value(_ value: LottieDescription.Value) -> JSONValue {
      .members([
        "path": .string(value.path), "kind": .string(value.kind), "value": .string(value.text),
        "count": value.count > 1 ? .number(Double(value.count)) : nil,
      ])
    }
    func asset(_ asset: LottieDescription.Asset) -> JSONValue {
      .members(["id": .string(asset.id), "file": asset.file.map { .string($0) }])
    }
    return [
      "file": .string(file), "animations": list(description.animations) { .string($0) },
      "size": [.number(description.header.size.width), .number(description.header.size.height)],
      "fps": .number(description.header.framesPerSecond), "frames": .number(description.header.frameCount),
      "seconds": .number(description.header.duration), "layers": list(description.layers, Self.json),
      "markers": list(description.header.markers) {
        ["name": .string($0.name), "at": .number($0.start), "duration": .number($0.duration)]
      },
      "slots": list(description.slots, value), "values": list(description.values, value),
      "fonts": list(description.fonts) { font in
        [
          "family": .string(font.family), "style": .string(font.style), "inFile": .boolean(font.isInFile),
          "found": .boolean(font.isInFile || Self.substitutions(of: font).isEmpty),
        ]
      },
      "pictures": list(description.pictures, asset), "sounds": list(description.sounds, asset),
      "features": list(description.features) { .string($0) }, "warnings": list(warnings) { .string($0) },
      "stage": stage,
    ]
  }

  private static func json(_ layer: LottieDescription.Layer) -> JSONValue {
    .members([
      "name": .string(layer.name), "kind": .string(layer.kind),
      "time": layer.time.map { [.number($0.lowerBound), .number($0.upperBound)] },
      "hidden": layer.isHidden ? true : nil,
      "layers": layer.layers.isEmpty ? nil : .array(layer.layers.map(json)),
    ])
  }
}
