import Formats
import Foundation
import JobFile
import Planning
import Raster
import Reporting
import StageKit
import Video

/// What rendering a planned job asks for: what to draw, at which size, and how to encode it.
struct RenderTask: Sendable {
  let index: Int
  let plan: RenderPlan
  let context: JobContext
  /// What is drawn for the job's outputs, as far as the run wants it.
  let renditions: [Rendition]
  /// The instants that they show, each once, in order, in seconds from the job's start.
  let instants: [Double]
  /// Where segments may begin, in order, as far as that depends on what frames show.
  let joinPlaces: [JoinPlace]
  /// Those where a segment begins, whatever frames show: around what rows of data give, so that videos of other rows share
  /// the segments before and after it.
  let askedJoins: Set<JoinPlace>
  /// One for each of the job's outputs.
  let formats: [OutputFormat]
  let paths: [String]
  /// The sound of each output; nil where it has none.
  let sounds: [SoundTarget?]
  /// The job's subtitles, where an output carries them.
  let subtitles: [(entry: SubtitleEntry, track: SubtitleTrack)]
  /// Files of sound alone, with their paths.
  let soundFiles: [(output: SoundOutput, target: SoundTarget, path: String)]
  let preparation: ResourceCache
  let meter: JobMeter
  let joins: JoinMemo
  let began: ContinuousClock.Instant
  /// The key of the job's survey in the store, from which digests of frames may come, so that each is compared when it is
  /// drawn; nil where the run uses none.
  var surveyKey: Digest?

  /// Throws `JobFailure` where nothing of the job can be rendered.
  init(
    index: Int, plan: RenderPlan, settings run: RenderSettings, context: JobContext, began: ContinuousClock.Instant,
    joins: JoinMemo = JoinMemo()
  ) throws(JobFailure) {
    let job = plan.job
    self.index = index
    self.plan = plan
    self.context = context
    self.began = began
    self.joins = joins
    preparation = ResourceCache(store: context.diskCache, memory: context.memory)
    renditions = Rendition.all(of: job, run)
    let frames = run.frames
    sounds = job.outputs.map {
      run.isMuted ? nil : SoundTarget($0, of: job, frames: frames, hears: !plan.sounds.isEmpty)
    }
    soundFiles = job.soundOutputs.compactMap { output in
      guard !run.isMuted, let target = SoundTarget(output, of: job, frames: frames) else { return nil }
      return (output, target, (run.outputFolder as NSString).appendingPathComponent(output.file))
    }
    if run.isMuted, job.outputs.isEmpty {
      throw .badJob([
        job.diagnostic(at: nil, path: "outputs", "there is nothing but sound to deliver, and --mute leaves it out")
      ])
    }
    guard !renditions.isEmpty || !soundFiles.isEmpty else {
      let wanted = run.frames ?? 0...0
      throw .badJob([
        job.diagnostic(
          at: nil, path: "", "has no frames \(wanted.lowerBound)..\(wanted.upperBound)",
          hint: "Its frames are 0..\(job.frameCount - 1).")
      ])
    }
    subtitles = try job.subtitleTracks()
    instants = Self.instants(of: renditions)
    joinPlaces = JoinPlace.all(of: renditions, instants: instants)
    askedJoins = Self.askedJoins(of: plan, joinPlaces, instants)
    let pictures = job.outputs.map { job.picture(of: $0, scale: run.scale) }
    let side = pictures.map { max($0.width, $0.height, $0.drawnWidth, $0.drawnHeight) }.max() ?? 0
    guard side <= JobLimits.side else {
      throw .badJob([
        job.diagnostic(
          at: nil, path: "", "at this scale a side has \(side) pixels, more than \(JobLimits.side)")
      ])
    }
    meter = JobMeter(plan, isOn: run.measuresTime)
    paths = job.outputs.map { (run.outputFolder as NSString).appendingPathComponent($0.file) }
    var formats: [OutputFormat] = []
    var faults: [Diagnostic] = []
    for output in job.outputs {
      do {
        formats.append(try job.format(of: output, scale: run.scale))
      } catch {
        faults.append(job.diagnostic(at: output.position, path: output.path, error.reason))
      }
    }
    if !faults.isEmpty { throw .badJob(faults) }
    self.formats = formats
  }

  /// The subtitles that are shown with a rendition's frames; times count from the first.
  func subtitles(of rendition: Rendition) -> [(entry: SubtitleEntry, subtitles: MovieSubtitles)] {
    let start = rendition.instants.first ?? 0
    let duration = rendition.rate.seconds(ofFrame: rendition.frames.count)
    return subtitles.map { entry, track in
      (entry, track.subtitles(in: entry.language, from: start, duration: duration))
    }
  }

  /// The files of subtitles beside the outputs of a rendition.
  func subtitleFiles(
    of rendition: Rendition
  ) -> [(path: String, output: Int, subtitles: MovieSubtitles, format: SubtitleFormat)] {
    let subtitles = subtitles(of: rendition)
    return rendition.outputs.flatMap { output in
      subtitles.compactMap { entry, subtitles in
        plan.job.outputs[output].file(of: entry).map { file in
          let folder = (paths[output] as NSString).deletingLastPathComponent
          let path = (folder as NSString).appendingPathComponent((file.name as NSString).lastPathComponent)
          return (path, output, subtitles, file.format)
        }
      }
    }
  }

  /// The sounds of all files that the run makes; equal ones are one.
  var soundTargets: [SoundTarget] { renditions.flatMap(\.outputs).compactMap { sounds[$0] } + soundFiles.map(\.target) }

  /// The first output that a segment is a part of, to tell videos apart; nil where there is one for all outputs.
  func file(of segment: Int, _ layout: SegmentLayout) -> String? {
    guard renditions.count > 1 else { return nil }
    return plan.job.outputs[renditions[layout.video(ofSegment: segment)].outputs[0]].file
  }

  /// The instants that renditions show, each once, in order.
  static func instants(of renditions: [Rendition]) -> [Double] {
    Set(renditions.flatMap(\.instants)).sorted()
  }

  /// The last places before stages that use a row of data come, and the first ones after they went.
  private static func askedJoins(of plan: RenderPlan, _ places: [JoinPlace], _ instants: [Double]) -> Set<JoinPlace> {
    var asked: Set<JoinPlace> = []
    for stage in plan.stages where stage.entry.usesRow {
      let span = stage.videoSpan
      if let place = places.last(where: { instants[$0.second] <= span.lowerBound }) { asked.insert(place) }
      if let place = places.first(where: { instants[$0.second] >= span.upperBound }) { asked.insert(place) }
    }
    return asked
  }

  /// What the encoders of some of the job's outputs hold, in bytes.
  func encoderMemory(_ outputs: [Int]) -> Int {
    outputs.reduce(0) { sum, output in
      let (entry, format) = (plan.job.outputs[output], formats[output])
      return sum + entry.codec.encoderMemory(entry.options, format.pixelFormat, pixels: format.width * format.height)
    }
  }

  /// What joining the job's animated pictures takes, in bytes.
  var joinMemory: Int {
    renditions.flatMap(\.outputs).reduce(0) { sum, output in
      let format = formats[output]
      guard let codec = format.codec as? any AnimatedPictureCodec, format.sprite == nil else { return sum }
      return sum + codec.joinMemory(format.pixelFormat, pixels: format.width * format.height)
    }
  }

  /// How an output's files are numbered, where each frame has one, from the first frame that is written.
  func numbering(of output: Int, from first: Int) -> FrameNumbering {
    FrameNumbering(firstFrame: first, frameCount: plan.job.frameCount(of: plan.job.outputs[output]))
  }

  /// How the renditions are cut into segments, given what is known of the instants' frames.
  func layout(_ survey: FrameSurvey, reusing: Bool = true) -> SegmentLayout {
    let indexes = Dictionary(uniqueKeysWithValues: zip(instants, 0...))
    let joins = Dictionary(uniqueKeysWithValues: zip(joinPlaces, survey.joins))
    let unknown = Digest(high: 0, low: 0)
    let videos = renditions.map { rendition in
      let ownJoins = rendition.joinFrames.compactMap { frame in
        JoinPlace.place(of: frame, in: rendition, indexes).flatMap { joins[$0] }.map { (frame, $0) }
      }
      return SegmentLayout.Video(
        rendition.instants.map { indexes[$0].map { survey.digests[$0] } ?? unknown },
        from: rendition.frames.lowerBound, keyFrames: rendition.keyFrames,
        joins: Dictionary(uniqueKeysWithValues: ownJoins))
    }
    return SegmentLayout(videos, reusing: reusing)
  }

  /// Throws where the frames of a sheet of sprites would be more than a picture holds; those that show the same share a
  /// place.
  func checkSheets(_ layout: SegmentLayout) throws(JobFailure) {
    var faults: [Diagnostic] = []
    for (rendition, video) in zip(renditions, layout.videos) {
      let places = Set(video.frameDigests).count
      for output in rendition.outputs {
        guard let sprite = formats[output].sprite else { continue }
        let entry = plan.job.outputs[output]
        let width = formats[output].width * sprite.columns
        let height = formats[output].height * ((places + sprite.columns - 1) / sprite.columns)
        if max(width, height) <= OutputFormat.maxSide { continue }
        faults.append(
          plan.job.diagnostic(
            at: entry.position, path: entry.path,
            "a sheet of \(places) frames would have \(width) × \(height) pixels: a side has more than "
              + "\(OutputFormat.maxSide)",
            hint: "Choose other 'columns', a smaller 'size', a lower 'fps', or a part by 'from' and 'to'."))
      }
    }
    if !faults.isEmpty { throw .badJob(faults) }
  }

  /// Asks all stages for what they show at an instant; `stageDone` is called after each with its index.
  func evaluate(
    at seconds: Double, _ breadcrumb: CrashBreadcrumb?, stageDone: @escaping (Int) -> Void = { _ in }
  ) throws(StageFailure) -> EvaluatedFrame {
    let frame = plan.frame(at: seconds)
    func note(_ stage: Int) {
      guard let breadcrumb else { return }
      guard plan.stages.indices.contains(stage) else { return breadcrumb.begin(.drawing(frame: frame)) }
      let entry = plan.stages[stage].entry
      breadcrumb.begin(.evaluating(stage: entry.id, definition: entry.definition.name, frame: frame))
    }
    note(0)
    return try plan.evaluate(at: seconds) { stage in
      stageDone(stage)
      note(stage + 1)
    }
  }
}
