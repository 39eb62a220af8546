import Foundation
import Synchronization
import Testing

@testable import Store

@Suite("The watchdog of a store")
struct StoreWatchdogTests {
  @Test("An operation that does not end is named, after unfinished files are removed")
  func hang() {
    let isReported = DispatchSemaphore(value: 0)
    let events = Mutex<[String]>([])
    let watchdog = StoreWatchdog(deadline: 0.05) { operation in
      events.withLock { $0.append(operation) }
      isReported.signal()
    }
    watchdog.beforeEnd { events.withLock { $0.append("cleaned up") } }
    watchdog.watch("opening 'b'") {}
    watchdog.watch("reading 'a'") { isReported.wait() }
    #expect(events.withLock { $0 } == ["cleaned up", "reading 'a'"])
  }

  @Test("Cleaning up that does not end either is not waited for")
  func hangingCleanup() {
    let (isReported, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let watchdog = StoreWatchdog(deadline: 0.05) { _ in isReported.signal() }
    watchdog.beforeEnd { isOver.wait() }
    watchdog.watch("reading 'a'") { isReported.wait() }
    isOver.signal()
  }

  @Test("Results and errors are those of the operation")
  func results() throws {
    let watchdog = StoreWatchdog(deadline: 100) { _ in }
    #expect(watchdog.watch("a") { 7 } == 7)
    #expect(throws: StoreError.self) {
      try watchdog.watch("b") { () throws(StoreError) in throw StoreError("no", code: nil) }
    }
  }
}
