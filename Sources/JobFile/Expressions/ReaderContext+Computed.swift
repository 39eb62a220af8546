import Foundation
import Reporting
import StageKit

/// Messages and expressions in a job's strings.
extension ReaderContext {
  /// What an expression computes; nil after an error, which is reported in it.
  func computed(_ text: String, at value: SourceValue) -> ExpressionValue? {
    do throws(ExpressionError) {
      let expression = try Expression(text[...])
      return try ExpressionEvaluator { name, offset throws(ExpressionError) in
        try self.value(of: name, at: offset)
      }.evaluate(expression)
    } catch {
      reportInside(value, at: error.offset, error.message, hint: error.hint)
      return nil
    }
  }

  /// A message with its values; nil after an error, which is reported in it.
  func formatted(_ text: String, at value: SourceValue) -> String? {
    guard let messages else { return nil }
    var reader = MessageText(text)
    let pattern = reader.withPlainNames()
    var offset = 0
    do {
      var values: [String: MessageValue] = [:]
      for argument in try messages.arguments(of: pattern) {
        offset = argument.offset
        let name = MessageText.name(argument.name)
        if name == "frame" {
          values[argument.name] = .text(TextForm.framePlaceholder)
        } else {
          values[argument.name] = try self.value(of: name, as: argument.type)
        }
      }
      offset = 0
      return try messages.format(pattern, values, locale: locale.isEmpty ? "en" : locale)
    } catch let error as MessageError {
      reportInside(value, at: Self.utf8Offset(error.offset ?? offset, in: text), error.message)
    } catch let error as ExpressionError {
      reportInside(value, at: Self.utf8Offset(offset, in: text), error.message, hint: error.hint)
    } catch {}
    return nil
  }

  /// The value of a name, as an argument of a message with a type needs it.
  private func value(of name: String, as type: String) throws -> MessageValue {
    let value = try value(of: name, at: 0)
    switch (type, value) {
    case ("number", .number(let number)), ("plural", .number(let number)), ("selectordinal", .number(let number)),
      ("spellout", .number(let number)), ("ordinal", .number(let number)), ("duration", .number(let number)),
      ("choice", .number(let number)), ("", .number(let number)):
      return .number(number)
    case ("date", .text(let text)), ("time", .text(let text)):
      guard let seconds = Self.seconds(text) else {
        throw MessageError("'\(text)' is not a date such as 2026-11-23 or 2026-11-23T18:30")
      }
      return .date(seconds)
    case ("", .text(let text)), ("select", .text(let text)): return .text(text)
    case ("", .boolean(let flag)), ("select", .boolean(let flag)): return .text(flag ? "true" : "false")
    case ("select", .number(let number)): return .text(JSONValue.numberText(number))
    case ("", .color(let color)): return .text(color.cssText)
    default:
      let expected = ["date", "time"].contains(type) ? "a date" : type.isEmpty ? "a text or a number" : "a number"
      throw MessageError("'\(name)' is \(value.noun), not \(expected)")
    }
  }

  /// An ISO 8601 date, or one with a time, in UTC as seconds since 1970.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard parts.count <= 2, date.count == 3, parts[0].utf8.count == 10, date.allSatisfy({ $0 >= 0 }),
      (1...12).contains(date[1]), (1...31).contains(date[2])
    else { return nil }
    // Days since 1970-01-01, by the calendar of March: the leap day is its last.
    let (year, month) = date[1] > 2 ? (date[0], date[1] - 3) : (date[0] - 1, date[1] + 9)
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + date[2] - 1 - 719_468
    guard parts.count == 2 else { return Double(days) * 86_400 }
    let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard (2...3).contains(clock.count), (0...23).contains(clock[0]), clock[1...].allSatisfy({ (0...59).contains($0) })
    else { return nil }
    return Double(days) * 86_400 + Double(clock[0] * 3600 + clock[1] * 60 + (clock.count == 3 ? clock[2] : 0))
  }

  // MARK: Names

  /// Names with values beside variables, for suggestions.
  static let scopeNames =
    ["name", "locale"] + ["width", "height", "scale", "fps", "duration"].map { "canvas.\($0)" }
    + ["x", "y", "width", "height"].map { "safe.\($0)" }

  /// What a name stands for. Throws `ExpressionError` at an offset.
  func value(of name: String, at offset: Int) throws(ExpressionError) -> ExpressionValue {
    if rowNames.contains(name) { usesRow = true }
    if let text = names[name] { return .text(text) }
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let first = parts.removeFirst()
    if let variable = variable(first) {
      return try members(parts, of: try variableValue(first, variable, offset), offset)
    }
    switch first {
    case "name" where parts.isEmpty:
      if let jobName { return .text(jobName) }
      throw ExpressionError(message: "the job's name does not know itself", offset: offset)
    case "locale" where parts.isEmpty: return .text(locale)
    case "canvas", "safe":
      guard let composition else {
        throw ExpressionError(message: "'\(first)' is not known where the canvas itself is described", offset: offset)
      }
      let value = first == "canvas" ? Self.canvas(parts, composition) : Self.safe(parts, composition)
      if let value { return .number(value) }
    case "stages" where parts.count >= 2: return try parameter(parts, offset)
    default: break
    }
    throw unknown(name, at: offset)
  }

  /// Whether a name may have a value that is no variable's.
  func isKnown(_ name: String) -> Bool {
    names[name] != nil || Self.scopeNames.contains(name) || name.hasPrefix("stages.") || name == "frame"
  }

  /// The names in a message with their offsets; none after an error, which is reported.
  func names(inMessage text: String, of value: SourceValue) -> [(name: String, offset: Int)] {
    guard let messages else {
      reportInside(value, at: 0, "a text with braces is a message, which cannot be formatted here")
      return []
    }
    var reader = MessageText(text)
    do throws(MessageError) {
      return try messages.arguments(of: reader.withPlainNames()).map {
        (MessageText.name($0.name), Self.utf8Offset($0.offset, in: text))
      }
    } catch {
      reportInside(
        value, at: Self.utf8Offset(error.offset ?? 0, in: text), error.message, hint: "Write '{' for a brace itself.")
      return []
    }
  }

  /// The error for a name that stands for nothing; `variables` are those of the job.
  func unknown(_ name: String, among variables: [String]? = nil, at offset: Int) -> ExpressionError {
    let known = (variables ?? variableNames) + names.keys.sorted() + Self.scopeNames
    var hint = spellingSuggestion(for: name, among: Array(known.prefix(1000))).map { "Did you mean '\($0)'?" }
    if hint == nil, name.contains("-") { hint = "Write spaces around a minus sign." }
    return ExpressionError(message: "unknown name '\(name)'", offset: offset, hint: hint)
  }

  private static func canvas(_ parts: [String], _ composition: Composition) -> Double? {
    switch parts {
    case ["width"]: composition.size.width
    case ["height"]: composition.size.height
    case ["scale"]: composition.scale
    case ["fps"]: composition.framesPerSecond
    case ["duration"]: composition.duration
    default: nil
    }
  }

  private static func safe(_ parts: [String], _ composition: Composition) -> Double? {
    let area = composition.bounds
    switch parts {
    case ["x"]: return area.minX
    case ["y"]: return area.minY
    case ["width"]: return area.width
    case ["height"]: return area.height
    default: return nil
    }
  }

  private func variableValue(_ name: String, _ variable: Variable, _ offset: Int) throws(ExpressionError)
    -> ExpressionValue
  {
    guard let content = variable.content, let found = resolve(content) else {
      throw ExpressionError(message: "the variable '\(name)' has an error", offset: offset)
    }
    guard let value = ExpressionValue(found.kind) else {
      throw ExpressionError(
        message: "'\(name)' is \(found.kind.noun), and no number, point, color, text or truth value", offset: offset)
    }
    return value
  }

  private func members(_ parts: [String], of value: ExpressionValue, _ offset: Int) throws(ExpressionError)
    -> ExpressionValue
  {
    var value = value
    for part in parts { value = try ExpressionEvaluator.member(part, of: value, offset) }
    return value
  }

  /// A parameter of a stage, as `ID.PARAMETER` after `stages`, where the job gives it a constant.
  private func parameter(_ parts: [String], _ offset: Int) throws(ExpressionError) -> ExpressionValue {
    let name = parts.prefix(2).joined(separator: ".")
    guard let stage = stageObject(parts[0]) else {
      throw ExpressionError(message: "the job has no stage '\(parts[0])'", offset: offset)
    }
    guard case .object(let parameters)? = stage["parameters"].flatMap({ resolve($0) })?.kind,
      let member = parameters[parts[1]]
    else {
      throw ExpressionError(
        message: "stage '\(parts[0])' sets no '\(parts[1])'", offset: offset,
        hint: "Only what the job writes among its parameters is known.")
    }
    guard parametersInUse.insert(name).inserted else {
      throw ExpressionError(message: "'stages.\(name)' depends on itself", offset: offset)
    }
    defer { parametersInUse.remove(name) }
    guard let found = resolve(member) else {
      throw ExpressionError(message: "'stages.\(name)' has an error", offset: offset)
    }
    guard let value = ExpressionValue(found.kind) else {
      throw ExpressionError(message: "'stages.\(name)' is \(found.kind.noun), and no constant value", offset: offset)
    }
    return try members(Array(parts.dropFirst(2)), of: value, offset)
  }

  // MARK: Places

  /// Reports an error in a string, at an offset in UTF-8 code units of its content, once.
  func reportInside(_ value: SourceValue, at offset: Int, _ message: String, hint: String? = nil) {
    let place = position(inStringAt: value.position, value.offset, offset)
    guard reportedPlaces.insert(place).inserted else { return }
    log.add(at: place, message, hint: hint)
  }

  /// An offset in UTF-16 code units as one in UTF-8.
  static func utf8Offset(_ units: Int, in text: String) -> Int {
    let end = text.utf16.index(text.startIndex, offsetBy: units, limitedBy: text.endIndex) ?? text.endIndex
    return text.utf8.distance(from: text.startIndex, to: end)
  }
}
