import StageKit

#if canImport(Glibc)
  import Glibc
#endif

extension StageEvaluation {
  /// The place of a box in the space of a sequence.
  private struct Pose {
    var center: Point
    /// Along its own axes.
    var size: Size
    /// In radians, clockwise.
    var angle: Double
    var corners: CornerRadii?

    func interpolated(to other: Pose, at t: Double) -> Pose {
      // The shorter way around.
      let turn = remainder(other.angle - angle, 2 * .pi)
      return Pose(
        center: center.interpolated(to: other.center, at: t),
        size: Size(
          size.width + (other.size.width - size.width) * t, size.height + (other.size.height - size.height) * t),
        angle: angle + turn * t,
        corners: corners.flatMap { own in other.corners.map { own.interpolated(to: $0, at: t) } })
    }
  }

  /// The elements that two scenes of a sequence share, where it goes from one to the other: each is drawn at the place, the
  /// size and with the corners between those that it has in both, and goes over from one to the other.
  mutating func sharedElements(
    of planned: PlannedStage, stage: (Int) -> PlannedStage?
  ) throws(StageFailure) -> DisplayList {
    var list = DisplayList()
    for pair in planned.pairs {
      guard let scene = stage(pair.scene) else { continue }
      let elapsed = scene.localTime(at: seconds) - scene.start
      guard elapsed >= 0, elapsed < planned.stage.overlap(before: pair.place) else { continue }
      let t = planned.stage.progress(before: pair.place, at: elapsed)
      // Drawn at other sizes for this alone: what others take of the two is as if they were not shared.
      let evaluation = self
      defer { self = evaluation }
      let poses = pair.ends.map { self.pose(of: $0.stage, outOf: $0.spaces) }
      guard let some = poses[0] ?? poses[1] else { continue }
      let pose = (poses[0] ?? some).interpolated(to: poses[1] ?? some, at: t)
      // An end that has no size, such as one that grows from nothing, leaves all to the other.
      let shares = poses[0] == nil ? [0, 1] : poses[1] == nil ? [1, 0] : [1 - t, t]
      var groups: [Group] = []
      for (end, share) in zip(pair.ends, shares) where share > 0 {
        guard let child = stage(end.stage) else { continue }
        let opacity = end.spaces.reduce(share) { $0 * (placements[$1]?.opacity ?? 1) }
        groups.append(Group(try drawing(of: child, end, at: pose, stage: stage), opacity: opacity))
      }
      if groups.count == 2 { groups[1].blend = .plus }
      list.group(Group(DisplayList(groups.map { .group($0) }), isIsolated: groups.count == 2))
    }
    return list
  }

  /// The box of a stage in its own coordinates, and their map to the space of a sequence.
  private func map(of stage: Int, outOf spaces: [Int]) -> (box: Rect, transform: Transform)? {
    let space = space(of: stage, outOf: spaces)
    if let placed = placements[stage], let box = placed.ownBox { return (box, space * placed.transform) }
    return (boxes[stage] ?? drawings[stage]?.bounds).map { ($0, space) }
  }

  private func pose(of stage: Int, outOf spaces: [Int]) -> Pose? {
    guard let (box, transform) = map(of: stage, outOf: spaces) else { return nil }
    let (across, down) = (transform.applyLinear(Point(1, 0)), transform.applyLinear(Point(0, 1)))
    guard across.length > 0, down.length > 0 else { return nil }
    // A mirrored one is turned as its mirror image is.
    let along = transform.determinant < 0 ? across * -1 : across
    return Pose(
      center: transform.apply(box.center), size: Size(box.width * across.length, box.height * down.length),
      angle: atan2(along.y, along.x), corners: corners[stage]?.scaled(by: (across.length * down.length).squareRoot()))
  }

  /// The drawing of a stage at a pose, in the space of the sequence: in a room of that size, and where it has a size of its
  /// own all the same, scaled.
  private mutating func drawing(
    of planned: PlannedStage, _ end: (stage: Int, spaces: [Int]), at pose: Pose, stage: (Int) -> PlannedStage?
  ) throws(StageFailure) -> DisplayList {
    guard let (_, before) = map(of: end.stage, outOf: end.spaces) else { return DisplayList() }
    let scale = Size(before.applyLinear(Point(1, 0)).length, before.applyLinear(Point(0, 1)).length)
    let mean = (scale.width * scale.height).squareRoot()
    let room = Size(pose.size.width / scale.width, pose.size.height / scale.height)
    try evaluate(planned, at: end.stage, room: Room(room, corners: pose.corners?.scaled(by: 1 / mean)), stage: stage)
    guard let (box, transform) = map(of: end.stage, outOf: end.spaces), let inverse = transform.inverse,
      let drawing = drawings[end.stage]
    else { return DisplayList() }
    var factors = Point(pose.size.width / box.width, pose.size.height / box.height)
    guard factors.x.isFinite, factors.y.isFinite else { return DisplayList() }
    let isResized = abs(box.width - room.width) < 1e-6 && abs(box.height - room.height) < 1e-6
    // Letters are not stretched.
    if !isResized { factors = Point(1, 1) * min(factors.x, factors.y) }
    if transform.determinant < 0 { factors.x = -factors.x }
    let target =
      Transform.translation(pose.center) * .rotation(degrees: pose.angle * 180 / .pi) * .scale(factors.x, factors.y)
      * .translation(Point.zero - box.center)
    let whole = target * inverse * space(of: end.stage, outOf: end.spaces)
    return DisplayList([.group(Group(drawing, transform: whole))])
  }
}
