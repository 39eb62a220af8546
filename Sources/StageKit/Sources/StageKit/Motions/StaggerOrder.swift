import Coding

/// The order in which several things have their turns, one after the other.
public enum StaggerOrder: String, CaseIterable, ParameterChoice {
  /// From the first, from the last, from the middle, from both ends, or any.
  case forward, backward, center, edges, random

  /// When each of `count` things has its turn, from 0 on; those that are as far from the middle have the same. `seed`
  /// chooses among random orders.
  public func turns(_ count: Int, seed: Int) -> [Double] {
    let middle = Double(count - 1) / 2
    switch self {
    case .forward: return (0..<count).map { Double($0) }
    case .backward: return (0..<count).map { Double(count - 1 - $0) }
    case .center:
      let first = (0..<count).map { abs(Double($0) - middle) }.min() ?? 0
      return (0..<count).map { abs(Double($0) - middle) - first }
    case .edges: return (0..<count).map { middle - abs(Double($0) - middle) }
    case .random:
      var random = SeededNumbers(seed: UInt64(bitPattern: Int64(seed)))
      var turns = (0..<count).map { Double($0) }
      for index in stride(from: count - 1, to: 0, by: -1) {
        turns.swapAt(index, Int(random.unit() * Double(index + 1)))
      }
      return turns
    }
  }
}
