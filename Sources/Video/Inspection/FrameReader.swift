import CLibAV
import Files
import Formats
import Foundation
import Graphics
import MediaBase

/// Decodes an output's frames in presentation order. To be used from one thread at a time.
public protocol FrameReader: AnyObject {
  /// The next frame, or nil after the last; throws at the first fault.
  func next() throws(MediaError) -> MovieFrame?
}

extension MovieReader: FrameReader {}

extension OutputFormat {
  /// A reader of the files that a writer of this format wrote to `path`.
  public func reader(of path: String, numbering: FrameNumbering = FrameNumbering()) throws(MediaError)
    -> any FrameReader
  {
    switch container.storage {
    case .movie: try MovieReader(path: path, container: container)
    case .animation: try AnimationReader(path: path, named: path, self)
    case .numberedFiles: NumberedFileReader(pattern: path, self, numbering)
    case .sheet: try SpriteSheetReader(path: path, self)
    }
  }
}

/// Decodes the numbered files of an output's frames, up to the first number that has none.
final class NumberedFileReader: FrameReader {
  private let pattern: String
  private let format: OutputFormat
  private let numbering: FrameNumbering
  private var count = 0

  init(pattern: String, _ format: OutputFormat, _ numbering: FrameNumbering) {
    self.pattern = pattern
    self.format = format
    self.numbering = numbering
  }

  func next() throws(MediaError) -> MovieFrame? {
    let path = numbering.name(pattern, frame: numbering.firstFrame + count)
    guard FileSystem.exists(path) else { return nil }
    let decoded = try decodeStill(at: path, as: format.pixelFormat)
    defer { count += 1 }
    return MovieFrame(time: format.time(ofFrame: count), picture: decoded)
  }
}

/// Decodes a file of one picture, which must be in a pixel format, or without alpha where that is.
func decodeStill(at path: String, as pixelFormat: PixelFormat) throws(MediaError) -> FramePlanes {
  let operation = "decode the frame"
  if path.hasSuffix(".webp") {
    if let frame = try WebPReader(path: path, named: path, pixelFormat).next() { return frame.picture }
  }
  guard let data = FileManager.default.contents(atPath: path) else {
    throw MediaError(operation, reason: "it cannot be read", file: path)
  }
  var decoded: FramePlanes?
  try decodePicture([UInt8](data), name: path, maxPixels: maxPictureArea, operation) { frame throws(MediaError) in
    let isJPEG = [AV_PIX_FMT_YUVJ444P.rawValue, AV_PIX_FMT_YUVJ420P.rawValue].contains(frame.pointee.format)
    if isJPEG, pixelFormat == .rgb8 {
      var bytes = try straightPixels(of: frame, operation)
      bytes = bytes.indices.filter { $0 % 4 != 3 }.map { bytes[$0] }
      decoded = FramePlanes(.rgb8, width: Int(frame.pointee.width), height: Int(frame.pointee.height), bytes: bytes)
      return
    }
    guard frame.pointee.format == pixelFormat.libavFormat.rawValue else {
      throw MediaError(operation, reason: "its pixels are not \(pixelFormat.name)", file: path)
    }
    decoded = FramePlanes(frame.pointee, as: pixelFormat)
  }
  guard let decoded else { throw LibAV.outOfMemory(operation) }
  return decoded
}
