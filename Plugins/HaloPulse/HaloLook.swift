import StageKit

/// The look of a location.
enum HaloLook: String, CaseIterable, ParameterChoice {
  case classic, modern, ring

  var color: Color {
    switch self {
    case .classic: Color(hex: 0x155EEA)
    case .modern: Color(hex: 0x007AFF)
    case .ring: .white
    }
  }

  /// The halo's full width, in points.
  var size: Double {
    switch self {
    case .classic: 100
    case .modern: 22 * 5.3
    case .ring: 240
    }
  }

  /// In seconds.
  var pulse: Double {
    switch self {
    case .classic: 1
    case .modern: 3
    case .ring: 2
    }
  }

  /// In seconds.
  var pause: Double { self == .classic ? 1 : 0 }

  /// The easing of pulse and pause as a whole.
  var curve: Easing { self == .modern ? .ease : .linear }

  /// The dot's full width, in points.
  var dotWidth: Double {
    switch self {
    case .classic: 23
    case .modern: 22
    case .ring: 0
    }
  }
}

/// The plane of a halo.
enum HaloPlane: String, CaseIterable, ParameterChoice {
  case automatic
  /// Facing the viewer.
  case screen
  /// On the ground under the camera; without one, as wide as twice its height.
  case ground
}

/// The way in which a classic halo grows.
enum HaloGrowth: String, CaseIterable, ParameterChoice { case continuous, discrete }
