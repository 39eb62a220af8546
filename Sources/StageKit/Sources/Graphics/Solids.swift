import Coding
import Geometry

/// A mesh as an eye sees it, lit by one sun. Nearer faces hide what is behind them, at 64 samples of each pixel.
///
/// ```swift
/// if let camera {
///   let light = Solids.Light(sun: SpacePoint(0.5, -0.5, 0.7), shade: Color(0.4, 0.4, 0.5))
///   frame.drawing.solids(
///     Solids(mesh, projection: camera.spaceToCanvas, near: Camera.nearPlane, colors: [.white], light: light))
/// }
/// ```
public struct Solids: Hashable, Sendable, Digestible {
  /// The parts of the solids that are drawn.
  public enum Drawing: Hashable, Sendable, Digestible {
    case shaded
    /// All of them in one color.
    case silhouette(Color)
    /// In one color what is nearer to the eye than a depth.
    case nearer(than: Double, Color)

    public func digest(into hasher: inout DigestHasher) {
      switch self {
      case .shaded: hasher.combine(0)
      case .silhouette(let color):
        hasher.combine(1)
        color.digest(into: &hasher)
      case .nearer(let depth, let color):
        hasher.combine(2)
        hasher.combine(depth)
        color.digest(into: &hasher)
      }
    }
  }

  /// The growth of solids out of the ground: those near a point first.
  public struct Rise: Hashable, Sendable, Digestible {
    /// On the ground.
    public var center: Point
    /// The distance from the center at which solids begin to rise; those nearer by `width` have risen.
    public var front: Double
    public var width: Double

    /// A wave that has come to `front` from `center`, in the mesh's units; `width` is above 0.
    public init(center: Point, front: Double, width: Double) {
      self.center = center
      self.front = front
      self.width = width
    }

    /// The factor of a solid's height, from 0 to 1.
    public func share(at place: Point) -> Double {
      let t = min(max((front - place.distance(to: center)) / width, 0), 1)
      return t * t * (3 - 2 * t)
    }

    public func digest(into hasher: inout DigestHasher) {
      center.digest(into: &hasher)
      hasher.combine(front)
      hasher.combine(width)
    }
  }

  /// Light that multiplies face colors: full sunlight on horizontal faces, scaled by the angle to the sun on others,
  /// `shade` on faces turned away.
  public struct Light: Hashable, Sendable, Digestible {
    /// Toward the sun, of length 1.
    public var sun: SpacePoint
    /// Their components may be above 1.
    public var sunlight: Color
    public var shade: Color
    /// The darkening of upright faces at their foot, from 0 to 1, and the height above the ground up to which it
    /// reaches.
    public var footShade: Double
    public var footHeight: Double
    /// The light of streets, which is added to upright faces at their foot and fades up to `footHeight`; its alpha is a
    /// factor. Sun and shade leave it as it is.
    public var footGlow: Color

    /// A sun, its opposite, and what lies at the foot of walls.
    public init(
      sun: SpacePoint, sunlight: Color = .white, shade: Color, footShade: Double = 0, footHeight: Double = 1,
      footGlow: Color = .clear
    ) {
      self.sun = sun.normalized
      self.sunlight = sunlight
      self.shade = shade
      self.footShade = footShade
      self.footHeight = footHeight
      self.footGlow = footGlow
    }

    /// The share of sunlight on a face with a normal: 0 in the shade, 1 on a horizontal face, up to 1.25.
    public func share(normal: SpacePoint) -> Double {
      let met = normal.dot(sun)
      return met > 0 ? min(met / max(sun.z, 0.1), 1.25) : 0
    }

    public func digest(into hasher: inout DigestHasher) {
      sun.digest(into: &hasher)
      sunlight.digest(into: &hasher)
      shade.digest(into: &hasher)
      hasher.combine(footShade)
      hasher.combine(footHeight)
      footGlow.digest(into: &hasher)
    }
  }

  /// The fade of faces into one color with their depth.
  public struct Haze: Hashable, Sendable, Digestible {
    public var color: Color
    /// The depths at which it begins and from which it is whole.
    public var start: Double
    public var end: Double
    /// The greatest opacity of the haze.
    public var opacity: Double

    /// A haze between two depths.
    public init(color: Color, start: Double, end: Double, opacity: Double = 1) {
      self.color = color
      self.start = start
      self.end = end
      self.opacity = opacity
    }

    public func digest(into hasher: inout DigestHasher) {
      color.digest(into: &hasher)
      for value in [start, end, opacity] { hasher.combine(value) }
    }
  }

  /// Rows of windows on upright faces with four corners, such as walls. Where a step is 2.5 pixels or
  /// larger, faces have the windows' average.
  public struct Windows: Hashable, Sendable, Digestible {
    /// The approximate distance between windows along a wall and upward: a wall is filled with windows, evenly.
    public var spacing: Size
    /// The part of a step that a window takes, each way, from 0 to 1.
    public var share: Size
    /// The color that multiplies a wall's color at the windows.
    public var glass: Color
    /// The color of windows with light, which sun and shade leave as it is, and how many have it, from 0 to 1.
    public var lit: Color
    public var litShare: Double

    /// Windows of a style; those that are lit are picked at random, always the same.
    public init(
      spacing: Size, share: Size = Size(0.5, 0.55), glass: Color, lit: Color = .white, litShare: Double = 0
    ) {
      self.spacing = spacing
      self.share = share
      self.glass = glass
      self.lit = lit
      self.litShare = litShare
    }

    public func digest(into hasher: inout DigestHasher) {
      for value in [spacing.width, spacing.height, share.width, share.height, litShare] { hasher.combine(value) }
      glass.digest(into: &hasher)
      lit.digest(into: &hasher)
    }
  }

  public var mesh: Mesh
  /// Maps the mesh's space to points; parts nearer than `near` are cut off.
  public var projection: SpaceTransform
  public var near: Double
  /// For the faces' color numbers, opaque; further numbers begin again from the first.
  public var colors: [Color]
  public var light: Light
  public var windows: Windows?
  public var haze: Haze?
  public var rise: Rise?
  public var drawing: Drawing
  /// The drawings that the first solids of the mesh, which are ground, wear in place of colors, one each; nil where none is ground.
  public var drapes: Drapes?
  /// True where the ground is a part of silhouettes and of what is nearer than a depth, too.
  public var masksWithGround = true
  /// Further light on walls; nil without any.
  public var wallLight: WallLight?

  /// A mesh with the colors of its faces.
  public init(
    _ mesh: Mesh, projection: SpaceTransform, near: Double, colors: [Color], light: Light, windows: Windows? = nil,
    haze: Haze? = nil, rise: Rise? = nil, drawing: Drawing = .shaded
  ) {
    self.mesh = mesh
    self.projection = projection
    self.near = near
    self.colors = colors
    self.light = light
    self.windows = windows
    self.haze = haze
    self.rise = rise
    self.drawing = drawing
  }

  public func digest(into hasher: inout DigestHasher) {
    mesh.digest(into: &hasher)
    projection.digest(into: &hasher)
    hasher.combine(near)
    hasher.combine(colors)
    light.digest(into: &hasher)
    hasher.combine(windows)
    hasher.combine(haze)
    hasher.combine(rise)
    drawing.digest(into: &hasher)
    if let drapes {
      drapes.digest(into: &hasher)
      hasher.combine(masksWithGround ? 1 : 0)
    }
    wallLight?.digest(into: &hasher)
  }
}
