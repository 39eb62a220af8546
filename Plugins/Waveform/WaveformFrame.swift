import StageKit

enum WaveformAlignment: String, CaseIterable, ParameterChoice { case middle, bottom, top }

/// The box that a waveform fills, and the alignment of its bars.
struct WaveformFrame: Sendable {
  let box: Rect
  let bar: Double
  let gap: Double
  private let radius: Double
  private let align: WaveformAlignment

  init(_ parameters: Waveform.Parameters, center: Point) {
    box = Rect(center: center, size: Size(parameters.width, parameters.height))
    bar = min(parameters.bar, box.width)
    gap = parameters.gap
    radius = min(parameters.radius ?? .infinity, bar / 2)
    align = parameters.align
  }

  /// The number of bars next to each other.
  var barCount: Int { max(1, Int(((box.width + gap) / (bar + gap) + 1e-9).rounded(.down))) }

  /// The upper and the lower end of what is as high as a share of the frame.
  func ends(_ share: Double, least: Double = 0) -> (top: Double, bottom: Double) {
    let height = max(box.height * share, least)
    return switch align {
    case .middle: (box.center.y - height / 2, box.center.y + height / 2)
    case .bottom: (box.maxY - height, box.maxY)
    case .top: (box.minY, box.minY + height)
    }
  }

  /// Adds a bar around a place in points from the left, as high as a share of the frame and as wide as a share of a bar.
  func add(_ share: Double, at x: Double, size: Double = 1, to path: inout PathBuilder) {
    let width = bar * size
    let (top, bottom) = ends(share, least: width)
    path.roundedRect(
      Rect(x: box.minX + x - width / 2, y: top, width: width, height: bottom - top), radius: radius * size)
  }
}
