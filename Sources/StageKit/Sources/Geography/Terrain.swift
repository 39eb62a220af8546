import Coding
import Geometry

/// The ground of a map as a surface of triangles that rises and falls, coarser where it is seen from afar only.
///
/// Square patches, each with a grid of cells, and each cell with two triangles, cover what a film shows. Where a fine patch
/// meets a coarse one, its edge follows that one's, so that there is no crack between them.
///
/// ```swift
/// if let camera, let terrain = camera.terrain {
///   let meters = terrain.height(at: camera.center)
///   let high = SpacePoint(camera.center, meters + 100)
///   if terrain.hides(SpacePoint(.zero, 0), from: high) { frame.drawing.fill(.circle(center: .zero, radius: 8), .white) }
/// }
/// ```
public struct Terrain: Hashable, Sendable, Digestible {
  /// A square of a grid that has `2^level` squares each way, and its cells each way.
  public struct Patch: Hashable, Sendable {
    public var level: Int
    public var column: Int
    public var row: Int
    public var cells: Int

    /// A patch; `level` is from 0 to 24, `cells` a power of 2 up to 16. Columns beyond the grid lie where it repeats.
    public init(level: Int, column: Int, row: Int, cells: Int) {
      (self.level, self.column, self.row, self.cells) = (level, column, row, cells)
    }
  }

  private final class Storage: Sendable {
    let surface: TerrainSurface
    let mesh: Mesh
    let beyond: @Sendable (Point) -> Double

    init(_ surface: TerrainSurface, _ beyond: @escaping @Sendable (Point) -> Double) {
      self.surface = surface
      mesh = surface.mesh
      self.beyond = beyond
    }
  }

  private let storage: Storage

  /// The ground of patches of a square of the plane, which do not overlap.
  ///
  /// - Parameters:
  ///   - origin: The northwestern corner of the square, in meters on the ground plane.
  ///   - side: Its side, in meters.
  ///   - patches: Where the ground is divided into cells, and how finely.
  ///   - height: The heights, in meters of the plane, at corners of cells and where there is no patch.
  public init(origin: Point, side: Double, patches: [Patch], height: @escaping @Sendable (Point) -> Double) {
    storage = Storage(TerrainSurface(origin: origin, side: side, patches: patches, height: height), height)
  }

  /// One solid for each patch, in their order; z is the height.
  public var mesh: Mesh { storage.mesh }

  /// The place of each patch on the ground plane.
  public var places: [Rect] { storage.surface.places }

  /// The height of the surface at a point of the ground plane. Takes some 100 ns within patches.
  public func height(at place: Point) -> Double {
    var finder = TerrainSurface.Finder()
    return storage.surface.surface(at: place, &finder)?.height ?? storage.beyond(place)
  }

  /// The rise of the surface for a meter eastward (x) and southward (y) around a point.
  public func slope(at place: Point) -> Point {
    var finder = TerrainSurface.Finder()
    return storage.surface.surface(at: place, &finder)?.slope ?? .zero
  }

  /// The side of a cell at a point of the ground plane, in meters; nil where there is no patch.
  public func cellSize(at place: Point) -> Double? {
    var finder = TerrainSurface.Finder()
    return storage.surface.cellSize(at: place, &finder)
  }

  /// True where the surface lies between an eye and a place on it or above it. Takes some 100 ns for each half of a cell between
  /// both, up to where the line of sight is above all of the ground.
  public func hides(_ place: SpacePoint, from eye: SpacePoint) -> Bool { storage.surface.hides(place, from: eye) }

  /// The nearest point of the surface on a line of sight, up to a number of meters on the plane; nil where it meets none.
  public func meets(from eye: SpacePoint, toward direction: SpacePoint, within reach: Double) -> Point? {
    storage.surface.meets(from: eye, toward: direction, within: reach)
  }

  public func digest(into hasher: inout DigestHasher) { mesh.digest(into: &hasher) }

  public static func == (a: Terrain, b: Terrain) -> Bool { a.storage === b.storage || a.mesh == b.mesh }

  public func hash(into hasher: inout Hasher) { mesh.hash(into: &hasher) }
}
