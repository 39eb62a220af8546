import CRasterKernels
import Coding
import Geometry
import Graphics
import Memory

/// The pictures that the visible faces of a mesh's ground wear.
final class PreparedDrapes {
  private let drapes = Scratch<raster_mesh_drape>()
  private let levels = Scratch<raster_level>()
  /// For each image its first level and their number.
  private var ranges: [(first: Int, count: Int)] = []
  private let images = Scratch<raster_image_levels>()
  /// Keeps the pixels that the levels point to.
  private var kept: [[MipLevel]] = []
  /// The place of the drape that the faces now added wear, and the pixels of its picture for a unit of the ground.
  private var current: (place: Rect, scale: Size)?

  /// True where the solid that is now added is ground.
  var isGround: Bool { current != nil }

  func removeAll() {
    (drapes.count, levels.count, images.count) = (0, 0, 0)
    ranges.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    current = nil
  }

  /// Takes the drape of a solid of a mesh, if that is ground.
  func begin(ground index: Int, of solids: Solids, halved halvings: Int, _ cache: ResourceCache) {
    current = nil
    guard let all = solids.drapes?.all, index < all.count else { return }
    let drape = all[index]
    let own = drape.levels(halved: halvings, cache)
    ranges.append((levels.count, own.count))
    kept.append(own)
    for level in own { levels.append(raster_level(level, of: (own[0].width, own[0].height))) }
    current = (
      drape.place, Size(Double(own[0].width) / drape.place.width, Double(own[0].height) / drape.place.height)
    )
  }

  /// Adds the picture of a face whose 1 over the depth is x, y and 1 times the parts of `nearness`; -1 if it is no ground.
  func add(_ nearness: SpacePoint, _ sight: SpaceTransform.Sight) -> Int32 {
    guard let (place, scale) = current else { return -1 }
    // The point of the ground is the eye's and the sight's times the depth; times 1 over the depth both are linear.
    func row(_ eye: Double, _ x: Double, _ y: Double, _ constant: Double, _ scale: Double) -> SpacePoint {
      (nearness * eye + SpacePoint(x, y, constant)) * scale
    }
    let u = row(sight.eye.x - place.x, sight.byX.x, sight.byY.x, sight.forward.x, scale.width)
    let v = row(sight.eye.y - place.y, sight.byX.y, sight.byY.y, sight.forward.y, scale.height)
    drapes.append(
      raster_mesh_drape(
        to_image: (u.x, u.y, u.z, v.x, v.y, v.z, nearness.x, nearness.y, nearness.z), image: Int32(ranges.count - 1)))
    return Int32(drapes.count - 1)
  }

  /// Hands all over, as long as nothing is added.
  func finish(_ light: inout raster_mesh_light) {
    for (first, count) in ranges {
      images.append(
        raster_image_levels(
          levels: levels.base + first, count: Int64(count), kernels: ImageKernels.ground.kernels,
          spread: Spread.pad.kernelSpread))
    }
    light.drapes = UnsafePointer(drapes.base)
    light.images = UnsafePointer(images.base)
  }
}

/// The picture of a drape, in all of its levels.
private final class DrapeLevels: Sendable {
  let levels: [MipLevel]

  init(_ image: Image) {
    var levels = [MipLevel(image)]
    for size in MipLevel.sizes(image).dropFirst() {
      levels.append(MipLevel(shrinking: levels[max(levels.count - 2, 0)], width: size.width, height: size.height))
    }
    self.levels = levels
  }

  /// In bytes.
  var cost: Int { levels.reduce(0) { $0 + $1.cost } }
}

extension Drapes {
  /// The number of times that the sides of pictures may be halved under a transform of points to pixels so that two of their
  /// pixels are left for each of it, as where a small picture of a frame is drawn.
  func halvings(under transform: Transform) -> Int {
    guard let scale = all.first?.scale, transform.isAffine else { return 0 }
    let square = abs(transform.m11 * transform.m22 - transform.m12 * transform.m21)
    return ImagePaint.halvings(spanning: scale * scale / max(square, 1e-6))
  }
}

extension Drapes.Drape {
  /// Its picture with both sides halved a number of times, drawn once for all workers.
  fileprivate func levels(halved halvings: Int, _ cache: ResourceCache) -> [MipLevel] {
    let key = Digest { hasher in
      hasher.combine("drape")
      hasher.combine(digest)
      hasher.combine(halvings)
    }
    let scale = scale / Double(1 << halvings)
    let (width, height) = (max(Int((size.width * scale).rounded()), 1), max(Int((size.height * scale).rounded()), 1))
    let made = cache.value(for: key, cost: \.cost, isKept: true) {
      // It stays for other frames: it must not be left half drawn where memory is refused to this one.
      MemoryAccount.$current.withValue(nil) {
        DrapeLevels(
          FrameRenderer(width: width, height: height, scale: scale, background: .black, cache: cache).render(drawing))
      }
    }
    return made.levels
  }
}
