import Foundation
import StageKit

/// A stage's name in all forms.
struct StageName {
  /// In jobs: `radar-sweep`.
  let job: String
  /// The module: `RadarSweep`, or `TextStage` where another module or a keyword has the name alone.
  let module: String

  /// The names of a stage in a package of its own, or in a checkout, whose folders of modules and tests are left alone.
  ///
  /// Throws if the text is not a name.
  init(_ text: String, checkout: String? = nil) throws {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      part.first.map { $0.isASCII && $0.isLowercase } == true
        && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
    }
    guard isName else {
      throw UsageError.message(
        "'\(text)' is not a stage name: expected lowercase words joined by hyphens"
          + (Self.hyphenated(text).map { ", such as '\($0)'" } ?? ", such as 'radar-sweep'"))
    }
    job = text
    let others = checkout.map(Self.modules) ?? []
    var name = parts.map(Self.capitalized).joined()
    // Some file systems do not tell cases apart.
    while Self.takenModules.contains(name) || others.contains(name.lowercased()) { name += "Stage" }
    module = name
  }

  /// The names in lower case of all modules of a checkout, and of those that its tests are of.
  private static func modules(in checkout: String) -> Set<String> {
    let folders = ["Sources", "Sources/StageKit/Sources", "Plugins", "Tests"]
    let names = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: "\(checkout)/\($0)")) ?? [] }
    return Set(names.map { $0.lowercased() }.flatMap { $0.hasSuffix("tests") ? [$0, String($0.dropLast(5))] : [$0] })
  }

  /// The type, which hides none of StageKit's: `RadarSweepStage`.
  var type: String { job.split(separator: "-").map(Self.capitalized).joined() + "Stage" }

  /// Modules of the toolchain, of StageKit, of the program and of its stages, and words that no module can be called.
  private static let takenModules: Set<String> = [
    "Any", "Protocol", "Self", "Type",
    "Builtin", "Cxx", "Dispatch", "Distributed", "Foundation", "Glibc", "Musl", "Observation", "RegexBuilder", "Swift",
    "Synchronization", "Testing",
    "StageKit", "StageTesting", "TimedText", "Coding", "Geography", "Geometry", "Graphics", "Timing",
    "Compression", "Documents", "Elevation", "Files", "Formats", "JobFile", "LottieFiles", "MapFiles", "MediaBase",
    "Memory", "Messages", "Planning", "Preview", "Raster", "Regression", "Rendering", "Reporting", "RouteFiles",
    "SVG", "Sound", "Store", "SubtitleFiles", "Text", "Video",
    "Backdrop", "CameraRotation", "Caption", "Chart", "ColorGrade", "Counter", "HaloPulse", "Layers", "Loaders",
    "Lottie", "MotionPath", "Particles", "PassportFlip", "Picture", "PinMorph", "PolylineSweep", "ProgressRing",
    "QRCode", "Shape", "SkeletonShimmer", "SoundMeter", "Subtitles", "TypingDots", "Vehicle", "Waveform",
  ]

  /// For functions: `radarSweep`.
  var function: String { module.prefix(1).lowercased() + module.dropFirst() }

  private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// `RadarSweep` or `radar_sweep` with hyphens; nil if that is not a name either.
  private static func hyphenated(_ text: String) -> String? {
    var words = ""
    for character in text {
      if character.isUppercase && !words.isEmpty && !words.hasSuffix("-") { words += "-" }
      words += character.isLetter || character.isNumber ? character.lowercased() : "-"
    }
    return words != text && (try? StageName(words)) != nil ? words : nil
  }
}
