/// What a job took where it was measured, in seconds.
struct MeasuredJob {
  let name: String
  /// What each share that draws any of it does first.
  let preparation: Double
  /// Of each distinct segment.
  let segments: [Double]

  /// From a line such as `booking 0.08 1.2 1.3 0.9`; nil for any other.
  init?(_ line: some StringProtocol) {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Double($0) }
    guard numbers.count >= 2, numbers.count == words.count - 1 else { return nil }
    name = String(words[0])
    preparation = numbers[0]
    segments = Array(numbers.dropFirst())
  }

  init(name: String, preparation: Double, segments: [Double]) {
    self.name = name
    self.preparation = preparation
    self.segments = segments
  }

  /// The job as it would be with another number of segments.
  func repeated(segmentCount: Int) -> MeasuredJob {
    let all = (0..<segmentCount).map { segments[$0 % segments.count] }
    return MeasuredJob(name: name, preparation: preparation, segments: all)
  }
}
