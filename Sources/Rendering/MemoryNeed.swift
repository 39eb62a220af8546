import JobFile
import Raster

/// About how many bytes rendering a job takes, by measurements with a tenth added.
public struct MemoryNeed: Hashable, Sendable {
  /// Whatever is rendered.
  public static let program = 90 << 20
  /// For the job as a whole: the index of its movies, what is known of each frame, and what its stages hold.
  public private(set) var job: Int
  /// For each worker that renders a segment.
  public private(set) var worker: Int

  /// With one worker.
  public var least: Int { Self.program + job + worker }

  public init(_ job: Job, width: Int, height: Int, frames: Int) {
    let pixels = width * height
    self.job = frames * (120 + 70 * job.outputs.count)
    worker =
      job.outputs.reduce(0) { $0 + $1.codec.encoderMemory($1.options, pixels: pixels) }
      // The picture and its layers, and frames that are held to be shown again.
      + pixels * 24 + min(64 << 20, pixels * 3 / 2 * 60)
  }

  /// With what stages hold of files, pictures and texts.
  func with(held: Int) -> MemoryNeed {
    var result = self
    result.job += held
    return result
  }

  /// With what drawing takes, known once the job's display lists are, of which outlines are kept in a cache of
  /// `capacity` bytes.
  func with(_ drawing: DrawingNeed, capacity: Int) -> MemoryNeed {
    var result = self
    result.job += drawing.paths + min(drawing.outlines * 2, capacity)
    result.worker += drawing.frame
    return result
  }

  /// How large a job's cache of what drawing prepares may be in a run that may take `memory` bytes.
  static func cacheCapacity(in memory: Int) -> Int { min(512 << 20, memory / 8) }
}
