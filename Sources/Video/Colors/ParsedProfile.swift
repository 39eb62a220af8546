import Foundation
import Graphics

/// A color profile as files carry it (ICC.1:2022), as far as it shows whether its colors are those of sRGB.
struct ParsedProfile {
  /// Its description; nil where it has none.
  let name: String?
  /// True if its colors are drawn right as sRGB: its primaries and its curve are those, whatever it is called.
  let isSRGB: Bool
  /// The signature of its colors, such as `RGB`, `GRAY` or `CMYK`.
  let space: String

  private let bytes: [UInt8]
  private let tags: [String: Range<Int>]

  /// The tolerance between a primary and sRGB's, in XYZ with a white of Y = 1; profiles round and adapt theirs
  /// differently.
  private static let primaryTolerance = 0.005
  /// By how many levels of 255 a color may be drawn otherwise.
  private static let levelTolerance = 3.0
  /// ICC.1's white is D50: sRGB's red, green and blue, adapted to it by Bradford's matrix (IEC 61966-2-1, annex).
  private static let primaries = [
    ("rXYZ", [0.43607, 0.22249, 0.01392]), ("gXYZ", [0.38515, 0.71687, 0.09708]), ("bXYZ", [0.14307, 0.06061, 0.7141]),
  ]

  /// Nil where the bytes are no profile.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 132, Self.text(bytes[36..<40]) == "acsp" else { return nil }
    self.bytes = bytes
    space = Self.text(bytes[16..<20]).trimmingCharacters(in: .whitespaces)
    var tags: [String: Range<Int>] = [:]
    for index in 0..<min(Self.number(bytes, at: 128), 1000) {
      let entry = 132 + index * 12
      guard entry + 12 <= bytes.count else { break }
      let (start, size) = (Self.number(bytes, at: entry + 4), Self.number(bytes, at: entry + 8))
      guard start + size <= bytes.count, size >= 8 else { continue }
      tags[Self.text(bytes[entry..<entry + 4])] = start..<start + size
    }
    self.tags = tags
    name = tags["desc"].flatMap { Self.description(bytes, $0) }
    var curves: [Curve?] = []
    switch space {
    case "RGB":
      for (tag, wanted) in Self.primaries {
        let found = tags[tag].flatMap { Self.coordinates(bytes, $0) }
        let isNear = found.map { zip($0, wanted).allSatisfy { abs($0 - $1) <= Self.primaryTolerance } } ?? false
        curves.append(isNear ? tags[String(tag.first ?? " ") + "TRC"].flatMap { Curve(bytes, $0) } : nil)
      }
    case "GRAY": curves.append(tags["kTRC"].flatMap { Curve(bytes, $0) })
    default: curves.append(nil)
    }
    isSRGB = curves.allSatisfy { $0.map { $0.deviation <= Self.levelTolerance } ?? false }
  }

  // MARK: Reading

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// A big-endian number of four bytes; 0 beyond the end.
  private static func number(_ bytes: [UInt8], at place: Int) -> Int {
    place >= 0 && place + 4 <= bytes.count ? bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } : 0
  }

  /// A number of 16 bits before and 16 after the point.
  private static func fixed(_ bytes: [UInt8], at place: Int) -> Double {
    Double(Int32(truncatingIfNeeded: number(bytes, at: place))) / 65536
  }

  private static func coordinates(_ bytes: [UInt8], _ tag: Range<Int>) -> [Double]? {
    guard text(bytes[tag].prefix(4)) == "XYZ ", tag.count >= 20 else { return nil }
    return (0..<3).map { fixed(bytes, at: tag.lowerBound + 8 + 4 * $0) }
  }

  /// The text of one line, which is ASCII in version 2 and UTF-16 in version 4.
  private static func description(_ bytes: [UInt8], _ tag: Range<Int>) -> String? {
    let start = tag.lowerBound
    var found: String
    switch text(bytes[tag].prefix(4)) {
    case "desc": found = text(bytes[tag].dropFirst(12).prefix(number(bytes, at: start + 8)))
    case "text": found = text(bytes[tag].dropFirst(8))
    case "mluc":
      let (size, place) = (number(bytes, at: start + 20), start + number(bytes, at: start + 24))
      guard number(bytes, at: start + 8) > 0, place >= start, place + size <= tag.upperBound else { return nil }
      let units = stride(from: place, to: place + size - 1, by: 2).map { (index: Int) -> UInt16 in
        UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
      }
      found = String(decoding: units, as: UTF16.self)
    default: return nil
    }
    found = String(found.prefix { $0 != "\0" && !$0.isNewline }.prefix(80)).trimmingCharacters(in: .whitespaces)
    return found.isEmpty ? nil : found
  }

  /// The light for values, both from 0 to 1.
  private enum Curve {
    case table([Double])
    /// The numbers of ICC.1's function type 4: g a b c d e f.
    case function([Double])

    init?(_ bytes: [UInt8], _ tag: Range<Int>) {
      let start = tag.lowerBound
      switch ParsedProfile.text(bytes[tag].prefix(4)) {
      case "curv":
        let count = number(bytes, at: start + 8)
        guard tag.count >= 12, count <= (tag.count - 12) / 2 else { return nil }
        let values = (0..<count).map { Double(Int(bytes[start + 12 + 2 * $0]) << 8 | Int(bytes[start + 13 + 2 * $0])) }
        switch count {
        case 0: self = .table([0, 1])
        case 1: self = .function([values[0] / 256, 1, 0, 0, 0, 0, 0])
        default: self = .table(values.map { $0 / 65535 })
        }
      case "para":
        let kind = Int(bytes[start + 8]) << 8 | Int(bytes[start + 9])
        guard (0...4).contains(kind), tag.count >= 12 + 4 * [1, 3, 4, 5, 7][kind] else { return nil }
        let n = (0..<[1, 3, 4, 5, 7][kind]).map { fixed(bytes, at: start + 12 + 4 * $0) }
        switch kind {
        case 0: self = .function([n[0], 1, 0, 0, 0, 0, 0])
        case 1: self = .function([n[0], n[1], n[2], 0, n[1] == 0 ? 0 : -n[2] / n[1], 0, 0])
        case 2: self = .function([n[0], n[1], n[2], 0, n[1] == 0 ? 0 : -n[2] / n[1], n[3], n[3]])
        case 3: self = .function(n + [0, 0])
        default: self = .function(n)
        }
      default: return nil
      }
    }

    func light(_ value: Double) -> Double {
      switch self {
      case .table(let values):
        let place = value * Double(values.count - 1)
        let index = min(Int(place), values.count - 2)
        return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
      case .function(let n):
        return value >= n[4] ? pow(max(n[1] * value + n[2], 0), n[0]) + n[5] : n[3] * value + n[6]
      }
    }

    /// By how many levels of 255 a value that is drawn as sRGB's differs at most.
    var deviation: Double {
      (0...255).reduce(0) { greatest, level in
        let light = min(max(light(Double(level) / 255), 0), 1)
        let value = Color.component(ofLight: light)
        return max(greatest, abs(value * 255 - Double(level)))
      }
    }
  }
}
