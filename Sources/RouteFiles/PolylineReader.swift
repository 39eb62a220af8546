@_spi(Host) import Coding
@_spi(Host) import Geography
import StageKit

/// Text files with one polyline in Google's encoding, alone or as a JSON string.
enum PolylineReader {
  /// The ending of files whose polyline has 6 decimals.
  private static let sixEnding = "polyline6"

  /// True for a polyline of two places or more, and for no word.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    let text = Self.text(of: bytes)
    // The latitude of nearly every place takes more than one character; brackets and words of one letter do not.
    guard let first = text.utf8.first, first >= 95, text.utf8.allSatisfy({ (63...126).contains($0) }) else {
      return false
    }
    return [.five, .six].contains { (try? read(text, $0).places.count > 1) ?? false }
  }

  /// With 6 decimals where the file's ending says so. Throws `RouteFileError` for what is no polyline, or leads off the earth.
  static func contents(_ bytes: [UInt8], ending: String) throws(RouteFileError) -> RouteFile.Contents {
    let text = try line(bytes)
    let precision: EncodedPolyline.Precision = ending == sixEnding ? .six : .five
    let (places, isCut): ([RouteTrack.Place], Bool)
    do throws(EncodedPolylineError) {
      (places, isCut) = try read(text, precision)
    } catch {
      let isSix = precision == .five && error.problem == .outOfRange && (try? read(text, .six)) != nil
      throw RouteFileError(
        "\(error)", at: "1:\(error.offset + 1)",
        hint: isSix ? "With 6 decimals it stays on the earth: let its name end in '.\(sixEnding)'." : nil)
    }
    let end = RouteFileError("the file ends early, in a number of the encoded polyline", at: "1:\(text.utf8.count + 1)")
    return ([RouteTrack(parts: [places])], isCut ? end : nil, [])
  }

  /// Without a byte order mark, space around it, and space at the end that was never written.
  private static func text(of bytes: [UInt8]) -> String {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    return String(String(decoding: bytes[min(start, end)..<end], as: UTF8.self).trimmed)
  }

  /// The one line of text, or the string.
  private static func line(_ bytes: [UInt8]) throws(RouteFileError) -> String {
    let text = Self.text(of: bytes)
    if text.hasPrefix("\"") {
      return try RouteJSON.read(bytes) { (file) throws(JSONFault) in
        let text = try file.json.string()
        try file.json.expectEnd()
        return text
      }
    }
    guard !text.contains(where: \.isNewline) else {
      throw RouteFileError("it has more than one line, expected one encoded polyline", at: "2:1")
    }
    return text
  }

  /// The places of a polyline, up to the last whole one where it is cut off within a number.
  static func read(
    _ text: String, _ precision: EncodedPolyline.Precision
  ) throws(EncodedPolylineError) -> (places: [RouteTrack.Place], isCut: Bool) {
    let bytes = Array(text.utf8)
    // The last character of a number is one of the first 32.
    let ends = bytes.indices.filter { bytes[$0] < 63 + 32 }
    let whole = ends.count < 2 ? 0 : ends[ends.count / 2 * 2 - 1] + 1
    // Text that has no such characters at its end is none that is cut off.
    let isCut = whole < bytes.count && bytes[whole...].allSatisfy { (63...126).contains($0) }
    let part = isCut ? String(decoding: bytes[..<whole], as: UTF8.self) : text
    return (try EncodedPolyline.decode(part, precision: precision).map { RouteTrack.Place($0) }, isCut)
  }
}
