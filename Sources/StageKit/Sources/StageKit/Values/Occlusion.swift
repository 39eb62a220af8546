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
  @Parameter var occludedOpacity: Double

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

  /// An upright drawing on the ground of a place, without the parts that buildings before the place hide.
  public func standing(_ drawing: DisplayList, at place: AnchorPosition) -> DisplayList {
    guard let camera = place.camera, let ground = place.ground else { return drawing }
    return masked(drawing, mask(under: camera, .nearer(than: camera.groundToCanvas.depth(of: ground), .white)))
  }

  private func mask(under camera: Camera?, _ shape: Solids.Drawing) -> Mask? {
    guard occludedOpacity < 1, var solids = camera?.solids else { return nil }
    solids.drawing = shape
    return Mask(DisplayList { $0.group(opacity: 1 - occludedOpacity) { $0.solids(solids) } }, isInverted: true)
  }

  private func masked(_ drawing: DisplayList, _ mask: Mask?) -> DisplayList {
    guard let mask, !drawing.isEmpty else { return drawing }
    return DisplayList { $0.group(mask: mask) { $0.append(drawing) } }
  }
}
