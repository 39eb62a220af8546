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

  /// Both directions, as kernels take them.
  struct Access {
    /// The linear light of each component.
    let linear: UnsafePointer<UInt32>
    /// For each 256 steps of linear light the greatest component that is not brighter.
    let components: UnsafePointer<UInt16>
  }
}
