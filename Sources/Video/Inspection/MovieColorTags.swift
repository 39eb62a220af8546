import Formats
import Foundation
import MediaBase

/// The color box of an MP4 or QuickTime file (ISO/IEC 14496-12, 12.1.5; code points of ITU-T H.273).
///
/// Decoders may use it or the stream's tags, so both must agree.
public struct MovieColorTags: Hashable, Sendable, CustomStringConvertible {
  public let primaries: Int
  public let transfer: Int
  public let matrix: Int
  public let isFullRange: Bool

  /// BT.709 in limited range.
  public static let rec709 = MovieColorTags(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)

  /// Those of delivered colors in limited range.
  public init(_ colors: DeliveredColors) {
    switch colors {
    case .standard(.sRGB): self = .rec709
    case .standard(.displayP3): self.init(primaries: 12, transfer: 1, matrix: 1, isFullRange: false)
    case .hdr(.pq, _): self.init(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    case .hdr(.hlg, _): self.init(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
    }
  }

  init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
    (self.primaries, self.transfer, self.matrix, self.isFullRange) = (primaries, transfer, matrix, isFullRange)
  }

  /// `primaries 1, transfer 1, matrix 1, limited range`.
  public var description: String {
    "primaries \(primaries), transfer \(transfer), matrix \(matrix), \(isFullRange ? "full" : "limited") range"
  }
}

/// The tags of a movie's color box; throws where there is none. QuickTime's box does not say the range, which is limited.
public func movieColorTags(at path: String) throws(MediaError) -> MovieColorTags {
  let operation = "read the movie's color box"
  guard let index = try topLevelBoxes(at: path, named: path).first(where: { $0.type == "moov" }),
    let handle = FileHandle(forReadingAtPath: path), (try? handle.seek(toOffset: index.offset)) != nil,
    let data = try? handle.read(upToCount: Int(clamping: index.size))
  else { throw MediaError(operation, reason: "it has no index", file: path) }
  try? handle.close()
  let marks = [Data("colrnclx".utf8), Data("colrnclc".utf8)].compactMap { data.firstRange(of: $0) }
  guard let mark = marks.first, mark.upperBound + 7 <= data.endIndex else {
    throw MediaError(operation, reason: "it has none", file: path)
  }
  func number(_ offset: Int) -> Int {
    Int(data[mark.upperBound + offset]) << 8 | Int(data[mark.upperBound + offset + 1])
  }
  return MovieColorTags(
    primaries: number(0), transfer: number(2), matrix: number(4),
    isFullRange: data[mark.lowerBound + 7] == UInt8(ascii: "x") && data[mark.upperBound + 6] & 128 != 0)
}
