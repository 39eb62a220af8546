import StageKit

extension CameraView {
  /// The view in this direction that has points as large as there is room for on a canvas, in the middle of that; nil where
  /// no room is left. One point alone is seen from the nearest distance.
  ///
  /// - Parameter room: The part of the canvas to fill, in points.
  func fitted(
    to places: [Point], in room: Rect, of canvas: Size, fieldOfView: Double, on ground: WebMercatorPlane,
    raised: RaisedGround? = nil
  ) -> CameraView? {
    // On level ground, a view of the hull shows all points.
    let points = raised == nil ? places.convexHull : places
    let heights = raised.map { points.map($0.height) } ?? []
    guard let bounds = Rect(around: points), room.width > 0, room.height > 0 else { return nil }
    var view = self
    view.center = bounds.center
    view.anchor = Point(room.center.x / canvas.width, room.center.y / canvas.height)
    func camera(_ view: CameraView) -> Camera {
      var camera = Camera(
        ground: ground, center: view.center, distance: view.distance, pitch: view.pitch, heading: view.heading,
        roll: view.roll, fieldOfView: fieldOfView, canvas: canvas, anchor: view.anchor)
      if let raised { camera.level = raised.level(for: camera) }
      return camera
    }
    /// The bounds of the points on the canvas; nil if one lies behind the camera.
    func image(_ view: CameraView) -> Rect? {
      let camera = camera(view)
      let space = camera.spaceToCanvas
      let images =
        raised == nil
        ? points.compactMap(camera.project)
        : zip(points, heights).compactMap { point, height in
          let image = space.homogeneous(SpacePoint(point, height - camera.level))
          return image.z >= camera.distance * Camera.nearPlane ? Point(image.x / image.z, image.y / image.z) : nil
        }
      return images.count == points.count ? Rect(around: images) : nil
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

extension [Point] {
  /// The corners of the smallest convex polygon around the points. Source: Andrew's monotone chain.
  var convexHull: [Point] {
    guard count > 3 else { return self }
    let sorted = self.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func chain(_ points: some Sequence<Point>) -> [Point] {
      var hull: [Point] = []
      for point in points {
        while hull.count > 1, (hull[hull.count - 1] - hull[hull.count - 2]).cross(point - hull[hull.count - 1]) <= 0 {
          hull.removeLast()
        }
        hull.append(point)
      }
      return hull
    }
    return chain(sorted).dropLast() + chain(sorted.reversed()).dropLast()
  }
}
