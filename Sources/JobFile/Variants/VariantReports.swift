import Reporting

/// What was reported about the variants of a job, each message once.
public struct VariantReports {
  private var order: [Diagnostic] = []
  private var variants: [Diagnostic: [Variant]] = [:]
  private var count = 0
  /// All values of each axis so far.
  private var everyValue: [String: Set<String>] = [:]

  public init() {}

  /// Adds what was reported about one variant.
  public mutating func add(_ diagnostics: [Diagnostic], of variant: Variant) {
    count += 1
    for choice in variant.choices { everyValue[choice.axis, default: []].insert(choice.value) }
    for diagnostic in diagnostics {
      if variants[diagnostic] == nil { order.append(diagnostic) }
      variants[diagnostic, default: []].append(variant)
    }
  }

  /// In the order of the first variants that they concern. Those that concern only some say which, and of warnings that
  /// differ in numbers alone the first is there.
  public var merged: [Diagnostic] {
    var groups: [Diagnostic: [Diagnostic]] = [:]
    var firsts: [Diagnostic] = []
    for diagnostic in order {
      var alike = diagnostic
      if alike.severity == .warning { alike.message.removeAll(where: \.isNumber) }
      if groups[alike] == nil { firsts.append(alike) }
      groups[alike, default: []].append(diagnostic)
    }
    return firsts.compactMap { groups[$0].flatMap(merged) }
  }

  /// The first of warnings that differ in numbers alone.
  private func merged(_ alike: [Diagnostic]) -> Diagnostic? {
    guard var diagnostic = alike.first else { return nil }
    let concerned = variants[diagnostic] ?? []
    guard concerned.count < count, diagnostic.position?.file == nil else { return diagnostic }
    let others = alike.dropFirst().reduce(0) { $0 + (variants[$1]?.count ?? 0) }
    let rest = others == 0 ? "" : "; in \(others) other variant\(others == 1 ? "" : "s") the numbers differ"
    let place =
      concerned.count == 1 || others > 0
      ? concerned.first.map { "This is so with \($0)\(rest)." }
      : "This is so in \(concerned.count) of \(count) variants: \(values(of: concerned))."
    diagnostic.hint = [diagnostic.hint, place].compactMap { $0 }.joined(separator: " ")
    return diagnostic
  }

  /// Such as `size=story; row=b, c, d`: the values of each axis of which not all are meant.
  private func values(of concerned: [Variant]) -> String {
    let axes = concerned.first?.choices.map(\.axis) ?? []
    let parts = axes.compactMap { axis -> String? in
      let own = concerned.compactMap { $0[axis] }
      var names: [String] = []
      var known: Set<String> = []
      for name in own where known.insert(name).inserted { names.append(name) }
      guard Set(names) != everyValue[axis] else { return nil }
      let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
      return "\(axis)=\(shown)"
    }
    if !parts.isEmpty { return parts.joined(separator: "; ") }
    return concerned.prefix(4).map(\.description).joined(separator: "; ") + (concerned.count > 4 ? " and others" : "")
  }
}
