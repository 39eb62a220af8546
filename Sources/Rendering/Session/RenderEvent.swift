import JobFile
import Reporting

/// An event of a run. Events of one job come in the order in which they happen; they are reported from any thread.
public enum RenderEvent: Codable, Sendable {
  /// A stage of a job is being made, which reads its files; reported again for each next one, until the job begins.
  case preparing(job: Int, stage: String)
  /// A share of a run has nothing of this job.
  case skipped(job: Int)
  /// A job was planned and its first segment begins.
  case started(job: Int, frames: Int)
  /// A job does not fit into memory next to others. It begins anew when no other is open; its work so far is lost.
  case postponed(job: Int)
  /// Something that a stage says and that does not keep the job from rendering.
  case warned(job: Int, Diagnostic)
  /// One more frame of a job is drawn and with its encoder.
  case frame(job: Int)
  /// Frames of a job that need not be drawn: they repeat others, or were in the store.
  case reused(job: Int, frames: Int)
  /// Something about the run as a whole that does not keep it from going on.
  case noted(String)
  case finished(job: Int, JobSummary)
  case failed(job: Int, JobFailure)
}
