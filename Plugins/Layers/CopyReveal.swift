import StageKit

/// The appearance of copies one after the other, as parameters.
struct CopyReveal: ParameterGroup {
  enum Style: String, CaseIterable, ParameterChoice { case fade, grow, rise }

  enum Order: String, CaseIterable, ParameterChoice { case forward, backward, center, edges, random }

  @Parameter("The motion of each: it becomes opaque, grows to its size, or rises to its place.") var style = Style.grow
  @Parameter("The order: from the first, from the last, from the middle, from both ends, or any.") var order = Order
    .forward
  @Parameter("Chooses among orders of 'random'.", .range(0...1_000_000)) var seed = 1
  @Parameter("The duration of each.", .positive(.seconds)) var duration = 0.5
  @Parameter("The time from the start of the first to the start of the last.", .nonnegative(.seconds)) var spread = 0.8
  @Parameter("The easing of each.") var curve: Easing = .usualArrival

  /// When all have appeared.
  var end: Double { spread + duration }

  /// For each copy, its place in the order, from 0 to 1; several may have the same.
  func ranks(of count: Int) -> [Double] {
    let last = Double(max(count - 1, 1))
    let even = (0..<count).map { Double($0) / last }
    switch order {
    case .forward: return even
    case .backward: return even.map { 1 - $0 }
    case .center: return even.map { abs($0 - 0.5) * 2 }
    case .edges: return even.map { 1 - abs($0 - 0.5) * 2 }
    case .random:
      var numbers = SeededNumbers(seed: UInt64(seed))
      var ranks = even
      for index in stride(from: count - 1, to: 0, by: -1) {
        ranks.swapAt(index, Int(numbers.unit() * Double(index + 1)))
      }
      return ranks
    }
  }

  /// The progress of a copy's appearance, from 0 to 1, or beyond by its curve; nil before it begins.
  func progress(rank: Double, at seconds: Double) -> Double? {
    let time = seconds - rank * spread
    guard time > 0 else { return nil }
    return time < duration ? curve.value(at: time / duration, over: duration) : 1
  }
}
