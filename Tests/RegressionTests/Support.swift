import Backdrop
import CameraRotation
import Caption
import Foundation
import HaloPulse
import JobFile
import PassportFlip
import Picture
import PinMorph
import PolylineSweep
import Raster
import Regression
import Rendering
import Shape
import StageKit
import TestSupport
import Video

/// The stages that ship.
let shippedStages: [any Stage.Type] = [
  Backdrop.self, CameraRotation.self, Caption.self, HaloPulse.self, PassportFlip.self, Picture.self, PinMorph.self,
  PolylineSweep.self, Shape.self,
]

extension TemporaryFolder {
  /// The bytes of all files, by their paths in the folder.
  var contents: [String: Data] {
    var result: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      if let data = FileManager.default.contents(atPath: "\(path)/\(name)") { result[name] = data }
    }
    return result
  }
}

/// Stages of the scene that lie upon each other.
let plateText = """
  { "id": "plate", "stage": "shape",
        "parameters": { "rect": { "size": [56, 36], "radius": 6, "center": [42, 36] }, "fill": "#3366CC",
          "rotation": { "keyframes": [ { "at": 0, "value": 0, "curve": "ease-in-out" }, { "at": 2, "value": 40 } ] },
          "shadow": { "color": "#000000A0", "offset": [0, 4], "blur": 10 } } }
  """
let leafText = """
  { "id": "leaf", "stage": "shape",
        "parameters": { "path": "M60 20 C78 8 96 28 88 48 C70 52 58 40 60 20 Z", "fill": "#30B050" } }
  """
let titleText = """
  { "id": "title", "stage": "caption",
        "parameters": { "text": "Fjord", "family": "DejaVu Serif", "size": 16, "position": [124, 78], "color": "#FFFFFF" } }
  """

/// Stages of several kinds, among them a route whose head a dot follows and whose end a pin waits for.
let sceneText = """
  {
    "name": "scene",
    "canvas": { "size": [160, 96], "fps": 24, "duration": 2, "background": "#20303F" },
    "stages": [
      { "id": "sky", "stage": "backdrop",
        "parameters": { "paint": { "linear": { "angle": 180, "stops": ["#D84830", "#30406A"] } } } },
      \(plateText),
      \(leafText),
      \(titleText),
      { "id": "way", "stage": "polyline-sweep",
        "parameters": { "route": "way.geojson", "duration": 1.2, "curve": "ease-in-out", "width": 3, "margin": 12 } },
      { "id": "dot", "stage": "shape", "inputs": { "position": "way.head" },
        "parameters": { "circle": { "radius": 5, "center": [0, 0] }, "fill": "#FFFFFF" } },
      { "id": "pin", "stage": "pin-morph", "start": { "after": "way.arrived", "delay": 0.1 },
        "parameters": { "look": "marker", "zoom": 0.15, "position": [100, 90] } }
    ],
    "outputs": [ { "file": "scene.mp4", "preset": "veryfast", "crf": 16, "gop": 12 } ]
  }
  """

let wayText = """
  { "type": "LineString", "coordinates": [[0, 0], [0.002, 0.001], [0.004, 0.0005], [0.006, 0.002], [0.007, 0.0005]] }
  """

/// A picture that can be played in a loop.
let loopText = """
  {
    "name": "loop",
    "canvas": { "size": [96, 96], "fps": 24, "duration": 2, "background": "#F2EFE9" },
    "stages": [
      { "id": "halo", "stage": "halo-pulse",
        "parameters": { "look": "modern", "pulseDuration": 1, "popIn": 0, "dotPulseDuration": 1 } }
    ],
    "outputs": [ { "file": "loop.mp4", "preset": "veryfast", "crf": 16, "gop": 12 } ]
  }
  """

struct Unreadable: Error { let text: String }

/// Reads a job as if it were a file of a folder.
func job(_ text: String, _ name: String, in folder: TemporaryFolder, _ registry: StageRegistry) throws -> Job {
  let reading = JobReader.read(bytes: Array(text.utf8), file: "\(folder.path)/\(name).json", registry: registry)
  guard let job = reading.job, reading.isValid else {
    throw Unreadable(text: reading.diagnostics.map(\.description).joined(separator: "\n"))
  }
  return job
}

/// Baselines of the scene and of the loop, recorded once for all tests of a suite.
struct Recorded: Sendable {
  let folder: TemporaryFolder
  var baseline: BaselineFolder { BaselineFolder("\(folder.path)/baseline") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(wayText, to: "way.geojson")
    let registry = StageRegistry(shippedStages)
    let run = RegressionRun(registry: registry, settings: settings())
    let jobs = [try job(sceneText, "scene", in: folder, registry), try job(loopText, "loop", in: folder, registry)]
    for result in run.observe(jobs) {
      guard let observation = result.observation else { throw Unreadable(text: result.lines.joined(separator: "\n")) }
      try baseline.write(observation)
    }
  }

  func settings(workers: Int = 2, tolerance: Tolerance? = nil) -> RegressionSettings {
    RegressionSettings(
      outputFolder: "\(folder.path)/out-\(UUID().uuidString)", workers: workers, program: "test", tolerance: tolerance)
  }

  static let shared = Result { try Recorded() }
}
