import Graphics

/// Components of pixels, from 0 to 65280, in linear light, and back.
///
/// A step of a component is at least 19 steps of linear light, so that
/// each comes back as it was.
struct LinearLight {
  static let table = LinearLight()

  /// Linear light of 1.
  private static let full = 16_711_680.0
  private let linear: [UInt32]
  /// For each 256 steps of linear light the greatest component that is not brighter.
  private let components: [UInt16]

  private init() {
    linear = (0...Pixel.full).map { component in
      UInt32((Color.linearLight(Double(component) / Double(Pixel.full)) * Self.full).rounded())
    }
    var found: UInt16 = 0
    var components: [UInt16] = []
    for step in 0...UInt32(Self.full) >> 8 {
      while UInt32(found) < Pixel.full, linear[Int(found) + 1] <= step << 8 { found += 1 }
      components.append(found)
    }
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

    /// From 0 to 16,711,680.
    @inline(__always)
    func light(_ component: UInt32) -> UInt64 { UInt64(linear[Int(component)]) }

    /// The component whose linear light is nearest.
    @inline(__always)
    func component(_ light: UInt64) -> UInt64 {
      var found = Int(components[Int(light >> 8)])
      while found < Int(Pixel.full), light &* 2 >= UInt64(linear[found]) &+ UInt64(linear[found &+ 1]) { found &+= 1 }
      return UInt64(found)
    }
  }
}
