import Coding

extension DisplayList {
  /// The same drawing with all colors and pictures as components of a gamut, in which it is drawn.
  ///
  /// Light that multiplies colors, and what only masks, stay. Takes time in the number of commands; pictures are converted when
  /// their pixels are asked for.
  public func converted(to gamut: ColorGamut) -> DisplayList {
    DisplayList(
      commands.map { command in
        switch command {
        case .fill(let path, let rule, let paint, let transform):
          return .fill(path, rule: rule, paint: paint.converted(to: gamut), transform: transform)
        case .stroke(let path, let style, let paint, let transform):
          return .stroke(path, style: style, paint: paint.converted(to: gamut), transform: transform)
        case .group(var group):
          group.content = group.content.converted(to: gamut)
          group.effects = group.effects.map { $0.converted(to: gamut) }
          return .group(group)
        case .backdrop: return command
        case .exposure(let exposure): return .exposure(exposure.map { $0.converted(to: gamut) })
        case .solids(let solids, let transform): return .solids(solids.converted(to: gamut), transform: transform)
        }
      })
  }
}

extension Paint {
  fileprivate func converted(to gamut: ColorGamut) -> Paint {
    func converted(_ stops: [GradientStop]) -> [GradientStop] {
      stops.map { GradientStop($0.offset, $0.color.converted(to: gamut)) }
    }
    switch self {
    case .color(let color): return .color(color.converted(to: gamut))
    case .linear(let from, let to, let stops, let spread):
      return .linear(from: from, to: to, stops: converted(stops), spread: spread)
    case .radial(let center, let radius, let stops, let spread):
      return .radial(center: center, radius: radius, stops: converted(stops), spread: spread)
    case .conical(let focus, let inner, let center, let radius, let stops, let spread):
      return .conical(
        focus: focus, innerRadius: inner, center: center, radius: radius, stops: converted(stops), spread: spread)
    case .conic(let center, let startDegrees, let stops):
      return .conic(center: center, startDegrees: startDegrees, stops: converted(stops))
    case .image(let image, let placement, let spread, let opacity):
      return .image(image.converted(to: gamut), placement: placement, spread: spread, opacity: opacity)
    case .alongPath(let start, let end, let stops):
      return .alongPath(start: start, end: end, stops: converted(stops))
    }
  }
}

extension Effect {
  fileprivate func converted(to gamut: ColorGamut) -> Effect {
    switch self {
    case .dropShadow(let color, let offset, let sigma):
      return .dropShadow(color: color.converted(to: gamut), offset: offset, sigma: sigma)
    case .shadow(let color, let offset, let sigma):
      return .shadow(color: color.converted(to: gamut), offset: offset, sigma: sigma)
    case .innerShadow(let color, let offset, let sigma):
      return .innerShadow(color: color.converted(to: gamut), offset: offset, sigma: sigma)
    case .graph(var graph):
      for index in graph.steps.indices {
        graph.steps[index].operation = graph.steps[index].operation.converted(to: gamut)
      }
      return .graph(graph)
    case .blur, .color, .grade, .highlights: return self
    }
  }
}

extension Solids {
  fileprivate func converted(to gamut: ColorGamut) -> Solids {
    var result = self
    result.colors = colors.map { $0.converted(to: gamut) }
    result.light.footGlow = light.footGlow.converted(to: gamut)
    if let light = wallLight {
      result.wallLight = WallLight(
        light.color.converted(to: gamut), height: light.height, at: light.places, values: light.values)
    }
    if let windows { result.windows?.lit = windows.lit.converted(to: gamut) }
    if let haze { result.haze?.color = haze.color.converted(to: gamut) }
    if let drapes {
      result.drapes = Drapes(
        drapes.all.map {
          Drapes.Drape($0.drawing.converted(to: gamut), size: $0.size, scale: $0.scale, place: $0.place)
        })
    }
    switch drawing {
    case .shaded: break
    case .silhouette(let color): result.drawing = .silhouette(color.converted(to: gamut))
    case .nearer(let depth, let color): result.drawing = .nearer(than: depth, color.converted(to: gamut))
    }
    return result
  }
}

extension Image {
  /// The same picture in another gamut, within half a level of 255; what that has not is clipped. Pixels are converted when they
  /// are asked for, in about 20 ns each.
  public func converted(to gamut: ColorGamut) -> Image {
    if gamut == self.gamut { return self }
    let source = self
    let key = Digest { hasher in
      hasher.combine("in a gamut")
      hasher.combine(gamut.rawValue)
      source.digest(into: &hasher)
    }
    let reduce: @Sendable (Int) -> Reduction = {
      let reduction = source.reduced(halvings: $0)
      return Reduction(reduction.image.converted(to: gamut), placement: reduction.placement)
    }
    return Image(width: width, height: height, digest: key, gamut: gamut, reduce: reduce) {
      var pixels = source.pixels
      GamutTables.convert(&pixels, source.gamut.matrix(to: gamut))
      return pixels
    } ?? self
  }
}

/// Tables that convert pixels of 8 bits.
private enum GamutTables {
  static let lights = (0...255).map { Float(ColorGamut.light(Double($0) / 255)) }
  /// For each 1/65535 of light the component.
  static let components = (0...65_535).map { UInt8((ColorGamut.component(Double($0) / 65_535) * 255).rounded()) }

  /// Converts premultiplied pixels of 4 bytes in place.
  static func convert(_ pixels: inout [UInt8], _ matrix: [SIMD3<Double>]) {
    let rows = matrix.map { SIMD3<Float>($0) }
    for start in stride(from: 0, to: pixels.count - 3, by: 4) {
      let alpha = UInt32(pixels[start + 3])
      let (r, g, b) = (pixels[start], pixels[start + 1], pixels[start + 2])
      // Grays stay.
      if r == g && g == b { continue }
      func straight(_ value: UInt8) -> Int {
        alpha == 255 ? Int(value) : Int(min((UInt32(value) * 255 + alpha / 2) / max(alpha, 1), 255))
      }
      let light = SIMD3(lights[straight(r)], lights[straight(g)], lights[straight(b)])
      for channel in 0..<3 {
        let value = min(max((rows[channel] * light).sum(), 0), 1)
        let component = UInt32(components[Int(value * 65_535 + 0.5)])
        pixels[start + channel] = UInt8(
          truncatingIfNeeded: alpha == 255 ? component : (component * alpha + 127) / 255)
      }
    }
  }
}
