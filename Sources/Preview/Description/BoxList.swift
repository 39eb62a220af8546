import Foundation
import Planning
import Rendering
import Reporting
import StageKit

/// The boxes of a job's stages on its canvas at an instant.
struct BoxList {
  /// A stage at an instant.
  struct Box: Equatable {
    let id: String
    /// True if it and all that holds it are shown.
    let isShown: Bool
    /// Around what it draws without its effects, and what it holds, in points of the canvas, also beyond its edges; nil
    /// where it draws nothing.
    var rect: Rect?
    /// The way from its own coordinates to the canvas; nil where it is not shown.
    var coordinates: StageCoordinates?
    /// Its own time in seconds, from its start; nil where it is not shown.
    var time: Double?

    static func == (a: Box, b: Box) -> Bool { (a.id, a.isShown, a.rect) == (b.id, b.isShown, b.rect) }
  }

  /// In the order of the job's stages.
  let boxes: [Box]

  /// Evaluates the frame twice, and for each stage that is shown the stages around it once more; the same for each job that a
  /// stage shows.
  init(_ plan: RenderPlan, frame: Int) throws(StageFailure) {
    boxes = try Self.boxes(plan, at: plan.seconds(ofFrame: frame), "")
  }

  /// `prefix` comes before the ids.
  private static func boxes(_ plan: RenderPlan, at seconds: Double, _ prefix: String) throws(StageFailure) -> [Box] {
    let entries = plan.job.stages
    let places = Dictionary(plan.stages.enumerated().map { ($1.entry.id, $0) }, uniquingKeysWith: { first, _ in first })
    let whole = try plan.evaluate(at: seconds)
    var separate = try SeparateDrawings(plan, at: seconds)
    var boxes: [Box] = []
    var shown: [[Box]] = []
    for entry in entries {
      let place = places[entry.id]
      // Those that hold others come before them.
      let isHeldShown = entry.parent.map { boxes[$0].isShown } ?? true
      var box = Box(id: prefix + entry.id, isShown: false, rect: nil)
      if isHeldShown, let place, plan.stages[place].isShown(at: seconds) {
        box = Box(
          id: prefix + entry.id, isShown: true, rect: nil, time: plan.stages[place].time(at: seconds).seconds)
        if entry.parent == nil, !plan.stages[place].drawingsTaken.isEmpty {
          // Alone it has nothing of what it shows.
          box.rect = whole.drawings[place]?.bounds
        } else if entry.definition.draws {
          box.rect = try separate.picture(of: place).bounds
        }
        box.coordinates = separate.coordinates(of: place)
      }
      boxes.append(box)
      shown.append(
        try place.map { (place) throws(StageFailure) in try inner(plan.stages[place], at: seconds, box) } ?? [])
    }
    for (index, entry) in entries.enumerated().reversed() {
      guard let holder = entry.parent, entries[holder].parent != nil, let rect = boxes[index].rect else { continue }
      boxes[holder].rect = boxes[holder].rect?.union(rect) ?? rect
    }
    return zip(boxes, shown).flatMap { [$0] + $1 }
  }

  /// The boxes of the job that a stage shows, as it lies on the canvas around it.
  private static func inner(
    _ stage: PlannedStage, at seconds: Double, _ holder: Box
  ) throws(StageFailure) -> [Box] {
    guard let plan = stage.nested else { return [] }
    var space: Transform?
    if let coordinates = holder.coordinates, let placed = coordinates.placed, let box = placed.ownBox {
      space = stage.contentSpace(in: box).map { coordinates.holder * placed.transform * $0 }
    }
    guard holder.isShown, let space else {
      return plan.shownStages.map { Box(id: "\(holder.id)/\($0.id)", isShown: false, rect: nil) }
    }
    return try boxes(plan, at: stage.contentTime(at: seconds), "\(holder.id)/").map { box in
      var box = box
      let corners = box.rect?.corners.map(space.apply) ?? []
      box.rect = Rect(around: corners).flatMap { rect in holder.rect.flatMap(rect.intersection) }
      box.coordinates = box.coordinates?.laid(by: space)
      return box
    }
  }

  var json: JSONValue {
    .array(
      boxes.enumerated().map { index, box in
        .members([
          "index": .number(Double(index)), "id": .string(box.id), "shown": .boolean(box.isShown),
          "box": box.rect?.json ?? .null, "place": box.coordinates?.json,
          "time": box.time.map { .number($0) },
        ])
      })
  }
}

extension StageCoordinates {
  /// The matrices, row by row, and the box, the anchor, the scale and the angle in its own coordinates.
  var json: JSONValue {
    .members([
      "space": space.json, "holder": holder.json, "matrix": placed.map { (holder * $0.transform).json },
      "box": placed?.ownBox?.json, "anchor": placed?.pivot.json, "scale": placed?.scale.json,
      "rotation": placed.map { .number($0.rotation) },
      "view": camera.map { camera in
        [
          "ground": (holder * camera.degreesToCanvas).json,
          "center": camera.ground.coordinate(camera.center).json, "distance": .number(camera.distance),
          "pitch": .number(camera.pitch), "heading": .number(camera.heading),
        ]
      },
    ])
  }
}

extension Camera {
  /// Maps degrees of longitude, and latitudes as Web Mercator stretches them, in degrees upward, to the canvas.
  fileprivate var degreesToCanvas: Transform {
    let scale = ground.worldWidth / 360
    let origin = ground.origin
    let y = log(tan((90 + origin.latitude) * .pi / 360)) * 180 / .pi
    return groundToCanvas * Transform(scale, 0, -origin.longitude * scale, 0, -scale, y * scale)
  }
}

extension Coordinate {
  fileprivate var json: JSONValue { [.number(longitude), .number(latitude)] }
}

extension Transform {
  fileprivate var json: JSONValue {
    .array([m11, m12, m13, m21, m22, m23, m31, m32, m33].map { .number($0) })
  }
}

extension Point {
  fileprivate var json: JSONValue { [.number(x), .number(y)] }
}

extension Rect {
  /// `[x, y, width, height]`.
  var json: JSONValue { [.number(x), .number(y), .number(width), .number(height)] }
}
