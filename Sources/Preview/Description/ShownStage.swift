import JobFile
import Planning
import Rendering
import StageKit

/// A stage of a film, or of a job that one of its stages shows.
struct ShownStage {
  /// Its id; that of a stage within a job comes after the id of the one that shows the job, as in `intro/title`.
  let id: String
  let entry: StageEntry
  /// Nil where the plan has no such stage.
  let planned: PlannedStage?
  /// The job that it belongs to.
  let job: Job
  /// The index, in the list of all, of the stage that holds it or shows its job.
  let holder: Int?
  /// The number of stages that hold it or show its job.
  let depth: Int
  /// The stages that show the jobs around it, the innermost first; none for a stage of the film itself.
  let outers: [PlannedStage]

  /// The first instant of the film at which its job is at an instant; nil where it never is.
  ///
  /// A job that plays evenly counts on before it is shown and after, so that what begins or ends there has its place.
  func videoTime(ofJobTime seconds: Double) -> Double? {
    outers.reduce(seconds) { time, outer in
      guard let time else { return nil }
      var own: Double? = time
      if let remap = outer.stage.timeRemap {
        if let playback = remap.playback, !playback.loops, !playback.isReversed {
          own = (time - playback.offset) / playback.speed
        } else {
          own = remap.time(ofContentAt: time, until: outer.shownDuration)
        }
      }
      return own.flatMap { outer.videoTime(of: outer.start + $0) }
    }
  }

  /// The instant of its job that is shown at one of the film.
  func jobTime(at seconds: Double) -> Double {
    outers.reversed().reduce(seconds) { time, outer in outer.contentTime(at: time) }
  }

  /// When it starts and ends, in seconds of the film; within a job that ends with that, where nothing else ends it.
  var videoStart: Double? { planned?.videoStart.flatMap(videoTime) }
  var videoEnd: Double? {
    guard let outer = outers.first else { return planned?.videoEnd }
    if let end = planned?.videoEnd { return videoTime(ofJobTime: end) }
    return outer.videoEnd.flatMap { end in
      ShownStage(
        id: id, entry: entry, planned: planned, job: job, holder: holder, depth: depth,
        outers: Array(outers.dropFirst())
      ).videoTime(ofJobTime: end)
    }
  }
}

extension PlannedStage {
  /// The instant of the job that the stage shows, at one of the video around it.
  func contentTime(at seconds: Double) -> Double {
    let own = time(at: seconds).seconds
    return stage.timeRemap?.contentTime(at: own) ?? own
  }

  /// Maps the canvas of the job that the stage shows to the stage's own coordinates, in which it has a box.
  func contentSpace(in box: Rect) -> Transform? {
    guard let content = nested?.job.composition.bounds, content.width > 0, content.height > 0 else { return nil }
    var fit = PictureFit.cover
    if case .text(let name)? = entry.parameters["fit"], let given = PictureFit(rawValue: name) { fit = given }
    let place = fit.rect(for: content.size, in: box)
    return .translation(place.origin) * .scale(place.width / content.width, place.height / content.height)
  }
}

extension RenderPlan {
  /// The stages in the order of the job, each that shows a job followed by those of that.
  var shownStages: [ShownStage] { shown("", nil, 0, []) }

  private func shown(_ prefix: String, _ holder: Int?, _ depth: Int, _ outers: [PlannedStage]) -> [ShownStage] {
    let planned = Dictionary(stages.map { ($0.entry.id, $0) }, uniquingKeysWith: { first, _ in first })
    var list: [ShownStage] = []
    var places: [Int] = []
    let first = holder.map { $0 + 1 } ?? 0
    for entry in job.stages {
      let parent = entry.parent.flatMap { places.indices.contains($0) ? places[$0] : nil }
      let own = planned[entry.id]
      let ownDepth = parent.map { list[$0 - first].depth + 1 } ?? depth
      places.append(first + list.count)
      list.append(
        ShownStage(
          id: prefix + entry.id, entry: entry, planned: own, job: job, holder: parent ?? holder, depth: ownDepth,
          outers: outers))
      if let own, let plan = own.nested {
        list += plan.shown("\(prefix)\(entry.id)/", places[places.count - 1], ownDepth + 1, [own] + outers)
      }
    }
    return list
  }
}
