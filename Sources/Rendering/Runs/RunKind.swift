import JobFile
import Planning
import Reporting

/// A kind of run: its part in a session's work. The session plans jobs, hashes their frames and has workers draw segments;
/// the kind says which jobs concern it, and what becomes of a job whose segments are known.
protocol RunKind: Sendable {
  /// True if jobs' files are written.
  var writesFiles: Bool { get }
  /// The jobs to begin, by their indexes, in order; the run has nothing to do with the others.
  var order: [Int] { get }
  /// By a job's index, its distinct segments in order, where the run is to find these out.
  var forecasts: [Int: [SegmentForecast]] { get }
  /// The share of a job's segments that is drawn; nil for all.
  func share(ofJob index: Int) -> Share?

  /// Called before any job begins.
  func begin()
  /// Called when no worker is left; `isOver` unless the run was cancelled.
  func end(isOver: Bool)

  /// The next step of a job whose frames' hashes are in the store, so that its stages need not be made; nil where they must
  /// be. Throws `JobFailure`.
  func step(of spec: RenderSpec, _ layout: SegmentLayout) throws -> JobStep?
  /// The next step of a job that can be drawn. Throws `JobFailure`.
  func step(of drawing: JobDrawing, _ layout: SegmentLayout) throws -> JobStep

  /// A segment is not in the store, and the job's assembler cannot draw it.
  func missing(_ segment: Int, of assembler: OutputAssembler, isDamaged: Bool) -> JobFailure
  /// A segment was drawn and encoded; `seconds` are of a processor.
  func drew(_ segment: Int, of assembler: OutputAssembler, seconds: Double)
  /// A job is not delivered.
  func failed(_ job: Int, _ failure: JobFailure)
  /// The failure of a job that does not fit into memory.
  func memoryFailure(_ errors: [Diagnostic]) -> JobFailure
}

/// The session's next step with a job whose segments are known.
enum JobStep {
  /// Workers find its segments in the store, or draw them.
  case assemble(OutputAssembler)
  /// All of its segments were found in the store, and no file is written.
  case complete(OutputAssembler)
  /// The run has nothing to do with it.
  case skip
  /// Nothing more is to be done.
  case end
}

/// Defaults of most kinds.
extension RunKind {
  var forecasts: [Int: [SegmentForecast]] { [:] }
  func share(ofJob index: Int) -> Share? { nil }
  func begin() {}
  func end(isOver: Bool) {}
  func missing(_ segment: Int, of assembler: OutputAssembler, isDamaged: Bool) -> JobFailure {
    .render("segment \(segment) cannot be drawn")
  }
  func drew(_ segment: Int, of assembler: OutputAssembler, seconds: Double) {}
  func failed(_ job: Int, _ failure: JobFailure) {}
  func memoryFailure(_ errors: [Diagnostic]) -> JobFailure { .badJob(errors) }
}
