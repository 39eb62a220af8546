import StageKit

/// A route on a camera's ground, or flat on the canvas, on which things have their places, as parameters.
struct RouteOnMap: ParameterGroup {
  @Parameter("The route that they lie on.") var route: RouteSource
  @Parameter("Whether it goes from the route's end to its start.") var reverse = false
  @Include var shape: ShapeParameters
  @Parameter("Around the route where there is no camera.", .nonnegative(.points)) var margin = 40.0

  let camera = Input<Camera?>("The camera over whose ground the route lies.")
  let progress = Input<Double?>(
    "The share of the way that is gone, such as the 'progress' of a stage 'route': each comes as its place is passed. Without it they "
      + "come one after the other.",
    isForeseen: true)

  /// The way, its line, and the camera that looks straight down on it where none is connected.
  func resolved(_ context: any StageContext) throws -> (track: RouteTrack, line: RouteLine, flatCamera: Camera) {
    let track = try PolylineSweep.track(of: route, isReversed: reverse, at: $route.location, context)
    let line = try PolylineSweep.line(along: track, shape.shape, of: route, at: $route.location, context)
    return (track, line, PolylineSweep.fitted([line], to: context.composition, margin: margin))
  }

  /// The camera of a frame; nil where the connected one has no value.
  func camera(_ inputs: Inputs, or flatCamera: Camera) throws -> Camera? {
    if let camera = try inputs[camera] { return camera }
    return inputs.isConnected(camera) ? nil : flatCamera
  }
}
