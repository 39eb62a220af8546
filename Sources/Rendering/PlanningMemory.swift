import Planning
import StageKit

/// Ends the planning of a job whose stages take more memory than there is for them.
struct PlanningMemory: Sendable {
  /// Bytes that stages may bring the process to.
  let most: Int

  /// `budget` is what a run may take beside the program.
  init(budget: Int) {
    most = budget.addingReportingOverflow(MemoryNeed.program).overflow ? .max : budget + MemoryNeed.program
  }

  /// Nine tenths of what is free now.
  init() { self.init(budget: MachineMemory.available.map { $0 / 10 * 9 } ?? .max) }

  /// Throws `PlanningAborted` where it is too much before a further stage is made.
  func check() throws {
    guard let held = MachineMemory.resident, held > most else { return }
    throw PlanningAborted(
      reason: StageError(
        "the stages before this one take too much memory: the program holds \(held >> 20) MiB, "
          + "and may hold \(most >> 20) MiB",
        hint: "Split the job, make its data smaller, or allow more with --max-memory."))
  }
}
