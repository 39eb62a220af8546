import Files
import Formats
import Foundation
import MediaBase

/// Metadata of an animated image that libav does not report exactly.
struct AnimationHeader {
  /// The number of times that it plays, 0 for ever; nil if the container does not have it.
  var plays: Int?
  /// The duration of each picture, in ticks of the container; nil if its decoder reports it.
  var durations: [Int]?

  /// Reads a GIF or APNG file's header; WebP and AVIF are left to their decoders.
  init(path: String, named name: String, _ format: OutputFormat) throws(MediaError) {
    switch format.container {
    case .gif: plays = try Self.gifPlays(path, name)
    case .apng: try readAPNG(path, name, timeScale: format.container.timeScale(at: format.frameRate))
    default: break
    }
  }

  private static let operation = "read the animated picture's header"

  /// The palette ends at most 781 bytes in, and the extension comes next.
  private static func gifPlays(_ path: String, _ name: String) throws(MediaError) -> Int {
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: 1024) else {
      throw MediaError(operation, reason: "it cannot be read", file: name)
    }
    guard let mark = data.firstRange(of: Data("NETSCAPE2.0".utf8)), mark.upperBound + 4 <= data.endIndex else {
      return 1
    }
    let repeats = Int(data[mark.upperBound + 2]) | Int(data[mark.upperBound + 3]) << 8
    return repeats == 0 ? 0 : repeats + 1
  }

  /// The chunks acTL and fcTL (PNG, third edition, 11.3.6). Without them it is a still, which is shown for ever.
  private mutating func readAPNG(_ path: String, _ name: String, timeScale: Int) throws(MediaError) {
    func damaged(_ reason: String) -> MediaError { MediaError(Self.operation, reason: reason, file: name) }
    guard let file = FileHandle(forReadingAtPath: path) else { throw damaged("it cannot be read") }
    var offset: UInt64 = 8
    var found: [Int] = []
    while (try? file.seek(toOffset: offset)) != nil, let head = try? file.read(upToCount: 34), head.count >= 12 {
      let bytes = [UInt8](head)
      func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
      switch String(decoding: bytes[4..<8], as: UTF8.self) {
      case "acTL" where bytes.count >= 16: plays = number(12..<16)
      case "fcTL" where bytes.count >= 32:
        let (ticks, rest) = (number(28..<30) * timeScale).quotientAndRemainder(dividingBy: max(1, number(30..<32)))
        guard rest == 0 else { throw damaged("picture \(found.count) is not shown for a whole number of ticks") }
        found.append(ticks)
      default: break
      }
      offset += UInt64(number(0..<4)) + 12
    }
    if plays != nil { durations = found }
  }
}
