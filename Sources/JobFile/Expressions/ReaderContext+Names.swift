import StageKit

/// Looks up the values of names in messages and expressions.
extension ReaderContext {
  /// Names with values other than variables, for suggestions.
  static let scopeNames =
    ["name", "job.name", "locale", "rtl"] + ["width", "height", "scale", "fps", "duration"].map { "canvas.\($0)" }
    + ["x", "y", "width", "height"].map { "safe.\($0)" }

  /// The first part of names that also exist without it, where a variable hides those.
  private static let qualifier = "variant."

  /// The value of a name: of a variable, else of an axis or a cell of its row, else of the job itself. Throws
  /// `ExpressionError` at an offset.
  func value(of name: String, at offset: Int) throws(ExpressionError) -> ExpressionValue {
    if let text = variantText(Self.unqualified(name)) { return .text(text) }
    // Always the job's own, whatever variables are called.
    if name == "job.name", let jobName { return .text(jobName) }
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let first = parts.removeFirst()
    if let variable = variable(first) {
      return try members(parts, of: try variableValue(first, variable, offset), offset)
    }
    if let text = variantText(name) { return .text(text) }
    switch first {
    case "name" where parts.isEmpty, "job" where parts == ["name"]:
      if let jobName { return .text(jobName) }
      throw ExpressionError(message: "the job's name does not know itself", offset: offset)
    case "locale" where parts.isEmpty: return .text(locale)
    case "rtl" where parts.isEmpty: return .boolean(ReadingDirection.isRightToLeft(locale))
    case "canvas", "safe":
      guard let composition else {
        throw ExpressionError(message: "'\(first)' is not known where the canvas itself is described", offset: offset)
      }
      let value = first == "canvas" ? Self.canvas(parts, composition) : Self.safe(parts, composition)
      if let value { return .number(value) }
    case "index" where parts.isEmpty: if let index = copy?.index { return .number(Double(index)) }
    case "count" where parts.isEmpty: if let count = copy?.count { return .number(Double(count)) }
    case "stages" where parts.count >= 2: return try parameter(parts, offset)
    default: break
    }
    throw unknown(name, at: offset)
  }

  /// The value of an axis or a cell of its row.
  private func variantText(_ name: String?) -> String? {
    guard let name, let text = names[name] else { return nil }
    if rowNames.contains(name) { usesRow = true }
    return text
  }

  private static func unqualified(_ name: String) -> String? {
    name.hasPrefix(qualifier) ? String(name.dropFirst(qualifier.count)) : nil
  }

  /// The value that a variable hides by its name, with a way around it; nil if it hides nothing. A job's own name is
  /// hidden where files take it.
  func hiddenValue(by variable: String) -> (name: String, hint: String)? {
    if names[variable] != nil {
      return (
        "the axis '\(variable)'",
        "Rename one of them, or write '\(Self.qualifier)\(variable)' for the value of the axis."
      )
    }
    // Members of `canvas` and `safe` that a variable hides are errors where they are used.
    guard ["locale", "rtl"].contains(variable) else { return nil }
    return ("'\(variable)' of the job", "Give it another name.")
  }

  /// True if a name may have a value that is no variable's.
  func isKnown(_ name: String) -> Bool {
    names[name] != nil || Self.unqualified(name).map { names[$0] != nil } == true || Self.scopeNames.contains(name)
      || name.hasPrefix("stages.") || Self.timeNames.contains(name) || StageCopy.names.contains(name)
  }

  /// The names in a message with their offsets; none after an error, which is reported.
  func names(inMessage text: String, of value: SourceValue) -> [(name: String, offset: Int)] {
    guard let messages else {
      reportInside(value, at: 0, "a text with braces is a message, which cannot be formatted here")
      return []
    }
    if let offset = MessageText.tooDeepBrace(in: text) {
      reportInside(value, at: offset, "nested more than \(MessageText.maxDepth) deep")
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

  /// The names in a message with their offsets; none where it is wrong, which is reported where it is read.
  func argumentNames(of text: String) -> [(name: String, offset: Int)] {
    guard let messages, MessageText.tooDeepBrace(in: text) == nil else { return [] }
    var reader = MessageText(text)
    let arguments = try? messages.arguments(of: reader.withPlainNames())
    return arguments?.map { (MessageText.name($0.name), Self.utf8Offset($0.offset, in: text)) } ?? []
  }

  /// True if a text is a message with no other names than these; reports what is wrong with it.
  func isPattern(_ text: String, of values: [String], at value: SourceValue) -> Bool {
    let known = reportedPlaces.count
    for (name, offset) in names(inMessage: text, of: value) where !values.contains(name) {
      let hint =
        suggestion(for: name, among: values)
        ?? "The stage puts \(listed(values.map { "{\($0)}" }, or: "and")) into this text."
      reportInside(value, at: offset, "unknown name '\(name)'", hint: hint)
    }
    return reportedPlaces.count == known
  }

  /// The error for a name without a value; `variables` are those of the job.
  func unknown(_ name: String, among variables: [String]? = nil, at offset: Int) -> ExpressionError {
    if Self.timeNames.contains(name) {
      return ExpressionError(
        message: "'\(name)' changes with time, and this value does not", offset: offset,
        hint: "Values that take keyframes may have it.")
    }
    if StageCopy.names.contains(name), copy?.index == nil {
      return ExpressionError(
        message: "'\(name)' is not known here", offset: offset,
        hint: isInCopies
          ? "An expression takes one value of a variable for all copies; a parameter that is \"$variable\" has its own."
          : "The stages that a 'repeater' holds have it.")
    }
    let known =
      (variables ?? variableNames) + names.keys.sorted() + Self.scopeNames + Self.timeNames
      + StageCopy.names
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
    let area = composition.safeArea
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
    try remembered(name, offset) { () throws(ExpressionError) in
      if variable.isOfRow { usesRow = true }
      guard let content = variable.content, let found = resolve(content) else {
        throw ExpressionError(message: "'\(name)' has an error", offset: offset)
      }
      guard let value = expressionValue(found) else {
        throw ExpressionError(
          message: "'\(name)' is \(found.kind.noun), and no number, point, color, text, truth value or list of these",
          offset: offset)
      }
      return value
    }
  }

  /// The result of `compute` for a name, computed once.
  private func remembered(
    _ name: String, _ offset: Int, _ compute: () throws(ExpressionError) -> ExpressionValue
  ) throws(ExpressionError) -> ExpressionValue {
    if let known = computedValues[name] {
      usesRow = usesRow || known.usesRow
      guard let value = known.value else { throw ExpressionError(message: "'\(name)' has an error", offset: offset) }
      return value
    }
    let usedRow = usesRow
    var value: ExpressionValue?
    usesRow = false
    // Values that are computed once for the job do not depend on a copy.
    let (outer, wasInCopies) = (copy, isInCopies)
    (copy, isInCopies) = (nil, isInCopies || copy != nil)
    defer {
      (copy, isInCopies) = (outer, wasInCopies)
      computedValues[name] = (value, usesRow)
      usesRow = usesRow || usedRow
    }
    let computed = try compute()
    value = computed
    return computed
  }

  /// A value as expressions know it, with the values of variables in a point or a list; nil for objects, and lists of these.
  private func expressionValue(_ found: ResolvedValue) -> ExpressionValue? {
    guard case .array(let array) = found.kind else { return ExpressionValue(found.kind) }
    var items: [ExpressionValue] = []
    for item in array.items {
      guard let value = resolve(item).flatMap(expressionValue) else { return nil }
      items.append(value)
    }
    if items.count == 2, case .number(let x) = items[0], case .number(let y) = items[1] { return .point(x, y) }
    return .list(items)
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
    let value = try remembered("stages.\(name)", offset) { () throws(ExpressionError) in
      try constant(parts[1], ofStage: parts[0], offset)
    }
    return try members(Array(parts.dropFirst(2)), of: value, offset)
  }

  private func constant(_ parameter: String, ofStage id: String, _ offset: Int) throws(ExpressionError)
    -> ExpressionValue
  {
    let name = "stages.\(id).\(parameter)"
    guard let stage = stageObject(id) else {
      throw ExpressionError(message: "the job has no stage '\(id)'", offset: offset)
    }
    guard case .object(let parameters)? = stage["parameters"].flatMap({ resolve($0) })?.kind,
      let member = parameters[parameter]
    else {
      throw ExpressionError(
        message: "stage '\(id)' sets no '\(parameter)'", offset: offset,
        hint: "Only what the job writes among its parameters is known.")
    }
    guard parametersInUse.insert(name).inserted else {
      throw ExpressionError(message: "'\(name)' depends on itself", offset: offset)
    }
    defer { parametersInUse.remove(name) }
    guard parametersInUse.count <= Self.maxParameterDepth else {
      throw ExpressionError(
        message: "more than \(Self.maxParameterDepth) parameters depend on each other in turn", offset: offset)
    }
    guard let found = resolve(member) else {
      throw ExpressionError(message: "'\(name)' has an error", offset: offset)
    }
    guard let value = expressionValue(found) else {
      throw ExpressionError(message: "'\(name)' is \(found.kind.noun), and no constant value", offset: offset)
    }
    return value
  }

  private static let maxParameterDepth = 64
}
