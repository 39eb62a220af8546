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

  @Test("Alphas of an outline's row are those of its spans")
  func alphas() {
    var numbers = SeededNumbers(seed: 37)
    for round in 0..<200 {
      let (width, alpha) = (Int.random(in: 1...600, using: &numbers), UInt32.random(in: 0...65_280, using: &numbers))
      let (one, other) = (CoverageCells(), CoverageCells())
      for cells in [one, other] { cells.prepare(width: width, rows: 1) }
      for _ in 0..<round % 7 {
        let ends = (0..<2).map { _ in Int.random(in: 0..<width << 16, using: &numbers) }
        let top = Int.random(in: 0...30_000, using: &numbers)
        let sign = Bool.random(using: &numbers) ? 1 : -1
        for cells in [one, other] { cells.row(0).deposit(xa: ends[0], ya: top, xb: ends[1], yb: 65_536, sign: sign) }
      }
      let low = Int.random(in: 0..<width, using: &numbers)
      let high = Int.random(in: low...width, using: &numbers)
      var expected = [Float](repeating: 0, count: width)
      ReferenceSpans(one.row(0), from: 0, to: width, visible: low..<high).withSpans {
        Reference.alphas(alpha, $0, $1, count: width, into: &expected)
      }
      var found = [Float](repeating: -1, count: high - low + 1)
      let row = other.row(0)
      raster_alphas(row.changes, row.touched, 0, (width + 1) >> 3, low, high, alpha, &found)
      #expect(found == expected[low..<high] + [-1])
      #expect((0..<width + 2).allSatisfy { row.changes[$0] == 0 })
    }
  }
}
