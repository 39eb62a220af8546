import Geometry
import Graphics

/// Draws display lists: prepares them as operations of a surface, and executes these strip by strip.
///
/// Owns all memory that is used again from frame to frame; one for each worker.
final class Rasterizer {
  let cache: PreparationCache
  /// Pixels for a point of the canvas.
  let scale: Double
  let effectReach: EffectReach
  let store = EdgeStore()
  let cells = CoverageCells()
  let exact = ExactCoverage()
  let spans = SpanBuffer()
  let colors = Scratch<Pixel>()
  let ditherMask = Scratch<UInt8>()
  let places = Scratch<Double>()
  let footprints = Scratch<ImagePaint.Footprint>()
  let projected = Scratch<Point>()
  let ribbonCells = Scratch<RibbonCell>()
  let touched = Scratch<TouchedColumns>()
  let stripLayers = LayerPool()
  /// What effects made of groups, for as long as frames show it.
  let effectLayers = KeptPool({ PixelLayer() }, memory: \.memory)
  let blurredAlphas = KeptPool({ BlurredAlpha() }, memory: \.memory)
  /// More than this is not kept of them at once, in bytes.
  var mostLayerBytes: Int
  /// The most that they took, in bytes.
  var highestLayerBytes = 0
  /// Where effects are applied, one group after the other.
  let effectCanvas = PixelLayer()
  let blurSamples = Scratch<Float>()
  let thinner = AlphaThinner()
  let parts = Scratch<Float>()
  private var outline = Polylines()
  /// The list that is being prepared, for the time while another worker makes what is needed next; nil once used.
  var ahead: (list: DisplayList, surface: Surface, transform: Transform)?

  /// For a canvas of `width` × `height` pixels.
  init(width: Int, height: Int, scale: Double, cache: PreparationCache) {
    mostLayerBytes = Self.mostLayerBytes(width: width, height: height)
    self.scale = scale
    effectReach = EffectReach(width: width, height: height)
    self.cache = cache
  }

  /// As much as ten layers of the whole canvas, and at least 16 MiB.
  static func mostLayerBytes(width: Int, height: Int) -> Int { max(width * height * 90, 16 << 20) }

  /// What layers of effects take now, in bytes.
  var layerBytes: Int { effectLayers.bytes + blurredAlphas.bytes }

  /// Gives back layers that no operation shows.
  func dropUnused() {
    effectLayers.reclaim()
    blurredAlphas.reclaim()
    effectLayers.dropFree()
    blurredAlphas.dropFree()
  }

  /// Lends the outline that is used again and again, empty.
  func withScratchOutline<Result>(_ body: (inout Polylines) -> Result) -> Result {
    var lent = Polylines()
    swap(&lent, &outline)
    lent.removeAll()
    let result = body(&lent)
    swap(&lent, &outline)
    return result
  }
}

/// Layers in use, the last taken given back first.
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
