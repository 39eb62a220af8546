import JobFile
import Planning
import Raster
import StageKit

/// Checks that a video that loops continues at its start.
enum LoopSeam {
  /// Throws `JobFailure.badJob` where a job says that it loops, but what would come after its last frame is not what its
  /// first frame shows. The error names each stage that causes the jump.
  static func check(_ plan: RenderPlan) throws(JobFailure) {
    let job = plan.job
    guard let loop = job.loop else { return }
    do {
      let seconds = plan.seconds(ofFrame: job.frameCount)
      let first = try plan.evaluate(at: 0)
      let next = try plan.evaluate(at: seconds)
      guard first.picture.digest != next.picture.digest, !looksEqual(first, next, plan) else { return }
      let faults = causes(plan, first, next).map { stage in
        job.diagnostic(
          at: plan.stages[stage].entry.position, path: plan.stages[stage].entry.path,
          "the loop jumps: " + difference(plan.stages[stage].entry, first, next, stage, at: seconds),
          hint: "'loop' asks for an end that leads into the start, at \(loop).")
      }
      throw JobFailure.badJob(faults)
    } catch let failure as JobFailure {
      throw failure
    } catch {
      throw .render("\(error)")
    }
  }

  /// Lists may differ in what changes no pixel.
  private static func looksEqual(_ a: EvaluatedFrame, _ b: EvaluatedFrame, _ plan: RenderPlan) -> Bool {
    let job = plan.job
    let renderer = FrameRenderer(
      width: job.pixelWidth, height: job.pixelHeight, scale: job.composition.scale,
      background: job.composition.background,
      cache: ResourceCache())
    return renderer.render(a.picture) == renderer.render(b.picture)
  }

  /// The stages that differ and are seen, or that such stages take differing values from; of these the ones that no
  /// differing value leads to.
  private static func causes(_ plan: RenderPlan, _ a: EvaluatedFrame, _ b: EvaluatedFrame) -> [Int] {
    let drawn = Set(plan.drawingOrder)
    var isRelevant = plan.stages.indices.map { drawn.contains($0) && a.drawings[$0] != b.drawings[$0] }
    var isCause = isRelevant
    for index in plan.stages.indices.reversed() where isRelevant[index] {
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
    _ entry: StageEntry, _ a: EvaluatedFrame, _ b: EvaluatedFrame, _ stage: Int, at seconds: Double
  ) -> String {
    for output in entry.definition.outputs {
      guard let before = b.values[stage]?[output.name], let after = a.values[stage]?[output.name], before != after
      else { continue }
      for (old, new) in zip(before.components, after.components) where old.value != new.value {
        let name = old.name.isEmpty ? output.name : "\(output.name).\(old.name)"
        return "'\(entry.id).\(name)' is \(old.value) after \(seconds) s and \(new.value) at the start"
      }
    }
    return "what '\(entry.id)' draws after \(seconds) s is not what it draws at the start"
  }
}
