import StageKit

/// The effects of a layer at one instant.
struct FilterRun {
  private let layer: Layer
  private let frame: Double

  init(_ layer: Layer, at frame: Double) {
    self.layer = layer
    self.frame = frame
  }

  /// A drawing as the effects change it.
  func applied(to content: DisplayList) -> DisplayList {
    guard !layer.effects.isEmpty else { return content }
    var result = content
    for filter in layer.effects { result = applied(filter, to: result) }
    return result
  }

  private func applied(_ filter: LayerFilter, to content: DisplayList) -> DisplayList {
    var effects: [Effect] = []
    switch filter {
    case .fill(let color, let opacity):
      let color = Color(color.value(at: frame))
      let amount = min(max(opacity.value(at: frame), 0), 1)
      let identity = ColorMatrix.identity
      func row(_ old: SIMD4<Double>, _ value: Double) -> SIMD4<Double> {
        old * (1 - amount) + SIMD4(0, 0, 0, value * amount)
      }
      effects = [
        .color(
          ColorMatrix(
            red: row(identity.red, color.red), green: row(identity.green, color.green),
            blue: row(identity.blue, color.blue)))
      ]
    case .tint(let black, let white, let amount):
      effects = [.color(.tint(black.value(at: frame), white.value(at: frame), amount.value(at: frame) / 100))]
    case .tritone(let bright, let middle, let dark, let blend):
      let grade = Grade.tritone(bright.value(at: frame), middle.value(at: frame), dark.value(at: frame))
      let share = min(max(blend.value(at: frame) / 100, 0), 1)
      guard share > 0 else {
        effects = [.grade(grade)]
        break
      }
      return DisplayList { list in
        list.append(content)
        list.group(Group(content, opacity: 1 - share, effects: [.grade(grade)]))
      }
    case .shadow(let shadow):
      let (color, offset, sigma) = (color(shadow), offset(shadow), sigma(shadow))
      effects = [
        shadow.isAlone
          ? .shadow(color: color, offset: offset, sigma: sigma)
          : .dropShadow(color: color, offset: offset, sigma: sigma)
      ]
    case .innerShadow(let shadow):
      effects = [.innerShadow(color: color(shadow), offset: offset(shadow), sigma: sigma(shadow))]
    case .blur(let amount):
      let sigma = amount.value(at: frame) * 0.3
      guard sigma > 0 else { return content }
      effects = [.blur(sigma: sigma)]
    case .levels(let levels): effects = [.grade(.levels(levels, at: frame))]
    case .hueSaturation(let hue, let saturation, let lightness):
      let light = min(max(lightness.value(at: frame) / 100, -1), 1)
      var matrix = ColorMatrix.hue(degrees: hue.value(at: frame))
        .followed(by: .saturation(max(1 + saturation.value(at: frame) / 100, 0)))
      // Toward white, or toward black.
      let factor = 1 - abs(light)
      for row in [\ColorMatrix.red, \.green, \.blue] {
        matrix[keyPath: row] = matrix[keyPath: row] * factor + SIMD4(0, 0, 0, max(light, 0))
      }
      effects = [.color(matrix)]
    case .stroke(let stroke): return stroked(stroke, content)
    }
    return DisplayList { $0.group(Group(content, effects: effects)) }
  }

  // MARK: Shadows

  private func color(_ shadow: ShadowFilter) -> Color {
    Color(shadow.color.value(at: frame), alpha: shadow.opacity.value(at: frame))
  }

  private func offset(_ shadow: ShadowFilter) -> Point {
    let (sine, cosine) = sineAndCosine(degrees: shadow.angle.value(at: frame) - 90)
    return Point(cosine, sine) * shadow.distance.value(at: frame)
  }

  private func sigma(_ shadow: ShadowFilter) -> Double { max(shadow.sigma.value(at: frame), 0) }

  // MARK: Strokes

  /// A line along masks, on the drawing or in its place.
  private func stroked(_ stroke: StrokeFilter, _ content: DisplayList) -> DisplayList {
    let width = stroke.width.value(at: frame)
    let opacity = stroke.opacity.value(at: frame) / 100
    var result = stroke.mode == .onLayer ? content : DisplayList()
    guard width > 0, opacity > 0 else { return result }
    let trim = PathTrim(
      start: stroke.start.value(at: frame), end: stroke.end.value(at: frame), offset: 0, isSequential: false)
    let color = Color(stroke.color.value(at: frame), alpha: opacity)
    for (index, mask) in layer.masks.enumerated() where stroke.mask == nil || stroke.mask == index + 1 {
      var slots = [PathSlot(Shared(mask.path), at: frame, group: 0)]
      trim.apply(to: &slots, [0])
      result.stroke(slots[0].outline, color, width: width * 2, cap: .round, join: .round)
    }
    if stroke.mode == .reveal { return DisplayList { [result] in $0.group(Group(content, mask: Mask(result))) } }
    return result
  }
}

extension ColorMatrix {
  /// Black and white become two colors, the luma in between their mix.
  fileprivate static func tint(_ black: Vector, _ white: Vector, _ amount: Double) -> ColorMatrix {
    let amount = min(max(amount, 0), 1)
    let luma = SIMD4(0.3, 0.59, 0.11, 0)
    func row(_ place: Int) -> SIMD4<Double> {
      var old = SIMD4<Double>.zero
      old[place] = 1
      let tinted = luma * (white[place] - black[place]) + SIMD4(0, 0, 0, black[place])
      return old * (1 - amount) + tinted * amount
    }
    return ColorMatrix(red: row(0), green: row(1), blue: row(2))
  }
}

extension Grade {
  /// Luma becomes one of three colors, or a mix of neighbors.
  fileprivate static func tritone(_ bright: Vector, _ middle: Vector, _ dark: Vector) -> Grade {
    let luma = SIMD4(0.3, 0.59, 0.11, 0)
    var grade = Grade()
    grade.matrix = ColorMatrix(red: luma, green: luma, blue: luma)
    let entries = [dark, middle, bright].map { SIMD3(Float($0.x), Float($0.y), Float($0.z)) }
    if let table = LookupTable(.curves, size: 3, entries: entries) { grade.table = Grade.Look(table) }
    return grade
  }

  /// Tones between two levels, by a gamma, to two others.
  fileprivate static func levels(_ levels: [LevelsFilter], at frame: Double) -> Grade {
    var grade = Grade()
    for level in levels {
      let curve = level.curve(at: frame)
      switch level.channel {
      case 0: grade.curves.all = curve
      case 1: grade.curves.red = curve
      case 2: grade.curves.green = curve
      default: grade.curves.blue = curve
      }
    }
    return grade
  }
}
