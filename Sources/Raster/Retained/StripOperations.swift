/// The operations of a frame by the strips that they touch, so that a strip of a frame with many thousands takes only its own.
struct StripOperations {
  /// The places of operations, strip by strip, in order.
  private var places: [Int] = []
  /// For each strip where its places begin; one more at the end.
  private var starts: [Int]

  /// Without operations.
  init(stripCount: Int) { starts = [Int](repeating: 0, count: stripCount + 1) }

  /// Sorts all operations of a frame anew.
  mutating func sort(_ operations: [Operation], on surface: Surface) {
    func strips(_ index: Int) -> Range<Int> {
      surface.strips(touching: operations[index].bounds.intersection(surface.bounds))
    }
    var ends = [Int](repeating: 0, count: surface.stripCount + 1)
    for index in operations.indices { for strip in strips(index) { ends[strip + 1] += 1 } }
    for strip in 0..<surface.stripCount { ends[strip + 1] += ends[strip] }
    starts = ends
    let count = ends[surface.stripCount]
    if places.count < count { places += repeatElement(0, count: count - places.count) }
    for index in operations.indices {
      for strip in strips(index) {
        places[ends[strip]] = index
        ends[strip] += 1
      }
    }
  }

  /// The places of the operations of a range that touch a strip.
  func places(among range: Range<Int>, in strip: Int) -> ArraySlice<Int> {
    let all = places[starts[strip]..<starts[strip + 1]]
    let first = all.partition { $0 >= range.lowerBound }
    return all[first..<all[first...].partition { $0 >= range.upperBound }]
  }
}

extension ArraySlice {
  /// The index of the first element with a property that all after it have, too.
  fileprivate func partition(_ isSecond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
