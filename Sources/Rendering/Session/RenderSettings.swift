import Planning
import StageKit

/// The settings that hold for all jobs of a run.
public struct RenderSettings: Sendable {
  /// The folder of outputs; created if it is missing.
  public var outputFolder: String
  /// The number of segments that are drawn and encoded at once.
  public var workers: Int
  /// Multiplies every job's own scale; sizes are rounded up to even numbers of pixels.
  public var scale: Double
  /// The frames to render of every job, cut to those it has; nil for all.
  public var frames: ClosedRange<Int>?
  /// True if the first failure ends the run.
  public var failFast: Bool
  /// True if jobs' summaries have timings.
  public var measuresTime: Bool
  /// True if equal frames and segments are drawn and encoded once. The files are the same either way.
  public var reusesFrames: Bool
  /// The store of encoded segments; nil for none. Needs `reusesFrames`.
  public var store: StoreSettings?
  /// The purpose of the run. All but `deliver` need a store.
  public var purpose = RunPurpose.deliver
  /// The submission that the run is a part of.
  public var submission: Digest?
  /// True if a share keeps a receipt in the store; not one that is a part of another.
  public var keepsReceipts = true
  /// True if outputs replace files that this program did not make.
  public var replacesForeignFiles = false
  /// The number of bytes that the run may take; nil for nine tenths of the machine's free memory when it begins.
  public var memory: Int?
  /// The number of bytes that the program takes besides its jobs; nil for the size of the process when the run begins.
  var programMemory: Int?

  /// True if numbers that are not finite fail a job.
  public var checksNumbers = Planner.checksNumbers

  /// True if all files are to be without sound.
  public var isMuted = false

  public init(
    outputFolder: String, workers: Int, scale: Double = 1, frames: ClosedRange<Int>? = nil, failFast: Bool = false,
    measuresTime: Bool = false, reusesFrames: Bool = true, store: StoreSettings? = nil
  ) {
    self.outputFolder = outputFolder
    self.workers = max(1, workers)
    self.scale = scale
    self.frames = frames
    self.failFast = failFast
    self.measuresTime = measuresTime
    self.reusesFrames = reusesFrames
    self.store = store
  }
}
