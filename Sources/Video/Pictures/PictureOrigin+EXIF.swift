import Foundation
import StageKit

extension PictureOrigin {
  /// The origin that a picture's file says by its EXIF data; damaged bytes say nothing. `bytes` are all bytes of the file.
  public init(ofPicture bytes: [UInt8]) {
    if PictureKind(bytes) == .heif {
      let data = (try? HEIFPicture(bytes, name: nil, "reading"))?.exif ?? []
      self.init(EXIFBlock(PictureChunks(bytes: data), in: 0..<data.count))
    } else {
      self.init(EXIFBlock(PictureChunks(bytes: bytes)))
    }
  }

  private init(_ block: EXIFBlock<[UInt8]>?) {
    self.init()
    guard let block else { return }
    // CIPA DC-008, 4.6.5 and 4.6.6.
    let details = block.value(of: 0x8769, in: block.firstDirectory)
    let position = block.value(of: 0x8825, in: block.firstDirectory)
    func degrees(_ tag: Int, _ reference: Int, negative: String, limit: Double) -> Double? {
      guard let parts = block.fractions(of: tag, in: position), parts.count == 3 else { return nil }
      let value = parts[0] + parts[1] / 60 + parts[2] / 3600
      guard value <= limit else { return nil }
      return block.text(of: reference, in: position) == negative ? -value : value
    }
    if let latitude = degrees(2, 1, negative: "S", limit: 90),
      let longitude = degrees(4, 3, negative: "W", limit: 180), latitude != 0 || longitude != 0
    {
      coordinate = Coordinate(longitude: longitude, latitude: latitude)
    }
    if let date = block.text(of: 0x1D, in: position), let clock = block.fractions(of: 7, in: position),
      clock.count == 3, let day = Self.seconds("\(date) 00:00:00")
    {
      (time, hasZone) = (day + clock[0] * 3600 + clock[1] * 60 + clock[2], true)
    } else if let text = block.text(of: 0x9003, in: details), let local = Self.seconds(text) {
      let ahead = block.text(of: 0x9011, in: details).flatMap(Self.zone)
      (time, hasZone) = (local - (ahead ?? 0), ahead != nil)
    }
  }

  /// `2026:06:14 07:30:00`, as if in UTC.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split { $0 == ":" || $0 == " " }.map { Int($0) }
    guard parts.count == 6, let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
      let minute = parts[4], let second = parts[5], let days = GregorianDate.days(year: year, month: month, day: day),
      (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// The seconds of `+02:00`.
  private static func zone(_ text: String) -> Double? {
    let parts = text.dropFirst().split(separator: ":").map { Int($0) ?? -1 }
    guard text.hasPrefix("+") || text.hasPrefix("-"), parts.count == 2, (0...14).contains(parts[0]),
      (0..<60).contains(parts[1])
    else { return nil }
    return Double((parts[0] * 60 + parts[1]) * 60 * (text.hasPrefix("-") ? -1 : 1))
  }
}
