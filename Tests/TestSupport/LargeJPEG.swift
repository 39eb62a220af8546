/// JPEG files of many pixels and few bytes.
public enum LargeJPEG {
  /// Bits, the first of them the highest of a byte; a byte 255 is followed by 0, as in scans (ITU-T T.81, B.1.1.5).
  private struct Scan {
    var bytes: [UInt8] = []
    private var (byte, count): (UInt8, Int) = (0, 0)

    mutating func write(_ value: Int, bits: Int) {
      for bit in (0..<bits).reversed() {
        byte = byte << 1 | UInt8(truncatingIfNeeded: value >> bit & 1)
        count += 1
        guard count == 8 else { continue }
        bytes += byte == 255 ? [255, 0] : [byte]
        (byte, count) = (0, 0)
      }
    }

    mutating func end() { while count > 0 { write(1, bits: 1) } }
  }

  /// The bytes of a gray picture whose left half has the level 64 and whose right half has 192; its sides are multiples of 16,
  /// of which the file may show less.
  public static func bytes(width: Int, height: Int, shown: (width: Int, height: Int)? = nil) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
    func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] { [0xFF, marker] + number(bytes.count + 2) + bytes }
    // Codes 0, 10 and 110 for differences of 0, 10 and 11 bits; 0 for a block without other coefficients.
    let direct: [UInt8] = [0x00, 1, 1, 1] + [UInt8](repeating: 0, count: 13) + [0, 10, 11]
    let other: [UInt8] = [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    var scan = Scan()
    let columns = width / 8
    for row in 0..<height / 8 {
      for column in 0..<columns {
        if column == columns / 2 {
          scan.write(0b110 << 11 | 1024, bits: 14)
        } else if column > 0 {
          scan.write(0, bits: 1)
        } else if row > 0 {
          // −1024, as its magnitude's complement.
          scan.write(0b110 << 11 | 1023, bits: 14)
        } else {
          scan.write(0b10 << 10 | 511, bits: 12)
        }
        scan.write(0, bits: 1)
      }
    }
    scan.end()
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    bytes += segment(0xC0, [8] + number(shown?.height ?? height) + number(shown?.width ?? width) + [1, 1, 0x11, 0])
    bytes += segment(0xC4, direct) + segment(0xC4, other)
    bytes += segment(0xDA, [1, 1, 0x00, 0, 63, 0])
    return bytes + scan.bytes + [0xFF, 0xD9]
  }
}
