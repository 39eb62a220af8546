import Foundation

/// Threads that work side by side, watched by the one that waits for them.
///
/// A thread that exceeds its time cannot be ended; it is left alone, another takes its place, and nobody waits for it.
// Sendable: what changes is touched only while `condition` is locked.
final class WorkerPool: @unchecked Sendable {
  private let condition = NSCondition()
  private var active: [WorkSlot] = []
  private let body: @Sendable (WorkSlot) -> Void

  /// Stages may need more than the half megabyte that threads of Dispatch have.
  private static let stackSize = 8 << 20
  /// Seconds from one look at the workers to the next. Ticks, not times, are counted, so that a process that was stopped
  /// for a while finds nobody late.
  private static let tick = 0.25

  init(body: @escaping @Sendable (WorkSlot) -> Void) { self.body = body }

  /// Runs workers until all are done but those that were late, of which `isLate` is told.
  ///
  /// `deadline` is in seconds; `note` keeps what the first worker is at.
  func run(_ count: Int, deadline: Double, note: StepNote?, isLate: (WorkSlot.Step) -> Void) {
    condition.lock()
    for index in 0..<count { start(note: index == 0 ? note : nil) }
    let most = Int((deadline / Self.tick).rounded(.up))
    while !active.isEmpty {
      _ = condition.wait(until: Date(timeIntervalSinceNow: Self.tick))
      var late: [WorkSlot.Step] = []
      for slot in active {
        guard let step = slot.tick(most: most) else { continue }
        late.append(step)
        active.removeAll { $0 === slot }
        start(note: nil)
      }
      guard !late.isEmpty else { continue }
      condition.unlock()
      for step in late { isLate(step) }
      condition.lock()
    }
    condition.unlock()
  }

  /// To be called while `condition` is locked.
  private func start(note: StepNote?) {
    let slot = WorkSlot(note: note)
    active.append(slot)
    let thread = Thread { [self] in
      body(slot)
      leave(slot)
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  private func leave(_ slot: WorkSlot) {
    condition.lock()
    active.removeAll { $0 === slot }
    condition.broadcast()
    condition.unlock()
  }
}
