/// The mean of a pixel over several samples, in linear light.
struct LightSum: BitwiseCopyable {
  /// Of samples that differ from the first: linear light times alpha and weight.
  private var red: UInt64 = 0
  private var green: UInt64 = 0
  private var blue: UInt64 = 0
  /// Times weight.
  private var alpha: UInt64 = 0
  private let first: Pixel
  private var firstWeight: UInt32
  private var isDithered: UInt8

  /// Begins with the first sample.
  @inline(__always)
  init(_ first: Pixel, isDithered: UInt8, weight: UInt32) {
    self.first = first
    self.isDithered = isDithered
    firstWeight = weight
  }

  /// Adds another.
  @inline(__always)
  mutating func add(_ pixel: Pixel, isDithered: UInt8, weight: UInt32, _ light: LinearLight.Access) {
    self.isDithered |= isDithered
    if pixel == first { firstWeight &+= weight } else { accumulate(pixel, weight, light) }
  }

  @inline(__always)
  private mutating func accumulate(_ pixel: Pixel, _ weight: UInt32, _ light: LinearLight.Access) {
    let a = UInt32(pixel.w)
    if a == 0 { return }
    let part = UInt64(a) &* UInt64(weight)
    @inline(__always)
    func straight(_ component: UInt16) -> UInt32 {
      let c = UInt32(component)
      return a == Pixel.full ? min(c, Pixel.full) : min((c &* Pixel.full &+ a >> 1) / a, Pixel.full)
    }
    red &+= light.light(straight(pixel.x)) &* part
    green &+= light.light(straight(pixel.y)) &* part
    blue &+= light.light(straight(pixel.z)) &* part
    alpha &+= part
  }

  /// The mean of samples with weights of `total` in all, and whether it is dithered, as means of different pixels are.
  @inline(__always)
  func mean(_ total: UInt32, _ light: LinearLight.Access) -> (pixel: Pixel, isDithered: UInt8) {
    if firstWeight == total { return (first, isDithered) }
    var sum = self
    if firstWeight > 0 { sum.accumulate(first, firstWeight, light) }
    guard sum.alpha > 0 else { return (.zero, 1) }
    let (half, full) = (sum.alpha >> 1, UInt64(Pixel.full))
    let a = (sum.alpha &+ UInt64(total) >> 1) / UInt64(total)
    @inline(__always)
    func component(_ sum: UInt64, _ alpha: UInt64) -> UInt16 {
      let component = light.component((sum &+ half) / alpha)
      return UInt16(truncatingIfNeeded: a == full ? component : (component &* a &+ full >> 1) / full)
    }
    return (
      Pixel(
        component(sum.red, sum.alpha), component(sum.green, sum.alpha), component(sum.blue, sum.alpha),
        UInt16(truncatingIfNeeded: a)), 1
    )
  }
}
