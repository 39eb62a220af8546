import Dispatch
import Synchronization
import Testing

@testable import Memory

@Suite("Memory budget")
struct MemoryBudgetTests {
  @Test("A reservation takes its bytes until it goes")
  func reservations() throws {
    let budget = MemoryBudget(limit: 100)
    let account = MemoryAccount(budget)
    var first = account.reserve(60, for: "a layer")
    #expect(first?.bytes == 60)
    #expect(budget.used == 60 && budget.available == 40)
    #expect(account.reserve(41, for: "a plane") == nil)
    #expect(account.refusal == MemoryRefusal(purpose: "a plane", bytes: 41, inUse: 60, limit: 100))
    #expect(account.peak == 101)
    first = nil
    #expect(budget.used == 0)
    account.beginStep()
    #expect(account.reserve(100, for: "a plane") != nil)
    #expect(account.refusal == nil)
  }

  @Test("A minimum is charged whether it is reserved or not, and what it covers is never refused")
  func minimum() {
    let budget = MemoryBudget(limit: 100)
    let (account, other) = (MemoryAccount(budget), MemoryAccount(budget))
    #expect(account.guarantee(70))
    #expect(!other.guarantee(31))
    #expect(budget.used == 70)
    let held = account.reserve(70, for: "a layer")
    #expect(held != nil && budget.used == 70)
    #expect(account.reserve(31, for: "a layer") == nil)
    #expect(account.guarantee(0) && budget.used == 70)
    #expect(other.guarantee(30))
  }

  @Test("An account that goes gives back what it was charged")
  func accountGoes() {
    let budget = MemoryBudget(limit: 100)
    do {
      let account = MemoryAccount(budget)
      #expect(account.guarantee(50))
      #expect(budget.used == 50)
    }
    #expect(budget.used == 0)
  }

  private final class Cache: ReclaimableCache {
    let values = Mutex<[MemoryReservation]>([])

    func reclaim(_ bytes: Int) {
      var freed = 0
      var gone: [MemoryReservation] = []
      values.withLock { values in
        while freed < bytes, let value = values.popLast() {
          freed += value.bytes
          gone.append(value)
        }
      }
    }
  }

  @Test("Caches give back before anything is refused, those of the same account too")
  func caches() {
    let budget = MemoryBudget(limit: 100)
    let account = MemoryAccount(budget)
    let cache = Cache()
    budget.add(cache)
    for _ in 0..<9 {
      if let value = account.reserve(10, for: "a cached outline") { cache.values.withLock { $0.append(value) } }
    }
    let layer = account.reserve(35, for: "a layer")
    #expect(layer != nil)
    #expect(cache.values.withLock { $0.count } == 5)
    #expect(account.reserve(101, for: "a layer") == nil)
    #expect(cache.values.withLock { $0.count } == 5)
    #expect(account.reserve(66, for: "a layer") == nil)
    #expect(cache.values.withLock { $0.count } == 0)
  }

  @Test("However many threads reserve, no more than the limit is taken, and all comes back")
  func threads() {
    let budget = MemoryBudget(limit: 1000)
    let highest = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let account = MemoryAccount(budget)
      for i in 0..<2000 {
        let held = account.reserve(i % 400, for: "a layer")
        highest.withLock { $0 = max($0, budget.used) }
        _ = account.guarantee(i % 300)
        withExtendedLifetime(held) {}
      }
    }
    #expect(highest.withLock { $0 } <= 1000)
    #expect(budget.used == 0)
  }

  @Test("What a process holds is known, and what the machine leaves")
  func machine() throws {
    let held = try #require(MachineMemory.resident())
    #expect(held > 1 << 20)
    #expect(MemoryBudget.defaultLimit > held)
    #expect(MachineMemory.resident(of: -1) == nil)
  }
}
