import StageKit

/// Pictures of the ground below a map's features.
struct Imagery: Sendable {
  /// A picture on the ground, or a part of one.
  struct Piece: Sendable {
    let picture: Image
    /// The place on the plane.
    let place: Rect
    /// The part of the picture that belongs there, in pixels.
    let part: Rect

    init(_ picture: Image, _ place: Rect, part: Rect? = nil) {
      (self.picture, self.place) = (picture, place)
      self.part = part ?? Rect(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
    }

    /// Maps the picture's pixels to the plane.
    fileprivate var placement: Transform {
      .translation(place.minX, place.minY) * .scale(place.width / part.width, place.height / part.height)
        * .translation(-part.minX, -part.minY)
    }
  }

  /// The world in Web Mercator, on which the pieces lie.
  static let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  /// They do not overlap.
  let pieces: [Piece]
  let opacity: Double
  /// The depth from which the haze hides the ground, as a multiple of the camera's distance.
  let reach: Double
  let extent: Rect

  init(_ pieces: [Piece], opacity: Double, reach: Double) {
    (self.pieces, self.opacity, self.reach) = (pieces, opacity, reach)
    let (x, y) = (pieces.map(\.place.minX).min() ?? 0, pieces.map(\.place.minY).min() ?? 0)
    extent = Rect(
      x: x, y: y, width: (pieces.map(\.place.maxX).max() ?? 0) - x, height: (pieces.map(\.place.maxY).max() ?? 0) - y)
  }

  /// Pieces are added up on a layer of their own: at an edge, the coverage of two neighbors adds up to the whole pixel, so
  /// that nothing below shines through.
  func draw(from camera: Camera, into list: inout DisplayList) {
    guard opacity > 0, !pieces.isEmpty else { return }
    let drawn = DisplayList { list in
      for copy in camera.transforms(from: Self.plane, bounds: extent) {
        let view = GroundView(camera, copy, margin: 0, reach: reach * camera.distance)
        for piece in pieces where view.scale(of: piece.place) != nil {
          list.group(blend: .plus) {
            $0.fill(
              .rect(piece.part), .image(piece.picture, placement: .identity),
              transform: view.transform * piece.placement)
          }
        }
      }
    }
    list.group(Group(drawn, opacity: opacity, isIsolated: true))
  }
}
