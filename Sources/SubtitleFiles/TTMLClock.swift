@_spi(Host) import Coding
import Documents
import StageKit

/// Reads times as a TTML document counts them.
struct TTMLClock {
  /// Frames a second by which labels count.
  private var frameRate = 30.0
  /// Frames a second as they are shown.
  private var effectiveRate = 30.0
  private var subFrameRate = 1.0
  private var tickRate = 1.0
  private var isSMPTE = false
  private var dropsFrames = false

  /// Takes the parameters of the root element.
  init(_ root: XMLElement) {
    func number(_ name: String) -> Double? {
      root[name].flatMap { Double($0.trimmed) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }
    let frameRate = number("frameRate")
    self.frameRate = frameRate ?? 30
    subFrameRate = number("subFrameRate") ?? 1
    let multiplier = root["frameRateMultiplier"]?.split { $0 == " " || $0 == ":" }.compactMap { Double($0) } ?? []
    effectiveRate = self.frameRate
    if multiplier.count == 2, multiplier.allSatisfy({ $0 > 0 && $0.isFinite }) {
      effectiveRate *= multiplier[0] / multiplier[1]
    }
    tickRate = number("tickRate") ?? (frameRate == nil ? 1 : effectiveRate * subFrameRate)
    isSMPTE = root["timeBase"]?.trimmed == "smpte"
    dropsFrames = isSMPTE && root["dropMode"]?.trimmed == "dropNTSC"
  }

  /// A clock time such as `00:01:02.5` or `00:01:02:12`, or an offset such as `62.5s` or `120f`, in seconds; nil for anything
  /// else.
  func seconds(_ text: String) -> Double? {
    // Some programs write a comma before the fraction.
    let text = String(text.trimmed).replacing(",", with: ".")
    guard text.first?.isASCII == true, text.first?.isNumber == true else { return nil }
    return text.contains(":") ? clock(text) : offset(text)
  }

  private func offset(_ text: String) -> Double? {
    let unit = String(text.reversed().prefix(while: \.isLetter).reversed())
    guard let value = decimal(text.dropLast(unit.count)) else { return nil }
    return switch unit {
    case "h": value * 3600
    case "m": value * 60
    case "s": value
    case "ms": value / 1000
    case "f": value / effectiveRate
    case "t": value / tickRate
    default: nil
    }
  }

  private func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), let hours = whole(parts[0]), let minutes = whole(parts[1]), minutes < 60,
      let seconds = parts.count == 3 ? decimal(parts[2]) : whole(parts[2]), seconds < 61
    else { return nil }
    let base = hours * 3600 + minutes * 60
    guard parts.count == 4 || isSMPTE else {
      // In whole milliseconds where it is so written.
      return (base * 1000 + seconds * 1000) / 1000
    }
    var frames = 0.0
    if parts.count == 4 {
      let count = parts[3].split(separator: ".", omittingEmptySubsequences: false)
      guard (1...2).contains(count.count), let whole = whole(count[0]) else { return nil }
      frames = whole
      if count.count == 2 {
        guard let parts = self.whole(count[1]) else { return nil }
        frames += parts / subFrameRate
      }
    }
    guard isSMPTE else { return base + seconds + frames / effectiveRate }
    // Labels count frames, which are shown at another rate.
    let dropped = dropsFrames ? 2 * (hours * 54 + minutes - (minutes / 10).rounded(.down)) : 0
    return ((base + seconds) * frameRate + frames - dropped) / effectiveRate
  }

  private func whole(_ text: Substring) -> Double? {
    text.count <= 9 && text.allSatisfy { $0.isASCII && $0.isNumber } ? Double(text) : nil
  }

  private func decimal(_ text: some StringProtocol) -> Double? {
    let isDecimal = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && text.first != "."
    guard text.count <= 20, isDecimal, let value = Double(text), value < 1e12 else { return nil }
    return value
  }
}
