extension StageContext {
  /// A time as clocks of sports show it, such as `4:05` or `1:04:05`, in the digits of a locale; the job's for an empty one.
  ///
  /// - Parameters:
  ///   - seconds: Rounded down to whole ones, or to the nearest of `decimals`.
  ///   - decimals: Those of the seconds.
  ///   - locale: A BCP 47 tag.
  public func durationText(_ seconds: Double, decimals: Int = 0, locale: String = "") throws -> String {
    func format(_ value: Double, _ skeleton: String) throws -> String {
      try message("{n, number, ::\(skeleton)}", ["n": .number(value)], locale: locale)
    }
    // Rounded before it is divided: no "0:60.0".
    let power = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let size = decimals == 0 ? abs(seconds).rounded(.down) : (abs(seconds) * power).rounded() / power
    let whole = size.rounded(.down)
    let (hours, minutes) = ((whole / 3600).rounded(.down), (whole / 60).rounded(.down))
    let precision = decimals == 0 ? "precision-integer" : ".\(String(repeating: "0", count: decimals))"
    let last = try format(size - minutes * 60, "integer-width/00 \(precision)")
    let sign = seconds < 0 && size > 0 ? "−" : ""
    if hours == 0 { return try "\(sign)\(format(minutes, "precision-integer")):\(last)" }
    return try
      "\(sign)\(format(hours, "precision-integer")):\(format(minutes - hours * 60, "integer-width/00 precision-integer")):\(last)"
  }
}
