import CRasterKernels
import Coding
import Graphics
import Testing

@testable import Raster

@Suite("Layers' kernels")
struct LayerKernelTests {
  private func row(_ count: Int, _ numbers: inout SeededNumbers) -> [UInt16] {
    (0..<count).flatMap { _ -> [UInt16] in
      let alpha = Bool.random(using: &numbers) ? 65_280 : UInt16.random(in: 0...65_280, using: &numbers)
      return (0..<3).map { _ in .random(in: 0...alpha, using: &numbers) } + [alpha]
    }
  }

  private static let counts = [1, 3, 4, 7, 8, 9, 40, 101]

  @Test("Colors are transformed as pixel by pixel")
  func transform() {
    var numbers = SeededNumbers(seed: 31)
    for count in Self.counts {
      let matrix = (0..<12).map { _ in Float.random(in: -1...1.5, using: &numbers) }
      var (a, b) = (row(count, &numbers), [UInt16]())
      b = a
      raster_transform_colors(matrix, count, &a)
      Reference.transformColors(matrix, count, &b)
      #expect(a == b)
    }
  }

  @Test("Inner shadows are put on as pixel by pixel")
  func tint() {
    var numbers = SeededNumbers(seed: 32)
    for count in Self.counts {
      let parts = (0..<count).map { _ in Float.random(in: 0...66_000, using: &numbers) }
      var (a, b) = (row(count, &numbers), [UInt16]())
      b = a
      let color: [Float] = [0.5, 0.25, 0.1, 0.7]
      raster_tint_inside(color, parts, count, &a)
      Reference.tintInside(color, parts, count, &b)
      #expect(a == b)
    }
  }

  @Test("Masks are multiplied as pixel by pixel")
  func masks() {
    var numbers = SeededNumbers(seed: 34)
    for count in Self.counts {
      let mask = row(count, &numbers)
      for (isLuminance, isInverted) in [(false, false), (false, true), (true, false), (true, true)] {
        var a = (0..<count).map { _ in
          Bool.random(using: &numbers) ? 65_536 : UInt32.random(in: 0...65_536, using: &numbers)
        }
        var b = a
        raster_mask(mask, isLuminance, isInverted, count, &a)
        Reference.mask(mask, isLuminance, isInverted, count, &b)
        #expect(a == b)
        let masked = (0..<count).map { _ in UInt8.random(in: 0...1, using: &numbers) }
        var flags = [UInt8](repeating: 0, count: count)
        let hasAny = raster_carry_flags(masked, a, count, &flags)
        #expect(flags == zip(masked, a).map { $0 != 0 && $1 != 0 ? 1 : 0 } && hasAny == flags.contains(1))
      }
    }
  }

  @Test("Dither is carried where a layer is seen, as pixel by pixel")
  func dither() {
    var numbers = SeededNumbers(seed: 35)
    for count in Self.counts {
      let source = row(count, &numbers)
      let factors = (0..<count).map { _ in
        [0, 1, 65_536, UInt32.random(in: 0...65_536, using: &numbers)].randomElement(using: &numbers) ?? 0
      }
      let mask = (0..<count).map { _ in UInt8.random(in: 0...1, using: &numbers) }
      var flags = (0..<count).map { _ in UInt8.random(in: 0...1, using: &numbers) }
      let expected = (0..<count).map { (x: Int) -> UInt8 in
        let product = UInt64(source[4 * x + 3]) * UInt64(factors[x])
        let isSeen = (product + 32_768) >> 16 != 0
        return flags[x] | (isSeen ? mask[x] : 0)
      }
      raster_carry_dither(source, mask, factors, count, &flags)
      #expect(flags == expected)
    }
  }

  @Test("Layers are replaced as pixel by pixel")
  func replace() {
    var numbers = SeededNumbers(seed: 33)
    for count in Self.counts {
      let factors = (0..<count).map { _ in
        Bool.random(using: &numbers) ? 65_536 : UInt32.random(in: 0...65_536, using: &numbers)
      }
      let source = row(count, &numbers)
      var (a, b) = (row(count, &numbers), [UInt16]())
      b = a
      raster_replace(source, factors, count, &a)
      Reference.replace(source, factors, count, &b)
      #expect(a == b)
      for x in 0..<count where factors[x] == 65_536 { #expect(a[4 * x..<4 * x + 4] == source[4 * x..<4 * x + 4]) }
    }
  }
}
