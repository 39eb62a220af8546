import Foundation
import StageKit
import Video

/// The machine and software that made a record, as far as pixels may depend on them.
public struct Platform: Codable, Hashable, Sendable {
  /// Such as `x86_64`.
  public var machine: String
  /// A digest of what the machine's mathematical functions give. Libraries and processors differ in the last digit.
  public var arithmetic: String
  /// Versions of the program and of what it encodes with, for those who read the record.
  public var program: String
  public var encoder: String

  /// This process's.
  public static func current(program: String) -> Platform {
    Platform(
      machine: machineName, arithmetic: arithmeticDigest, program: program, encoder: VideoLibraries.encoderVersion)
  }

  /// True if pixels drawn here and there can be expected to be equal to the bit.
  public func drawsLike(_ other: Platform) -> Bool {
    machine == other.machine && arithmetic == other.arithmetic
  }

  private static var machineName: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "other"
    #endif
  }

  /// A digest of some thousand results of every function that stages may call, all of which the IEEE leaves to
  /// libraries.
  private static let arithmeticDigest = Digest { hasher in
    let functions: [(Double) -> Double] = [
      { sin($0) }, { cos($0) }, { tan($0) }, { atan($0) }, { exp($0 * 0.1) }, { log($0) }, { log2($0) },
      { pow($0, 0.37) }, { cbrt($0) }, { sinh($0 * 0.1) }, { tanh($0) }, { atan2($0, 1.7) }, { hypot($0, 0.3) },
      { asin(1 / (1 + $0)) }, { acos(1 / (1 + $0)) }, { exp2($0 * 0.1) },
    ]
    for step in 1...400 {
      for function in functions { hasher.combine(function(Double(step) * 0.0731)) }
    }
  }.description
}
