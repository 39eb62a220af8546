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
    /// Whether it and all that holds it are shown.
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

  /// Evaluates the frame twice, and for each stage that is shown the stages around it once more.
  init(_ plan: RenderPlan, frame: Int) throws(StageFailure) {
    let seconds = plan.seconds(ofFrame: frame)
    let entries = plan.job.stages
    let places = Dictionary(plan.stages.enumerated().map { ($1.entry.id, $0) }, uniquingKeysWith: { first, _ in first })
    let whole = try plan.evaluate(at: seconds)
    var separate = try SeparateDrawings(plan, at: seconds)
    var boxes: [Box] = []
    for entry in entries {
      // Those that hold others come before them.
      let isHeldShown = entry.parent.map { boxes[$0].isShown } ?? true
      guard isHeldShown, let place = places[entry.id], plan.stages[place].isShown(at: seconds) else {
        boxes.append(Box(id: entry.id, isShown: false, rect: nil))
        continue
      }
      var box = Box(id: entry.id, isShown: true, rect: nil, time: plan.stages[place].time(at: seconds).seconds)
      if entry.parent == nil, !plan.stages[place].drawingsTaken.isEmpty {
        // Alone it has nothing of what it shows.
        box.rect = whole.drawings[place]?.bounds
      } else if entry.definition.draws {
        box.rect = try separate.picture(of: place).bounds
      }
      box.coordinates = separate.coordinates(of: place)
      boxes.append(box)
    }
    for (index, entry) in entries.enumerated().reversed() {
      guard let holder = entry.parent, entries[holder].parent != nil, let rect = boxes[index].rect else { continue }
      boxes[holder].rect = boxes[holder].rect?.union(rect) ?? rect
    }
    self.boxes = boxes
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
