import Foundation
import Synchronization
import Testing

@testable import Rendering

@Suite("Reading ahead")
struct SegmentReadAheadTests {
  @Test("The next entries are looked up while the first is in use")
  func begins() {
    let asked = DispatchSemaphore(value: 0)
    let entries = Mutex<Set<Int>>([])
    let ahead = SegmentReadAhead(count: 3) { entry in
      entries.withLock { _ = $0.insert(entry) }
      asked.signal()
      return .damaged
    }
    _ = ahead.result(0)
    for _ in 0..<3 { asked.wait() }
    #expect(entries.withLock { $0 } == [0, 1, 2])
  }

  @Test("What was found is not looked up twice; what was missing is looked up again when it is asked for")
  func repeats() {
    let counts = Mutex<[Int: Int]>([:])
    let ahead = SegmentReadAhead(count: 100) { entry in
      counts.withLock { $0[entry, default: 0] += 1 }
      return entry % 2 == 0 ? .damaged : .missing
    }
    for entry in 0..<100 {
      guard case .damaged = ahead.result(entry) else { continue }
      #expect(entry % 2 == 0)
    }
    let found = counts.withLock { $0 }
    #expect((0..<100).allSatisfy { found[$0] == 1 || ($0 % 2 == 1 && found[$0] == 2) })
  }

  @Test("Not all entries are looked up at once")
  func isBounded() {
    let isOpen = DispatchSemaphore(value: 0)
    let begun = Mutex(0)
    let ahead = SegmentReadAhead(count: 1000) { entry in
      begun.withLock { $0 += 1 }
      if entry > 0 { isOpen.wait() }
      return .damaged
    }
    _ = ahead.result(0)
    let count = begun.withLock { $0 }
    #expect(count < 50)
    for _ in 0..<1000 { isOpen.signal() }
  }

  @Test("Many workers get each entry once, in any order")
  func manyWorkers() {
    let results = Mutex(0)
    let ahead = SegmentReadAhead(count: 200) { _ in .damaged }
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for entry in stride(from: worker, to: 200, by: 4) {
        if case .damaged = ahead.result(entry) { results.withLock { $0 += 1 } }
      }
    }
    #expect(results.withLock { $0 } == 200)
  }
}
