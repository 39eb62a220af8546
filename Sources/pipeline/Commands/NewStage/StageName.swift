import StageKit

/// A stage's name in all forms.
struct StageName {
  /// In jobs: `radar-sweep`.
  let job: String

  /// Throws if the text is not a name.
  init(_ text: String) throws {
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
  }

  /// The module and type: `RadarSweep`.
  var module: String { job.split(separator: "-").map(Self.capitalized).joined() }

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
