import CLibAV
import MediaBase

/// A JPEG file of cyan, magenta, yellow and black, to be decoded to these.
///
/// libav multiplies the inks by black where the file's Adobe segment or the names of the components say that they are inks. In
/// `bytes` they say otherwise, so that it decodes the four components as they are.
struct JPEGInks {
  /// The file, of which libav takes the components for luma, chroma and alpha.
  private(set) var bytes: [UInt8]

  /// Adobe's number of how inks are stored: 0 as they are, 2 as luma, chroma and black; nil without its segment.
  private var transform: UInt8?

  private static let frames: Set<UInt8> = [
    0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
  ]

  init(_ file: [UInt8]) {
    bytes = file
    var numbers: [UInt8: UInt8] = [:]
    var place = 2
    while place + 4 <= bytes.count {
      let marker = bytes[place + 1]
      // Between markers are the bits of a scan, in which 0 follows each byte 255; some markers are alone.
      if bytes[place] != 0xFF || marker == 0xFF {
        place += 1
        continue
      }
      if marker <= 1 || (0xD0...0xD9).contains(marker) {
        place += 2
        continue
      }
      let start = place + 4
      let end = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      guard end >= start, end <= bytes.count else { return }
      let count = start < end ? Int(bytes[start]) : 0
      if marker == 0xEE, end - start >= 12, bytes[start..<end].starts(with: Array("Adobe".utf8)) {
        transform = bytes[start + 11]
        bytes[start + 11] = 1
      } else if Self.frames.contains(marker), end - start >= 18, bytes[start + 5] == 4 {
        for (index, id) in stride(from: start + 6, to: start + 18, by: 3).enumerated() {
          numbers[bytes[id]] = UInt8(index + 1)
          bytes[id] = UInt8(index + 1)
        }
      } else if marker == 0xDA, end - start >= 1 + 2 * count {
        for id in stride(from: start + 1, to: start + 1 + 2 * count, by: 2) {
          bytes[id] = numbers[bytes[id]] ?? bytes[id]
        }
      }
      place = end
    }
  }

  /// Rows of cyan, magenta, yellow and black, 255 for full ink, of the frame that `bytes` give.
  ///
  /// Adobe stores the light that inks leave, as all do who write its segment.
  func pixels(of frame: UnsafeMutablePointer<AVFrame>, _ operation: String) throws(MediaError) -> [UInt8] {
    frame.pointee.color_range = AVCOL_RANGE_JPEG
    if transform == 2 {
      // Luma and chroma give ink, as their complement is stored.
      var pixels = try straightPixels(of: frame, operation)
      for place in stride(from: 3, to: pixels.count, by: 4) { pixels[place] = 255 - pixels[place] }
      return pixels
    }
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    let planes = zip([data.0, data.1, data.2, data.3], [strides.0, strides.1, strides.2, strides.3])
    guard frame.pointee.format == AV_PIX_FMT_YUVA444P.rawValue else {
      throw MediaError(operation, reason: "its inks have several resolutions, which is not read")
    }
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    let mask: UInt8 = transform == nil ? 0 : 255
    for (channel, (plane, stride)) in planes.enumerated() {
      guard let plane else { continue }
      for row in 0..<height {
        let line = plane + row * Int(stride)
        for column in 0..<width { pixels[(row * width + column) * 4 + channel] = line[column] ^ mask }
      }
    }
    return pixels
  }
}
