import Documents
import StageKit

extension DocumentReader {
  /// Reads the fonts, and the letters whose outlines the file holds.
  func readFonts() throws {
    for font in try objects("list", of: root["fonts"] ?? JSONNode(.object([]))) {
      guard let name = font["fName"]?.text else { continue }
      fonts[name] = LottieFont(
        family: font["fFamily"]?.text ?? name, style: font["fStyle"]?.text ?? "",
        ascent: Self.bounded(font["ascent"]?.number ?? 75))
    }
    for letter in try objects("chars", of: root) {
      guard let text = letter["ch"]?.text else { continue }
      var builder = PathBuilder()
      let shapes = try objects("shapes", of: letter["data"] ?? JSONNode(.object([])))
      // The first group alone counts; old files have absolute control points in it.
      try appendOutlines(Array(shapes.prefix(1)), isAbsolute: version > 0 && version < 40799, to: &builder)
      let key = GlyphTable.Key(
        text: text, family: letter["fFamily"]?.text ?? "", style: letter["style"]?.text ?? "")
      glyphs.glyphs[key] = GlyphTable.Glyph(
        outline: builder.path, width: Self.bounded(letter["w"]?.number ?? 0))
    }
  }

  private func appendOutlines(_ shapes: [JSONNode], isAbsolute: Bool, to builder: inout PathBuilder) throws {
    for shape in shapes {
      switch shape["ty"]?.text {
      case "gr": try appendOutlines(try objects("it", of: shape), isAbsolute: isAbsolute, to: &builder)
      case "sh":
        var path = try path("ks", of: shape).value(at: 0)
        if isAbsolute {
          for index in path.vertices.indices {
            path.vertices[index].in = path.vertices[index].in - path.vertices[index].point
            path.vertices[index].out = path.vertices[index].out - path.vertices[index].point
          }
        }
        path.append(to: &builder)
      default: continue
      }
    }
  }

  /// The content of a text layer.
  func text(_ entry: JSONNode) throws -> Layer.Content {
    guard let text = entry["t"], let document = text["d"] else { throw fault("a text layer has no text", at: entry) }
    if document["x"]?.text != nil { omit("the expression of 'text' is not evaluated") }
    let animators = try objects("a", of: text).map { try animator($0) }
    let given = slot(of: document) ?? document
    var documents = try objects("k", of: given).map { keyframe in
      try self.document(keyframe["s"] ?? keyframe, at: Self.bounded(keyframe["t"]?.number ?? 0))
    }
    if documents.isEmpty, let own = given["k"], own.isObject { documents = [try self.document(own, at: 0)] }
    documents.sort { $0.time < $1.time }
    var pivot = TextPivot()
    if let more = text["m"] {
      pivot.grouping = TextPivot.Grouping(rawValue: more["g"]?.whole ?? 1) ?? .character
      pivot.alignment = try vector("a", of: more, default: .zero)
    }
    var content = TextContent(documents: documents, animators: animators, pivot: pivot)
    content.path = try textPath(text["p"] ?? JSONNode(.object([])), of: entry)
    if animators.isEmpty, content.path == nil { content.draw() }
    return .text(content)
  }

  /// The path of a text, which is that of one of its layer's masks.
  private func textPath(_ value: JSONNode, of layer: JSONNode) throws -> TextPath? {
    guard let number = value["m"]?.whole else { return nil }
    let masks = try objects("masksProperties", of: layer)
    guard masks.indices.contains(number) else {
      omit("its text is not laid along the mask \(number), which does not exist")
      return nil
    }
    return TextPath(
      path: try maskPath(masks[number]), first: try scalar("f", of: value, default: 0),
      last: try scalar("l", of: value, default: 0), isReversed: try scalar("r", of: value, default: 0),
      isPerpendicular: try scalar("p", of: value, default: 0), isForced: try scalar("a", of: value, default: 0))
  }

  private func slot(of value: JSONNode) -> JSONNode? { value["sid"]?.text.flatMap { slots[$0] } }

  // MARK: Documents

  private func document(_ value: JSONNode, at time: Double) throws -> TextDocument {
    let name = value["f"]?.text ?? ""
    let font = fonts[name] ?? LottieFont(family: name, style: "", ascent: 75)
    let size = min(max(value["s"]?.number ?? 12, 0.1), 1e5)
    var setting = TextSetting(font: font, size: size)
    setting.tracking = Self.bounded(value["tr"]?.number ?? 0) / 1000 * size
    setting.lineHeight = value["lh"]?.number.map(Self.bounded)
    setting.baselineShift = Self.bounded(value["ls"]?.number ?? 0)
    setting.justification = value["j"]?.whole ?? 0
    if let box = value["sz"]?.numbers, box.count > 1 { setting.box = Size(Self.bounded(box[0]), Self.bounded(box[1])) }
    if let place = value["ps"]?.numbers, place.count > 1 {
      setting.place = Point(Self.bounded(place[0]), Self.bounded(place[1]))
    }
    setting.letterCase = value["ca"]?.whole ?? 0
    if setting.letterCase == 2 { omit("small capitals are drawn as capitals") }
    let lines = try setting.lines(of: value["t"]?.text ?? "", self)
    func color(_ key: String) -> Color? {
      guard let numbers = value[key]?.numbers, numbers.count > 2 else { return nil }
      return Color(Vector(numbers[0], numbers[1], numbers[2], 1), alpha: numbers.count > 3 ? numbers[3] : 1)
    }
    return TextDocument(
      time: time, lines: lines, fill: color("fc"), stroke: color("sc"),
      strokeWidth: Self.bounded(value["sw"]?.number ?? 1), strokeIsOver: value["of"]?.isTrue ?? true)
  }

  // MARK: Animators

  private func animator(_ entry: JSONNode) throws -> TextAnimator {
    let values = entry["a"] ?? JSONNode(.object([]))
    let range = entry["s"] ?? JSONNode(.object([]))
    func optional(_ key: String) throws -> Property<Double>? {
      values[key] == nil ? nil : try scalar(key, of: values, default: 0)
    }
    func optional(vector key: String) throws -> Property<Vector>? {
      values[key] == nil ? nil : try vector(key, of: values, default: [0, 0, 0, 1])
    }
    for key in ["rx", "ry", "fh", "fs", "fb", "sh", "ss", "sb", "fo", "so", "bl", "ls"] where values[key] != nil {
      omit("the property '\(key)' of a text animator is not drawn")
    }
    var selector = TextSelector(
      start: try scalar("s", of: range, default: 0),
      end: range["e"] == nil ? nil : try scalar("e", of: range, default: 100),
      offset: try scalar("o", of: range, default: 0), amount: try scalar("a", of: range, default: 100),
      easeHigh: try scalar("xe", of: range, default: 0), easeLow: try scalar("ne", of: range, default: 0),
      smoothness: try scalar("sm", of: range, default: 100))
    if range["t"]?.whole == 1, let text = range["x"]?.text { selector.script = selectorScript(text) }
    selector.shape = TextSelector.Shape(rawValue: range["sh"]?.whole ?? 1) ?? .square
    selector.basis = TextSelector.Basis(rawValue: range["b"]?.whole ?? 1) ?? .characters
    selector.isInPercent = range["r"]?.whole != 2
    selector.isShuffled = range["rn"]?.isTrue == true
    return TextAnimator(
      selector: selector, position: try optional(vector: "p"), anchor: try optional(vector: "a"),
      scale: try optional(vector: "s"), rotation: try optional(values["rz"] == nil ? "r" : "rz"),
      skew: try optional("sk"), skewAxis: try optional("sa"), opacity: try optional("o"),
      fill: try optional(vector: "fc"), stroke: try optional(vector: "sc"), strokeWidth: try optional("sw"),
      tracking: try optional("t"))
  }
}
