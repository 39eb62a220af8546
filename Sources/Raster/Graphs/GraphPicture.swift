import Graphics

/// Pixels of floating point, premultiplied, while a graph is filtered.
final class GraphPicture {
  let bounds: PixelRect
  /// From the first of the bounds on, row by row.
  let pixels: UnsafeMutablePointer<SIMD4<Float>>
  let isLinear: Bool
  var count: Int { bounds.width * bounds.height }

  /// A clear one; what makes each pixel anyway needs none.
  init(_ bounds: PixelRect, isLinear: Bool = false, isClear: Bool = true) {
    self.bounds = bounds
    self.isLinear = isLinear
    pixels = .allocate(capacity: max(bounds.width * bounds.height, 1))
    if isClear { pixels.initialize(repeating: .zero, count: max(bounds.width * bounds.height, 1)) }
  }

  deinit { pixels.deallocate() }

  /// One of the same size, of which each pixel is made of that of this.
  func mapped(isLinear: Bool? = nil, _ body: (SIMD4<Float>) -> SIMD4<Float>) -> GraphPicture {
    let result = GraphPicture(bounds, isLinear: isLinear ?? self.isLinear)
    for index in 0..<count where pixels[index] != .zero { result.pixels[index] = body(pixels[index]) }
    return result
  }

  /// One of the same size, of which each pixel is made of that of this and of another.
  func combined(
    with other: GraphPicture, _ body: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> GraphPicture {
    let result = GraphPicture(bounds, isLinear: isLinear, isClear: false)
    for index in 0..<count { result.pixels[index] = body(pixels[index], other.pixels[index]) }
    return result
  }

  /// One of the same size, of which each pixel is made for its place.
  func placed(_ body: (_ x: Int, _ y: Int) -> SIMD4<Float>) -> GraphPicture {
    let result = GraphPicture(bounds, isLinear: isLinear, isClear: false)
    var index = 0
    for y in bounds.y0..<bounds.y1 {
      for x in bounds.x0..<bounds.x1 {
        result.pixels[index] = body(x, y)
        index += 1
      }
    }
    return result
  }

  /// In linear light, or in components of sRGB.
  func converted(toLinear isLinear: Bool) -> GraphPicture {
    if isLinear == self.isLinear { return self }
    return mapped(isLinear: isLinear) { pixel in
      let alpha = pixel.w
      guard alpha > 0 else { return .zero }
      let color = straight(pixel)
      let parts =
        isLinear
        ? DisplayLight.light(Pixel(color * Float(Pixel.full) + 0.5))
        : SIMD3(
          DisplayLight.component(color.x), DisplayLight.component(color.y), DisplayLight.component(color.z))
      return SIMD4(parts, 1) * alpha
    }
  }

  /// Clears what lies beyond a rectangle.
  func clip(to part: PixelRect) {
    let kept = bounds.intersection(part)
    if kept == bounds { return }
    for y in bounds.y0..<bounds.y1 {
      let row = pixels + (y - bounds.y0) * bounds.width
      if y < kept.y0 || y >= kept.y1 {
        row.update(repeating: .zero, count: bounds.width)
      } else {
        row.update(repeating: .zero, count: kept.x0 - bounds.x0)
        (row + (kept.x1 - bounds.x0)).update(repeating: .zero, count: bounds.x1 - kept.x1)
      }
    }
  }

  /// The pixel at a place; a clear one beyond the bounds.
  @inline(__always)
  func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
    guard x >= bounds.x0, x < bounds.x1, y >= bounds.y0, y < bounds.y1 else { return .zero }
    return pixels[(y - bounds.y0) * bounds.width + x - bounds.x0]
  }

  /// The color between pixels; `fetch` gives those.
  @inline(__always)
  func color(_ x: Double, _ y: Double, _ fetch: (Int, Int) -> SIMD4<Float>) -> SIMD4<Float> {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    guard abs(column) < 1e6, abs(row) < 1e6 else { return .zero }
    let (u, v) = (Float(x - column), Float(y - row))
    let (i, j) = (Int(column), Int(row))
    if u == 0, v == 0 { return fetch(i, j) }
    let top = fetch(i, j) * (1 - u) + fetch(i + 1, j) * u
    let bottom = fetch(i, j + 1) * (1 - u) + fetch(i + 1, j + 1) * u
    return top * (1 - v) + bottom * v
  }

  /// As pixels of a layer.
  var rounded: [Pixel] {
    let source = converted(toLinear: false)
    return (0..<count).map { index in
      Raster.pixel(rounding: source.pixels[index].clamped(lowerBound: .zero, upperBound: .one) * Float(Pixel.full))
    }
  }
}

/// The components of a premultiplied pixel by themselves, from 0 to 1, with its alpha.
@inline(__always)
func straight(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
  guard pixel.w > 0 else { return .zero }
  var result = (pixel / pixel.w).clamped(lowerBound: .zero, upperBound: .one)
  result.w = min(pixel.w, 1)
  return result
}

/// A pixel of straight components, which are clamped.
@inline(__always)
func premultiplied(_ pixel: SIMD4<Float>) -> SIMD4<Float> {
  let clamped = pixel.clamped(lowerBound: .zero, upperBound: .one)
  var result = clamped * clamped.w
  result.w = clamped.w
  return result
}
