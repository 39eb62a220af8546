import CRasterKernels
import Graphics

/// The colors of a gradient from 0 to 1, evaluated exactly between stops.
///
/// Stops before their predecessors count as being at those; so do stops outside 0…1 as at its ends. Mixed in
/// premultiplied sRGB.
struct GradientRamp: Sendable {
  /// Laid out as the loops in C take it.
  private struct Segment {
    var start: Double
    var inverseLength: Double
    var color: SIMD4<Float>
    var change: SIMD4<Float>
    /// The start of the next segment.
    var next = Double.infinity
    var varies: UInt64
  }

  private var segments: [Segment] = []
  /// For each 256th of 0…1, the segment in which it begins; for the first, the one before 0.
  private var buckets: [Int32] = []

  /// The color from 0 to 1, where there is only one.
  private(set) var single: Pixel?
  /// True where all colors are opaque.
  let isOpaque: Bool

  /// Nil without stops.
  init?(_ stops: [GradientStop], opacity: Double) {
    var offset = 0.0
    var places: [(offset: Double, color: SIMD4<Float>)] = []
    places.reserveCapacity(stops.count)
    for stop in stops {
      offset = max(offset, stop.offset > 0 ? min(stop.offset, 1) : 0)
      places.append((offset, SIMD4<Float>(stop.color.pixel(opacity: opacity))))
    }
    guard let first = places.first, let last = places.last else { return nil }
    isOpaque = places.allSatisfy { $0.color.w == Float(Pixel.full) }
    if places.allSatisfy({ $0.color == first.color }) {
      single = pixel(rounding: first.color)
    }
    func add(start a: Double, end b: Double, from: SIMD4<Float>, to: SIMD4<Float>) {
      guard a < b else { return }
      segments.append(
        Segment(start: a, inverseLength: 1 / (b - a), color: from, change: to - from, varies: from != to ? 1 : 0))
    }
    segments.reserveCapacity(places.count + 1)
    // The segment before the first stop, below 0 too.
    segments.append(Segment(start: -1, inverseLength: 0, color: first.color, change: .zero, varies: 0))
    for (a, b) in zip(places, places.dropFirst()) { add(start: a.offset, end: b.offset, from: a.color, to: b.color) }
    segments.append(Segment(start: last.offset, inverseLength: 0, color: last.color, change: .zero, varies: 0))
    for i in 1..<segments.count { segments[i - 1].next = segments[i].start }
    buckets.reserveCapacity(257)
    buckets.append(0)
    var index = 0
    for bucket in 1...256 {
      let place = Double(bucket) / 256
      while index + 1 < segments.count && segments[index + 1].start <= place { index += 1 }
      buckets.append(Int32(index))
    }
  }

  /// The color at `t`, of the first stop below 0 and of the last one above 1, and 1 where it varies around there, else 0.
  @inline(__always)
  func color(at t: Double) -> (Pixel, ditherMask: UInt8) {
    let t = t > -1 ? (t < 1 ? t : 1) : -1
    return segments.withUnsafeBufferPointer { segments in
      var index = Int(buckets[t > 0 ? Int(t * 256) : 0])
      while segments[index].next <= t { index += 1 }
      let segment = segments[index]
      guard segment.varies != 0 else { return (pixel(rounding: segment.color), 0) }
      let part = Float((t - segment.start) * segment.inverseLength)
      return (pixel(rounding: segment.color + segment.change * part), 1)
    }
  }

  /// The colors at `count` positions as `spread` continues the gradient; NaN is clear. Changes the positions.
  func shade(
    _ positions: UnsafeMutablePointer<Double>, count: Int, spread: Spread, into colors: UnsafeMutablePointer<Pixel>,
    ditherMask: UnsafeMutablePointer<UInt8>
  ) {
    switch spread {
    case .pad, .clear: break
    case .repeat: for i in 0..<count { positions[i] -= positions[i].rounded(.down) }
    case .mirror:
      for i in 0..<count {
        let part = positions[i] - (positions[i] * 0.5).rounded(.down) * 2
        positions[i] = part > 1 ? 2 - part : part
      }
    }
    segments.withUnsafeBytes { segments in
      raster_ramp(
        positions, count, segments.baseAddress, buckets, spread == .pad, colors.components, ditherMask)
    }
  }
}
