import JobFile
import Planning
import Reporting
import StageKit

/// Finds outputs of another shape than the canvas's that cut texts off, or that are empty for the most part.
struct OutputLayoutCheck {
  let plan: RenderPlan

  /// The share of a picture that bars may take.
  private static let maxBars = 0.5
  /// The number of stages that a message names.
  private static let namedCount = 3

  /// Warnings in the order of the outputs, for texts that rest on the canvas.
  func warnings(_ texts: [LayoutText]) -> [Diagnostic] {
    plan.job.outputs.flatMap { output -> [Diagnostic] in
      guard case .fitted(_, _, let fit)? = output.size else { return [] }
      let warning = fit == .contain ? barsWarning(output) : cutWarning(output, texts)
      return warning.map { [$0] } ?? []
    }
  }

  private func barsWarning(_ output: OutputEntry) -> Diagnostic? {
    let picture = plan.job.picture(of: output)
    let share = Double(picture.drawnWidth * picture.drawnHeight) / Double(picture.width * picture.height)
    guard !output.hasFit, share < 1 - Self.maxBars else { return nil }
    let size = "\"size\": [\(picture.width), \(picture.height)]"
    return plan.job.diagnostic(
      .warning, at: output.position, path: output.path,
      "output '\(output.file)' is empty bars for \(Int(((1 - share) * 100).rounded())) %: the canvas has another shape "
        + "than its \(picture.width) × \(picture.height) pixels",
      hint:
        "Give a variant a canvas of that shape, or fill the picture: \(size), \"fit\": \"cover\". If this is intended: "
        + "\(size), \"fit\": \"contain\".")
  }

  private func cutWarning(_ output: OutputEntry, _ texts: [LayoutText]) -> Diagnostic? {
    let (shown, canvas) = (shownArea(of: output), plan.job.composition.bounds)
    var cut: [Int] = []
    var first: Double?
    for text in texts where isShown(text, in: output) && !cut.contains(text.stage) {
      // Beyond the canvas it is cut off everywhere.
      guard let seen = canvas.intersection(text.letters.bounds),
        Overhang(seen, over: shown).farthest(countsBands: false) != nil
      else { continue }
      cut.append(text.stage)
      first = first ?? text.seconds
    }
    guard let first else { return nil }
    let names = cut.prefix(Self.namedCount).map { "'\(plan.stages[$0].entry.id)'" }
    let more = cut.count > Self.namedCount ? ["\(cut.count - Self.namedCount) more"] : []
    let list = names + more
    let text = list.count > 1 ? list.dropLast().joined(separator: ", ") + " and \(list[list.count - 1])" : list[0]
    return plan.job.diagnostic(
      .warning, at: output.position, path: output.path,
      "output '\(output.file)' cuts off text of \(text), first at \(LayoutCheck.time(first)): it shows the canvas from "
        + "\(Self.range(shown.minX, shown.maxX)) across and \(Self.range(shown.minY, shown.maxY)) down",
      code: .outsideCanvas,
      hint: "Move the text, give a variant a canvas of this shape, or set \"fit\": \"contain\". If this is intended: "
        + "\"ignoreLayoutChecks\": true on the stage.")
  }

  /// The part of the canvas in an output's pictures, in points.
  private func shownArea(of output: OutputEntry) -> Rect {
    let picture = plan.job.picture(of: output)
    let (x, y) = (Double(picture.x + picture.originX), Double(picture.y + picture.originY))
    return Rect(
      x: -x / picture.scale, y: -y / picture.scale, width: Double(picture.width) / picture.scale,
      height: Double(picture.height) / picture.scale)
  }

  /// True if a text is there in any of an output's frames.
  private func isShown(_ text: LayoutText, in output: OutputEntry) -> Bool {
    guard let range = output.range, let last = range.last else { return true }
    return plan.seconds(ofFrame: range.lowerBound) <= text.end && plan.seconds(ofFrame: last) >= text.seconds
  }

  private static func range(_ low: Double, _ high: Double) -> String {
    "\(JSONValue.numberText(low.rounded())) to \(JSONValue.numberText(high.rounded()))"
  }
}
