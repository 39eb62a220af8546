import JobFile
import StageKit

extension StagePlanning {
  /// Connects elements that neighboring scenes share, in the plan's stages.
  func connectShared(_ stages: inout [PlannedStage]) {
    for sequence in stages.indices where stages[sequence].entry.definition.isSequence {
      let scenes = stages[sequence].layers.map(\.stage)
      for (place, (earlier, later)) in zip(1..., zip(scenes, scenes.dropFirst())) {
        let duration = stages[sequence].stage.overlap(before: place)
        guard duration > 0 else { continue }
        let (first, second) = (elements(of: stages[earlier]), elements(of: stages[later]))
        for (name, from) in first.sorted(by: { $0.value < $1.value }) {
          guard let to = second[name], let a = places[from], let b = places[to] else { continue }
          let ends = [(a, from), (b, to)].map { place, index in
            (
              stage: place,
              spaces: job.spaces(of: index, outside: origin(of: stages[sequence])).compactMap { places[$0] }
            )
          }
          stages[sequence].pairs.append(.init(scene: later, place: place, ends: ends))
          for element in [a, b] { stages[element].sharings.append((later, duration)) }
        }
      }
    }
  }

  private func origin(of planned: PlannedStage) -> Int {
    job.stages.firstIndex { $0.id == planned.entry.id } ?? 0
  }

  /// The indexes, among the job's stages, of the shared elements of a scene, by their names.
  private func elements(of scene: PlannedStage) -> [String: Int] {
    let root = origin(of: scene)
    let found = job.stages.indices.compactMap { index in
      job.stages[index].shared.flatMap { shared in
        job.scene(of: index)?.scene == root ? (shared.name, index) : nil
      }
    }
    return Dictionary(found) { first, _ in first }
  }
}
