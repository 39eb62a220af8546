import Coding
import Geometry

/// A change of colors as of a film that is graded, pixel by pixel; alpha stays.
///
/// Its parts are applied in the order of the properties, to straight components of sRGB as it is encoded, from 0 to 1:
/// `tone` and `curves` to each component, `matrix` to the three of them, then `curves.saturation`, `table`, `vignette` and
/// `grain`. After the matrix, where the greatest component is above 1, all are divided by it, so that hues stay. Components
/// are clamped to 0…1 then, after the saturation, after the table and in the end.
///
/// ```swift
/// var grade = Grade()
/// grade.tone.exposure = 0.5
/// grade.matrix = .saturation(1.2)
/// frame.drawing.group(effects: [.grade(grade)]) { $0.fill(.rect(box), .white) }
/// ```
public struct Grade: Hashable, Sendable, Digestible {
  public var tone = Tone()
  public var curves = ColorCurves()
  public var matrix = ColorMatrix.identity
  /// The table and the share that it counts, from 0 to 1; nil for none.
  public var table: Look?
  public var vignette: Vignette?
  public var grain: Grain?

  /// A grade that changes nothing.
  public init() {}

  /// True if it leaves all colors as they are.
  public var isIdentity: Bool { self == Grade() }

  /// A component of red, green or blue, by its number from 0, after the parts that come before the components are mixed.
  public func component(_ value: Double, channel: Int) -> Double {
    curves.component(tone.component(value, channel: channel), channel: channel)
  }

  public func digest(into hasher: inout DigestHasher) {
    tone.digest(into: &hasher)
    curves.digest(into: &hasher)
    matrix.digest(into: &hasher)
    hasher.combine(table)
    hasher.combine(vignette)
    hasher.combine(grain)
  }

  /// A table of colors, and the share that it counts.
  public struct Look: Hashable, Sendable, Digestible {
    public var table: LookupTable
    /// From 0 to 1: 0.5 is halfway between the colors before and those of the table.
    public var amount: Double

    /// A table that counts wholly unless `amount` is less than 1.
    public init(_ table: LookupTable, amount: Double = 1) { (self.table, self.amount) = (table, amount) }

    public func digest(into hasher: inout DigestHasher) {
      hasher.combine(table.digest)
      hasher.combine(amount)
    }
  }

  /// A loss of light toward the corners, as of a lens.
  ///
  /// With u and v the distances from the center in half sides, d² = (u² + v²) / 2 is 0 in the middle and 1 in the corners of
  /// the rectangle. Components are multiplied by 1 − amount × t² (3 − 2 t), where t = (d² − start²) / (1 − start²),
  /// clamped to 0…1.
  public struct Vignette: Hashable, Sendable, Digestible {
    /// The rectangle in whose corners it is whole, in the units of the group.
    public var frame: Rect
    /// From 0 to 1; at 1 corners are black.
    public var amount: Double
    /// The distance d at which it begins, from 0 up to but without 1.
    public var start: Double

    /// A vignette of a rectangle.
    public init(_ frame: Rect, amount: Double, start: Double = 0.4) {
      (self.frame, self.amount, self.start) = (frame, amount, start)
    }

    public func digest(into hasher: inout DigestHasher) {
      frame.origin.digest(into: &hasher)
      hasher.combine(frame.width)
      hasher.combine(frame.height)
      hasher.combine(amount)
      hasher.combine(start)
    }
  }

  /// Noise as of film. It depends on the pixel, the seed and the frame alone.
  ///
  /// To each component the same is added: amount × 4 Y (1 − Y) × n, where n has a mean of 0 and a variance of 1, and Y is the
  /// luma of the color. So middle gray has all of it, and black and white have none.
  public struct Grain: Hashable, Sendable, Digestible {
    /// The standard deviation in middle gray; components go from 0 to 1.
    public var amount: Double
    /// The size of a grain in points of the canvas. At a pixel and below each pixel has a grain of its own.
    public var size: Double
    public var seed: Int
    /// The number of the frame.
    public var frame: Int

    /// The grain of one frame.
    public init(amount: Double, size: Double = 1, seed: Int = 0, frame: Int = 0) {
      (self.amount, self.size, self.seed, self.frame) = (amount, size, seed, frame)
    }

    public func digest(into hasher: inout DigestHasher) {
      hasher.combine(amount)
      hasher.combine(size)
      hasher.combine(seed)
      hasher.combine(frame)
    }
  }
}
