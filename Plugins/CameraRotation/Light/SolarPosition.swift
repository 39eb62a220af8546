import StageKit

#if canImport(Glibc)
  import Glibc
#endif

/// The sun as it is seen from the earth.
///
/// By the formulas of the solar calculator of NOAA's Global Monitoring Laboratory, which are those of Jean Meeus,
/// "Astronomical Algorithms", chapters 25 and 28, of low accuracy: within 0.02° between 1900 and 2100.
struct SolarPosition: Sendable {
  /// Degrees north of the celestial equator.
  let declination: Double
  /// Minutes by which a sundial is ahead of a clock that shows mean solar time.
  let equationOfTime: Double

  /// The sun a number of centuries of 36525 days after noon on January 1, 2000, in UTC.
  init(centuries t: Double) {
    let meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032)
    let anomaly = 357.52911 + t * (35_999.05029 - t * 0.0001537)
    let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
    let m1 = sineAndCosine(degrees: anomaly).sine
    let m2 = sineAndCosine(degrees: 2 * anomaly).sine
    let m3 = sineAndCosine(degrees: 3 * anomaly).sine
    let first = m1 * (1.914602 - t * (0.004817 + t * 0.000014))
    let center = first + m2 * (0.019993 - t * 0.000101) + m3 * 0.000289
    // Nutation and aberration make the place that is seen.
    let (node, nodeCosine) = sineAndCosine(degrees: 125.04 - 1934.136 * t)
    let longitude = meanLongitude + center - 0.00569 - 0.00478 * node
    let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
    let obliquity = 23 + (26 + seconds / 60) / 60 + 0.00256 * nodeCosine
    let tilt = sineAndCosine(degrees: obliquity)
    declination = asin(tilt.sine * sineAndCosine(degrees: longitude).sine) * 180 / .pi
    let y = (1 - tilt.cosine) / (1 + tilt.cosine)
    let (l2, d2) = sineAndCosine(degrees: 2 * meanLongitude)
    let l4 = sineAndCosine(degrees: 4 * meanLongitude).sine
    let ellipse = 4 * eccentricity * y * m1 * d2 - 2 * eccentricity * m1 - 1.25 * eccentricity * eccentricity * m2
    equationOfTime = 4 * (y * l2 - 0.5 * y * y * l4 + ellipse) * 180 / .pi
  }

  /// The compass direction and the height above the horizon, in degrees, as seen from a place through the air.
  ///
  /// - Parameter minutes: Minutes since midnight in UTC.
  func place(over coordinate: Coordinate, minutes: Double) -> (azimuth: Double, altitude: Double) {
    let hours = (minutes + equationOfTime + 4 * coordinate.longitude) / 4 - 180
    let (s, c) = sineAndCosine(degrees: hours)
    let (up, north) = sineAndCosine(degrees: coordinate.latitude)
    let (high, wide) = sineAndCosine(degrees: declination)
    // In a frame whose axes go west, south and up.
    let west = wide * s
    let south = wide * c * up - high * north
    let zenith = min(max(up * high + north * wide * c, -1), 1)
    let altitude = asin(zenith) * 180 / .pi
    return (180 + atan2(west, south) * 180 / .pi, altitude + Self.refraction(altitude))
  }

  /// Degrees by which the air lifts what is at an altitude.
  private static func refraction(_ altitude: Double) -> Double {
    if altitude > 85 { return 0 }
    let (s, c) = sineAndCosine(degrees: altitude)
    let seconds: Double
    if altitude > 5 {
      let cotangent = c / s
      let cube = cotangent * cotangent * cotangent
      seconds = 58.1 * cotangent - 0.07 * cube + 0.000086 * cube * cotangent * cotangent
    } else if altitude > -0.575 {
      seconds = 1735 + altitude * (-518.2 + altitude * (103.4 + altitude * (-12.79 + altitude * 0.711)))
    } else {
      seconds = -20.774 * c / s
    }
    return seconds / 3600
  }
}
