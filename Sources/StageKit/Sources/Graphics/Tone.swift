import Coding

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

/// A change of each component by itself: the exposure, then lift, gain and gamma of red, green and blue.
///
/// Components are those of sRGB as it is encoded, from 0 to 1. The exposure multiplies linear light; a component x then
/// becomes (gain (x + lift (1 − x))) ^ (1 / gamma).
public struct Tone: Hashable, Sendable, Digestible {
  /// In stops: light is multiplied by 2 ^ exposure.
  public var exposure = 0.0
  /// Moves black and leaves white: 0 changes nothing.
  public var lift = SIMD3(repeating: 0.0)
  /// Bends what is between black and white: above 1 is brighter.
  public var gamma = SIMD3(repeating: 1.0)
  /// Multiplies: moves white and leaves black.
  public var gain = SIMD3(repeating: 1.0)

  /// A tone that changes nothing.
  public init() {}

  /// True if it leaves all components as they are.
  public var isIdentity: Bool { self == Tone() }

  /// A component of red, green or blue, by its number from 0, after the tone. It may be above 1 and below 0.
  public func component(_ value: Double, channel: Int) -> Double {
    let exposed = exposure == 0 ? value : Color.component(ofLight: Color.linearLight(value) * pow(2, exposure))
    let moved = gain[channel] * (exposed + lift[channel] * (1 - exposed))
    return gamma[channel] == 1 || moved <= 0 ? moved : pow(moved, 1 / gamma[channel])
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(exposure)
    for part in [lift, gamma, gain] { for i in 0..<3 { hasher.combine(part[i]) } }
  }
}
