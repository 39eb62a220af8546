import StageKit

/// The operations of filters' steps, from their attributes.
extension SVGFilterRun {
  func compositing(_ step: SVGElement) -> FilterGraph.Compositing {
    switch step["operator"] {
    case "in": .inside
    case "out": .outside
    case "atop": .atop
    case "xor": .xor
    case "lighter": .lighter
    case "arithmetic":
      .arithmetic(
        k1: number("k1", of: step, 0), k2: number("k2", of: step, 0), k3: number("k3", of: step, 0),
        k4: number("k4", of: step, 0))
    default: .over
    }
  }

  /// One that is not understood changes nothing.
  func matrix(_ step: SVGElement) -> FilterGraph.Operation {
    let values = numbers("values", of: step)
    func rows(_ colors: ColorMatrix) -> [Double] {
      [colors.red, colors.green, colors.blue].flatMap { [$0.x, $0.y, $0.z, 0, $0.w] } + [0, 0, 0, 1, 0]
    }
    switch step["type"] ?? "matrix" {
    case "saturate": return .matrix(rows(.saturation(values.count == 1 ? max(values[0], 0) : 1)))
    case "hueRotate": return .matrix(rows(.hue(degrees: values.count == 1 ? values[0] : 0)))
    case "luminanceToAlpha":
      return .matrix(Array(repeating: 0, count: 15) + [0.2125, 0.7154, 0.0721, 0, 0])
    default: return .matrix(values.count == 20 && step["type"] ?? "matrix" == "matrix" ? values : rows(.identity))
    }
  }

  func morphology(_ step: SVGElement) -> FilterGraph.Operation {
    let (x, y) = pair("radius", of: step) ?? (0, 0)
    return .morphology(
      isDilation: step["operator"] == "dilate", x: max(x, 0) * scale.width, y: max(y, 0) * scale.height)
  }

  /// More would take seconds for a picture.
  private static let maxNumbers = 256

  /// Nil where numbers are in error.
  func convolution(_ step: SVGElement) -> FilterGraph.Convolution? {
    let order = step["order"] == nil ? (3, 3) : pair("order", of: step)
    let matrix = numbers("kernelMatrix", of: step)
    guard let (columns, rows) = order, columns >= 1, rows >= 1, columns == columns.rounded(), rows == rows.rounded(),
      columns * rows == Double(matrix.count), matrix.count <= Self.maxNumbers
    else { return nil }
    var result = FilterGraph.Convolution(columns: Int(columns), matrix: matrix)
    let sum = matrix.reduce(0, +)
    let divisor = number("divisor", of: step, 0)
    result.divisor = divisor != 0 ? divisor : sum != 0 ? sum : 1
    result.bias = number("bias", of: step, 0)
    let (x, y) = (
      number("targetX", of: step, (columns / 2).rounded(.down)), number("targetY", of: step, (rows / 2).rounded(.down))
    )
    guard x == x.rounded(), y == y.rounded(), x >= 0, y >= 0, x < columns, y < rows else { return nil }
    (result.targetX, result.targetY) = (Int(x), Int(y))
    result.edge =
      switch step["edgeMode"] {
      case "wrap": .wrap
      case "none": .clear
      default: .duplicate
      }
    result.preservesAlpha = step["preserveAlpha"] == "true"
    return result
  }

  func displacement(_ step: SVGElement) -> FilterGraph.Operation {
    func channel(_ name: String) -> FilterGraph.Channel {
      switch step[name] {
      case "R": .red
      case "G": .green
      case "B": .blue
      default: .alpha
      }
    }
    let length = number("scale", of: step, 0)
    return .displacement(
      horizontal: channel("xChannelSelector"), vertical: channel("yChannelSelector"),
      length: Size(length * scale.width, length * scale.width))
  }

  func turbulence(_ step: SVGElement) -> FilterGraph.Operation {
    var (x, y) = pair("baseFrequency", of: step) ?? (0, 0)
    if x < 0 || y < 0 { (x, y) = (0, 0) }
    var result = FilterGraph.Turbulence(frequencyX: x, frequencyY: y)
    let octaves = number("numOctaves", of: step, 1).rounded()
    result.octaves = Int(min(max(octaves, 0), 100))
    let seed = number("seed", of: step, 0)
    result.seed = Int(min(max(seed.rounded(.towardZero), -2_147_483_646), 2_147_483_646))
    result.isFractal = step["type"] == "fractalNoise"
    result.stitches = step["stitchTiles"] == "stitch"
    // Without octaves there are no amounts of noise.
    return result.octaves == 0 && !result.isFractal ? .merge : .turbulence(result)
  }

  /// Nil without a light, and where numbers are in error.
  func lighting(_ step: SVGElement) -> FilterGraph.Lighting? {
    guard let lamp = step.elements.first(where: { Self.lamps.contains($0.name) }) else { return nil }
    let isSpecular = step.name == "feSpecularLighting"
    func place(_ x: String, _ y: String, _ z: String) -> SIMD3<Double> {
      let (x, y, z) = (number(x, of: lamp, 0), number(y, of: lamp, 0), number(z, of: lamp, 0))
      guard let box else { return SIMD3(x, y, z) }
      let diagonal = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
      return SIMD3(box.x + x * box.width, box.y + y * box.height, z * diagonal)
    }
    let source: FilterGraph.Lighting.Source
    switch lamp.name {
    case "feDistantLight":
      source = .distant(azimuth: number("azimuth", of: lamp, 0), elevation: number("elevation", of: lamp, 0))
    case "fePointLight": source = .point(place("x", "y", "z"))
    default:
      let exponent = number("specularExponent", of: lamp, 1)
      let cone = numbers("limitingConeAngle", of: lamp)
      source = .spot(
        place("x", "y", "z"), target: place("pointsAtX", "pointsAtY", "pointsAtZ"),
        exponent: exponent > 0 ? exponent : 1, cone: cone.count == 1 ? cone[0] : nil)
    }
    var result = FilterGraph.Lighting(source, color: style.color("lighting-color") ?? .white)
    result.height = number("surfaceScale", of: step, 1)
    result.constant = max(number(isSpecular ? "specularConstant" : "diffuseConstant", of: step, 1), 0)
    if isSpecular {
      let exponent = number("specularExponent", of: step, 1)
      guard (1...128).contains(exponent) else { return nil }
      result.exponent = exponent
    }
    return result
  }

  private static let lamps: Set<String> = ["feDistantLight", "fePointLight", "feSpotLight"]
}

extension SVGBuilder {
  /// The functions of `feComponentTransfer`; the last of several for a component counts.
  static func transfer(_ step: SVGElement) -> FilterGraph.Operation {
    func function(_ name: String) -> FilterGraph.Transfer {
      guard let element = step.elements.last(where: { $0.name == name }) else { return .identity }
      func number(_ name: String, _ other: Double) -> Double {
        element[name].flatMap { SVGValues.numbers($0).first } ?? other
      }
      let values = element["tableValues"].map { SVGValues.numbers($0) } ?? []
      switch element["type"] {
      case "table": return values.isEmpty ? .identity : .table(values)
      case "discrete": return values.isEmpty ? .identity : .discrete(values)
      case "linear": return .linear(slope: number("slope", 1), intercept: number("intercept", 0))
      case "gamma":
        return .gamma(
          amplitude: number("amplitude", 1), exponent: number("exponent", 1), offset: number("offset", 0))
      default: return .identity
      }
    }
    return .transfer(
      red: function("feFuncR"), green: function("feFuncG"), blue: function("feFuncB"), alpha: function("feFuncA"))
  }
}
