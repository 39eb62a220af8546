import Foundation

/// The threads of this process that go before everything else on the machine.
enum RealTimeThreads {
  /// Opens an encoder whose threads, and the calling one, are scheduled as before.
  ///
  /// Where the user may do so, such as root, SVT-AV1 raises them to the highest of real-time priorities. Frames that are drawn, other programs and the processes
  /// that this one starts, which inherit it, would wait for the encoder.
  static func avoided<Failure: Error>(_ open: () throws(Failure) -> Void) throws(Failure) {
    let isRealTime = sched_getscheduler(0) != SCHED_OTHER
    defer { if !isRealTime { leave() } }
    try open()
  }

  private static func leave() {
    var priority = sched_param(sched_priority: 0)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
      guard let thread = pid_t(name), sched_getscheduler(thread) == SCHED_FIFO else { continue }
      sched_setscheduler(thread, SCHED_OTHER, &priority)
    }
  }
}
