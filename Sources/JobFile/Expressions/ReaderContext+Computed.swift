import Foundation
import Reporting
import StageKit

/// Messages and expressions in a job's strings.
extension ReaderContext {
  /// Computes an expression's value; nil after an error, which is reported in it.
  func computed(_ text: String, at value: SourceValue) -> SourceValue.Kind? {
    do throws(ExpressionError) {
      return try evaluated(try Expression(text[...]), text, at: value)
    } catch {
      reportInside(value, at: error.offset, error.message, hint: error.hint)
      return nil
    }
  }

  /// The name of a file: values that are put into it name no folders, so their slashes become underscores.
  func fileName(_ value: SourceValue) -> ResolvedValue? {
    guard case .string(let text) = value.kind, !value.isLiteral, TextForm(text) == .message else {
      return resolve(value)
    }
    if variable("name") != nil,
      let name = names(inMessage: text, of: value).first(where: { $0.name == "name" })
    {
      log.add(
        .warning, at: position(inStringAt: value.position, value.offset, name.offset),
        "'{name}' is the variable 'name', not the name of the job", hint: "Write '{job.name}' for that.")
    }
    return formatted(text, at: value) { $0.replacing("/", with: "_") }.map {
      ResolvedValue(kind: .string($0), position: value.position, offset: value.offset)
    }
  }

  /// A message with its values, in which texts are changed by `written`; nil after an error, which is reported in it.
  func formatted(
    _ text: String, at value: SourceValue, written: (String) -> String = { $0 }
  ) -> String? {
    guard let messages, MessageText.tooDeepBrace(in: text) == nil else { return nil }
    var reader = MessageText(text)
    let pattern = reader.withPlainNames()
    var offset = 0
    var argumentName: String?
    do {
      var values: [String: MessageValue] = [:]
      for argument in try messages.arguments(of: pattern) {
        offset = argument.offset
        let name = MessageText.name(argument.name)
        argumentName = name
        if name == "frame" {
          values[argument.name] = .text(TextForm.framePlaceholder)
        } else {
          let value = try self.value(of: name, as: argument.type)
          values[argument.name] = if case .text(let text) = value { .text(written(text)) } else { value }
        }
      }
      (offset, argumentName) = (0, nil)
      return try messages.format(pattern, values, locale: locale.isEmpty ? "en" : locale)
    } catch let error as MessageError {
      let used = Self.utf8Offset(error.offset ?? offset, in: text)
      if let argumentName, let place = variable(argumentName)?.content?.position, place.file != nil {
        // Errors in a table's or another file's value are reported there.
        let user = position(inStringAt: value.position, value.offset, used)
        let file = user.file == nil ? "\(log.file):" : ""
        guard reportedPlaces.insert(place).inserted else { return nil }
        log.add(at: place, path: argumentName, error.message, hint: "It is put into the text at \(file)\(user).")
      } else {
        reportInside(value, at: used, error.message)
      }
    } catch let error as ExpressionError {
      reportInside(value, at: Self.utf8Offset(offset, in: text), error.message, hint: error.hint)
    } catch {}
    return nil
  }

  /// The types of a message's arguments; the empty one is for a name alone.
  private static let messageTypes = [
    "", "number", "plural", "selectordinal", "spellout", "ordinal", "duration", "choice", "date", "time", "select",
  ]

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
    case (_, _) where !Self.messageTypes.contains(type):
      throw MessageError(
        "'\(type)' is none of the types \(listed(Self.messageTypes.dropFirst().map { "'\($0)'" }, or: "and"))")
    default:
      let expected = ["date", "time"].contains(type) ? "a date" : type.isEmpty ? "a text or a number" : "a number"
      throw MessageError("'\(name)' is \(value.noun), not \(expected)")
    }
  }

  /// An ISO 8601 date, or one with a time, in UTC as seconds since 1970.
  static func seconds(_ text: String) -> Double? {
    let local = text.contains("T") && text.hasSuffix("Z") ? text.dropLast() : text[...]
    let parts = local.split(separator: "T", omittingEmptySubsequences: false)
    let date = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard parts.count <= 2, date.count == 3, parts[0].utf8.count == 10, date.allSatisfy({ $0 >= 0 }),
      let days = GregorianDate.days(year: date[0], month: date[1], day: date[2])
    else { return nil }
    guard parts.count == 2 else { return Double(days) * 86_400 }
    let clock = parts[1].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    guard (2...3).contains(clock.count), (0...23).contains(clock[0]), clock[1...].allSatisfy({ (0...59).contains($0) })
    else { return nil }
    return Double(days) * 86_400 + Double(clock[0] * 3600 + clock[1] * 60 + (clock.count == 3 ? clock[2] : 0))
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
