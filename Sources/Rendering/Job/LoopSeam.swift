import JobFile
import Planning
import Raster
import Reporting
import StageKit

/// Checks that videos that loop continue at their start.
enum LoopSeam {
  /// Throws `JobFailure.badJob` where a job or an output says that it loops, but what would come after its last frame is
  /// not what its first frame shows. The error names each stage that causes a jump, and what would make it repeat.
  static func check(_ plan: RenderPlan, _ context: JobContext) throws(JobFailure) {
    let job = plan.job
    let asked = [(0..<job.frameCount, job.loop)] + job.outputs.map { (job.range(of: $0), $0.loop) }
    var checked: Set<Range<Int>> = []
    var faults: [Diagnostic] = []
    for (frames, loop) in asked {
      guard let loop, checked.insert(frames).inserted else { continue }
      do {
        faults += try self.faults(of: frames, at: loop, plan, context)
      } catch {
        throw .render("\(error)")
      }
    }
    if !faults.isEmpty { throw .badJob(faults) }
  }

  /// Why frames do not loop, as `loop` asks for.
  private static func faults(
    of frames: Range<Int>, at loop: SourcePosition, _ plan: RenderPlan, _ context: JobContext
  ) throws(StageFailure) -> [Diagnostic] {
    let (start, end) = (plan.seconds(ofFrame: frames.lowerBound), plan.seconds(ofFrame: frames.upperBound))
    let first = try plan.evaluate(at: start)
    let next = try plan.evaluate(at: end)
    guard first.picture.digest != next.picture.digest, !looksEqual(first, next, plan) else { return [] }
    return causes(plan, first, next).map { stage in
      let entry = plan.stages[stage].entry
      let remedy = LoopRemedy(for: plan.stages[stage], from: start, to: end, of: plan, context)
      return plan.job.diagnostic(
        at: entry.position, path: entry.path,
        "the loop jumps: " + difference(of: entry, between: first, and: next, stage: stage, at: end, from: start),
        hint: ["'loop' asks for an end that leads into the start, at \(loop).", remedy?.hint].compactMap(\.self)
          .joined(separator: " "))
    }
  }

  /// Lists may differ in what changes no pixel.
  private static func looksEqual(_ a: EvaluatedFrame, _ b: EvaluatedFrame, _ plan: RenderPlan) -> Bool {
    let job = plan.job
    let renderer = FrameRenderer(
      width: job.pixelWidth, height: job.pixelHeight, scale: job.composition.scale,
      background: job.composition.background, gamut: job.composition.gamut, cache: ResourceCache())
    return renderer.render(a.picture) == renderer.render(b.picture)
  }

  /// The stages that differ and are seen, or that such stages take differing values from; of these the ones that no
  /// differing value leads to.
  private static func causes(_ plan: RenderPlan, _ a: EvaluatedFrame, _ b: EvaluatedFrame) -> [Int] {
    let drawn = Set(plan.drawingOrder)
    var isRelevant = plan.stages.indices.map { drawn.contains($0) && a.drawings[$0] != b.drawings[$0] }
    var isCause = isRelevant
    for index in plan.stages.indices.reversed() where isRelevant[index] {
      for other in plan.stages[index].drawingsTaken where a.drawings[other] != b.drawings[other] {
        isRelevant[other] = true
        isCause[other] = true
        isCause[index] = false
      }
      for source in plan.stages[index].sources
      where a.values[source.stage]?[source.output] != b.values[source.stage]?[source.output] {
        isRelevant[source.stage] = true
        isCause[source.stage] = true
        isCause[index] = false
      }
    }
    return plan.stages.indices.filter { isRelevant[$0] && isCause[$0] }
  }

  private static func difference(
    of entry: StageEntry, between a: EvaluatedFrame, and b: EvaluatedFrame, stage: Int, at end: Double,
    from start: Double
  ) -> String {
    let origin = start == 0 ? "at the start" : "at \(start) s"
    for output in entry.definition.outputs {
      guard let before = b.values[stage]?[output.name], let after = a.values[stage]?[output.name], before != after
      else { continue }
      for (old, new) in zip(before.components, after.components) where old.value != new.value {
        let name = old.name.isEmpty ? output.name : "\(output.name).\(old.name)"
        return "'\(entry.id).\(name)' is \(old.value) after \(end) s and \(new.value) \(origin)"
      }
    }
    return "what '\(entry.id)' draws after \(end) s is not what it draws \(origin)"
  }
}
