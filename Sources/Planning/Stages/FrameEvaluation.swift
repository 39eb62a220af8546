import JobFile
import StageKit

extension RenderPlan {
  /// That a stage failed at an instant for a reason that only drawing found, such as a clip that cannot be decoded.
  public func failure(of entry: StageEntry, at seconds: Double, _ reason: StageError) -> StageFailure {
    StageFailure(
      stage: entry.id, definition: entry.definition.name, seconds: seconds, frame: frame(at: seconds), reason: reason)
  }

  /// The values and drawings of all stages at a time. Throws `StageFailure`.
  ///
  /// `stageDone` is called after each of the plan's stages with its index.
  public func evaluate(
    at seconds: Double, stageDone: ((Int) -> Void)? = nil
  ) throws(StageFailure) -> EvaluatedFrame {
    try evaluate(at: seconds, shownSeconds: nil, stageDone: stageDone)
  }

  /// The values and drawings of all stages at a time, as if every shutter were open for no more than an instant. Throws
  /// `StageFailure`.
  public func evaluateWithoutShutters(at seconds: Double) throws(StageFailure) -> EvaluatedFrame {
    try evaluate(at: seconds, shownSeconds: seconds)
  }

  /// The drawings of a frame but those of some stages, from the bottom of the picture to its top, as they are at its instant
  /// whatever shutters are open. What these stages draw within others stays.
  public func picture(of frame: EvaluatedFrame, without stages: Set<Int>) -> DisplayList {
    if stages.isEmpty, exposures.isEmpty { return frame.picture }
    var picture = DisplayList()
    for index in drawingOrder where !stages.contains(index) {
      if let drawing = frame.drawings[index] { picture.append(drawing) }
    }
    return picture
  }

  /// With `shownSeconds` nothing is exposed by itself. In a sample of the frame that is shown then, screens show what they do in
  /// that frame.
  fileprivate func evaluate(
    at seconds: Double, shownSeconds: Double?, isSample: Bool = false, stageDone: ((Int) -> Void)? = nil
  ) throws(StageFailure) -> EvaluatedFrame {
    var evaluation = StageEvaluation(
      count: stages.count, seconds: seconds, shownSeconds: shownSeconds, isSample: isSample, frame: frame(at: seconds),
      watch: watch)
    var exposed: [Int: ExposedDrawings] = [:]
    if let shownSeconds {
      if isSample { evaluation.held = try screenContents(at: shownSeconds) }
    } else {
      exposed = try drawings(of: exposures, at: seconds)
    }
    // Those of the job itself are exposed together, with the picture.
    evaluation.exposed = exposed.filter { stages[$0.key].entry.parent != nil }
    defer { watch?(nil, 0) }
    for (index, planned) in stages.enumerated() {
      try evaluation.evaluate(planned, at: index) { stages[$0] }
      stageDone?(index)
    }
    return EvaluatedFrame(
      values: evaluation.values, drawings: evaluation.layers, texts: evaluation.texts,
      boxes: evaluation.boxes, nested: evaluation.nested, picture: picture(of: evaluation, exposed))
  }

  /// All layers; those that are exposed alike, one on top of the other, as one.
  private func picture(of evaluation: StageEvaluation, _ exposed: [Int: ExposedDrawings]) -> DisplayList {
    var picture = DisplayList()
    var first = 0
    while first < drawingOrder.count {
      let exposure = exposure(of: drawingOrder[first])
      let run = drawingOrder[first...].prefix { self.exposure(of: $0) == exposure }
      first = run.endIndex
      if let exposed = exposed[run[run.startIndex]] {
        picture.expose(exposed.drawings(of: run))
      } else {
        for index in run { evaluation.add(index, to: &picture) }
      }
    }
    return picture
  }

  private func exposure(of stage: Int) -> Int? { exposures.firstIndex { $0.stages.contains(stage) } }
}

/// The stages of a job at one instant, one after the other, each after those it needs.
struct StageEvaluation {
  /// A request for the drawing of one stage, or of none, as other stages show it, without their own drawings.
  struct SoloRequest {
    var stage: Int?
    var isLetters = false
  }

  /// The results of one stage.
  struct Result {
    fileprivate let values: [String: PortValue]?
    fileprivate let drawing: DisplayList?
    fileprivate let layer: DisplayList?
    fileprivate let box: Rect?
    fileprivate let text: DisplayList
  }

  /// The instant of the video, in seconds.
  let seconds: Double
  /// The instant of the frame, which decides what is shown in samples of it.
  private let shownSeconds: Double?
  /// True for a sample of a frame, in which screens show what they do in that frame.
  private let isSample: Bool
  var solo: SoloRequest?
  /// The drawings of stages that a shutter shows in place of their own.
  var exposed: [Int: ExposedDrawings] = [:]
  /// The content that screens show in place of what it is at this instant.
  var held: [Int: [ContentLayer]] = [:]
  private let frame: Int
  /// Called with each stage before it is asked for a frame.
  private let watch: (@Sendable (_ entry: StageEntry?, _ frame: Int) -> Void)?
  /// True where stages are as they are without their entrances, exits and emphases.
  private let isResting: Bool
  /// The stages whose frames are known, so that what is anchored outside of them can be evaluated.
  private var known: Set<Int> = []
  /// The values that each stage publishes; nil before it is evaluated, and if a required input was missing.
  private(set) var values: [[String: PortValue]?]
  /// The drawing of each stage, with effects and matte, as others take it; nil if it is not shown.
  private(set) var drawings: [DisplayList?]
  /// The drawing of each stage as it is laid onto those below; nil if it is not shown.
  private(set) var layers: [DisplayList?]
  /// The layout bounds that each stage reports.
  private(set) var boxes: [Rect?]
  /// The sizes of these without rooms that other stages give.
  private(set) var ownSizes: [Size?]
  /// The corners of these.
  private(set) var corners: [CornerRadii?]
  /// The letters to be read in what each stage draws; empty if it is not shown.
  private(set) var texts: [DisplayList]
  /// The frames of shown jobs, by the indexes of the stages that show them.
  private(set) var nested: [Int: EvaluatedFrame] = [:]
  /// The times of the stages, before their starts and after their ends, too.
  private var instants: [Double]
  /// The place of each stage's content in the space of the stage that holds it; nil where it stays where it is.
  private(set) var placements: [Placed?]
  /// The transform of the space in which each stage places itself to that of the stage that holds it: its entrance and exit,
  /// what it takes of its parent, and the place that the job gives it.
  private(set) var surroundings: [Transform]
  /// The transform by which the stage that holds a stage moves it, such as in rows.
  private(set) var shifts: [Int: Transform] = [:]
  /// The rooms that others have given stages.
  private var rooms: [Int: Room] = [:]

  init(
    count: Int, seconds: Double, shownSeconds: Double? = nil, isSample: Bool = false, frame: Int,
    solo: SoloRequest? = nil,
    isResting: Bool = false, watch: (@Sendable (_ entry: StageEntry?, _ frame: Int) -> Void)? = nil
  ) {
    self.watch = watch
    (self.shownSeconds, self.isSample) = (shownSeconds, isSample)
    self.isResting = isResting
    (self.seconds, self.frame, self.solo) = (seconds, frame, solo)
    texts = Array(repeating: DisplayList(), count: count)
    values = Array(repeating: nil, count: count)
    drawings = Array(repeating: nil, count: count)
    layers = Array(repeating: nil, count: count)
    boxes = Array(repeating: nil, count: count)
    ownSizes = Array(repeating: nil, count: count)
    corners = Array(repeating: nil, count: count)
    instants = Array(repeating: 0, count: count)
    placements = Array(repeating: nil, count: count)
    surroundings = Array(repeating: .identity, count: count)
  }

  /// Evaluates a stage, and again those that it holds and that are anchored outside, or that it gives other sizes than their own.
  mutating func evaluate(
    _ planned: PlannedStage, at index: Int, room: Room? = nil, stage: (Int) -> PlannedStage?
  ) throws(StageFailure) {
    guard planned.holders.allSatisfy(known.contains) else { return }
    rooms[index] = room
    try evaluateOnce(planned, at: index, stage: stage)
    guard !planned.late.isEmpty, solo?.stage == nil else { return }
    known.insert(index)
    for other in planned.late {
      guard let child = stage(other) else { continue }
      // The places in one that is known stay.
      if known.contains(other) {
        try evaluateOnce(child, at: other, givesRooms: false, stage: stage)
      } else {
        try evaluate(child, at: other, room: rooms[other], stage: stage)
      }
    }
    try evaluateOnce(planned, at: index, givesRooms: false, stage: stage)
  }

  /// Without `givesRooms` what it holds stays as it is.
  private mutating func evaluateOnce(
    _ planned: PlannedStage, at index: Int, givesRooms: Bool = true, stage: (Int) -> PlannedStage?
  ) throws(StageFailure) {
    let room = rooms[index]
    let instant = planned.localTime(at: seconds)
    instants[index] = instant
    let time = planned.time(atLocal: instant)
    let isShown = shownSeconds.map(planned.isShown(at:)) ?? planned.isShown(atLocal: instant)
    let shared = try isShown ? sharedElements(of: planned, stage: stage) : DisplayList()
    guard var result = try frame(of: planned, at: index, time, isShown: isShown, room: room, shared) else { return }
    if givesRooms, held[index] == nil, result.layerRooms.contains(where: { $0 != nil }) {
      for (layer, room) in zip(planned.layers, result.layerRooms) where room != nil {
        if let child = stage(layer.stage) {
          try evaluate(child, at: layer.stage, room: room.map { Room($0) }, stage: stage)
        }
      }
      guard let again = try frame(of: planned, at: index, time, isShown: isShown, room: room, shared) else { return }
      result = again
    }
    if planned.checksNumbers, let fault = result.drawing.numberFault {
      throw failure(of: planned, StageError("draws with a number that is not finite: \(fault)"))
    }
    var surrounding = Transform.identity
    if !planned.entry.motion.isNone, !isResting {
      // Stages that are anchored outside have no part in the box about which it moves.
      let takesNoRoom = planned.showsAnchored && result.layoutBounds == nil
      if takesNoRoom { result.layoutBounds = Rect(center: planned.canvas.center, sides: .zero) }
      let pose = planned.entry.motion.pose(at: time.seconds, remaining: planned.shownDuration - time.seconds)
      if !pose.isAtRest {
        let box = result.layoutBounds ?? result.drawing.bounds
        surrounding = pose.transform(in: box ?? Rect(center: planned.canvas.center, sides: .zero))
      }
      result = result.posed(pose, on: planned.canvas)
      if takesNoRoom { result.layoutBounds = nil }
    }
    if let leader = planned.leader, let reference = planned.entry.leader {
      // Without a value of its parent it has no place.
      guard values[leader] != nil else { return }
      if let placed = placements[leader] {
        var transform = placed.transform(for: reference)
        if let lag = planned.lag {
          let parts = (reference.takesPosition, reference.takesRotation, reference.takesScale)
          transform = lag.correction(of: placed, for: parts, at: seconds) * transform
        }
        result = result.transformed(by: transform)
        surrounding = transform * surrounding
      }
    }
    if planned.move != .zero { result = result.moved(by: planned.move) }
    surroundings[index] = .translation(planned.move) * surrounding
    values[index] = result.values
    boxes[index] = result.layoutBounds
    corners[index] = result.corners
    if room == nil { ownSizes[index] = result.layoutBounds?.size }
    placements[index] = result.placed
    for (layer, shift) in zip(planned.layers, result.layerTransforms) { shifts[layer.stage] = shift }
    guard isShown else { return }
    texts[index] = result.legibleText
    var drawing = result.drawing
    if let solo {
      // Layouts are as if all were drawn.
      boxes[index] = result.layoutBounds ?? drawing.bounds
      if index == solo.stage {
        if solo.isLetters { drawing = result.legibleText }
      } else if !planned.showsOthers {
        drawing = DisplayList()
      }
      (drawings[index], layers[index]) = (drawing, drawing)
      return
    }
    if let style = planned.style {
      let matte = planned.matte.flatMap { stage in
        planned.entry.matte.map {
          Mask(
            mapped(drawings[stage] ?? DisplayList(), from: stage, outOf: planned.matteSpaces), channel: $0.channel,
            isInverted: $0.isInverted)
        }
      }
      if planned.entry.definition.adjusts {
        drawing = matte.map(drawing.adjusting) ?? drawing
      } else {
        drawing = style.styled(drawing, matte: matte, at: time.seconds)
      }
    }
    drawings[index] = drawing
    layers[index] = planned.style?.layer(drawing, at: time.seconds) ?? drawing
    // The sequence draws it, on its way from one scene to the next.
    let isAway = planned.sharings.contains { scene, duration in
      stage(scene).map { (0..<duration).contains($0.localTime(at: shownSeconds ?? seconds) - $0.start) } ?? false
    }
    if isAway { layers[index] = DisplayList() }
    if let drawings = exposed[index] { expose(index, drawings) }
  }

  /// The results of a stage, so that they can be restored after it is evaluated differently.
  subscript(index: Int) -> Result {
    get {
      Result(
        values: values[index], drawing: drawings[index], layer: layers[index], box: boxes[index], text: texts[index])
    }
    set {
      (values[index], drawings[index], layers[index]) = (newValue.values, newValue.drawing, newValue.layer)
      (boxes[index], texts[index]) = (newValue.box, newValue.text)
    }
  }

  /// Lays what a stage draws onto a list.
  func add(_ stage: Int, to list: inout DisplayList) {
    if let drawing = layers[stage] { list.append(drawing) }
  }

  /// Replaces what a stage draws by the mean of what it draws while a shutter is open.
  private mutating func expose(_ index: Int, _ drawings: ExposedDrawings) {
    guard layers[index] != nil else { return }
    layers[index] = DisplayList { $0.expose(drawings.drawings(of: [index])) }
  }

  /// The room that a stage takes up: what it says itself, or else the bounds of what it draws.
  func box(of index: Int) -> Rect? { boxes[index] ?? drawings[index]?.bounds }

  /// Nil where a required input has no value.
  private mutating func frame(
    of planned: PlannedStage, at index: Int, _ time: StageTime, isShown: Bool, room: Room?,
    _ shared: DisplayList
  ) throws(StageFailure) -> StageFrame? {
    guard let inputs = try inputs(of: planned, at: index, time, isShown: isShown, room: room, shared) else {
      return nil
    }
    watch?(planned.entry, frame)
    let result: StageFrame
    do {
      result = try planned.stage.frame(at: time, inputs)
    } catch {
      throw failure(of: planned, error as? StageError ?? StageError("\(error)"))
    }
    guard result.values.keys.allSatisfy(planned.outputNames.contains) else {
      let name = result.values.keys.filter { !planned.outputNames.contains($0) }.min() ?? ""
      throw failure(of: planned, StageError(PlannedStage.undeclared(name)))
    }
    return result
  }

  /// Nil where a required input has no value.
  private mutating func inputs(
    of planned: PlannedStage, at index: Int, _ time: StageTime, isShown: Bool, room: Room?, _ shared: DisplayList
  ) throws(StageFailure) -> Inputs? {
    var inputs: [String: PortValue] = [:]
    var missing: Set<String> = []
    for source in planned.sources {
      var value =
        source.isDrawing ? drawings[source.stage].map { .drawing($0) } : values[source.stage]?[source.output]
      if case .drawing(let drawing) = value {
        value = .drawing(mapped(drawing, from: source.stage, outOf: source.spaces))
      } else if !source.spaces.isEmpty || !source.inward.isEmpty {
        value = map(from: source.stage, outOf: source.spaces, into: source.inward).flatMap {
          value?.transformed(by: $0)
        }
      }
      if value == nil && !source.isOptional { return nil }
      if let value { inputs[source.input] = value } else { missing.insert(source.input) }
    }
    return Inputs(
      inputs, missing: missing, layers: try content(of: planned, at: index, time, isShown: isShown),
      isSolo: solo.map { $0.stage != index } ?? false, room: room, sharedElements: shared)
  }

  private mutating func content(
    of planned: PlannedStage, at index: Int, _ time: StageTime, isShown: Bool
  ) throws(StageFailure) -> [ContentLayer] {
    if let plan = planned.nested {
      let box = plan.job.composition.bounds
      guard isShown else { return [ContentLayer(id: plan.job.name, drawing: DisplayList(), box: box)] }
      let instant = planned.stage.timeRemap?.contentTime(at: time.seconds) ?? time.seconds
      do {
        let shown = shownSeconds.map { seconds in
          let own = planned.time(at: seconds).seconds
          return planned.stage.timeRemap?.contentTime(at: own) ?? own
        }
        let frame = try plan.evaluate(at: instant, shownSeconds: shown, isSample: isSample)
        nested[index] = frame
        return [ContentLayer(id: plan.job.name, drawing: frame.picture, box: box)]
      } catch {
        throw failure(of: planned, StageError("\(plan.job.name): \(error)"))
      }
    }
    return held[index] ?? layers(of: planned)
  }

  /// The stages that a stage holds, as they are evaluated.
  func layers(of planned: PlannedStage) -> [ContentLayer] {
    planned.layers.map { layer in
      let drawing = layers[layer.stage] ?? DisplayList()
      let box = layer.isAnchored ? nil : boxes[layer.stage] ?? (layer.showsAnchored ? nil : drawing.bounds)
      return ContentLayer(
        id: layer.id, drawing: drawing, box: box, ownSize: layer.isAnchored ? nil : ownSizes[layer.stage],
        seconds: TimeGrid.snapped(instants[layer.stage] - layer.start), duration: layer.duration, copy: layer.copy)
    }
  }

  private func failure(of planned: PlannedStage, _ reason: StageError) -> StageFailure {
    StageFailure(
      stage: planned.entry.id, definition: planned.entry.definition.name, seconds: seconds, frame: frame,
      reason: reason)
  }
}

extension Placed {
  /// The parts of the motion that a job says another stage takes.
  fileprivate func transform(for leader: LeaderReference) -> Transform {
    transform(position: leader.takesPosition, rotation: leader.takesRotation, scale: leader.takesScale)
  }
}
