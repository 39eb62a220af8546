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

    fileprivate var hasAlpha: Bool {
      let pixels = picture.pixels
      return stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] < 255 }
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
  /// True where some pictures let through what is below them.
  private let isTranslucent: Bool

  init(_ pieces: [Piece], opacity: Double, reach: Double) {
    (self.pieces, self.opacity, self.reach) = (pieces, opacity, reach)
    // A few stand for all; strips are of one picture.
    let samples = stride(from: 0, to: pieces.count, by: max(pieces.count / 6, 1)).map { pieces[$0] }
    isTranslucent = Dictionary(samples.map { ($0.picture.digest, $0) }) { first, _ in first }.values.contains {
      $0.hasAlpha
    }
    let (x, y) = (pieces.map(\.place.minX).min() ?? 0, pieces.map(\.place.minY).min() ?? 0)
    extent = Rect(
      x: x, y: y, width: (pieces.map(\.place.maxX).max() ?? 0) - x, height: (pieces.map(\.place.maxY).max() ?? 0) - y)
  }

  func draw(from camera: Camera, into list: inout DisplayList) {
    guard opacity > 0, !pieces.isEmpty else { return }
    if opacity >= 1, !isTranslucent { return drawPieces(from: camera, into: &list) }
    // Pieces are added to a layer of their own, not to the background.
    let drawn = DisplayList { drawPieces(from: camera, into: &$0) }
    list.group(Group(drawn, opacity: opacity, isIsolated: true))
  }

  private func drawPieces(from camera: Camera, into list: inout DisplayList) {
    for copy in camera.transforms(from: Self.plane, bounds: extent) {
      let view = GroundView(camera, copy, margin: 0, reach: reach * camera.distance)
      for piece in pieces {
        guard let scale = view.scales(of: piece.place)?.lowerBound else { continue }
        let (part, placement) = (piece.part, piece.placement)
        let transform = view.transform * placement
        let paint = Paint.image(piece.picture, placement: .identity)
        if isTranslucent {
          // At an edge, the coverage of two neighbors adds up to the whole pixel.
          list.group(blend: .plus) { $0.fill(.rect(part), paint, transform: transform) }
          continue
        }
        // Neighbors overlap by a point, or the smooth edges of both would let the ground below shine through. Beyond its
        // own edge a picture repeats its last pixels.
        let (x, y) = (1 / (scale * placement.m11), 1 / (scale * placement.m22))
        list.fill(
          .rect(Rect(x: part.minX - x, y: part.minY - y, width: part.width + 2 * x, height: part.height + 2 * y)),
          paint,
          transform: transform)
      }
    }
  }
}
