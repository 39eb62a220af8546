import Backdrop
import Caption
import Foundation
import PinMorph
import PolylineSweep
import Raster
import Regression
import Shape
import StageKit
import Video

extension Fault {
  /// Every fault of the suite.
  static let all = edited + slipped + drawn + delivered

  /// Faults in a job file, or in a file that it names.
  static let edited: [Fault] = [
    Fault(
      name: "easing edited", kind: .parameters, stage: "way", says: "'curve' ease-in-out → ease-out",
      followers: ["way", "dot"], edit: [(#""curve": "ease-in-out", "width""#, #""curve": "ease-out", "width""#)]),
    Fault(
      name: "keyframe's value edited", kind: .parameters, stage: "plate", says: "rotation.keyframes[1].value' 40 → 41",
      edit: [(#""value": 40"#, #""value": 41"#)]),
    Fault(
      name: "color off by one", kind: .parameters, stage: "plate", says: "#3366CC → #3366CD",
      edit: [("#3366CC", "#3366CD")]),
    Fault(
      name: "control point moved by 0.2", kind: .parameters, stage: "leaf", says: "'path[1]' C 78,8",
      edit: [("C78 8", "C78.2 8")]),
    Fault(
      name: "shadow's blur halved", kind: .parameters, stage: "plate", says: "'shadow.blur' 10 → 5",
      edit: [(#""blur": 10"#, #""blur": 5"#)]),
    Fault(
      name: "font edited", kind: .parameters, stage: "title", says: "'family' DejaVu Serif → DejaVu Sans",
      edit: [(#""family": "DejaVu Serif""#, #""family": "DejaVu Sans""#)]),
    Fault(
      name: "route's file edited", kind: .parameters, stage: "way", says: "'route' way.geojson", followers: ["dot"],
      way: wayText.replacingOccurrences(of: "[0.004, 0.0005]", with: "[0.0041, 0.0005]"), isQuick: true),
    Fault(
      name: "start edited", kind: .connections, stage: "pin", says: "after way.arrived + 0.1 → after way.arrived + 0.2",
      edit: [(#""delay": 0.1"#, #""delay": 0.2"#)]),
    Fault(
      name: "input connected elsewhere", kind: .connections, stage: "dot", says: "way.head → position ← plate.position",
      edit: [("way.head", "plate.position")]),
    Fault(
      name: "stages in another order", kind: .order, stage: "plate", says: "lies over 'leaf', was over 'sky'",
      edit: [(plateText, "PLATE"), (leafText, plateText), ("PLATE", leafText)], isQuick: true),
    Fault(
      name: "z edited", kind: .connections, stage: "sky", says: "z 0 → 1",
      edit: [(#""id": "sky","#, #""id": "sky", "z": 1,"#)]),
    Fault(
      name: "shutter edited", kind: .connections, stage: "plate", says: "shutter 180°, at most 256 samples",
      edit: [(#""id": "plate","#, #""id": "plate", "shutter": 180,"#)]),
    Fault(
      name: "stage hidden", kind: .connections, stage: "title", says: "is hidden now",
      edit: [(#""id": "title","#, #""id": "title", "hidden": true,"#)]),
    Fault(
      name: "stage removed", kind: .stages, stage: "title", says: "is gone", edit: [("\(titleText),", "")]),
    Fault(
      name: "background edited", kind: .video, says: "#F2EFE9 → #F2EFE8", jobName: "loop",
      edit: [("#F2EFE9", "#F2EFE8")]),
    Fault(
      name: "a frame longer", kind: .video, says: "48 → 49 frames",
      edit: [(#""duration": 2, "background""#, #""duration": 2.0416667, "background""#)]),
    Fault(
      name: "frame rate edited", kind: .video, says: "24 → 25 frames per second", edit: [(#""fps": 24"#, #""fps": 25"#)]
    ),
    Fault(
      name: "size edited", kind: .video, says: "160 × 96 → 164 × 96 pixels", followers: ["sky", "title"],
      edit: [("[160, 96]", "[164, 96]")]),
    Fault(
      name: "loop's seam broken", kind: .parameters, stage: "halo", says: "no longer leads to the first",
      jobName: "loop",
      edit: [(#""pulseDuration": 1,"#, #""pulseDuration": 1.1,"#)], isQuick: true),
    Fault(
      name: "encoder's preset edited", kind: .encoding, says: "preset veryfast → fast",
      edit: [(#""preset": "veryfast""#, #""preset": "fast""#)], isQuick: true),
    Fault(name: "rate factor edited", kind: .encoding, says: "crf 16 → 17", edit: [(#""crf": 16"#, #""crf": 17"#)]),
    Fault(name: "key frames edited", kind: .encoding, says: "gop 12 → 24", edit: [(#""gop": 12"#, #""gop": 24"#)]),
    Fault(
      name: "output's size edited", kind: .encoding, says: "scene.mp4: size nothing → 0.5",
      edit: [(#""gop": 12 } ]"#, #""gop": 12, "size": 0.5 } ]"#)]),
    Fault(
      name: "output's range edited", kind: .encoding, says: "frames nothing → 0..<24",
      edit: [(#""gop": 12 } ]"#, #""gop": 12, "to": 1 } ]"#)]),
    Fault(
      name: "output added before another", kind: .encoding, says: "other.mkv is new",
      edit: [(#""outputs": [ {"#, #""outputs": [ { "file": "other.mkv" }, {"#)]),
  ]

  /// Faults in the code of stages.
  static let slipped: [Fault] = [
    Fault(
      name: "easing of another form", kind: .values, stage: "way", says: "head", followers: ["way", "dot"],
      stages: [Slipped<PolylineSweep, OtherEasing>.self]),
    Fault(
      name: "value drifts", kind: .values, stage: "way", says: "head.x", followers: ["dot"],
      stages: [Slipped<PolylineSweep, DriftingHead>.self]),
    Fault(
      name: "a stage draws a color off by one", kind: .drawing, stage: "plate", says: "draws something else",
      stages: [Slipped<Shape, BluerByOne>.self]),
    Fault(
      name: "a stage moves a control point by 0.2", kind: .values, stage: "leaf", says: "position.x",
      followers: ["leaf"],
      stages: [Slipped<Shape, MovedControlPoint>.self], isQuick: true),
    Fault(
      name: "a stage halves its shadow", kind: .drawing, stage: "plate", stages: [Slipped<Shape, HalvedShadow>.self]),
    Fault(
      name: "font substituted", kind: .fonts, stage: "title", says: "No such font",
      stages: [Slipped<Caption, SubstitutedFont>.self], isQuick: true),
    Fault(
      name: "a pin of another easing", kind: .values, stage: "pin", stages: [Slipped<PinMorph, OtherEasing>.self]),
  ]
}
