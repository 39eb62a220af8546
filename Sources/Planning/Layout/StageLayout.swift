import JobFile
import Reporting
import StageKit

/// Moves stages to where the job places them, by their boxes at rest, and to the other side where it is mirrored.
///
/// As in CSS, motion is no layout: a box counts as it is when its stage has settled, and the whole stage is moved by one
/// vector for all instants.
struct StageLayout {
  let job: Job
  let graph: StageGraph

  /// Once all stages are planned. Reports stages without a box.
  func apply(to planning: inout StagePlanning, _ list: inout DiagnosticList) {
    let isMirrored = job.composition.isMirrored
    guard isMirrored || job.stages.contains(where: { $0.place != nil }) else { return }
    for index in graph.placingOrder {
      let entry = job.stages[index]
      if let place = entry.place {
        guard let move = move(of: index, to: place, planning) else {
          list.add(
            .error,
            job.diagnostic(
              at: place.position, path: place.path,
              "stage '\(entry.id)' (\(entry.definition.name)), or what it is placed by, takes up no room"))
          continue
        }
        planning.move(index, by: move)
      } else if isMirrored, entry.parent == nil, entry.mirrors, entry.definition.draws, !takesPosition(index) {
        planning.move(index, by: mirroring(index, planning))
      }
    }
  }

  private func move(of index: Int, to place: StagePlace, _ planning: StagePlanning) -> Point? {
    let isMirrored =
      job.composition.isMirrored && job.stages[index].mirrors
      || place.isLogical && ReadingDirection.isRightToLeft(job.composition.locale)
    let other: Rect?
    switch place.reference {
    case .canvas: other = job.composition.bounds
    case .safeArea: other = job.composition.safeArea
    case .stage:
      other = graph.needs(of: index).first { $0.reason == .place }.flatMap { restingBox(of: $0.from, planning) }
    }
    guard let other, let box = restingBox(of: index, planning) else { return nil }
    let move = (isMirrored ? place.mirrored : place).move(of: box, by: other)
    return move.isFinite ? move : nil
  }

  /// To the other side of the canvas's middle; what is as wide as the canvas stays.
  private func mirroring(_ index: Int, _ planning: StagePlanning) -> Point {
    let canvas = job.composition.bounds
    guard let box = restingBox(of: index, planning), box.minX > canvas.minX || box.maxX < canvas.maxX else {
      return .zero
    }
    let move = canvas.maxX - box.maxX - box.minX
    return move.isFinite ? Point(move, 0) : .zero
  }

  /// True if its position comes from other stages, with which it moves.
  private func takesPosition(_ index: Int) -> Bool {
    let entry = job.stages[index]
    return entry.leader != nil
      || entry.connections.contains { connection in
        switch entry.definition.inputs.first(where: { $0.name == connection.input })?.type {
        case .point, .coordinate, .camera, .path, .drawing: true
        default: false
        }
      }
  }

  // MARK: Boxes

  /// The room that a stage takes up when it has settled, or at the last instant before that where it takes up any.
  private func restingBox(of index: Int, _ planning: StagePlanning) -> Rect? {
    for instant in planning.restingInstants(of: index) {
      if let box = planning.box(of: index, at: instant) { return box }
    }
    return nil
  }
}
