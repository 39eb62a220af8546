/// The frequency of colors in frames, in memory that does not grow with their number.
///
/// Colors are sRGB of 8 bits. Each is counted for itself while there are at most 65,536, and then with those that share all
/// but the last bit of each component, and so on. The order in which they come does not matter.
struct ColorHistogram {
  /// A color with 8 bits each of red, green and blue, red uppermost.
  typealias Color = UInt32

  /// Colors that are close together.
  struct Cell {
    /// Their mean, in code values, as are `green` and `blue`.
    var red = 0.0
    var green = 0.0
    var blue = 0.0
    /// The number of pixels that have them.
    var weight = 0.0
  }

  private struct Slot {
    /// A color's upper bits, with another bit above them; 0 for none.
    var key: UInt32 = 0
    var count = 0
    var red = 0
    var green = 0
    var blue = 0
  }

  private static let slotBits = 17
  private static let maxCells = 1 << 16

  private var slots = [Slot](repeating: Slot(), count: 1 << slotBits)
  private var cellCount = 0
  /// The number of bits of each component that are left out.
  private var droppedBits: UInt32 = 0

  /// Counts a pixel's color `count` times.
  mutating func add(_ color: Color, count: Int) {
    add(
      Slot(
        key: key(color), count: count, red: Int(color >> 16) * count, green: Int(color >> 8 & 255) * count,
        blue: Int(color & 255) * count))
    while cellCount > Self.maxCells { coarsen() }
  }

  private func key(_ color: Color) -> UInt32 {
    let mask: UInt32 = (0xFF << droppedBits) & 0xFF
    return color & (mask << 16 | mask << 8 | mask) | 1 << 24
  }

  private mutating func add(_ cell: Slot) {
    var index = Int(truncatingIfNeeded: (cell.key &* 0x9E37_79B1) >> UInt32(32 - Self.slotBits))
    while slots[index].key != cell.key && slots[index].key != 0 { index = (index + 1) & (slots.count - 1) }
    if slots[index].key == 0 { cellCount += 1 }
    slots[index].key = cell.key
    slots[index].count += cell.count
    slots[index].red += cell.red
    slots[index].green += cell.green
    slots[index].blue += cell.blue
  }

  private mutating func coarsen() {
    let cells = slots.filter { $0.key != 0 }
    droppedBits += 1
    cellCount = 0
    slots = [Slot](repeating: Slot(), count: slots.count)
    for var cell in cells {
      cell.key = key(cell.key & 0xFF_FFFF)
      add(cell)
    }
  }

  /// All different colors in ascending order; nil where there are more than `limit`, or too many to know.
  func exactColors(atMost limit: Int) -> [Color]? {
    guard droppedBits == 0, cellCount <= limit else { return nil }
    return slots.filter { $0.key != 0 }.map { $0.key & 0xFF_FFFF }.sorted()
  }

  /// The cells that have colors, always in the same order.
  var cells: [Cell] {
    slots.filter { $0.key != 0 }.sorted { $0.key < $1.key }.map { slot in
      let count = Double(slot.count)
      return Cell(
        red: Double(slot.red) / count, green: Double(slot.green) / count, blue: Double(slot.blue) / count,
        weight: count)
    }
  }
}
