import Foundation

/// Small TIFF files, with samples as they are stored.
struct TIFFSample {
  var width: Int
  var height: Int
  /// Rows of all samples of each pixel; with `isPlanar` rows of each sample, one plane after the other.
  var bytes: [UInt8]
  var bits = 8
  var samples = 3
  /// 0 and 1 for gray, 2 for red, green and blue, 3 for a palette, 5 for inks.
  var photometric = 2
  /// 1 for whole numbers, 3 for numbers with a point.
  var format = 1
  /// The kinds of the samples after the colors: 1 and 2 for alpha that colors were multiplied by or not.
  var extra: [Int] = []
  var orientation = 1
  var palette: [UInt16] = []
  var profile: [UInt8] = []
  /// Black and white, of numbers with a point.
  var range: [Double] = []
  var isBigEndian = false
  var isPlanar = false
  /// The size of tiles, from which rows and columns beyond the picture are cut; nil for strips of `rowsPerStrip` rows.
  var tile: Int?
  var rowsPerStrip = 2
  /// In literal runs of PackBits.
  var isPacked = false

  func number(_ value: Int, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  private var rowSize: Int { (width * (isPlanar ? 1 : samples) * bits + 7) / 8 }

  private func packed(_ row: [UInt8]) -> [UInt8] {
    guard isPacked else { return row }
    return stride(from: 0, to: row.count, by: 128).flatMap { start in
      let run = row[start..<min(start + 128, row.count)]
      return [UInt8(run.count - 1)] + run
    }
  }

  /// The strips or tiles.
  private var parts: [[UInt8]] {
    let rows = stride(from: 0, to: bytes.count, by: rowSize).map { Array(bytes[$0..<$0 + rowSize]) }
    let planes = isPlanar ? (0..<samples).map { Array(rows[$0 * height..<($0 + 1) * height]) } : [rows]
    return planes.flatMap { rows -> [[UInt8]] in
      guard let tile else {
        return stride(from: 0, to: height, by: rowsPerStrip).map { first in
          rows[first..<min(first + rowsPerStrip, height)].flatMap(packed)
        }
      }
      let tileBytes = tile * (isPlanar ? 1 : samples) * bits / 8
      return stride(from: 0, to: height, by: tile).flatMap { top in
        stride(from: 0, to: rowSize, by: tileBytes).map { left in
          (top..<top + tile).flatMap { row -> [UInt8] in
            let line = row < height ? Array(rows[row][left..<min(left + tileBytes, rowSize)]) : []
            return packed(line + [UInt8](repeating: 77, count: tileBytes - line.count))
          }
        }
      }
    }
  }

  var file: [UInt8] {
    var data: [UInt8] = []
    let parts = parts
    var entries: [(tag: Int, type: Int, count: Int, value: [UInt8])] = []
    func add(_ tag: Int, _ values: [Int]) { entries.append((tag, 4, values.count, values.flatMap { number($0, 4) })) }
    func addShorts(_ tag: Int, _ values: [Int]) {
      if !values.isEmpty { entries.append((tag, 3, values.count, values.flatMap { number($0, 2) })) }
    }
    func addDouble(_ tag: Int, _ value: Double) {
      let bytes = withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
      entries.append((tag, 12, samples, (0..<samples).flatMap { _ in isBigEndian ? bytes.reversed() : bytes }))
    }
    add(256, [width])
    add(257, [height])
    addShorts(258, Array(repeating: bits, count: samples))
    addShorts(259, [isPacked ? 32773 : 1])
    addShorts(262, [photometric])
    let offsets = parts.reduce(into: [8]) { $0.append($0[$0.count - 1] + $1.count) }
    if tile == nil { add(273, Array(offsets.dropLast())) }
    addShorts(274, [orientation])
    addShorts(277, [samples])
    if tile == nil { add(278, [rowsPerStrip]) }
    if tile == nil { add(279, parts.map(\.count)) }
    addShorts(284, [isPlanar ? 2 : 1])
    addShorts(320, palette.map { Int($0) })
    if let tile {
      add(322, [tile])
      add(323, [tile])
      add(324, Array(offsets.dropLast()))
      add(325, parts.map(\.count))
    }
    addShorts(338, extra)
    addShorts(339, Array(repeating: format, count: samples))
    if range.count == 2 {
      addDouble(340, range[0])
      addDouble(341, range[1])
    }
    if !profile.isEmpty { entries.append((34675, 7, profile.count, profile)) }
    data = parts.flatMap { $0 }
    var directory = number(entries.count, 2)
    var outside: [UInt8] = []
    let start = 8 + data.count
    let end = start + 2 + entries.count * 12 + 4
    for entry in entries {
      directory += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      if entry.value.count <= 4 {
        directory += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        directory += number(end + outside.count, 4)
        outside += entry.value
      }
    }
    let head: [UInt8] = isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
    return head + number(start, 4) + data + directory + number(0, 4) + outside
  }
}
