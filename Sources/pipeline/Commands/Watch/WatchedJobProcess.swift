import Files
import Foundation
import JobFile
import Planning
import Rendering
import Reporting
import StageKit
import Video

/// The messages of a watched job's process besides the events of a run.
enum WatchMessage: Codable {
  case read(JobFacts)
  /// The picture is in its place.
  case poster(String)
  case warning(String)
}

/// The process in which one job of a watched folder is rendered: `run` for its file, then its poster.
enum WatchedJobProcess {
  static func run(_ settings: RunSettings) throws -> ExitCode {
    let file = settings.paths[0]
    let folder = settings.outputFolder
    let registry = StageLoading.registry()
    let loaded = LoadedJobs(
      settings.paths, registry: registry, policy: settings.policy, foundIn: settings.foundIn, isPart: true)
    let facts = JobFacts(file: file, loaded, settings.policy.selection, outputFolder: folder)
    ChildRole.send(WatchMessage.read(facts))
    // It may write what another job writes, or what it is made from.
    ChildRole.waitForPermission()
    let code = try RunCommand.run(settings)
    if code == .success, let job = loaded.jobs.first {
      let path =
        "\(folder)/\(((file as NSString).lastPathComponent as NSString).deletingPathExtension)\(WatchReceipt.posterEnding)"
      if !facts.outputs.contains((path as NSString).lastPathComponent) {
        drawPoster(of: job, registry, to: path, settings)
      }
    }
    return code
  }

  /// Writes the fullest frame of a job; what keeps it from that is a warning, since the videos are there.
  private static func drawPoster(of job: Job, _ registry: StageRegistry, to path: String, _ settings: RunSettings) {
    let scale = settings.scale
    do throws(any Error) {
      try PictureFile.check(path, replacesForeignFiles: settings.replacesForeignFiles)
      let prepared = try PlannedJob(job, registry: registry)
      let frame = try VariantSheet.fullestFrame(of: prepared)
      let size = job.picture(scale: scale)
      let fitting = min(1, (Double(largestPoster) / Double(max(1, size.width * size.height))).squareRoot())
      let image = try prepared.image(at: prepared.plan.seconds(ofFrame: frame), scale: scale * fitting)
      try writePNG(image, to: path)
      ChildRole.send(WatchMessage.poster(path))
    } catch {
      let reason = (error as? JobFailure)?.lines.first ?? SystemError.describe(error)
      ChildRole.send(WatchMessage.warning("there is no poster: \(reason)"))
    }
  }

  /// In pixels; larger ones are drawn smaller.
  private static let largestPoster = 1920 * 1080
}
