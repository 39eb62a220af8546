import Foundation
import Raster
import StageKit
import Text

/// Frames of a job side by side, each with its time.
public struct ContactSheet: Sendable {
  /// How many pictures, spread evenly from the first frame to the last.
  public var count: Int
  /// Pictures in a row; nil for about as wide as high.
  public var columns: Int?
  /// The width of a picture in pixels.
  public var pictureWidth: Int

  private static let gap = 12.0
  private static let labelHeight = 20.0
  private static let paper = Color(hex: 0x1B1D22)
  private static let ink = Color(hex: 0xC9CDD6)

  public init(count: Int = 12, columns: Int? = nil, pictureWidth: Int = 320) {
    self.count = max(1, count)
    self.columns = columns
    self.pictureWidth = max(16, pictureWidth)
  }

  /// The sheet, opaque. Throws `StageFailure`, or `StageError` where no label can be set.
  public func image(of prepared: PlannedJob) throws -> Image {
    let plan = prepared.plan
    let frames = Self.frames(count, of: plan.job.frameCount)
    let scale = Double(pictureWidth) / Double(plan.job.pixelWidth)
    let size = prepared.plan.job.picture(scale: scale)
    let cell = Size(Double(size.width) + Self.gap, Double(size.height) + Self.gap + Self.labelHeight)
    let columns = columns ?? Self.columns(frames.count, cell: cell)
    let rows = (frames.count + columns - 1) / columns
    let text = TextEngine()
    var drawing = DisplayList()
    for (index, frame) in frames.enumerated() {
      let seconds = plan.seconds(ofFrame: frame)
      let origin = Point(
        Self.gap + Double(index % columns) * cell.width, Self.gap + Double(index / columns) * cell.height)
      let rect = Rect(x: origin.x, y: origin.y, width: Double(size.width), height: Double(size.height))
      drawing.image(try prepared.image(at: seconds, scale: scale), in: rect)
      let label = try text.layout(
        TextRequest(String(format: "%.3f s   frame %d", seconds, frame), style: TextStyle(size: 12)))
      drawing.fill(label.outline, Self.ink, transform: .translation(origin.x, rect.maxY + 3))
    }
    let renderer = FrameRenderer(
      width: Int(Double(min(columns, frames.count)) * cell.width + Self.gap),
      height: Int(Double(rows) * cell.height + Self.gap), scale: 1, background: Self.paper, cache: ResourceCache())
    return renderer.render(drawing)
  }

  /// Evenly spread, the first and the last among them, each once.
  static func frames(_ count: Int, of total: Int) -> [Int] {
    guard count > 1, total > 1 else { return [0] }
    let count = min(count, total)
    return (0..<count).map { ($0 * (total - 1) + (count - 1) / 2) / (count - 1) }
  }

  /// The number of columns that makes the sheet nearest to square.
  private static func columns(_ count: Int, cell: Size) -> Int {
    func stretch(_ columns: Int) -> Double {
      abs(log(Double(columns) * cell.width / (Double((count + columns - 1) / columns) * cell.height)))
    }
    return (1...max(1, count)).min { stretch($0) < stretch($1) } ?? 1
  }
}
