import Reporting

/// Merges the messages about the variants of a job: each comes once, with the variants that it concerns.
///
/// Keeps the first of warnings that differ in numbers alone. Beyond `DiagnosticList.limit` errors, and the same number
/// of warnings, others are counted, not stored.
public struct VariantReports {
  /// A message, and the indexes of the variants that it concerns.
  public struct Report: Sendable {
    public var diagnostic: Diagnostic
    public var variants: [Int]
  }

  /// Messages that differ in numbers alone.
  private struct Group {
    let first: Diagnostic
    /// The variants of the first, and of all.
    var own = IndexList()
    var all = IndexList()
  }

  private let variants: [Variant]
  private let valueFiles: Set<String>
  /// The number of values of each axis.
  private let sizes: [String: Int]
  private var groups: [Group] = []
  /// By what all of a group have in common.
  private var places: [Diagnostic: Int] = [:]
  private var counts: [Diagnostic.Severity: Int] = [:]
  private var more: [Diagnostic.Severity: Int] = [:]
  /// The most that a variant's own list had counted: variants mostly share their faults.
  private var hidden: [Diagnostic.Severity: Int] = [:]

  /// For all variants of a job, in order. A message in one of `valueFiles`, such as a table, concerns the values at its
  /// place, so that these need no other name.
  public init(of variants: [Variant], valueFiles: Set<String> = []) {
    (self.variants, self.valueFiles) = (variants, valueFiles)
    var values: [String: Set<String>] = [:]
    for choice in variants.lazy.flatMap(\.choices) { values[choice.axis, default: []].insert(choice.value) }
    sizes = values.mapValues(\.count)
  }

  /// Adds what was reported about one variant, by its index.
  public mutating func add(_ diagnostics: [Diagnostic], of variant: Int) {
    for diagnostic in diagnostics {
      if let count = diagnostic.hiddenCount {
        hidden[diagnostic.severity] = max(hidden[diagnostic.severity, default: 0], count)
        continue
      }
      var alike = diagnostic
      if alike.severity == .warning { alike.message.removeAll(where: \.isNumber) }
      guard let place = places[alike] ?? newGroup(diagnostic, alike) else {
        more[diagnostic.severity, default: 0] += 1
        continue
      }
      groups[place].all.insert(variant)
      if groups[place].first == diagnostic { groups[place].own.insert(variant) }
    }
  }

  /// Nil where there are too many.
  private mutating func newGroup(_ diagnostic: Diagnostic, _ alike: Diagnostic) -> Int? {
    guard counts[diagnostic.severity, default: 0] < DiagnosticList.limit else { return nil }
    counts[diagnostic.severity, default: 0] += 1
    places[alike] = groups.count
    groups.append(Group(first: diagnostic))
    return groups.count - 1
  }

  /// In the order in which they came first.
  public var merged: [Diagnostic] { reports.map(\.diagnostic) }

  /// The same with the variants.
  public var reports: [Report] {
    var result = groups.map { Report(diagnostic: named($0), variants: $0.all.indexes) }
    guard let file = groups.first?.first.file else { return result }
    for severity in [Diagnostic.Severity.error, .warning] {
      let count = more[severity, default: 0] + hidden[severity, default: 0]
      if count > 0 { result.append(Report(diagnostic: .more(count, severity, file: file), variants: [])) }
    }
    return result
  }

  /// The first of a group, with the variants that it concerns unless these are all.
  private func named(_ group: Group) -> Diagnostic {
    var diagnostic = group.first
    let (own, all) = (group.own.indexes, group.all.indexes)
    guard own.count < variants.count, !variants[own[0]].choices.isEmpty,
      diagnostic.position?.file.map(valueFiles.contains) != true
    else {
      return diagnostic
    }
    let count = own.count == 1 ? "with" : "in \(own.count) of \(variants.count) variants:"
    let others = all.count - own.count
    let rest = Set(all).subtracting(own).sorted()
    let differing =
      others == 0
      ? "" : "; in \(others) other variant\(others == 1 ? "" : "s") the numbers differ: \(text(of: rest))"
    let place = "This is so \(count) \(text(of: own))\(differing)."
    diagnostic.hint = [diagnostic.hint, place].compactMap { $0 }.joined(separator: " ")
    return diagnostic
  }

  /// Such as `size=story; row=b, c, d`: the values of each axis of which not all are meant.
  private func text(of indexes: [Int]) -> String {
    let concerned = indexes.map { variants[$0] }
    if concerned.count == 1 { return "\(concerned[0])" }
    var (parts, product) = ([String](), 1)
    for axis in concerned.first?.choices.map(\.axis) ?? [] {
      var (names, known) = ([String](), Set<String>())
      for name in concerned.compactMap({ $0[axis] }) where known.insert(name).inserted { names.append(name) }
      product = product.multipliedReportingOverflow(by: names.count).partialValue
      if names.count == sizes[axis] { continue }
      let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
      parts.append("\(axis)=\(shown)")
    }
    // Else there are some in which these values meet that are not meant.
    if product == concerned.count, !parts.isEmpty { return parts.joined(separator: "; ") }
    let shown = concerned.prefix(4).map(\.description).joined(separator: "; ")
    return shown + (concerned.count > 4 ? " and \(concerned.count - 4) more" : "")
  }
}

/// Numbers in order, each once, which mostly come in order.
private struct IndexList {
  private(set) var indexes: [Int] = []

  mutating func insert(_ index: Int) {
    guard let last = indexes.last, last >= index else { return indexes.append(index) }
    var (low, high) = (0, indexes.count)
    while low < high {
      let middle = (low + high) / 2
      if indexes[middle] < index { low = middle + 1 } else { high = middle }
    }
    if indexes[low] != index { indexes.insert(index, at: low) }
  }
}
