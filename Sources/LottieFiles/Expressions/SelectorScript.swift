import StageKit

/// The expression of a text animator's selector, which gives each part of a text a weight.
struct SelectorScript: Sendable {
  private let script: ScriptFunction
  private let site: ExpressionSite

  init(_ script: ScriptFunction, _ site: ExpressionSite) {
    self.script = script
    self.site = site
  }

  /// The weights of all parts of a text, with the steps of one expression for all of them; where it fails, a part is whole.
  func weights(of count: Int, at frame: Double) -> [Double] {
    guard let context = try? ScriptContext.next() else { return Array(repeating: 1, count: count) }
    return (0..<count).map { (try? evaluated($0, of: count, at: frame, context)) ?? 1 }
  }

  /// The weight of a part, from 0, of a number of parts; throws where the expression fails.
  func evaluated(_ part: Int, of count: Int, at frame: Double, _ context: ScriptContext) throws -> Double {
    let whole = Property(100.0)
    let host = ExpressionHost(
      site, frame, context, ScriptProperty(whole, count: 1, site.document.framesPerSecond), number: nil)
    let machine = ScriptMachine(context.budget, read: site.document.script) { name in
      switch name {
      case "textIndex": return .number(Double(part + 1))
      case "textTotal": return .number(Double(count))
      case "selectorValue": return .number(100)
      default: return try host.global(name)
      }
    }
    let result = try context.run { try machine.run(script) }
    // The first amount counts where there is one for each direction.
    let number = result.elements?.first?.number ?? result.number
    guard number.isFinite else { throw ScriptThrow("it gives no number") }
    return DocumentReader.bounded(number) / 100
  }
}

extension DocumentReader {
  /// The expression of a selector; nil with a remark where it fails.
  func selectorScript(_ text: String) -> SelectorScript? {
    guard let site else { return nil }
    switch site.document.script(text) {
    case .failure(let fault):
      omit("the expression of a text's selector is not evaluated: \(fault.message)")
      return nil
    case .success(let script):
      let selector = SelectorScript(script, site)
      do {
        _ = try selector.evaluated(0, of: 1, at: site.document.first, .next())
        return selector
      } catch let fault as ScriptThrow {
        omit("the expression of a text's selector is not evaluated: \(fault.value.text)")
      } catch {
        omit("the expression of a text's selector is not evaluated: it takes too many steps")
      }
      return nil
    }
  }
}
