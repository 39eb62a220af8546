import Formats
import JobFile
import StageKit

/// The whole language of job files as one page of text, for language models.
struct LanguageText {
  private let definitions: [StageDefinition]
  /// The parameters that several stages share, by what they say, in the order in which they first occur.
  private let shared: [String]
  /// The named objects and values that the page has described.
  private static let named = JobReference.objects + JobReference.values

  init(_ definitions: [StageDefinition]) {
    self.definitions = definitions
    var counts: [String: Int] = [:]
    var order: [String] = []
    for line in definitions.flatMap(\.parameters).map(Self.line) {
      if counts[line] == nil { order.append(line) }
      counts[line, default: 0] += 1
    }
    shared = order.filter { counts[$0] ?? 0 > 2 }
  }

  var text: String {
    Self.introduction
      + "\n## Keys of a job\n" + JobReference.objects.map(section).joined()
      + "\n## Values of parameters\n" + JobReference.values.map(section).joined()
      + "\n## Options of codecs, keys of an output\n\n" + options
      + "\n## Parameters that many stages have\n\nEach stage below names those that it has.\n\n"
      + shared.map { $0 + "\n" }.joined()
      + "\n## Stages\n" + definitions.map(section).joined()
  }

  private static let introduction = """
    # pipeline: the language of job files

    > pipeline renders videos of animations from JSON job files: `pipeline run JOB.json`. This page is the whole language, generated from
    > the declarations that jobs are read by. Check a job with `pipeline validate JOB.json`, which names each fault with its line and a hint, and
    > look at it with `pipeline sheet JOB.json`.

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
    - Stages are drawn in their order, later ones over earlier ones. Each has an `id`, a kind (`stage`), `parameters`, and optionally `start`
      (seconds, or `{ "after": "title.revealed", "delay": 0.2 }` for a moment of another), `duration`, `enter`, `exit`, `emphasis`, `parent`, `matte`, `place`,
      `blend` and `effects` in its parameters, and `inputs` such as `{ "position": "way.position" }`, which take outputs of others.
    - Where keyframes are allowed a value may be `{ "keyframes": [{ "at": 0, "value": 0, "curve": "ease-out" }, { "at": 1, "value": 100 }] }`; their times count
      from the stage's start. An expression is a string that begins with `=`: `"= canvas.width / 2 - 24"`, and with `time` it moves:
      `"= 0.5 + 0.5 * sin(360 * time)"`. `"$accent"` is a variable's value, `"{minutes} min"` puts values into a text.
    - A `group` holds `stages`, draws them as one and lays them out: `"layout": { "row": { "gap": 12 } }`, `"plate": { "paint": "white" }`. A `sequence` plays its
      `stages` one after the other with transitions. `place` puts a stage next to another: `"place": { "below": "title", "gap": 16 }`.
    - Curves have names: linear, ease-in, ease-out, ease-in-out, smooth, back-out, elastic-out, bounce-out, sine-in-out, spring, apple-smooth, apple-snappy,
      apple-bouncy, and others that `pipeline curves` lists; or `cubic-bezier(0.16, 1, 0.3, 1)`.
    - A map is the stage `camera-rotation` with a made-up city (`"map": { "city": { "seed": 7 } }`) or data; `polyline-sweep`, `pin-morph`, `vehicle` and others
      stand on it with `"inputs": { "camera": "map.camera" }`.

    Below, a star marks what must be given; `=` precedes what holds otherwise.

    """

  // MARK: Objects and values

  private func section(_ named: NamedSchema) -> String {
    var text = "\n### \(named.name)\n\n\(named.summary) Such as `\(Self.oneLine(named.example))`\n\n"
    for form in named.schema.forms {
      switch form {
      case .object(let fields): text += Self.lines(fields, depth: 0)
      case .variant(let variants):
        for variant in variants {
          text += "- `\(variant.name)`: \(variant.summary)\n" + Self.lines(variant.fields, depth: 1)
        }
      default: text += "- or \(Self.plain(form.label))\n"
      }
    }
    return text
  }

  private var options: String {
    Codecs.all.map { codec in
      "- `\(codec.name)`: \(codec.summary)\n" + Self.lines(codec.options, depth: 1)
    }.joined()
  }

  // MARK: Stages

  private func section(_ definition: StageDefinition) -> String {
    var text =
      "\n### \(definition.name)\n\n\(definition.summary) Such as `\(Self.oneLine(StageExample(definition).text))`\n\n"
    let own = definition.parameters.filter { !shared.contains(Self.line($0)) }
    let common = definition.parameters.filter { shared.contains(Self.line($0)) }
    text += Self.lines(own, depth: 0)
    if !common.isEmpty { text += "- and \(common.map(\.name).joined(separator: ", "))\n" }
    let inputs = definition.inputs.map { "\($0.name)\($0.isOptional ? "" : "*") (\($0.type.rawValue))" }
    let outputs = definition.outputs.map { "\($0.name) (\($0.type.rawValue))" }
    let moments = definition.moments.map(\.name)
    for (title, names) in [
      ("Inputs", inputs), ("Outputs", outputs), ("Moments", moments), ("Cues", definition.cues.map(\.name)),
    ] where !names.isEmpty {
      text += "- \(title): \(names.joined(separator: ", "))\n"
    }
    return text
  }

  // MARK: Lines

  private static func lines(_ declarations: [ParameterDeclaration], depth: Int) -> String {
    declarations.map { declaration in
      String(repeating: "  ", count: depth) + line(declaration) + "\n" + nested(declaration.schema, depth: depth + 1)
    }.joined()
  }

  private static func nested(_ schema: ParameterSchema, depth: Int) -> String {
    switch schema {
    case .list(let item, _), .animated(let item): return nested(item, depth: depth)
    case .object(let fields): return lines(fields, depth: depth)
    case .variant(let variants):
      return variants.map { variant in
        String(repeating: "  ", count: depth) + "- `\(variant.name)`: \(variant.summary)\n"
          + lines(variant.fields, depth: depth + 1)
      }.joined()
    default: return ""
    }
  }

  private static func line(_ declaration: ParameterDeclaration) -> String {
    let isRequired = declaration.isRequired
    let standard = isRequired ? "" : declaration.defaultLabel.map { " = \($0)" } ?? ""
    return
      "- `\(declaration.name)`\(isRequired ? "*" : "") (\(plain(declaration.schema.label))\(standard)): \(declaration.summary)"
  }

  /// Without the links of a page.
  private static func plain(_ label: String) -> String { label.replacing(/\[([^\]\[]*)\]\(#[^)]*\)/) { String($0.1) } }

  private static func oneLine(_ json: String) -> String {
    json.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
