import Geography
import Geometry
import Graphics

/// Hides drawings on a camera's ground behind the buildings nearer to the camera.
///
/// ```swift
/// if let camera, let place = AnchorPosition(ground: .zero, camera: camera) {
///   let pin = DisplayList { $0.fill(.circle(center: place.point, radius: 8), .white) }
///   frame.drawing.append(occlusion.standing(pin, at: place))
/// }
/// ```
public struct Occlusion: ParameterGroup {
  /// The opacity of what is hidden, from 0 to 1.
  @Parameter public var occludedOpacity: Double

  /// Hidden behind buildings unless a job says otherwise.
  public init() { self.init(occludedOpacity: 0) }

  /// Seen through buildings with an opacity, from 0 to 1, unless a job says otherwise.
  public init(occludedOpacity: Double) {
    _occludedOpacity = Parameter(
      wrappedValue: occludedOpacity,
      "The opacity of the parts behind buildings: 0 hides them, 1 draws them as if no building were there.", .fraction,
      formerly: ["behind"])
  }

  /// The mask of buildings that hide the ground of a camera; nil if nothing hides it.
  public func lyingMask(under camera: Camera?) -> Mask? { mask(under: camera, .silhouette(.white)) }

  /// A drawing that lies on the ground of a camera, without what buildings hide.
  public func lying(_ drawing: DisplayList, under camera: Camera?) -> DisplayList {
    masked(drawing, lyingMask(under: camera))
  }

  /// A drawing that lies on the ground around a place, without what buildings hide, or what the ground does where it hides the
  /// place.
  public func lying(_ drawing: DisplayList, at place: AnchorPosition) -> DisplayList {
    guard occludedOpacity < 1, let camera = place.camera, let ground = place.ground, !camera.sees(ground) else {
      return lying(drawing, under: place.camera)
    }
    return standing(drawing, at: place)
  }

  /// An upright drawing on the ground of a place, without the parts that buildings before the place hide.
  public func standing(_ drawing: DisplayList, at place: AnchorPosition) -> DisplayList {
    guard let camera = place.camera, let ground = place.ground else { return drawing }
    // A place that is seen has no ground in front of it but what it stands on.
    let mask = mask(
      under: camera, .nearer(than: camera.depth(of: ground), .white),
      withGround: occludedOpacity < 1 && !camera.sees(ground))
    return masked(drawing, mask)
  }

  private func mask(under camera: Camera?, _ shape: Solids.Drawing, withGround: Bool = false) -> Mask? {
    guard occludedOpacity < 1, var solids = camera?.solids else { return nil }
    if let drapes = solids.drapes {
      if !withGround, solids.mesh.solids.count <= drapes.all.count { return nil }
      solids.masksWithGround = withGround
    }
    solids.drawing = shape
    return Mask(DisplayList { $0.group(opacity: 1 - occludedOpacity) { $0.solids(solids) } }, isInverted: true)
  }

  private func masked(_ drawing: DisplayList, _ mask: Mask?) -> DisplayList {
    guard let mask, !drawing.isEmpty else { return drawing }
    return DisplayList { $0.group(mask: mask) { $0.append(drawing) } }
  }
}
