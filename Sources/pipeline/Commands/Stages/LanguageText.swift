import Formats
import JobFile
import StageKit

/// The whole language of job files as one page of text, for language models.
///
/// Parameters that several stages share are described once, and named after that.
struct LanguageText {
  private let definitions: [StageDefinition]
  /// The parameters that several stages share, in the order in which they first occur.
  private let shared: [ParameterDeclaration]

  init(_ definitions: [StageDefinition]) {
    self.definitions = definitions
    var counts: [String: Int] = [:]
    var order: [ParameterDeclaration] = []
    for declaration in definitions.flatMap(\.parameters) {
      let line = Self.line(declaration)
      if counts[line] == nil { order.append(declaration) }
      counts[line, default: 0] += 1
    }
    shared = order.filter { counts[Self.line($0)] ?? 0 > 2 }
  }

  var text: String {
    var writer = Writer()
    var text =
      Self.introduction
      + "\n## Keys of a job\n" + JobReference.objects.map { writer.section($0) }.joined()
      + "\n## Values of parameters\n" + JobReference.values.map { writer.section($0) }.joined()
    var described: Set<String> = []
    let own = definitions.flatMap(\.ownSchemas).filter { described.insert($0.name).inserted }
    text += own.map { writer.section($0) }.joined()
    text += "\n## Options of codecs, keys of an output\n\n" + Self.options(&writer)
    text +=
      "\n## Parameters that many stages have\n\n"
      + "Stages with PLACEMENT have the inputs and outputs \(Placement.ports.joined(separator: ", ")), where they apply. Whatever draws has the output drawing.\n"
      + Self.groups.map { "\($0.word) stands for \($0.names.joined(separator: ", ")).\n" }.joined() + "\n"
      + writer.lines(shared, depth: 0)
    return text + "\n## Stages\n" + definitions.map { writer.section($0) }.joined()
  }

  /// Objects of which the introduction has an example.
  private static let introduced: Set<String> = [
    "job", "canvas", "stages", "stage", "output", "start", "place", "keyframes", "keyframe",
  ]

  private static let introduction = """
    # pipeline: the language of job files

    > pipeline renders videos of animations from JSON job files: `pipeline run JOB.json`. This page is the whole language. Check
    > a job with `pipeline validate JOB.json`, which names each fault, and look at it with
    > `pipeline sheet JOB.json`. `pipeline stages NAME` says more of a stage.

    ## How to write a job

    ```json
    {
      "name": "hello",
      "canvas": { "size": [540, 960], "scale": 2, "fps": 60, "duration": 4, "background": "#12151B" },
      "variables": { "accent": "#F59E0B" },
      "stages": [
        { "id": "card", "stage": "shape", "enter": "rise",
          "parameters": { "rect": { "size": [360, 200], "radius": 28 }, "fill": "$accent" } },
        { "id": "title", "stage": "caption", "start": 0.4, "duration": 3, "enter": "fade", "exit": "fade",
          "parameters": { "text": "Hello", "size": 64, "weight": 700, "color": "white" } }
      ],
      "outputs": [{ "file": "hello.mp4" }]
    }
    ```

    - JSON with comments. Lengths are points of the canvas, x to the right and y down from the top left; a stage without a `position` is in the middle.
      Times are seconds, angles degrees clockwise, colors CSS's, fractions from 0 to 1.
    - Stages are drawn in their order, later ones on top. Each has an `id`, a kind (`stage`), `parameters`, and optionally `start`
      (seconds, or `{ "after": "title.revealed", "delay": 0.2 }` for a moment of another), `duration`, `enter`, `exit`, `emphasis`, `parent`, `matte`, `place`,
      `blend` and `effects` in its parameters, and `inputs` such as `{ "position": "way.position" }`, which take outputs of others.
    - Where keyframes are allowed a value may be `{ "keyframes": [{ "at": 0, "value": 0, "curve": "ease-out" }, { "at": 1, "value": 100 }] }`; their times count
      from the stage's start. An expression is a string that begins with `=`: `"= canvas.width / 2 - 24"`, and with `time` it moves:
      `"= 0.5 + 0.5 * sin(360 * time)"`. `"$accent"` is a variable's value, `"{minutes} min"` puts values into a text.
      What a `repeater` holds has `index` and `count`: `"= rows[index]"` is a copy's value of a list.
    - A `group` holds `stages`, draws them as one and lays them out: `"layout": { "row": { "gap": 12, "align": "start" } }`, `"plate": { "paint": "white",
      "padding": [24, 16] }`. A `sequence` plays its `stages` one after the other; transitions overlap their scenes, and shorten the whole.
      `place` puts a stage next to another: `"place": { "below": "title", "gap": 16 }`.
    - A stage that others take as `matte` or `drawing` is not drawn by itself, unless it has `"hidden": false`. Parts of a text between `<name>` and `</name>` have the
      style of that name. A `counter` of `"style": "percent"` shows 40 as 40 %.
    - Curves have names: linear, ease-in, ease-out, ease-in-out, smooth, back-out, elastic-out, bounce-out, sine-in-out, spring, apple-bouncy,
      and others that `pipeline curves` lists; or `cubic-bezier(0.16, 1, 0.3, 1)`.
    - A map is the stage `camera-rotation` with a made-up city around 0° N 0° E (`"map": { "city": { "seed": 7 } }`) or data; `polyline-sweep`, `pin-morph`,
      `vehicle` and others stand on it with `"inputs": { "camera": "map.camera" }`. A route is a file or a list of places: `[[0, 0], [0.01, 0.002]]`.
      A `pin-morph` with `"look": "marker"` jumps on and on, unless `"timing": "still"`.

    Below, `*` marks what must be given, `~` what takes keyframes, and `=` precedes what holds otherwise. Inputs and outputs are
    numbers unless they say or are named otherwise. What a line "and …" names is described
    above.

    """

  private static func options(_ writer: inout Writer) -> String {
    Codecs.all.map { codec in "- `\(codec.name)`: \(codec.summary)\n" + writer.lines(codec.options, depth: 1) }.joined()
  }

  // MARK: Lines

  /// Writes sections, and knows what it has described.
  private struct Writer {
    private var known: Set<String> = []

    mutating func section(_ named: NamedSchema) -> String {
      let example =
        LanguageText.introduced.contains(named.name) ? "" : " E.g. `\(LanguageText.oneLine(named.example))`"
      var text = "\n### \(named.name)\n\n\(named.summary)\(example)\n\n"
      for form in named.schema.forms {
        switch form {
        case .object(let fields): text += lines(fields, depth: 0)
        case .variant(let variants):
          for variant in variants {
            text += "- `\(variant.name)`: \(LanguageText.clause(variant.summary))\n" + lines(variant.fields, depth: 1)
          }
        default: text += "- or \(form.plainLabel)\n"
        }
      }
      return text
    }

    mutating func section(_ definition: StageDefinition) -> String {
      let example = LanguageText.oneLine(StageExample(definition).ownText)
      var text = "\n### \(definition.name)\n\n\(definition.summary) E.g. `\(example)`\n\n"
      text += lines(definition.parameters, depth: 0)
      let isPlaced = LanguageText.groups[1].names.allSatisfy { name in
        definition.parameters.contains { $0.name == name }
      }
      let usual = isPlaced ? Set(Placement.ports) : []
      // Most are numbers, and many others are named after their kind.
      func kind(_ port: PortDefinition) -> String {
        port.type == .number || port.name == port.type.rawValue ? "" : " (\(port.type.rawValue))"
      }
      let inputs = definition.inputs.filter { !usual.contains($0.name) }.map {
        "\($0.name)\($0.isOptional ? "" : "*")\(kind($0))"
      }
      let outputs = definition.outputs.filter { $0.name != "drawing" && !usual.contains($0.name) }.map {
        "\($0.name)\(kind($0))"
      }
      for (title, names) in [
        ("Inputs", inputs), ("Outputs", outputs), ("Moments", definition.moments.map(\.name)),
        ("Cues", definition.cues.map(\.name)),
      ] where !names.isEmpty {
        text += "- \(title): \(names.joined(separator: ", "))\n"
      }
      return text
    }

    /// A line for each that is new, with what is in it, and one with the names of the others.
    mutating func lines(_ declarations: [ParameterDeclaration], depth: Int) -> String {
      let indent = String(repeating: "  ", count: depth)
      // Rows of a table, such as a color for each part of a map, need no lines of their own.
      let kinds = Set(declarations.map { LanguageText.label($0.schema) })
      if declarations.count > 8, kinds.count == 1, let kind = kinds.first, !kind.contains("object") {
        return "\(indent)- each (\(kind)): \(declarations.map(\.name).joined(separator: ", "))\n"
      }
      if depth > 0 {
        // The kinds of values in long lists of a part are left to the page of the stage.
        let names = declarations.map { declarations.count > 5 ? "`\($0.name)`" : LanguageText.name($0) }
        return names.isEmpty ? "" : "\(indent)- \(names.joined(separator: ", "))\n"
      }
      var text = ""
      var others: [String] = []
      for declaration in declarations {
        let line = LanguageText.line(declaration)
        var probe = self
        let block = indent + line + "\n" + probe.nested(declaration.schema, depth: depth + 1)
        if known.contains(line) {
          others.append(declaration.name)
        } else {
          self = probe
          known.insert(line)
          text += block
        }
      }
      return others.isEmpty ? text : text + "\(indent)- and \(LanguageText.named(others))\n"
    }

    private mutating func nested(_ schema: ParameterSchema, depth: Int) -> String {
      switch schema {
      case .list(let item, _), .animated(let item): return nested(item, depth: depth)
      case .object(let fields): return lines(fields, depth: depth)
      case .variant(let variants):
        let indent = String(repeating: "  ", count: depth)
        return variants.map { variant in
          let form = "\(indent)- `\(variant.name)`: \(LanguageText.clause(variant.summary))\n"
          guard known.insert(form.trimmingPrefix(indent) + "").inserted else { return "\(indent)- `\(variant.name)`\n" }
          return form + lines(variant.fields, depth: depth + 1)
        }.joined()
      default: return ""
      }
    }
  }

  /// Groups of parameters that stages have together, by a word of this page.
  private static let groups: [(word: String, names: [String])] = [
    ("TYPE", TextParameters.declarations.map(\.name).filter { $0 != "weight" && $0 != "size" }),
    ("PLACEMENT", Placement.declarations.map(\.name).filter { $0 != "position" }),
    ("CORNERS", CornerParameters.declarations.map(\.name).filter { $0 != "radius" }),
  ]

  /// Names, with a word for those of a whole group.
  private static func named(_ names: [String]) -> String {
    var rest = names
    var words: [String] = []
    for group in groups where group.names.allSatisfy(rest.contains) {
      rest.removeAll { group.names.contains($0) }
      words.append(group.word)
    }
    return (rest + words).joined(separator: ", ")
  }

  /// A name with its kind of value and its default.
  private static func name(_ declaration: ParameterDeclaration) -> String {
    let isRequired = declaration.isRequired
    let standard = isRequired ? "" : declaration.defaultLabel.map { "=\($0)" } ?? ""
    return "`\(declaration.name)`\(isRequired ? "*" : "") (\(label(declaration.schema))\(standard))"
  }

  /// The same with its meaning, as far as the first clause says it.
  private static func line(_ declaration: ParameterDeclaration) -> String {
    "- \(name(declaration)): \(clause(declaration.summary).trimmingPrefix(#/The |An? /#))"
  }

  /// The beginning of a sentence, up to what only adds to it.
  private static func clause(_ summary: String) -> String {
    let ends = ["; ", ". ", ", which", ", so that", " unless given"]
    let cut = ends.compactMap { summary.firstRange(of: $0)?.lowerBound }.min() ?? summary.endIndex
    let text = summary[..<cut].hasSuffix(".") ? summary[..<cut].dropLast() : summary[..<cut]
    let words = text.split(separator: " ")
    guard words.count > 7 else { return String(text) }
    // A long clause ends with its last part that is whole within seven words, or as it happens.
    let begin = words.prefix(7).joined(separator: " ")
    let end = begin.lastIndex { $0 == "," || $0 == ":" }.flatMap {
      begin[..<$0].split(separator: " ").count > 3 ? $0 : nil
    }
    return end.map { String(begin[..<$0]) } ?? begin + "…"
  }

  /// The kind of value, in few words.
  private static func label(_ schema: ParameterSchema) -> String {
    let words = [
      ("number of ", ""), (", or keyframes", "~"), ("true or false", "bool"), ("whole number", "integer"),
      ("list of ", "list:"),
      ("color or gradient", "paint"), ("[x, y]", "[x,y]"), ("[longitude, latitude]", "[lon,lat]"), (", or ", "|"),
      (" or ", "|"),
    ]
    let text = words.reduce(schema.plainLabel) { $0.replacing($1.0, with: $1.1) }
    return text.replacing(#/ from (-?[\d.]+) to (-?[\d.]+)/#) { ":\($0.1)…\($0.2)" }
      .replacing(#/ from (-?[\d.]+)/#) { "≥\($0.1)" }.replacing(#/ above (-?[\d.]+)/#) { ">\($0.1)" }
      .replacing(#/file \([^)]*\)/#) { _ in "file" }
  }

  private static func oneLine(_ json: String) -> String {
    json.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}

extension Placement {
  /// The names of the inputs and outputs of what is placed.
  fileprivate static let ports = ["position", "coordinate", "camera", "scale", "rotation", "opacity"]
}
