import Foundation
import JobFile
import StageKit
import Text

@testable import PassportFlip

/// A canvas of 540 × 700 points with the machine's own fonts; every picture is 4 × 4 gray pixels.
final class TestContext: StageContext {
  let composition = Composition(size: Size(540, 700), scale: 2, framesPerSecond: 60, duration: 6, background: .white)
  private static let text = TextEngine()

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("no bytes here") }

  func image(_ file: FileReference) throws -> Image {
    guard let image = Image(width: 4, height: 4, premultiplied: Array(repeating: 128, count: 64)) else {
      throw StageError("no picture")
    }
    return image
  }

  func layout(_ request: TextRequest) throws -> TextLayout { try Self.text.layout(request) }
  func cached<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) {}
}

/// The stage that a job with these parameters makes; errors of the reader are thrown as one error.
func passport(_ parameters: String = "{}") throws -> PassportFlip {
  let job = """
    { "canvas": { "size": [540, 700], "scale": 2, "fps": 60, "duration": 6 },
      "stages": [{ "id": "it", "stage": "passport-flip", "parameters": \(parameters) }] }
    """
  let reading = JobReader.read(
    bytes: Array(job.utf8), file: "job.json", registry: StageRegistry([PassportFlip.self]))
  guard reading.isValid, let entry = reading.job?.stages.first else {
    throw StageError(reading.diagnostics.map(\.message).joined(separator: "; "))
  }
  return try PassportFlip(entry.parameters, TestContext())
}

extension PassportFlip {
  func frame(at seconds: Double) throws -> StageFrame { try frame(at: StageTime(seconds: seconds), Inputs()) }

  /// A pose of the open booklet with the cover at an angle.
  func pose(cover angle: Double) -> Pose {
    var pose = timeline.pose(at: 0)
    let angles = [angle] + Array(repeating: 0, count: booklet.leafCount - 1)
    pose = Pose(
      angles: angles, opening: OpeningProgress(size: 1, x: 1, y: 1, angle: angle / 180, shadow: 1), color: pose.color,
      progress: 0.5,
      leaf: 0, isMoving: true)
    return pose
  }
}

/// Every transform in a list, group by group.
func transforms(_ list: DisplayList) -> [Transform] {
  list.commands.flatMap { command -> [Transform] in
    switch command {
    case .fill(_, _, _, let transform), .stroke(_, _, _, let transform): [transform]
    case .group(let group): [group.transform] + transforms(group.content)
    case .backdrop(let filter): [filter.transform] + transforms(filter.outline)
    case .exposure(let exposure): exposure.samples.flatMap { transforms($0.content) }
    case .solids(_, let transform): [transform]
    }
  }
}

/// Every path in a list.
func paths(_ list: DisplayList) -> [Path] {
  list.commands.flatMap { command -> [Path] in
    switch command {
    case .fill(let path, _, _, _), .stroke(let path, _, _, _): [path]
    case .group(let group): paths(group.content)
    case .backdrop(let filter): paths(filter.outline)
    case .exposure(let exposure): exposure.samples.flatMap { paths($0.content) }
    case .solids: []
    }
  }
}
