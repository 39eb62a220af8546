import StageKit

/// Pictures of the ground below a map's features.
struct Imagery: Sendable {
  /// A picture on the ground.
  struct Piece: Sendable {
    let picture: Image
    /// Its place on the plane; the picture's rows that belong there.
    let place: Rect
    let rows: ClosedRange<Double>

    /// A whole picture.
    init(_ picture: Image, _ place: Rect) {
      self.init(picture, place, rows: 0...Double(picture.height))
    }

    init(_ picture: Image, _ place: Rect, rows: ClosedRange<Double>) {
      (self.picture, self.place, self.rows) = (picture, place, rows)
    }

    /// Maps the picture's pixels to the plane.
    fileprivate var placement: Transform {
      let (width, height) = (Double(picture.width), rows.upperBound - rows.lowerBound)
      return .translation(place.minX, place.minY) * .scale(place.width / width, place.height / height)
        * .translation(0, -rows.lowerBound)
    }
  }

  /// The world in Web Mercator, on which the pieces lie.
  static let plane = WebMercatorPlane(origin: Coordinate(longitude: 0, latitude: 0))

  /// Those of lower zooms first: finer ones cover them.
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

  func draw(from camera: Camera, into list: inout DisplayList) {
    guard opacity > 0, !pieces.isEmpty else { return }
    if opacity >= 1 { return drawPieces(from: camera, into: &list) }
    list.group(opacity: opacity) { drawPieces(from: camera, into: &$0) }
  }

  private func drawPieces(from camera: Camera, into list: inout DisplayList) {
    for copy in camera.transforms(from: Self.plane, bounds: extent) {
      let view = GroundView(camera, copy, margin: 0, reach: reach * camera.distance)
      for piece in pieces {
        guard let scale = view.scales(of: piece.place)?.lowerBound else { continue }
        // Neighbors overlap by a point, or the smooth edges of both would let the ground below shine through. Beyond its
        // own edge a picture repeats its last pixels.
        let (across, down) = (piece.placement.m11, piece.placement.m22)
        let (x, y) = (1 / (scale * across), 1 / (scale * down))
        list.fill(
          .rect(
            Rect(
              x: -x, y: piece.rows.lowerBound - y, width: Double(piece.picture.width) + 2 * x,
              height: piece.rows.upperBound - piece.rows.lowerBound + 2 * y)),
          .image(piece.picture, placement: .identity), transform: view.transform * piece.placement)
      }
    }
  }
}
