import Foundation
import StageKit

/// A font that drew some of a text.
public struct FontUse: Hashable, Sendable {
  /// The English family name.
  public let family: String
  let source: Font.Source

  /// The name of the font's file; nil for a font that comes with the program.
  public var fileName: String? {
    if case .file(let path, _) = source { (path as NSString).lastPathComponent } else { nil }
  }

  /// A digest of the font's bytes, which are read for it; nil if they cannot be.
  public var digest: Digest? {
    switch source {
    case .file(let path, _):
      FileManager.default.contents(atPath: path).map { data in Digest { $0.combine(bytes: data) } }
    case .embedded(let index): EmbeddedFonts.digest(index)
    }
  }
}
