import Reporting

/// What was reported about the variants of a job, each message once.
public struct VariantReports {
  private var order: [Diagnostic] = []
  private var variants: [Diagnostic: [Variant]] = [:]
  private var count = 0

  public init() {}

  /// Adds what was reported about one variant.
  public mutating func add(_ diagnostics: [Diagnostic], of variant: Variant) {
    count += 1
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
    let place = concerned.count == 1 || others > 0 ? concerned.first : Variant.common(concerned)
    guard let place else { return diagnostic }
    let rest = others == 0 ? "" : "; in \(others) other variant\(others == 1 ? "" : "s") the numbers differ"
    diagnostic.hint = [diagnostic.hint, "This is so with \(place)\(rest)."].compactMap { $0 }.joined(separator: " ")
    return diagnostic
  }
}
