extension StageContext {
  /// A time as clocks of sports show it, such as `4:05` or `1:04:05`, in the digits of a locale; the job's for an empty one.
  ///
  /// - Parameters:
  ///   - seconds: Rounded down to whole ones, but for `decimals`.
  ///   - decimals: Those of the seconds.
  public func durationText(_ seconds: Double, decimals: Int = 0, locale: String = "") throws -> String {
    func format(_ value: Double, _ skeleton: String) throws -> String {
      try message("{n, number, ::\(skeleton)}", ["n": .number(value)], locale: locale)
    }
    let whole = abs(seconds).rounded(.down)
    let (hours, minutes) = ((whole / 3600).rounded(.down), (whole / 60).rounded(.down))
    let precision = decimals == 0 ? "precision-integer" : ".\(String(repeating: "0", count: decimals))"
    let rest = abs(seconds) - minutes * 60
    let last = try format(decimals == 0 ? rest.rounded(.down) : rest, "integer-width/00 \(precision)")
    let sign = seconds < 0 ? "−" : ""
    if hours == 0 { return try "\(sign)\(format(minutes, "precision-integer")):\(last)" }
    return try
      "\(sign)\(format(hours, "precision-integer")):\(format(minutes - hours * 60, "integer-width/00 precision-integer")):\(last)"
  }
}
