import Reporting
import StageKit

extension ReaderContext {
  // MARK: Plain values

  func number(_ found: ResolvedValue, _ path: JobPath, _ schema: NumberSchema = .any()) -> Double? {
    guard case .number(let value) = found.kind else {
      var (hint, fix): (String?, Fix?)
      if case .string(let text) = found.kind {
        if let number = Double(text), number.isFinite {
          hint = "Write \(text) without quotes."
          fix = Fix(.value(JSONValue.numberText(number)), isSure: schema.fault(of: number) == nil)
        }
        if path.text.hasSuffix(".weight"), let weight = Self.weights[text.lowercased()] {
          hint = "Did you mean \(weight)?"
          fix = Fix(.value("\(weight)"), isSure: true)
        }
      }
      report(found, path, expected: schema.noun, hint: hint, fix: fix)
      return nil
    }
    guard let fault = schema.fault(of: value) else { return value == 0 ? 0 : value }
    report(found, path, fault, code: .outOfRange)
    return nil
  }

  /// CSS's names of fonts' weights.
  private static let weights = [
    "thin": 100, "light": 300, "normal": 400, "regular": 400, "medium": 500, "semibold": 600, "bold": 700,
    "extrabold": 800, "black": 900,
  ]

  func boolean(_ found: ResolvedValue, _ path: JobPath) -> Bool? {
    if case .boolean(let value) = found.kind { return value }
    report(found, path, expected: "true or false")
    return nil
  }

  func string(_ found: ResolvedValue, _ path: JobPath, expected: @autoclosure () -> String = "a string") -> String? {
    if case .string(let value) = found.kind { return value }
    report(found, path, expected: expected())
    return nil
  }

  func choice(_ found: ResolvedValue, _ path: JobPath, among words: [String]) -> String? {
    if case .number(let number) = found.kind, let word = words.first(where: { Double($0) == number }) { return word }
    if case .number(let number) = found.kind, words.allSatisfy({ Double($0) != nil }) {
      report(found, path, "expected \(listed(words, or: "or")), found \(JSONValue.numberText(number))")
      return nil
    }
    guard let word = string(found, path, expected: "one of \(quoted(words))") else { return nil }
    if words.contains(word) { return word }
    report(
      found, path, "unknown value '\(word)'", code: .unknownValue, hint: wordSuggestion(for: word, among: words),
      fix: wordFix(for: word, among: words))
    return nil
  }

  func array(_ found: ResolvedValue, _ path: JobPath, expected: @autoclosure () -> String = "a list") -> SourceArray? {
    if case .array(let value) = found.kind { return value }
    report(found, path, expected: expected())
    return nil
  }

  /// Two or more numbers in a list; `expected` describes the whole.
  func numbers(
    _ found: ResolvedValue, _ path: JobPath, _ schema: NumberSchema = .any(), count: Int,
    expected: @autoclosure () -> String
  ) -> [Double]? {
    if count == 2, case .number(let number) = found.kind {
      let both = "[\(JSONValue.numberText(number)), \(JSONValue.numberText(number))]"
      report(
        found, path, expected: expected(), hint: "Did you mean \(both)?", fix: Fix(.value(both), isSure: false))
      return nil
    }
    if let pair = pair(found) {
      report(
        found, path, expected: expected(), hint: "Did you mean \(pair)?", fix: Fix(.value(pair), isSure: count == 2))
      return nil
    }
    guard let array = array(found, path, expected: expected()) else { return nil }
    guard array.items.count == count || array.isDamaged else {
      report(found, path, "expected \(expected()), found a list of \(array.items.count)", code: .wrongType)
      return nil
    }
    var result: [Double] = []
    for (index, item) in array.items.enumerated() {
      guard let item = resolve(item), let value = number(item, path[index], schema) else { continue }
      result.append(value)
    }
    return result.count == count ? result : nil
  }

  /// Two numbers that are written as an object, such as `{ "x": 1, "y": 2 }`, as the list that is meant.
  func pair(_ found: ResolvedValue) -> String? {
    guard case .object(let object) = found.kind, object.members.count == 2 else { return nil }
    for names in [("x", "y"), ("width", "height")] {
      if let a = object[names.0].flatMap(resolve), let b = object[names.1].flatMap(resolve),
        case .number(let first) = a.kind, case .number(let second) = b.kind
      {
        return "[\(JSONValue.numberText(first)), \(JSONValue.numberText(second))]"
      }
    }
    return nil
  }

  func color(_ found: ResolvedValue, _ path: JobPath) -> Color? {
    guard let text = string(found, path, expected: "a color") else { return nil }
    do throws(ColorError) {
      return try Color(parsingCSS: text, in: gamut)
    } catch {
      let fix = { () -> Fix? in
        if (try? Color(parsingCSS: "#" + text)) != nil { return Fix(.name(text, is: "#" + text), isSure: true) }
        if error.unknownName == "clear" { return Fix(.name(text, is: "transparent"), isSure: true) }
        return error.unknownName.flatMap { Fix(word: $0, among: Color.cssNames + Color.cssFunctions) }
      }
      func hint() -> String? {
        if case .name(_, is: let meant)? = fix()?.correction { "Did you mean '\(meant)'?" } else { nil }
      }
      report(found, path, error.message, code: .unknownValue, hint: hint(), fix: fix())
      return nil
    }
  }

  func frameRate(_ found: ResolvedValue, _ path: JobPath) -> FrameRate? {
    let hint = "Write a number such as 60, 59.94 or 12.5, or a fraction such as \"30000/1001\"."
    switch found.kind {
    case .number(let number):
      if let rate = FrameRate(number) { return rate }
      if let fault = NumberSchema(minimum: 0, maximum: Double(FrameRate.maximum), isMinimumExclusive: true).fault(
        of: number)
      {
        report(found, path, fault, code: .outOfRange)
      } else {
        report(
          found, path, "\(JSONValue.numberText(number)) is not a known frame rate", code: .unknownValue, hint: hint)
      }
    case .string(let text):
      if let rate = FrameRate(text) { return rate }
      report(found, path, "'\(text)' is not a frame rate", hint: hint)
    default: report(found, path, expected: "a frame rate", hint: hint)
    }
    return nil
  }

  /// Formats of pictures that are not read, by their endings.
  private static let unreadPictures = ["bmp": "BMP", "dng": "DNG", "jp2": "JPEG 2000", "psd": "Photoshop's format"]

  /// The name of a file, relative to the folder of the file that it is written in; whether it can be read is not checked here.
  func file(_ found: ResolvedValue, _ path: JobPath, extensions: [String]) -> FileReference? {
    let endings = extensions.map { $0.hasPrefix(".") ? $0.lowercased() : ".\($0.lowercased())" }
    guard let name = string(found, path, expected: "a file name") else { return nil }
    if name.isEmpty || name.unicodeScalars.contains(where: { $0.value < 0x20 }) {
      report(found, path, name.isEmpty ? "the file name is empty" : "the file name contains a control character")
      return nil
    }
    if !endings.isEmpty && !endings.contains(where: { name.lowercased().hasSuffix($0) }) {
      let format = Self.unreadPictures[String(name.lowercased().split(separator: ".").last ?? "")]
      report(
        found, path, "'\(name)' does not end in \(listed(endings, or: "or"))",
        hint: endings.contains(".png") ? format.map { "\($0) is not read: convert it to PNG, JPEG or WebP." } : nil)
      return nil
    }
    let resolved = files.path(of: name, namedIn: (found.variable?.position ?? found.position).file)
    let reference = FileReference(literal: name, path: resolved)
    inputFiles.append(
      InputFile(
        reference: reference, position: found.faultPosition, path: path.text, note: found.note(in: log.file)))
    return reference
  }

  /// The file, or those whose names are like one with a `*`, in the order of their names; an error where there are none.
  func files(like file: InputFile) -> [InputFile] {
    let pattern = file.reference
    guard
      let paths = files.paths(
        like: pattern.path, written: pattern.literal, namedAt: file.position, file.path, in: log)
    else { return [file] }
    let folder = SourceFiles.folder(of: pattern.literal)
    return paths.map { path in
      let name = path.split(separator: "/").last ?? ""
      var found = file
      found.reference = FileReference(literal: folder == "." ? String(name) : "\(folder)/\(name)", path: path)
      return found
    }
  }
}

extension NumberSchema {
  /// Such as "a whole number" or "a number of seconds".
  var noun: String {
    let number = isInteger ? "a whole number" : "a number"
    return unit == .none ? number : "\(number) of \(unit.rawValue)"
  }

  /// The reason for which a number is none that the schema takes, such as "-3 is below 0"; nil if there is none.
  public func fault(of value: Double) -> String? {
    var text: String { JSONValue.numberText(value) }
    if let minimum {
      var bound: String { JSONValue.numberText(minimum) }
      if isMinimumExclusive && value <= minimum { return "\(text) is not above \(bound)" }
      if value < minimum { return "\(text) is below \(bound)" }
    }
    if let maximum, value > maximum { return "\(text) is above \(JSONValue.numberText(maximum))" }
    // Larger doubles skip whole numbers.
    if isInteger && (value != value.rounded() || abs(value) > 0x1p53) { return "\(text) is not a whole number" }
    return nil
  }
}
