/// Lempel, Ziv and Welch's compression as GIF has it (GIF89a, appendix F), in which some symbols may be replaced by
/// others.
///
/// Each position has one symbol, or two of which either does. The encoder takes the longest string that fits, whichever
/// symbols it has, and says which were taken.
struct LZWEncoder {
  private static let maxCodes = 4096

  /// By code and symbol the code of the longer string; 0 for none.
  private var children = [UInt16](repeating: 0, count: maxCodes * 256)
  private var parents = [UInt16](repeating: 0, count: maxCodes)
  private var lastSymbols = [UInt8](repeating: 0, count: maxCodes)
  private var nextCode = 0
  private var codeBits = 0
  private let symbolBits: Int

  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingBits = 0

  /// Symbols have 2 to 8 bits.
  init(symbolBits: Int) { self.symbolBits = symbolBits }

  private var clearCode: Int { 1 << symbolBits }

  /// Compresses symbols; `alternatives[i]` does as well as `symbols[i]`, which becomes the one that was taken. Returns the
  /// codes' bytes, without GIF's blocks.
  mutating func encode(_ symbols: inout [UInt8], alternatives: [UInt8]) -> [UInt8] {
    bytes = []
    (pending, pendingBits) = (0, 0)
    reset()
    write(clearCode)
    var position = 0
    var first = symbols.isEmpty ? 0 : symbols[0]
    while position < symbols.count {
      let match = longest(symbols, alternatives, at: position, first: first)
      take(match.code, &symbols, before: match.end)
      write(match.code)
      position = match.end
      guard position < symbols.count else { break }
      let next = (symbols[position], alternatives[position])
      first = next.0
      if next.1 != next.0,
        longest(symbols, alternatives, at: position, first: next.1).end
          > longest(symbols, alternatives, at: position, first: next.0).end
      {
        first = next.1
      }
      if nextCode < Self.maxCodes {
        add(match.code, first)
      } else {
        write(clearCode)
        reset()
      }
    }
    write(clearCode + 1)
    if pendingBits > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    return bytes
  }

  private mutating func reset() {
    for code in 0..<clearCode {
      lastSymbols[code] = UInt8(code)
      clearChildren(code)
    }
    nextCode = clearCode + 2
    codeBits = symbolBits + 1
  }

  private mutating func clearChildren(_ code: Int) {
    for index in code << 8..<(code + 1) << 8 { children[index] = 0 }
  }

  private mutating func add(_ code: Int, _ symbol: UInt8) {
    children[code << 8 | Int(symbol)] = UInt16(nextCode)
    parents[nextCode] = UInt16(code)
    lastSymbols[nextCode] = symbol
    clearChildren(nextCode)
    if nextCode == 1 << codeBits { codeBits += 1 }
    nextCode += 1
  }

  /// The longest known string from a position on that begins with `first`.
  private func longest(
    _ symbols: [UInt8], _ alternatives: [UInt8], at position: Int, first: UInt8
  ) -> (code: Int, end: Int) {
    var codes = [Int(first)]
    var end = position + 1
    var longer: [Int] = []
    while end < symbols.count {
      longer.removeAll(keepingCapacity: true)
      let (symbol, alternative) = (Int(symbols[end]), Int(alternatives[end]))
      for code in codes {
        let child = Int(children[code << 8 | symbol])
        if child != 0 { longer.append(child) }
        guard alternative != symbol else { continue }
        let other = Int(children[code << 8 | alternative])
        if other != 0 { longer.append(other) }
      }
      if longer.isEmpty { break }
      swap(&codes, &longer)
      end += 1
    }
    return (codes[0], end)
  }

  /// Writes a code's string over the symbols that end before a position.
  private func take(_ code: Int, _ symbols: inout [UInt8], before end: Int) {
    var (code, position) = (code, end - 1)
    while code >= clearCode {
      symbols[position] = lastSymbols[code]
      code = Int(parents[code])
      position -= 1
    }
    symbols[position] = UInt8(code)
  }

  private mutating func write(_ code: Int) {
    pending |= UInt32(code) << UInt32(pendingBits)
    pendingBits += codeBits
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }
}
