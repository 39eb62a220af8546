/// The expected cost of segments.
public enum SegmentWeights {
  /// In seconds, by job; 0 for segments in the store.
  ///
  /// Estimates the cost of each segment. If it is not known, its frames are taken to cost as much as those of the job's
  /// other segments, or else as frames of other jobs, per pixel. `pixels` are those of a frame, by job.
  public static func weights(_ segments: [[SegmentForecast]], pixels: [Double]) -> [[Double]] {
    let rates = segments.map(rate)
    let known = zip(rates, pixels).compactMap { rate, pixels in rate.map { $0 / max(1, pixels) } }
    let common = known.isEmpty ? 1e-8 : known.reduce(0, +) / Double(known.count)
    return segments.indices.map { job in
      let rate = rates[job] ?? common * max(1, pixels[job])
      return segments[job].map { segment in
        segment.isStored ? 0 : segment.seconds ?? rate * Double(segment.framesToDraw)
      }
    }
  }

  /// The seconds that a frame takes; nil where no segment's are known.
  private static func rate(_ segments: [SegmentForecast]) -> Double? {
    let known = segments.filter { $0.seconds != nil && $0.framesToDraw > 0 }
    let frames = known.reduce(0) { $0 + $1.framesToDraw }
    return frames == 0 ? nil : known.reduce(0) { $0 + ($1.seconds ?? 0) } / Double(frames)
  }
}
