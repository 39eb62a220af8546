/// Writes small TIFF files, little-endian, in one strip.
struct TIFFFile {
  var width: Int
  var height: Int
  /// The value of each cell, as it is stored.
  var cells: [UInt8]
  var bits = 16
  /// 1 for numbers from 0 on, 2 for signed ones, 3 for floating point.
  var format = 2
  var samples = 1
  var scale: [Double]? = [0.5, 0.25]
  /// Column, row, and the place that they have.
  var tie: [Double]? = [0, 0, 0, 7, 44, 0]
  /// Groups of four: key, 0, 1, value.
  var keys: [UInt16] = [1, 1, 0, 0]
  var void: String?
  /// GDAL's items, such as `<Item name="SCALE" sample="0" role="scale">0.1</Item>`.
  var metadata: String?
  var typeOfScale: UInt16 = 12

  var bytes: [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
    func doubles(_ values: [Double]) -> [UInt8] { values.flatMap { number($0.bitPattern) } }
    var entries: [(tag: UInt16, type: UInt16, count: Int, value: [UInt8])] = [
      (256, 4, 1, number(UInt32(width))), (257, 4, 1, number(UInt32(height))), (258, 3, 1, number(UInt16(bits))),
      (259, 3, 1, number(UInt16(1))), (262, 3, 1, number(UInt16(1))), (273, 4, 1, []),
      (277, 3, 1, number(UInt16(samples))), (278, 4, 1, number(UInt32(height))),
      (279, 4, 1, number(UInt32(cells.count))), (339, 3, 1, number(UInt16(format))),
    ]
    if let scale { entries.append((33550, typeOfScale, 3, doubles(scale + [0]))) }
    if let tie { entries.append((33922, 12, 6, doubles(tie))) }
    var keys = keys
    keys[3] = UInt16(keys.count / 4 - 1)
    entries.append((34735, 3, keys.count, keys.flatMap { number($0) }))
    if let metadata { entries.append((42112, 2, metadata.utf8.count + 1, Array(metadata.utf8) + [0])) }
    if let void { entries.append((42113, 2, void.utf8.count + 1, Array(void.utf8) + [0])) }
    var outside = 8 + 2 + entries.count * 12 + 4
    let first = outside
    outside += cells.count
    var directory = number(UInt16(entries.count))
    var data = cells
    for entry in entries {
      directory += number(entry.tag) + number(entry.type) + number(UInt32(entry.count))
      if entry.tag == 273 {
        directory += number(UInt32(first))
      } else if entry.value.count <= 4 {
        directory += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
      } else {
        directory += number(UInt32(outside))
        data += entry.value
        outside += entry.value.count
      }
    }
    return [0x49, 0x49, 42, 0] + number(UInt32(8)) + directory + number(UInt32(0)) + data
  }
}
