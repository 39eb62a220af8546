import Foundation
import StageKit

/// Frames of a job side by side, each with its time.
public struct ContactSheet: Sendable {
  /// The number of pictures, spread evenly from the first frame to the last.
  public var count: Int
  /// Pictures in a row; nil for about as wide as high.
  public var columns: Int?
  /// The width of a picture in pixels.
  public var pictureWidth: Int

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
    let columns = columns ?? Self.columns(frames.count, cell: PictureSheet.cell(size.width, size.height))
    var sheet = PictureSheet()
    for (index, frame) in frames.enumerated() {
      if index > 0, index.isMultiple(of: columns) { sheet.endRow() }
      let seconds = plan.seconds(ofFrame: frame)
      let label = String(format: "%.3f s   frame %d", seconds, frame)
      try sheet.add(try prepared.image(at: seconds, scale: scale), label: label)
    }
    sheet.endRow()
    return sheet.image
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
