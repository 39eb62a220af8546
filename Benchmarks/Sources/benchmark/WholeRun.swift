import Formats
import Foundation
import JobFile
import Rendering
import StageKit
import Synchronization
import Video

/// Renders a job as `pipeline run` does, into a folder.
func renderWhole(_ job: Job, _ registry: StageRegistry, workers: Int, into folder: String) throws {
  let failure = Mutex<String?>(nil)
  // Every frame is drawn and encoded, also of jobs that loop: copies of packets would pass for speed.
  let settings = RenderSettings(outputFolder: folder, workers: workers, reusesFrames: false)
  let run = RenderSession(jobs: [job], registry: registry, settings: settings) { event in
    if case .failed(_, let reason) = event { failure.withLock { $0 = "\(reason)" } }
  }
  run.run()
  if let failure = failure.withLock({ $0 }) { throw BenchmarkError(failure) }
}

/// Encodes frames that lie ready, with this project's own encoder on one thread.
func encodeAlone(_ job: Job, rawFile: String) throws {
  guard let handle = FileHandle(forReadingAtPath: rawFile) else { throw BenchmarkError("\(rawFile): cannot be read") }
  let entry = job.outputs[0]
  let encoder = try SegmentEncoder(
    job.format(of: entry))
  let size = PixelFormat.yuv420p8.byteCount(width: job.pixelWidth, height: job.pixelHeight)
  for _ in 0..<job.frameCount {
    guard let data = try handle.read(upToCount: size),
      let planes = FramePlanes(.yuv420p8, width: job.pixelWidth, height: job.pixelHeight, bytes: [UInt8](data))
    else { throw BenchmarkError("\(rawFile): ends early") }
    try encoder.encode(planes)
  }
  _ = try encoder.finish()
}

/// The arguments that let `ffmpeg` encode the same frames with libx264 at the same settings.
func encoderArguments(
  _ job: Job, keyFrames: [Int], rawFile: String, threads: Int?, output: String
) -> [String] {
  let entry = job.outputs[0]
  let encoder = entry.codec.encoder(entry.options, .yuv420p8, at: job.frameRate)
  return [
    "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(job.pixelWidth)x\(job.pixelHeight)", "-r",
    "\(job.frameRate.numerator)/\(job.frameRate.denominator)", "-i", rawFile, "-c:v", encoder.encoder,
    "-force_key_frames", "expr:" + keyFrames.map { "eq(n,\($0))" }.joined(separator: "+"),
  ] + encoder.options.flatMap { ["-\($0.name)", $0.value] } + (threads.map { ["-threads", "\($0)"] } ?? []) + [output]
}
