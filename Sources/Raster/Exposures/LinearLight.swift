import Graphics

/// Components of pixels, from 0 to 65280, in linear light, and back.
///
/// A step of a component is at least 19 steps of linear light, so that
/// each comes back as it was.
struct LinearLight {
  static let table = LinearLight()

  /// Linear light of 1: 256 of it fit 32 bits.
  static let full: UInt32 = 16_711_680
  private let linear: [UInt32]
  /// For each 256 steps of linear light the greatest component that is not brighter.
  private let components: [UInt16]

  private init() {
    linear = (0...Pixel.full).map { component in
      UInt32((Color.linearLight(Double(component) / Double(Pixel.full)) * Double(Self.full)).rounded())
    }
    var found: UInt16 = 0
    var components: [UInt16] = []
    for step in 0...Self.full >> 8 {
      while UInt32(found) < Pixel.full, linear[Int(found) + 1] <= step << 8 { found += 1 }
      components.append(found)
    }
    components.append(found)
    self.components = components
  }

  /// Calls `body` with both directions.
  func with(_ body: (Access) -> Void) {
    linear.withUnsafeBufferPointer { linear in
      components.withUnsafeBufferPointer { components in
        if let linear = linear.baseAddress, let components = components.baseAddress {
          body(Access(linear: linear, components: components))
        }
      }
    }
  }

  struct Access {
    fileprivate let linear: UnsafePointer<UInt32>
    fileprivate let components: UnsafePointer<UInt16>

    /// The linear light of a component, from 0 to 16,711,680.
    @inline(__always)
    func light(_ component: UInt32) -> UInt32 { linear[Int(component)] }

    /// The component whose linear light is nearest; `light` is at most `full`.
    @inline(__always)
    func component(_ light: UInt32) -> UInt32 {
      // Interpolates linearly between the ends of the bucket's 256 steps; the result is at most a step or two off.
      let bucket = Int(light >> 8)
      let (low, high) = (UInt32(components[bucket]), UInt32(components[bucket &+ 1]))
      var found = Int(low &+ ((high &- low) &* (light & 255)) >> 8)
      while found < Int(Pixel.full), light &* 2 >= linear[found] &+ linear[found &+ 1] { found &+= 1 }
      while found > 0, light &* 2 < linear[found &- 1] &+ linear[found] { found &-= 1 }
      return UInt32(truncatingIfNeeded: found)
    }
  }
}
