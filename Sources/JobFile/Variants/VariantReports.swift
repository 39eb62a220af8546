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

  /// In the order of the first variants that they concern. Those that concern only some say which.
  public var merged: [Diagnostic] {
    order.map { diagnostic in
      let concerned = variants[diagnostic] ?? []
      guard concerned.count < count, diagnostic.position?.file == nil,
        let place = concerned.count == 1 ? concerned.first : Variant.common(concerned)
      else { return diagnostic }
      var diagnostic = diagnostic
      diagnostic.hint = [diagnostic.hint, "This is so with \(place)."].compactMap { $0 }.joined(separator: " ")
      return diagnostic
    }
  }
}
