import StageKit

@testable import PinMorph

/// A context with a canvas and nothing else.
struct CanvasContext: StageContext {
  var canvas = Canvas(size: Size(540, 540), scale: 2, framesPerSecond: 60, duration: 10, background: .white)

  func bytes(of file: FileReference) throws -> [UInt8] { throw StageError("no files") }
  func image(_ file: FileReference) throws -> Image { throw StageError("no pictures") }
  func layout(_ request: TextRequest) throws -> TextLayout { throw StageError("no fonts") }
  func prepared<Value: Sendable>(_ key: Digest, _ make: () throws -> Value) throws -> Value { try make() }
  func warn(_ message: String) {}
}

func pin(_ parameters: [(String, ParameterValue)] = []) throws -> PinMorph {
  try PinMorph(Parameters(parameters), CanvasContext())
}

struct FilledPath {
  var path: Path
  var paint: Paint
  var transform: Transform
}

extension DisplayList {
  var fills: [FilledPath] {
    commands.compactMap {
      if case .fill(let path, _, let paint, let transform) = $0 {
        FilledPath(path: path, paint: paint, transform: transform)
      } else {
        nil
      }
    }
  }
}

let pinColor = Paint.color(PinPoses.color)

/// The pin's outline in its own plane.
func outline(_ stage: PinMorph, at seconds: Double) throws -> Path? {
  try stage.frame(at: StageTime(seconds: seconds), Inputs()).drawing.fills
    .last { $0.paint == pinColor && $0.path.points.count == 26 }?.path
}

/// Where dots are, in points from the pin, and how large.
func dots(_ stage: PinMorph, at seconds: Double) throws -> [(x: Double, radius: Double, paint: Paint)] {
  try stage.frame(at: StageTime(seconds: seconds), Inputs()).drawing.fills.compactMap { fill in
    guard fill.path.bounds == Path.circle(center: .zero, radius: 1).bounds else { return nil }
    return (fill.transform.apply(.zero).x - 270, fill.transform.m11, fill.paint)
  }
}
