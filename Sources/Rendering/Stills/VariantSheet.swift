import Foundation
import JobFile
import Planning
import StageKit

/// The variants of a job side by side, each at its fullest frame.
public struct VariantSheet: Sendable {
  /// The side in pixels of a square as large as each picture.
  public var pictureSide: Int
  /// Pictures in a row; nil for the values of the last axis that has several.
  public var columns: Int?
  /// The axes whose values are the same in a row.
  private let rowAxes: [String]

  private var sheet = PictureSheet()
  private var inRow = 0
  private var rowStart: [String]?

  /// The number of instants among which the fullest frame is chosen.
  private static let instants = 24

  /// For jobs with these variants.
  public init(of variants: [Variant], pictureSide: Int = 240, columns: Int? = nil) {
    self.pictureSide = max(16, pictureSide)
    self.columns = columns
    let axes = variants.first?.choices.map(\.axis) ?? []
    let last = axes.lastIndex { axis in Set(variants.map { $0[axis] }).count > 1 }
    rowAxes = Array(axes.prefix(last ?? 0))
  }

  /// Adds a variant. Throws `StageFailure`, or `StageError` where no label can be set.
  public mutating func add(_ prepared: PlannedJob) throws {
    let job = prepared.plan.job
    let values = job.variant.choices.map(\.value)
    let start = rowAxes.compactMap { job.variant[$0] }
    if columns.map({ inRow == $0 }) ?? (rowStart != nil && rowStart != start) { endRow() }
    rowStart = start
    inRow += 1
    let frame = try Self.fullestFrame(of: prepared)
    let seconds = prepared.plan.seconds(ofFrame: frame)
    let image = try prepared.image(at: seconds, scale: Self.scale(of: prepared, side: Double(pictureSide)))
    let name = values.isEmpty ? job.name : values.joined(separator: " · ")
    try sheet.add(image, label: "\(name)   \(String(format: "%.2f s", seconds))")
  }

  private mutating func endRow() {
    sheet.endRow()
    inRow = 0
  }

  /// The sheet of what was added, opaque.
  public var image: Image {
    var ended = self
    ended.endRow()
    return ended.sheet.image
  }

  /// The frame at which the most stages draw; of such frames the first of those with the most edges, where most of what
  /// they draw is seen.
  public static func fullestFrame(of prepared: PlannedJob) throws(StageFailure) -> Int {
    let count = prepared.plan.job.frameCount
    let scale = scale(of: prepared, side: 96)
    var best = (frame: 0, stages: -1, edges: -1)
    for index in 0..<instants {
      let frame = (2 * index + 1) * count / (2 * instants)
      let seconds = prepared.plan.seconds(ofFrame: frame)
      let stages = try prepared.plan.evaluate(at: seconds).drawings.count { $0?.isEmpty == false }
      if stages < best.stages { continue }
      let edges = edges(of: try prepared.image(at: seconds, scale: scale))
      if (stages, edges) > (best.stages, best.edges) { best = (frame, stages, edges) }
    }
    return best.frame
  }

  /// The scale at which a job's pictures have the number of pixels of a square with that side.
  private static func scale(of prepared: PlannedJob, side: Double) -> Double {
    let job = prepared.plan.job
    return side / Double(job.pixelWidth * job.pixelHeight).squareRoot()
  }

  /// The sum of differences between neighboring pixels.
  private static func edges(of image: Image) -> Int {
    let pixels = image.pixels
    let stride = image.width * 4
    var sum = 0
    for y in 1..<max(1, image.height) {
      for x in 4..<max(4, stride) {
        let value = Int(pixels[y * stride + x])
        sum += abs(value - Int(pixels[y * stride + x - 4])) + abs(value - Int(pixels[(y - 1) * stride + x]))
      }
    }
    return sum
  }
}
