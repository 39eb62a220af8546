@_spi(Host) import Coding
import Foundation
import StageKit

/// Values of SVG's attributes that consist of several parts.
enum SVGValues {
  /// Numbers between spaces and single commas; those before the first fault, and whether there is none.
  static func list(_ text: String) -> (numbers: [Double], isWhole: Bool) {
    var scanner = ByteScanner(text)
    var numbers: [Double] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard let number = try? scanner.number(.svg) else { return (numbers, false) }
      numbers.append(number)
      scanner.skipSpace()
      if scanner.take(",") {
        scanner.skipSpace()
        if scanner.isAtEnd { return (numbers, false) }
      }
    }
    return (numbers, true)
  }

  /// Numbers between spaces and commas; none if anything else is among them.
  static func numbers(_ text: String) -> [Double] {
    let list = list(text)
    return list.isWhole ? list.numbers : []
  }

  /// An angle in degrees; nil where it is none.
  static func angle(_ text: some StringProtocol, needsUnit: Bool = false) -> Double? {
    var scanner = ByteScanner(String(text))
    scanner.skipSpace()
    guard let number = try? scanner.number(.svg) else { return nil }
    let unit = scanner.word()
    scanner.skipSpace()
    guard scanner.isAtEnd else { return nil }
    switch unit {
    case "deg": return number
    case "rad": return number * 180 / .pi
    case "turn": return number * 360
    case "grad": return number * 0.9
    case "": return needsUnit && number != 0 ? nil : number
    default: return nil
    }
  }

  /// The rectangle of a `viewBox`; nil where it has none with a size.
  static func viewBox(_ element: SVGElement) -> Rect? {
    let n = element["viewBox"].map(numbers) ?? []
    guard n.count == 4, n[2] > 0, n[3] > 0 else { return nil }
    return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  /// Puts `box` into a viewport, as `preserveAspectRatio` says.
  static func fitting(_ box: Rect, in port: Rect, _ ratio: String?) -> Transform {
    var words = (ratio ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    if words.first == "defer" { words.removeFirst() }
    let isMeant =
      words.count <= 2 && words.first.map(alignments.contains) == true
      && ["meet", "slice", nil].contains(words.dropFirst().first)
    if !isMeant { words = ["xMidYMid"] }
    let alignment = words[0]
    var (kx, ky) = (port.width / box.width, port.height / box.height)
    if alignment != "none" {
      let k = words.last == "slice" ? max(kx, ky) : min(kx, ky)
      (kx, ky) = (k, k)
    }
    func share(_ axis: String) -> Double {
      alignment.contains(axis + "Min") || alignment == "none" ? 0 : alignment.contains(axis + "Max") ? 1 : 0.5
    }
    let x = port.x + (port.width - box.width * kx) * share("x")
    let y = port.y + (port.height - box.height * ky) * share("Y")
    return .translation(x, y) * .scale(kx, ky) * .translation(-box.x, -box.y)
  }

  private static let alignments = Set(
    ["none"] + ["Min", "Mid", "Max"].flatMap { x in ["Min", "Mid", "Max"].map { "x\(x)Y\($0)" } })

  /// The bytes of a `data:` address; nil for another one.
  static func data(_ address: String) -> [UInt8]? {
    let address = address.trimmed
    guard address.prefix(5).lowercased() == "data:", let comma = address.firstIndex(of: ",") else { return nil }
    let content = address[comma...].dropFirst()
    guard address[..<comma].lowercased().trimmed.hasSuffix(";base64") else {
      return content.removingPercentEncoding.map { Array($0.utf8) }
    }
    let encoded = content.removingPercentEncoding ?? String(content)
    return Data(base64Encoded: encoded, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}
