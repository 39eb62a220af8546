import Formats
import Foundation
import JobFile
import Planning
import Raster
import Reporting
import StageKit
import Video

/// The frames that rendering a job asks for, their sizes and their encoding; known without the job's stages.
struct RenderSpec: Sendable {
  let index: Int
  let job: Job
  let context: JobContext
  /// The job's sounds, with the times at which they begin.
  let plannedSounds: [PlannedSound]
  /// The drawings for the job's outputs, as far as the run wants them.
  let renditions: [Rendition]
  /// The instants that they show, each once, in order, in seconds from the job's start.
  let instants: [Double]
  /// The points at which segments may begin, in order, as far as that depends on what frames show.
  let cutPoints: [CutPoint]
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
  let began: ContinuousClock.Instant
  /// The key of the frames' hashes in the store; where they come from there, each frame is compared when it is drawn. Nil
  /// where the run keeps none.
  let hashKey: Digest?

  /// Throws `JobFailure` where nothing of the job can be rendered.
  init(
    index: Int, job: Job, sounds: [PlannedSound], settings run: RenderSettings, context: JobContext,
    began: ContinuousClock.Instant = .now, hashKey: Digest? = nil
  ) throws(JobFailure) {
    self.index = index
    self.job = job
    self.context = context
    self.began = began
    self.hashKey = hashKey
    plannedSounds = sounds
    // Workers draw different parts, which show different pictures.
    preparation = ResourceCache(
      capacity: ResourceCache.defaultCapacity / 2 * max(run.workers, 2), store: context.diskCache,
      memory: context.memory)
    renditions = Rendition.all(of: job, run)
    let frames = run.frames
    self.sounds = job.outputs.map {
      run.isMuted ? nil : SoundTarget($0, of: job, frames: frames, hears: !sounds.isEmpty)
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
    cutPoints = CutPoint.all(of: renditions, instants: instants)
    // The scale of a run is not known when the job is read, so its limits on sides are checked here.
    let pictures = job.outputs.map { job.picture(of: $0, scale: run.scale) }
    let side = pictures.map { max($0.width, $0.height, $0.drawnWidth, $0.drawnHeight) }.max() ?? 0
    guard side <= JobLimits.side else {
      throw .badJob([
        job.diagnostic(
          at: nil, path: "", "at this scale a side has \(side) pixels, more than \(JobLimits.side)")
      ])
    }
    meter = JobMeter(isOn: run.measuresTime)
    paths = job.outputs.map { (run.outputFolder as NSString).appendingPathComponent($0.file) }
    // Collects the faults of all outputs, so that one run shows them all.
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

  /// The files of subtitles next to the outputs of a rendition.
  func subtitleFiles(
    of rendition: Rendition
  ) -> [(path: String, output: Int, subtitles: MovieSubtitles, format: SubtitleFormat)] {
    let subtitles = subtitles(of: rendition)
    return rendition.outputs.flatMap { output in
      subtitles.compactMap { entry, subtitles in
        job.outputs[output].file(of: entry).map { file in
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
    return job.outputs[renditions[layout.video(ofSegment: segment)].outputs[0]].file
  }

  /// The instants that renditions show, each once, in order.
  static func instants(of renditions: [Rendition]) -> [Double] {
    Set(renditions.flatMap(\.instants)).sorted()
  }

  /// The memory of the encoders of some of the job's outputs, in bytes.
  func encoderMemory(_ outputs: [Int]) -> Int {
    outputs.reduce(0) { sum, output in
      let (entry, format) = (job.outputs[output], formats[output])
      return sum + entry.codec.encoderMemory(entry.options, format.pixelFormat, pixels: format.width * format.height)
    }
  }

  /// The memory for putting the job's animated pictures together, in bytes.
  var joinMemory: Int {
    renditions.flatMap(\.outputs).reduce(0) { sum, output in
      let format = formats[output]
      guard let codec = format.codec as? any AnimatedPictureCodec, format.sprite == nil else { return sum }
      return sum + codec.joinMemory(format.pixelFormat, pixels: format.width * format.height)
    }
  }

  /// The numbers of an output's files, if each frame has one, from the first frame that is written.
  func numbering(of output: Int, from first: Int) -> FrameNumbering {
    FrameNumbering(firstFrame: first, frameCount: job.frameCount(of: job.outputs[output]))
  }

  /// Cuts the renditions into segments by the hashes of the instants' frames.
  func layout(_ hashes: FrameHashes, reusing: Bool = true) -> SegmentLayout {
    let indexes = Dictionary(uniqueKeysWithValues: zip(instants, 0...))
    let cuts = Dictionary(uniqueKeysWithValues: zip(cutPoints, hashes.cuts))
    let unknown = Digest(high: 0, low: 0)
    let videos = renditions.map { rendition in
      let ownCuts = rendition.cutFrames.compactMap { frame in
        CutPoint.point(of: frame, in: rendition, indexes).flatMap { cuts[$0] }.map { (frame, $0) }
      }
      return SegmentLayout.Video(
        rendition.instants.map { indexes[$0].map { hashes.digests[$0] } ?? unknown },
        from: rendition.frames.lowerBound, keyFrames: rendition.keyFrames,
        visibilities: Dictionary(uniqueKeysWithValues: ownCuts))
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
        let entry = job.outputs[output]
        let width = formats[output].width * sprite.columns
        let height = formats[output].height * ((places + sprite.columns - 1) / sprite.columns)
        if max(width, height) <= OutputFormat.maxSide { continue }
        faults.append(
          job.diagnostic(
            at: entry.position, path: entry.path,
            "a sheet of \(places) frames would have \(width) × \(height) pixels: a side has more than "
              + "\(OutputFormat.maxSide)",
            hint: "Choose other 'columns', a smaller 'size', a lower 'fps', or a part by 'from' and 'to'."))
      }
    }
    if !faults.isEmpty { throw .badJob(faults) }
  }
}
