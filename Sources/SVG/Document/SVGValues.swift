import Foundation
import StageKit

/// A length with its unit.
struct SVGLength {
  private let number: Double
  private let unit: String

  init(_ number: Double, unit: String) { (self.number, self.unit) = (number, unit) }

  /// Nil where it is none.
  init?(_ text: String) {
    var scanner = ByteScanner(text)
    scanner.skipSpace()
    guard let number = try? scanner.number(.svg) else { return nil }
    self.number = number
    unit = scanner.take("%") ? "%" : scanner.word().lowercased()
  }

  var isPercentage: Bool { unit == "%" }

  /// In pixels; percentages are of `whole`.
  func value(of whole: Double, fontSize: Double) -> Double {
    switch unit {
    case "%": number / 100 * whole
    case "pt": number * 4 / 3
    case "pc": number * 16
    case "in": number * 96
    case "cm": number * 96 / 2.54
    case "mm": number * 96 / 25.4
    case "em": number * fontSize
    case "ex": number * fontSize / 2
    default: number
    }
  }
}

/// Values of SVG's attributes that consist of several numbers.
enum SVGValues {
  /// Numbers between spaces and commas, up to the first thing that is none. Angles are in degrees, and lengths in pixels;
  /// other units are passed over.
  static func numbers(_ text: String) -> [Double] {
    var scanner = ByteScanner(text)
    var numbers: [Double] = []
    while true {
      scanner.skip { ByteScanner.isSpace($0) || $0 == UInt8(ascii: ",") }
      guard let number = try? scanner.number(.svg) else { return numbers }
      switch scanner.word().lowercased() {
      case "rad": numbers.append(number * 180 / .pi)
      case "turn": numbers.append(number * 360)
      case "grad": numbers.append(number * 0.9)
      case let unit: numbers.append(SVGLength(number, unit: unit).value(of: 0, fontSize: 16))
      }
    }
  }

  /// The map of a `transform` attribute: its functions, the last one first.
  static func transform(_ text: String) -> Transform {
    var result = Transform.identity
    for part in text.split(separator: ")") {
      guard let open = part.firstIndex(of: "(") else { break }
      let name = part[..<open].filter { !$0.isWhitespace && $0 != "," }
      let n = numbers(String(part[open...].dropFirst()))
      func value(_ index: Int, _ other: Double = 0) -> Double { index < n.count ? n[index] : other }
      let step: Transform? =
        switch name {
        case "matrix": n.count == 6 ? Transform(n[0], n[2], n[4], n[1], n[3], n[5]) : nil
        case "translate": Transform.translation(value(0), value(1))
        case "translateX": Transform.translation(value(0), 0)
        case "translateY": Transform.translation(0, value(0))
        case "scale": Transform.scale(value(0, 1), value(1, value(0, 1)))
        case "rotate": Transform.rotation(degrees: value(0), about: Point(value(1), value(2)))
        case "skewX": Transform(1, sheared(value(0)), 0, 0, 1, 0)
        case "skewY": Transform(1, 0, 0, sheared(value(0)), 1, 0)
        default: nil
        }
      guard let step else { break }
      result = result * step
    }
    return result
  }

  private static func sheared(_ degrees: Double) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return sine / cosine
  }

  /// The rectangle of a `viewBox`; nil where it has none with a size.
  static func viewBox(_ element: SVGElement) -> Rect? {
    let n = element["viewBox"].map(numbers) ?? []
    guard n.count == 4, n[2] > 0, n[3] > 0 else { return nil }
    return Rect(x: n[0], y: n[1], width: n[2], height: n[3])
  }

  /// Puts `box` into a viewport, as `preserveAspectRatio` says.
  static func fitting(_ box: Rect, in port: Rect, _ ratio: String?) -> Transform {
    let words = (ratio ?? "").split(separator: " ")
    let alignment = String(words.first ?? "xMidYMid")
    var (kx, ky) = (port.width / box.width, port.height / box.height)
    if alignment != "none" {
      let k = words.contains("slice") ? max(kx, ky) : min(kx, ky)
      (kx, ky) = (k, k)
    }
    func share(_ axis: String) -> Double {
      alignment.contains(axis + "Min") ? 0 : alignment.contains(axis + "Max") ? 1 : 0.5
    }
    let x = port.x + (port.width - box.width * kx) * share("x")
    let y = port.y + (port.height - box.height * ky) * share("Y")
    return .translation(x, y) * .scale(kx, ky) * .translation(-box.x, -box.y)
  }

  /// The bytes of a `data:` address; nil for another one.
  static func data(_ address: String) -> [UInt8]? {
    guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else { return nil }
    guard address[..<comma].hasSuffix(";base64") else { return nil }
    let encoded = String(address[comma...].dropFirst())
    return Data(base64Encoded: encoded, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
  }
}
