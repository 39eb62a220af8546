/// The mean of a function around a place, near values counting more.
func weightedMean(around place: Double, within reach: Double, _ value: (Double) -> Double) -> Double {
  let steps = 24
  var (sum, weights) = (0.0, 0.0)
  for step in -steps...steps {
    let t = Double(step) / Double(steps + 1)
    let weight = (1 - t * t) * (1 - t * t)
    sum += value(place + t * reach) * weight
    weights += weight
  }
  return sum / weights
}
