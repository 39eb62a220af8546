/// Chooses a palette's color for each pixel, so that neighbors together show what lies between the palette's colors.
///
/// The choice follows from the pixel's color and position alone, so that a pixel that does not change keeps its index from
/// frame to frame and nothing shimmers. For each color there are 16 choices whose mean is close to it (T. Knoll, "Pattern
/// dithering", 1999), in the order of their luma; a 4 × 4 matrix of Bayer's, anchored to the picture, takes one.
struct PaletteDither {
  let palette: ColorPalette

  /// In sixteenths: how much of a choice's error the next ones make up for.
  private let strength: Int
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

  private static let slotBits = 16

  /// Ranks of 4 × 4 positions.
  private static let matrix: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  init(_ palette: ColorPalette, strength: Int = 12) {
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

  private func choices(for color: ColorHistogram.Color) -> SIMD16<UInt8> {
    let (red, green, blue) = (Int(color >> 16), Int(color >> 8 & 255), Int(color & 255))
    let nearest = palette.nearest(red: red, green: green, blue: blue)
    if palette.colors[nearest] == color || strength == 0 { return SIMD16(repeating: UInt8(nearest)) }
    var error = (red: 0, green: 0, blue: 0)
    var choices: [Int] = []
    for _ in 0..<16 {
      let choice = palette.nearest(
        red: red + error.red * strength / 16, green: green + error.green * strength / 16,
        blue: blue + error.blue * strength / 16)
      choices.append(choice)
      let taken = palette.colors[choice]
      error.red += red - Int(taken >> 16)
      error.green += green - Int(taken >> 8 & 255)
      error.blue += blue - Int(taken & 255)
    }
    func luma(_ index: Int) -> Int {
      let color = palette.colors[index]
      return Int(color >> 16) * 213 + Int(color >> 8 & 255) * 715 + Int(color & 255) * 72
    }
    choices.sort { (luma($0), $0) < (luma($1), $1) }
    var result = SIMD16<UInt8>(repeating: 0)
    for (rank, choice) in choices.enumerated() { result[rank] = UInt8(choice) }
    return result
  }
}
