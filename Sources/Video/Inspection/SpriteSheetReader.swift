import Formats
import Foundation
import MediaBase

/// Decodes the frames of a sheet of sprites by its index. To be used from one thread at a time.
final class SpriteSheetReader: FrameReader {
  private struct Index: Decodable {
    struct Frame: Decodable {
      let time: Double
      let x: Int
      let y: Int
      let width: Int
      let height: Int
    }

    let image: String
    let width: Int
    let height: Int
    let frames: [Frame]
  }

  private let path: String
  private let format: OutputFormat
  private let sheet: FramePlanes
  private let index: Index
  private var count = 0

  init(path: String, _ format: OutputFormat) throws(MediaError) {
    let operation = "read the sheet's index"
    self.path = path
    self.format = format
    let indexPath = SpriteSheet.indexPath(of: path)
    guard let data = FileManager.default.contents(atPath: indexPath),
      let index = try? JSONDecoder().decode(Index.self, from: data)
    else { throw MediaError(operation, reason: "it is missing or damaged", file: indexPath) }
    self.index = index
    sheet = try decodeStill(at: path, as: format.pixelFormat)
    let name = (path as NSString).lastPathComponent
    guard (sheet.width, sheet.height) == (index.width, index.height), index.image == name else {
      throw MediaError(operation, reason: "it is of another picture", file: indexPath)
    }
  }

  func next() throws(MediaError) -> MovieFrame? {
    let operation = "cut a frame from the sheet"
    guard index.frames.indices.contains(count) else { return nil }
    let frame = index.frames[count]
    guard frame.x >= 0, frame.y >= 0, frame.width > 0, frame.height > 0, frame.x + frame.width <= sheet.width,
      frame.y + frame.height <= sheet.height
    else { throw MediaError(operation, reason: "frame \(count) lies outside", file: path) }
    var picture = FramePlanes(sheet.format, width: frame.width, height: frame.height)
    let (rowBytes, stride) = (picture.rowBytes(ofPlane: 0), sheet.rowBytes(ofPlane: 0))
    let left = frame.x * (rowBytes / frame.width)
    picture.withBytes { bytes in
      for y in 0..<frame.height {
        let start = (frame.y + y) * stride + left
        bytes.replaceSubrange(y * rowBytes..<(y + 1) * rowBytes, with: sheet.bytes[start..<start + rowBytes])
      }
    }
    let time = format.time(ofFrame: count)
    let seconds = Double(time) / Double(format.container.timeScale(at: format.frameRate))
    guard abs(frame.time - seconds) < 1e-4 * max(1, seconds) else {
      throw MediaError(operation, reason: "frame \(count) is at \(frame.time) s, not \(seconds)", file: path)
    }
    count += 1
    return MovieFrame(time: time, picture: picture)
  }
}
