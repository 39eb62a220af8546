import StageKit
import StageTesting

@testable import PinMorph

/// A pin of the timing jump, unless another is given.
func pin(_ parameters: [(String, ParameterValue)] = []) throws -> PinMorph {
  let timing = parameters.contains { $0.0 == "timing" } ? [] : [("timing", ParameterValue.text("jump"))]
  return try PinMorph(ParameterValues(parameters + timing), FakeContext(size: Size(540, 540), background: .white))
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
