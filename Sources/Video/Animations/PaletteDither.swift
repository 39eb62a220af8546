/// Chooses a palette's color for each pixel, so that two of them mixed show what lies between.
///
/// The choice follows from the pixel's color and position alone, so that a pixel that does not change keeps its index from
/// frame to frame and nothing shimmers. Positions are compared with Bayer's matrix of 4 × 4, anchored to the picture.
struct PaletteDither {
  let palette: ColorPalette

  /// The share of the way from one color to the next on which both are mixed, around its middle; 0 for none.
  private let strength: Double
  private let slots: UnsafeMutableBufferPointer<Slot>
  private let memory: Memory

  private struct Slot {
    /// The color plus one; 0 for none.
    var key: UInt32 = 0
    var choices = SIMD16<UInt8>(repeating: 0)
  }

  /// Frees the slots with the last copy.
  private final class Memory {
    let slots: UnsafeMutableBufferPointer<Slot>

    init(count: Int) {
      slots = .allocate(capacity: count)
      slots.initialize(repeating: Slot())
    }

    deinit { slots.deallocate() }
  }

  /// Colors farther apart would show as dots: the square of 24 levels in each component.
  private static let maxLength = 3 * 24 * 24
  private static let slotBits = 16

  /// Ranks of 4 × 4 positions.
  private static let matrix: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  init(_ palette: ColorPalette, strength: Double) {
    self.palette = palette
    self.strength = strength
    memory = Memory(count: 1 << Self.slotBits)
    slots = memory.slots
  }

  /// The index for a pixel of a color at a position.
  func index(of color: ColorHistogram.Color, x: Int, y: Int) -> UInt8 {
    let slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> UInt32(32 - Self.slotBits))
    if slots[slot].key != color &+ 1 { slots[slot] = Slot(key: color &+ 1, choices: choices(for: color)) }
    return slots[slot].choices[Self.matrix[(y & 3) << 2 | x & 3]]
  }

  /// The indices by the ranks of positions.
  private func choices(for color: ColorHistogram.Color) -> SIMD16<UInt8> {
    let (red, green, blue) = (Int(color >> 16), Int(color >> 8 & 255), Int(color & 255))
    let nearest = palette.nearest(red: red, green: green, blue: blue)
    var choices = SIMD16<UInt8>(repeating: UInt8(nearest))
    // The second color has an excess in the direction in which the nearest lacks.
    let taken = palette.colors[nearest]
    let other = palette.nearest(
      red: 2 * red - Int(taken >> 16), green: 2 * green - Int(taken >> 8 & 255), blue: 2 * blue - Int(taken & 255))
    let length = palette.distance(nearest, palette.colors[other])
    guard strength > 0, other != nearest, length <= Self.maxLength else { return choices }
    // The position of the color between the nearest (0) and the other (1).
    let way = Double(length + palette.distance(nearest, color) - palette.distance(other, color)) / Double(2 * length)
    let share = 0.5 + (way - 0.5) / strength
    let isDarker = Self.luma(palette.colors[other]) < Self.luma(taken)
    for rank in 0..<16 where (Double(isDarker ? 15 - rank : rank) + 0.5) / 16 < share { choices[rank] = UInt8(other) }
    return choices
  }

  private static func luma(_ color: ColorHistogram.Color) -> Int {
    Int(color >> 16) * 213 + Int(color >> 8 & 255) * 715 + Int(color & 255) * 72
  }
}
