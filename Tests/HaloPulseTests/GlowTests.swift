import StageKit
import Testing

@testable import HaloPulse

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct GlowTests {
  @Test("A blurred ring covers what the two-dimensional convolution says")
  func blurredRing() {
    let ring = BlurredRing(inner: 0.7, outer: 1, sigma: 0.12)
    for distance in [0.0, 0.3, 0.6, 0.85, 1, 1.2, 1.5] {
      var sum = 0.0
      let step = 0.01
      for row in -160...160 {
        for column in -160...160 {
          let p = Point(Double(column) * step, Double(row) * step)
          guard p.length >= 0.7, p.length <= 1 else { continue }
          let gap = p.distance(to: Point(distance, 0))
          sum += exp(-gap * gap / (2 * 0.12 * 0.12))
        }
      }
      let expected = sum * step * step / (2 * Double.pi * 0.12 * 0.12)
      #expect(abs(ring.coverage(at: distance) - expected) < 5e-3)
    }
  }

  @Test("A wide disc is covered wholly inside and by half at its edge")
  func blurredDisc() {
    let disc = BlurredRing(inner: 0, outer: 100, sigma: 1)
    #expect(abs(disc.coverage(at: 0) - 1) < 1e-5)
    #expect(abs(disc.coverage(at: 50) - 1) < 1e-5)
    #expect(abs(disc.coverage(at: 100) - 0.5) < 5e-3)
    #expect(disc.coverage(at: 110) < 1e-9)
  }

  @Test("Straight lines between the glow's stops stay within a 500th of the glow")
  func stopsFollowTheGlow() {
    let rings = [1.0, 1, 0.94, 0.76, 0.58, 0.40].map {
      BlurredRing(inner: 1 - ClassicHalo.thickness, outer: 1, sigma: $0 * ClassicHalo.glowReach / 2)
    }
    var worst = 0.0
    for k in 0...2000 {
      let distance = Double(k) / 2000 * 1.4
      let exact = 1 - rings.reduce(1) { $0 * (1 - $1.coverage(at: distance)) }
      worst = max(worst, abs(exact - ClassicHalo.glow.opacity(at: distance)))
    }
    #expect(worst < 0.002)
  }

  @Test("The glow is dense at the ring and gone at its end")
  func glowEnds() {
    #expect(ClassicHalo.glow.opacity(at: 0.98) > 0.85)
    #expect(ClassicHalo.glow.opacity(at: 0) < 1e-4)
    #expect(ClassicHalo.glow.opacity(at: ClassicHalo.glow.radius) == 0)
  }
}
