import Files
import Formats
import Foundation
import MediaBase

/// Lays frames side by side in one picture and writes an index of them next to it. Frames that show the same share a
/// place.
///
/// The sheet lies in memory until it is written: 3 or 4 bytes for each of its pixels.
final class SpriteSheetWriter: OutputWriter {
  private let path: String
  private let format: OutputFormat
  private let sprite: SpriteSheet
  private let output: AtomicFile
  private let index: AtomicFile
  private let decoder: SegmentDecoder
  /// Pixels of the sheet's full rows of frames, and of the last one.
  private var rows: [[UInt8]] = []
  /// The place of each frame, from the left in rows from the top.
  private var places: [Int] = []
  private var known: [[UInt8]: Int] = [:]
  private var isClosed = false

  init(path: String, format: OutputFormat, _ sprite: SpriteSheet) throws(MediaError) {
    self.path = path
    self.format = format
    self.sprite = sprite
    output = try AtomicFile.output(to: path)
    index = try AtomicFile.output(to: SpriteSheet.indexPath(of: path))
    decoder = try SegmentDecoder(format)
  }

  var temporaryPath: String { output.temporaryPath }

  func append(_ segment: EncodedSegment) throws(MediaError) {
    guard !isClosed else { throw MediaError("append to the sheet", reason: "it is closed", file: path) }
    do throws(MediaError) {
      for packet in segment.packets {
        if let place = known[packet.data] {
          places.append(place)
          continue
        }
        let place = known.count
        known[packet.data] = place
        places.append(place)
        put(try decoder.decode(packet.data), at: place)
      }
    } catch {
      cancel()
      throw error
    }
  }

  private func put(_ frame: FramePlanes, at place: Int) {
    let (row, column) = place.quotientAndRemainder(dividingBy: sprite.columns)
    let rowBytes = frame.rowBytes(ofPlane: 0)
    if row == rows.count { rows.append([UInt8](repeating: 0, count: frame.bytes.count * sprite.columns)) }
    for y in 0..<frame.height {
      let start = (y * sprite.columns + column) * rowBytes
      rows[row].replaceSubrange(start..<start + rowBytes, with: frame.bytes[y * rowBytes..<(y + 1) * rowBytes])
    }
  }

  func finish() throws(MediaError) {
    let operation = "finish the sheet"
    guard !isClosed, !places.isEmpty else {
      throw MediaError(operation, reason: isClosed ? "it is closed" : "it has no frames", file: path)
    }
    defer { cancel() }
    let (width, height) = (format.width * sprite.columns, format.height * rows.count)
    let pixels = rows.reduce(into: []) { $0 += $1 }
    guard let sheet = FramePlanes(format.pixelFormat, width: width, height: height, bytes: pixels) else {
      throw MediaError(operation, reason: "\(width) × \(height) pixels are too many", file: path)
    }
    rows = []
    let still: OutputFormat
    do throws(FormatError) {
      still = try OutputFormat(
        format.codec, format.options, in: format.container, alpha: format.pixelFormat.alpha != .none, width: width,
        height: height, frameRate: format.frameRate, colors: format.colors)
    } catch {
      throw MediaError(operation, reason: error.reason, file: path)
    }
    try output.append(try encodeStill(sheet, still))
    try index.append(Array(text(width: width, height: height).utf8))
    try output.finish()
    try index.finish()
  }

  func cancel() {
    isClosed = true
    output.discard()
    index.discard()
  }

  /// The index as JSON; lengths are in pixels and times in seconds.
  private func text(width: Int, height: Int) -> String {
    let name = (path as NSString).lastPathComponent
    let quoted = (try? JSONEncoder().encode(name)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    let rate = format.frameRate
    func seconds(_ frame: Int) -> String { String(format: "%.6g", Double(frame) / rate.framesPerSecond) }
    var lines = [
      FileSignature.index, "  \"image\": \(quoted), \"width\": \(width), \"height\": \(height),",
      "  \"fps\": \(String(format: "%.9g", format.frameRate.framesPerSecond)), \"duration\": \(seconds(places.count)),",
      "  \"frames\": [",
    ]
    for (frame, place) in places.enumerated() {
      let (row, column) = place.quotientAndRemainder(dividingBy: sprite.columns)
      lines.append(
        "    { \"time\": \(seconds(frame)), \"x\": \(column * format.width), \"y\": \(row * format.height), "
          + "\"width\": \(format.width), \"height\": \(format.height) }" + (frame < places.count - 1 ? "," : ""))
    }
    return (lines + ["  ]", "}", ""]).joined(separator: "\n")
  }
}

/// The bytes of a file of one picture, with the program's signature.
func encodeStill(_ picture: FramePlanes, _ format: OutputFormat) throws(MediaError) -> [UInt8] {
  if format.codec is WebP {
    let file = Collected()
    let encoder = try WebPEncoder(format) { (bytes) throws(MediaError) in file.bytes += bytes }
    try encoder.add(picture, at: 0)
    try encoder.finish(at: 1)
    return file.bytes
  }
  let encoder = try SegmentEncoder(format)
  try encoder.encode(picture)
  return FileSignature.signed(try encoder.finish().packets[0].data, format.codec.name)
}

/// Bytes that a closure gathers.
private final class Collected {
  var bytes: [UInt8] = []
}
