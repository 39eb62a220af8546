import StageKit

struct Rectangle: Primitive {
  @Parameter("Its width and height.") var size: Animated<Point>
  @Include var corners: CornerParameters
  @Parameter("Its center; without one, the middle of the canvas.") var center: Animated<Point>?

  var settlingTime: Double? { latestSettlingTime(of: size, corners, center) }

  func corners(at seconds: Double) -> CornerRadii? { corners.radii(at: seconds) }

  func form(at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    form(Room(Size(size.value(at: seconds).x, size.value(at: seconds).y)), at: seconds, in: canvas)
  }

  /// The outline in a room.
  func form(_ room: Room, at seconds: Double, in canvas: Rect) -> (path: Path, box: Rect) {
    let box = Rect(center: center(at: seconds, in: canvas), size: room.size)
    return (.roundedRect(box, radii: room.corners ?? corners.radii(at: seconds)), box)
  }
}
