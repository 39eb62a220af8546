/// The order in which stages can be made.
struct StageSorting {
  /// Each after those it needs; of those that could come next, the first of the file. Empty where there is a cycle.
  private(set) var order: [Int] = []
  /// Stages that need each other, a closed walk; empty where there is none.
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
    var ready = SmallestFirst()
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

  /// Walks back along unmet needs until a stage comes up again.
  private static func cycle(in needs: [[Int]], unmet: [Int]) -> [Int] {
    guard var current = unmet.firstIndex(where: { $0 > 0 }) else { return [] }
    var walk: [Int] = []
    var places: [Int: Int] = [:]
    while places[current] == nil {
      places[current] = walk.count
      walk.append(current)
      guard let need = needs[current].filter({ unmet[$0] > 0 }).min() else { return [] }
      current = need
    }
    return Array(walk[(places[current] ?? 0)...].reversed())
  }
}

/// Numbers of which the smallest is taken first: a binary heap.
private struct SmallestFirst {
  private var numbers: [Int] = []

  mutating func insert(_ number: Int) {
    numbers.append(number)
    var place = numbers.count - 1
    while place > 0, numbers[place] < numbers[(place - 1) / 2] {
      numbers.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeSmallest() -> Int? {
    guard let smallest = numbers.first, let last = numbers.popLast() else { return nil }
    if numbers.isEmpty { return smallest }
    numbers[0] = last
    var place = 0
    var child = 1
    while child < numbers.count {
      if child + 1 < numbers.count, numbers[child + 1] < numbers[child] { child += 1 }
      guard numbers[child] < numbers[place] else { break }
      numbers.swapAt(place, child)
      place = child
      child = 2 * place + 1
    }
    return smallest
  }
}
