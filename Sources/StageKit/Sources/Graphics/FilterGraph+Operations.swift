import Coding
import Geometry

extension FilterGraph {
  /// The making of a picture of others. Components are those of the step, of sRGB or of linear light.
  public enum Operation: Hashable, Sendable {
    /// A Gaussian of two standard deviations; one that is 0 or less does not blur.
    case blur(x: Double, y: Double)
    case offset(Point)
    /// One color, which is sRGB's.
    case flood(Color)
    /// The region of the step that it takes, again and again.
    case tile
    /// All that it takes, the first one undermost.
    case merge
    /// The first on the second.
    case blend(BlendMode)
    /// The first with the second.
    case composite(Compositing)
    /// The straight components and alpha times a matrix of four rows of five numbers.
    case matrix([Double])
    /// A function for each straight component, and alpha.
    case transfer(red: Transfer, green: Transfer, blue: Transfer, alpha: Transfer)
    /// The greatest or the least of each component, premultiplied, in a rectangle around each pixel.
    case morphology(isDilation: Bool, x: Double, y: Double)
    case convolution(Convolution)
    /// The first, each pixel of which is taken from as far away as channels of the second say: these less 0.5, times a length.
    case displacement(horizontal: Channel, vertical: Channel, length: Size)
    case turbulence(Turbulence)
    case lighting(Lighting)
    /// A drawing in the group's space, of sRGB.
    case drawing(DisplayList)
  }

  /// The combination of two pictures.
  public enum Compositing: Hashable, Sendable {
    case over, inside, outside, atop, xor, lighter
    /// k1·a·b + k2·a + k3·b + k4, premultiplied.
    case arithmetic(k1: Double, k2: Double, k3: Double, k4: Double)
  }

  /// A component of a picture.
  public enum Channel: Int, Hashable, Sendable, CaseIterable { case red, green, blue, alpha }

  /// A function of a component.
  public enum Transfer: Hashable, Sendable {
    case identity
    /// Straight lines between values that lie at equal distances.
    case table([Double])
    /// Steps of equal widths.
    case discrete([Double])
    case linear(slope: Double, intercept: Double)
    case gamma(amplitude: Double, exponent: Double, offset: Double)
  }

  /// The colors beyond the edge of a picture.
  public enum Edge: Int, Hashable, Sendable {
    /// Those of the edge.
    case duplicate
    /// Those of the opposite edge.
    case wrap
    case clear
  }

  /// Sums of pixels around each pixel.
  public struct Convolution: Hashable, Sendable {
    /// The numbers of a row; there are as many rows as the matrix has of these.
    public var columns: Int
    /// Row by row, for pixels from the right and the bottom.
    public var matrix: [Double]
    public var divisor = 1.0
    public var bias = 0.0
    /// The place of the pixel itself, in columns and rows from 0 on.
    public var targetX: Int
    public var targetY: Int
    public var edge = Edge.duplicate
    /// True if straight colors alone are changed.
    public var preservesAlpha = false
    /// The distance of the pixels that are added.
    public var unit = Size(1, 1)

    /// A matrix around its middle.
    public init(columns: Int, matrix: [Double]) {
      self.columns = columns
      self.matrix = matrix
      targetX = columns / 2
      targetY = matrix.count / max(columns, 1) / 2
    }
  }

  /// Noise of Perlin, as the code in the standard makes it.
  public struct Turbulence: Hashable, Sendable {
    /// Periods for a unit of length.
    public var frequencyX: Double
    public var frequencyY: Double
    public var octaves = 1
    public var seed = 0
    /// True if it sums noise itself, rather than its amounts.
    public var isFractal = false
    /// True if it goes on where it ends in the step's region.
    public var stitches = false

    /// Noise of one octave.
    public init(frequencyX: Double, frequencyY: Double) {
      self.frequencyX = frequencyX
      self.frequencyY = frequencyY
    }
  }

  /// A surface whose height is the input's alpha, in light.
  public struct Lighting: Hashable, Sendable {
    /// A source of light; places have x, y and the height above the surface, and angles are in degrees.
    public enum Source: Hashable, Sendable {
      case distant(azimuth: Double, elevation: Double)
      case point(SIMD3<Double>)
      /// With no light beyond an angle to its axis, if that is given.
      case spot(SIMD3<Double>, target: SIMD3<Double>, exponent: Double, cone: Double?)
    }

    public var source: Source
    /// The color of the light, of sRGB.
    public var color: Color
    /// The height where alpha is 1.
    public var height = 1.0
    /// The factor of what is reflected.
    public var constant = 1.0
    /// The sharpness of what is reflected as by a mirror; nil for a dull surface.
    public var exponent: Double?

    /// A dull surface.
    public init(_ source: Source, color: Color) {
      self.source = source
      self.color = color
    }
  }
}

extension FilterGraph.Operation {
  /// All of its numbers, but those of a drawing.
  var numbers: [Double] {
    switch self {
    case .blur(let x, let y): [x, y]
    case .offset(let offset): [offset.x, offset.y]
    case .flood(let color): color.numbers
    case .tile, .merge: []
    case .blend(let mode): [Double(mode.rawValue)]
    case .composite(let compositing): compositing.numbers
    case .matrix(let numbers): numbers
    case .transfer(let red, let green, let blue, let alpha): [red, green, blue, alpha].flatMap(\.numbers)
    case .morphology(let isDilation, let x, let y): [isDilation ? 1 : 0, x, y]
    case .convolution(let c):
      [Double(c.columns), c.divisor, c.bias, Double(c.targetX), Double(c.targetY), Double(c.edge.rawValue)]
        + [c.preservesAlpha ? 1 : 0, c.unit.width, c.unit.height] + c.matrix
    case .displacement(let x, let y, let length): [Double(x.rawValue), Double(y.rawValue), length.width, length.height]
    case .turbulence(let t):
      [t.frequencyX, t.frequencyY, Double(t.octaves), Double(t.seed), t.isFractal ? 1 : 0, t.stitches ? 1 : 0]
    case .lighting(let light):
      light.source.numbers + light.color.numbers + [light.height, light.constant, light.exponent ?? -1]
    case .drawing: []
    }
  }

  private var kind: Int {
    switch self {
    case .blur: 0
    case .offset: 1
    case .flood: 2
    case .tile: 3
    case .merge: 4
    case .blend: 5
    case .composite: 6
    case .matrix: 7
    case .transfer: 8
    case .morphology: 9
    case .convolution: 10
    case .displacement: 11
    case .turbulence: 12
    case .lighting: 13
    case .drawing: 14
    }
  }

  func digest(into hasher: inout DigestHasher) {
    hasher.combine(kind)
    if case .drawing(let drawing) = self { return drawing.digest(into: &hasher) }
    let numbers = numbers
    hasher.combine(numbers.count)
    for number in numbers { hasher.combine(number) }
  }

  func converted(to gamut: ColorGamut) -> Self {
    switch self {
    case .flood(let color): return .flood(color.converted(to: gamut))
    case .lighting(var light):
      light.color = light.color.converted(to: gamut)
      return .lighting(light)
    case .drawing(let drawing): return .drawing(drawing.converted(to: gamut))
    default: return self
    }
  }
}

extension FilterGraph.Compositing {
  fileprivate var numbers: [Double] {
    switch self {
    case .over: [0]
    case .inside: [1]
    case .outside: [2]
    case .atop: [3]
    case .xor: [4]
    case .lighter: [5]
    case .arithmetic(let k1, let k2, let k3, let k4): [6, k1, k2, k3, k4]
    }
  }
}

extension FilterGraph.Transfer {
  fileprivate var numbers: [Double] {
    switch self {
    case .identity: [0]
    case .table(let values): [1, Double(values.count)] + values
    case .discrete(let values): [2, Double(values.count)] + values
    case .linear(let slope, let intercept): [3, slope, intercept]
    case .gamma(let amplitude, let exponent, let offset): [4, amplitude, exponent, offset]
    }
  }
}

extension FilterGraph.Lighting.Source {
  fileprivate var numbers: [Double] {
    switch self {
    case .distant(let azimuth, let elevation): [0, azimuth, elevation]
    case .point(let place): [1, place.x, place.y, place.z]
    case .spot(let place, let target, let exponent, let cone):
      [2, place.x, place.y, place.z, target.x, target.y, target.z, exponent, cone ?? 1000]
    }
  }
}

extension Color {
  fileprivate var numbers: [Double] { [red, green, blue, alpha] }
}
