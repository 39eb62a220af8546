import StageKit

extension CameraView {
  /// The view in this direction that has points as large as a canvas has room for, in its middle; nil where padding leaves no
  /// room. One point alone is seen from the nearest distance.
  func fitted(
    to points: [Point], canvas: Size, fieldOfView: Double, padding: Double, on ground: WebMercatorPlane
  ) -> CameraView? {
    let room = Size(canvas.width - 2 * padding, canvas.height - 2 * padding)
    guard let bounds = Rect(around: points), room.width > 0, room.height > 0 else { return nil }
    var view = self
    view.center = bounds.center
    func camera(_ view: CameraView) -> Camera {
      Camera(
        ground: ground, center: view.center, distance: view.distance, pitch: view.pitch, heading: view.heading,
        roll: view.roll, fieldOfView: fieldOfView, canvas: canvas)
    }
    /// Of the points on the canvas; nil where one lies behind the camera.
    func image(_ view: CameraView) -> Rect? {
      let camera = camera(view)
      let places = points.compactMap(camera.project)
      return places.count == points.count ? Rect(around: places) : nil
    }
    func fits(_ view: CameraView) -> Bool {
      image(view).map { $0.width <= room.width && $0.height <= room.height } ?? false
    }
    // The size depends on where the middle is and the other way round, so both are found in turn.
    for _ in 0..<12 {
      var (low, high) = (CameraRotation.minDistance, CameraRotation.maxDistance)
      for _ in 0..<60 {
        view.distance = (low * high).squareRoot()
        if fits(view) { high = view.distance } else { low = view.distance }
      }
      view.distance = high
      guard let box = image(view), let middle = camera(view).groundToCanvas.inverse?.apply(box.center) else { break }
      view.center = middle
    }
    return view
  }
}
