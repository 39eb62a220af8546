import Formats
import MediaBase

/// Encodes frames as an animated GIF (GIF89a): one palette of all frames, and of each frame only what changed.
///
/// Times are in 1/100 s. Pixels of less than half alpha are transparent, others opaque; with a matte, all that are not quite
/// clear are opaque, over the matte.
final class GIFEncoder: AnimationEncoder {
  let needsSurvey = true

  private let format: OutputFormat
  private let write: ([UInt8]) throws(MediaError) -> Void
  private let colors: GIFColors
  private var histogram = ColorHistogram()
  private var dither: PaletteDither?
  private var lzw = LZWEncoder(symbolBits: 2)
  private var symbolBits = 2
  /// The index of no color, after the palette's.
  private var clear: UInt8 = 0
  /// The picture before the pending frame as a decoder shows it: an index for each pixel.
  private var shown: [UInt8] = []
  /// The last frame, which is written when the next one is known.
  private var pending: (indices: [UInt8], time: Int)?

  init(_ format: OutputFormat, write: @escaping ([UInt8]) throws(MediaError) -> Void) {
    self.format = format
    self.write = write
    colors = GIFColors(format)
  }

  func survey(_ frame: FramePlanes) {
    colors.withColors(of: frame) { colors in
      var last = GIFColors.clear
      var count = 0
      for color in colors {
        if color == last {
          count += 1
        } else {
          if last != GIFColors.clear { histogram.add(last, count: count) }
          (last, count) = (color, 1)
        }
      }
      if last != GIFColors.clear { histogram.add(last, count: count) }
    }
  }

  private func begin() throws(MediaError) {
    let dither = PaletteDither(
      ColorPalette(histogram, count: 255), strength: GIF.Options(reading: format.options).dither)
    self.dither = dither
    let colors = dither.palette.colors
    clear = UInt8(colors.count)
    while 1 << symbolBits < colors.count + 1 { symbolBits += 1 }
    lzw = LZWEncoder(symbolBits: symbolBits)
    shown = [UInt8](repeating: clear, count: format.width * format.height)
    try writeHeader(colors)
  }

  private func writeHeader(_ colors: [ColorHistogram.Color]) throws(MediaError) {
    var bytes = Array("GIF89a".utf8) + word(format.width) + word(format.height)
    bytes += [0x80 | 0x70 | UInt8(symbolBits - 1), 0, 0]
    for index in 0..<1 << symbolBits {
      let color = index < colors.count ? colors[index] : 0
      bytes += [UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255)]
    }
    let plays = PlaysOption(reading: format.options).plays
    // Without this extension it is shown once; else as often again as it says, and 0 is for ever.
    if plays != 1 {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(plays.map { $0 - 1 } ?? 0) + [0]
    }
    try write(bytes + FileSignature.gif)
  }

  func add(_ frame: FramePlanes, at time: Int) throws(MediaError) {
    if dither == nil { try begin() }
    guard let dither else { return }
    let indices = self.indices(of: frame, dither)
    if let pending {
      if indices == pending.indices, time - pending.time < Self.maxDelay / 2 { return }
      try writePending(until: time, before: indices)
    }
    pending = (indices, time)
  }

  func finish(at end: Int) throws(MediaError) {
    try writePending(until: end, before: nil)
    try write([0x3B])
  }

  // MARK: Frames

  private static let maxDelay = 65_535

  private func indices(of frame: FramePlanes, _ dither: PaletteDither) -> [UInt8] {
    let width = format.width
    let last = pending?.indices
    let tolerance = Int(
      3 * GIF.Options(reading: format.options).tolerance * GIF.Options(reading: format.options).tolerance)
    return colors.withColors(of: frame) { colors in
      [UInt8](unsafeUninitializedCapacity: colors.count) { indices, count in
        var (x, y) = (0, 0)
        for pixel in colors.indices {
          let color = colors[pixel]
          if color == GIFColors.clear {
            indices[pixel] = clear
          } else if let last, last[pixel] != clear, dither.palette.distance(Int(last[pixel]), color) <= tolerance {
            indices[pixel] = last[pixel]
          } else {
            indices[pixel] = dither.index(of: color, x: x, y: y)
          }
          x += 1
          if x == width { (x, y) = (0, y + 1) }
        }
        count = colors.count
      }
    }
  }

  /// Writes the pending frame, of which only what changed; what turns clear in the frame after it is disposed of.
  private func writePending(until end: Int, before next: [UInt8]?) throws(MediaError) {
    guard let pending else { return }
    let (width, clear) = (format.width, clear)
    var (left, right, top, bottom) = (width, -1, format.height, -1)
    var isDisposed = false
    for pixel in pending.indices.indices {
      let turnsClear = next.map { $0[pixel] == clear && pending.indices[pixel] != clear } ?? false
      guard turnsClear || pending.indices[pixel] != shown[pixel] else { continue }
      isDisposed = isDisposed || turnsClear
      let (y, x) = pixel.quotientAndRemainder(dividingBy: width)
      (left, right) = (min(left, x), max(right, x))
      (top, bottom) = (min(top, y), max(bottom, y))
    }
    if pending.time == 0 { (left, right, top, bottom) = (0, width - 1, 0, format.height - 1) }
    if right < 0 { (left, right, top, bottom) = (0, 0, 0, 0) }
    var symbols: [UInt8] = []
    var alternatives: [UInt8] = []
    for y in top...bottom {
      for pixel in y * width + left...y * width + right {
        // Runs of no color grow longest, so it comes first where nothing changed.
        symbols.append(pending.indices[pixel] == shown[pixel] ? clear : pending.indices[pixel])
        alternatives.append(pending.indices[pixel])
      }
    }
    let data = lzw.encode(&symbols, alternatives: alternatives)
    // Graphic control: disposal (1 leaves it, 2 clears its rectangle), delay, transparent index.
    var bytes: [UInt8] = [0x21, 0xF9, 4, (isDisposed ? 2 : 1) << 2 | 1] + word(end - pending.time) + [clear, 0]
    bytes += [0x2C] + word(left) + word(top) + word(right - left + 1) + word(bottom - top + 1) + [0]
    bytes.append(UInt8(symbolBits))
    for start in stride(from: 0, to: data.count, by: 255) {
      let block = data[start..<min(start + 255, data.count)]
      bytes.append(UInt8(block.count))
      bytes += block
    }
    bytes.append(0)
    try write(bytes)
    shown = pending.indices
    if isDisposed {
      for y in top...bottom { for pixel in y * width + left...y * width + right { shown[pixel] = clear } }
    }
  }

  /// Little-endian.
  private func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
}
