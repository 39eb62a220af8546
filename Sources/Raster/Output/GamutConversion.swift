import Graphics

/// Drawn pixels of a gamut to those of another; colors that it does not have are clipped.
struct GamutConversion {
  private let rows: [SIMD3<Float>]

  init(_ gamut: ColorGamut, to other: ColorGamut) {
    rows = gamut.matrix(to: other).map { SIMD3<Float>($0) }
  }

  /// A strip in the other gamut, whose pixels are those of `layer`.
  func converted(_ strip: DrawnStrip, in layer: PixelLayer) -> DrawnStrip {
    let columns = strip.columns
    layer.move(
      to: PixelRect(
        x0: columns.lowerBound, y0: strip.rows.lowerBound, x1: columns.upperBound, y1: strip.rows.upperBound))
    for y in strip.rows {
      let (source, target) = (strip.layer.row(y), layer.row(y))
      target.needsDither.pointee = source.needsDither.pointee
      (target.ditherMask + columns.lowerBound).update(
        from: source.ditherMask + columns.lowerBound, count: columns.count)
      // Neighbors are often equal.
      var last = (drawn: Pixel.zero, converted: Pixel.zero)
      for x in columns {
        let drawn = source.pixels[x]
        if drawn != last.drawn { last = (drawn, converted(drawn)) }
        target.pixels[x] = last.converted
      }
    }
    return DrawnStrip(layer: layer, rows: strip.rows, width: strip.width, columns: columns)
  }

  private func converted(_ drawn: Pixel) -> Pixel {
    let pixel = pointwiseMin(drawn, Pixel(repeating: UInt16(Pixel.full)))
    // Grays stay.
    if pixel.x == pixel.y, pixel.y == pixel.z { return pixel }
    let straight = StraightConverter.straight(pixel)
    let light = DisplayLight.light(straight)
    let alpha = Float(pixel.w) / Float(Pixel.full)
    func component(_ row: SIMD3<Float>) -> UInt16 {
      UInt16(min(DisplayLight.component((row * light).sum()) * alpha * Float(Pixel.full) + 0.5, Float(pixel.w)))
    }
    return Pixel(component(rows[0]), component(rows[1]), component(rows[2]), pixel.w)
  }
}

/// The light of drawn pixels, and back, by tables of sRGB's transfer function.
enum DisplayLight {
  private static let lights = (0...Int(Pixel.full)).map { Float(Color.linearLight(Double($0) / Double(Pixel.full))) }
  private static let steps = 4096
  /// For each 1/4096 of the root of the light the component.
  private static let components = (0...steps).map { step in
    let root = Double(step) / Double(steps)
    return Float(Color.component(ofLight: root * root))
  }

  /// Linear light, from 0 to 1, of a straight pixel.
  static func light(_ pixel: Pixel) -> SIMD3<Float> {
    SIMD3(lights[Int(pixel.x)], lights[Int(pixel.y)], lights[Int(pixel.z)])
  }

  /// The component, from 0 to 1, of a light, which is clamped.
  static func component(_ light: Float) -> Float {
    let place = min(max(light, 0), 1).squareRoot() * Float(steps)
    let index = min(Int(place), steps - 1)
    return components[index] + (components[index + 1] - components[index]) * (place - Float(index))
  }
}
