/// The order in which stages can be initialized.
struct TopologicalSort {
  /// Each stage after those it needs, otherwise in the order of the file. Empty if there is a cycle.
  private(set) var order: [Int] = []
  /// Stages that need each other, in order around a cycle; empty if there is none.
  private(set) var cycle: [Int] = []

  /// Kahn's algorithm. Cost: linear in edges, and n log n in stages.
  init(count: Int, edges: [StageGraph.Edge]) {
    var needs = [[Int]](repeating: [], count: count)
    var followers = [[Int]](repeating: [], count: count)
    for edge in edges {
      needs[edge.to].append(edge.from)
      followers[edge.from].append(edge.to)
    }
    var unmet = needs.map(\.count)
    var ready = MinHeap()
    for stage in 0..<count where unmet[stage] == 0 { ready.insert(stage) }
    order.reserveCapacity(count)
    while let stage = ready.removeSmallest() {
      order.append(stage)
      for follower in followers[stage] {
        unmet[follower] -= 1
        if unmet[follower] == 0 { ready.insert(follower) }
      }
    }
    if order.count == count { return }
    order = []
    cycle = Self.cycle(in: needs, unmet: unmet)
  }

  /// Follows unmet needs until a stage occurs again.
  private static func cycle(in needs: [[Int]], unmet: [Int]) -> [Int] {
    guard var current = unmet.firstIndex(where: { $0 > 0 }) else { return [] }
    var walk: [Int] = []
    var indexes: [Int: Int] = [:]
    while indexes[current] == nil {
      indexes[current] = walk.count
      walk.append(current)
      guard let need = needs[current].filter({ unmet[$0] > 0 }).min() else { return [] }
      current = need
    }
    return Array(walk[(indexes[current] ?? 0)...].reversed())
  }
}

/// A binary min-heap.
private struct MinHeap {
  private var numbers: [Int] = []

  mutating func insert(_ number: Int) {
    numbers.append(number)
    var index = numbers.count - 1
    while index > 0, numbers[index] < numbers[(index - 1) / 2] {
      numbers.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func removeSmallest() -> Int? {
    guard let smallest = numbers.first, let last = numbers.popLast() else { return nil }
    if numbers.isEmpty { return smallest }
    numbers[0] = last
    var index = 0
    var child = 1
    while child < numbers.count {
      if child + 1 < numbers.count, numbers[child + 1] < numbers[child] { child += 1 }
      guard numbers[child] < numbers[index] else { break }
      numbers.swapAt(index, child)
      index = child
      child = 2 * index + 1
    }
    return smallest
  }
}
