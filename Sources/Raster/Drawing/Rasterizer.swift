import Geometry
import Graphics

/// Draws display lists: prepares them as operations on a surface, and executes these strip by strip.
///
/// Owns all memory that is used again from frame to frame; each worker has one.
final class Rasterizer {
  let cache: ResourceCache
  /// Pixels for a point of the canvas.
  let scale: Double
  let canvas: PixelRect
  let filterRegion: FilterRegion
  let store = EdgeStore()
  let smallOutlines = SmallOutlines()
  let cells = CoverageCells()
  let exact = ExactCoverage()
  let spans = SpanBuffer()
  let colors = Scratch<Pixel>()
  let ditherMask = Scratch<UInt8>()
  let touchedColumns = Scratch<TouchedColumns>()
  let places = Scratch<Double>()
  let imageScratch = ImageScratch()
  let projected = Scratch<Point>()
  let pathGradientCells = Scratch<PathGradientCell>()
  let stripLayers = LayerPool()
  let blurredImages = LayerCache { BlurredImage() }
  let downsampler = Downsampler()
  let blurSamples = Scratch<Float>()
  let lightSums = Pool { LightSums() }
  let meshes = LayerCache { PreparedMesh() }
  let meshMemory = MeshMemory()
  /// A row of an inner shadow's alpha.
  let shadowParts = Scratch<Float>()
  /// A row of what gives light.
  let highlights = Scratch<Pixel>()
  /// A row of grain.
  let grainNoise = Scratch<Int16>()
  /// For each channel.
  let upsampling = (0..<4).map { _ in UpsamplingMemory() }
  private var outline = Polylines()

  /// For a canvas of `width` × `height` pixels.
  init(width: Int, height: Int, scale: Double, cache: ResourceCache) {
    self.scale = scale
    canvas = PixelRect(x0: 0, y0: 0, x1: width, y1: height)
    filterRegion = FilterRegion(width: width, height: height)
    self.cache = cache
  }

  /// Lends an empty outline whose memory is used again.
  func withScratchOutline<Result>(_ body: (inout Polylines) -> Result) -> Result {
    var lent = Polylines()
    swap(&lent, &outline)
    lent.removeAll()
    let result = body(&lent)
    swap(&lent, &outline)
    return result
  }
}

/// A stack of memory for what may be nested, used again.
final class Pool<Element: AnyObject> {
  private var all: [Element] = []
  private var used = 0
  private let make: () -> Element

  init(_ make: @escaping () -> Element) { self.make = make }

  func take() -> Element {
    if used == all.count { all.append(make()) }
    used += 1
    return all[used - 1]
  }

  func giveBack() { used -= 1 }
}

/// A stack of layers for groups, whose memory is used again.
final class LayerPool {
  private var layers: [PixelLayer] = []
  private var factors: [Scratch<UInt32>] = []
  private var used = 0

  func take() -> (layer: PixelLayer, factors: Scratch<UInt32>) {
    if used == layers.count {
      layers.append(PixelLayer())
      factors.append(Scratch())
    }
    used += 1
    return (layers[used - 1], factors[used - 1])
  }

  func giveBack() { used -= 1 }
}
