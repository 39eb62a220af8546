import Raster
import StageKit

extension TextLayout {
  /// The distance from curves to the lines that they become, in points.
  private static let tolerance = 0.01

  /// Gives letters whose contours overlap one outline; others keep their curves.
  mutating func uniteContours() {
    for line in lines.indices {
      if let whole = united(lines[line].outline, tolerance: Self.tolerance) { lines[line].outline = whole }
      for letter in lines[line].clusters.indices {
        guard let whole = united(lines[line].clusters[letter].outline, tolerance: Self.tolerance) else { continue }
        lines[line].clusters[letter].outline = whole
      }
    }
  }
}
