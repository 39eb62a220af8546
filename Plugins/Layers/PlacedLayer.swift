import StageKit

/// A drawing that is placed, turned in depth and casts a shadow as one, as in groups, copies and jobs.
struct PlacedLayer: ParameterGroup, TimeVarying {
  @Include var placement: Placement
  @Include var depth: Depth
  @Parameter() var shadow: Shadow?

  var settlingTime: Double? { latestSettlingTime(of: placement, depth, shadow) }

  /// The frame of content with a box, cut to a clip; content that stays as it is is drawn as it is.
  ///
  /// Content that is isolated, or whose opacity may change, always blends within itself alone.
  func frame(
    _ content: DisplayList, box: Rect, clip: Clip?, on canvas: Rect, isIsolated: Bool = false, at time: StageTime,
    _ inputs: Inputs
  ) throws -> StageFrame {
    var content = content
    if isIsolated || placement.mayFade(inputs), !content.hasOnlyNormalBlends {
      content = DisplayList([.group(Group(content, isIsolated: true))])
    }
    let flat = try placement.placed(box, at: time, inputs)
    var frame = StageFrame()
    placement.publish(flat, to: &frame)
    let placed = flat.then(depth.transform(about: flat.position, at: time.seconds))
    frame.placed = placed
    let shadow = shadow?.effect(at: time.seconds, scale: placed.meanScale)
    guard placed.transform == .identity, shadow == nil else {
      frame.drawing = placed.layer(content, clip: clip, shadow: shadow)
      return frame
    }
    // The canvas cuts off what lies outside of it anyway.
    let clip = clip.flatMap { $0.path == .rect(canvas) ? nil : $0 }
    frame.drawing = clip == nil && placed.opacity == 1 ? content : placed.layer(content, clip: clip)
    return frame
  }
}
