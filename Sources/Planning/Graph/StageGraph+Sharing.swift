import JobFile
import StageKit

extension GraphBuilder {
  /// Reports a name that no neighboring scene shares, or that its own scene has twice.
  func check(_ shared: SharedName, of stage: Int) {
    let entry = job.stages[stage]
    if !entry.definition.draws {
      report("'\(entry.definition.name)' draws nothing that could be shared", at: shared.position, path: shared.path)
      return
    }
    guard let place = job.scene(of: stage) else {
      report(
        "stage '\(entry.id)' is in no scene", hint: "Scenes of a 'sequence' share elements.", at: shared.position,
        path: shared.path)
      return
    }
    let others = sharing[shared.name, default: []].filter { $0 != stage }
    if let twin = others.first(where: { job.scene(of: $0)?.scene == place.scene }), twin < stage {
      report("its scene has two elements '\(shared.name)'", at: shared.position, path: shared.path)
    } else if !others.contains(where: { isNext($0, to: place) }) {
      report(
        "no neighboring scene of '\(job.stages[place.sequence].id)' has an element '\(shared.name)'",
        at: shared.position, path: shared.path)
    }
  }

  /// True for a stage in a scene right before or after another.
  private func isNext(_ stage: Int, to place: (sequence: Int, scene: Int)) -> Bool {
    guard let other = job.scene(of: stage), other.sequence == place.sequence else { return false }
    let scenes = job.children(of: place.sequence).filter {
      job.stages[$0].definition.draws && job.stages[$0].isVisible != false
    }
    guard let a = scenes.firstIndex(of: other.scene), let b = scenes.firstIndex(of: place.scene) else { return false }
    return abs(a - b) == 1
  }
}

extension Job {
  /// The innermost sequence that holds a stage, and the scene in it that is or holds the stage.
  func scene(of stage: Int) -> (sequence: Int, scene: Int)? {
    var scene = stage
    while let holder = stages[scene].parent {
      if stages[holder].definition.isSequence { return (holder, scene) }
      scene = holder
    }
    return nil
  }
}
