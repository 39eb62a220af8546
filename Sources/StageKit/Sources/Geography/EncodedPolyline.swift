import Coding

/// The position and the reason for which an encoded polyline cannot be read.
public struct EncodedPolylineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a text is not an encoded polyline.
  public enum Problem: Hashable, Sendable {
    /// A character other than '?' to '~'.
    case badCharacter(String)
    /// The text ends within a number.
    case truncated
    /// A latitude without a longitude.
    case missingLongitude
    /// A latitude beyond 90, a longitude beyond 360, or a number so long that it cannot be either.
    case outOfRange
  }

  /// The offset of its UTF-8 byte, from 0: the character, or the first of the number.
  public let offset: Int
  public let problem: Problem

  /// A problem at an offset in bytes from the text's start.
  public init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }

  public var description: String {
    let text =
      switch problem {
      case .badCharacter(let found): "found \(found), expected a character from '?' to '~'"
      case .truncated: "the text ends within a number"
      case .missingLongitude: "the last latitude has no longitude"
      case .outOfRange: "the number leads off the earth"
      }
    return "encoded polyline, byte \(offset): \(text)"
  }
}

/// Google's encoded polyline format: latitudes and longitudes as differences, in printable characters.
/// Source: developers.google.com/maps/documentation/utilities/polylinealgorithm.
///
/// ```swift
/// let route = try EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC")
/// ```
public enum EncodedPolyline {
  /// The decimals of a degree; the text does not record which it has.
  public enum Precision: Int, Sendable {
    case five = 5
    case six = 6

    fileprivate var scale: Double { self == .five ? 1e5 : 1e6 }
  }

  /// The coordinates in `text`; none for empty text.
  public static func decode(
    _ text: String, precision: Precision = .five
  ) throws(EncodedPolylineError) -> [Coordinate] {
    let bytes = Array(text.utf8)
    var result: [Coordinate] = []
    var offset = 0
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    while offset < bytes.count {
      try add(bytes, at: &offset, to: &latitude, limit: 90, precision)
      guard offset < bytes.count else { throw EncodedPolylineError(offset: offset, problem: .missingLongitude) }
      try add(bytes, at: &offset, to: &longitude, limit: 360, precision)
      result.append(
        Coordinate(longitude: Double(longitude) / precision.scale, latitude: Double(latitude) / precision.scale))
    }
    return result
  }

  /// Reads a difference and adds it. Seven groups of five bits hold any that stays on the earth; further groups must
  /// be empty.
  private static func add(
    _ bytes: [UInt8], at offset: inout Int, to sum: inout Int64, limit: Double, _ precision: Precision
  ) throws(EncodedPolylineError) {
    let start = offset
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      guard offset < bytes.count else { throw EncodedPolylineError(offset: start, problem: .truncated) }
      guard (63...126).contains(bytes[offset]) else {
        throw EncodedPolylineError(offset: offset, problem: .badCharacter(ByteScanner(bytes).found(at: offset)))
      }
      let group = UInt64(bytes[offset] - 63)
      guard shift < 35 || group & 31 == 0 else { throw EncodedPolylineError(offset: start, problem: .outOfRange) }
      if shift < 35 { bits |= (group & 31) << shift }
      offset += 1
      shift = min(shift + 5, 35)
      if group < 32 { break }
    }
    let half = Int64(bits >> 1)
    sum += bits & 1 == 1 ? ~half : half
    guard abs(Double(sum)) <= limit * precision.scale else {
      throw EncodedPolylineError(offset: start, problem: .outOfRange)
    }
  }
}
