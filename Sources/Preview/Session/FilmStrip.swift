import JobFile
import MediaBase
import Planning
import Rendering
import StageKit
import Video

/// A film as small pictures in rows, spread evenly from its first frame to its last, to be shown one after the other.
struct FilmStrip: Sendable {
  /// A strip as PNG.
  struct Encoded: Sendable {
    let png: [UInt8]
    /// The number of its pictures and of its columns.
    let count: Int
    let columns: Int
    /// The pictures shown each second.
    let rate: Double
  }

  private let prepared: PlannedJob
  private let key: PlannedJobs.Key
  private let scale: Double
  private let width: Int
  private let height: Int
  /// The number of pictures.
  private let count: Int
  private var pixels: [UInt8]
  private var drawn = 0

  private static let columns = 12
  /// Pictures a second where a film is short, and the most of a film, which are 3 MB in a browser.
  private static let rate = 12.0
  private static let maxCount = 72
  /// In pixels: what a card shows.
  private static let room = (width: 208.0, height: 176.0)

  init(_ prepared: PlannedJob, _ key: PlannedJobs.Key) {
    let job = prepared.plan.job
    (self.prepared, self.key) = (prepared, key)
    scale = min(1, Self.room.width / Double(job.pixelWidth), Self.room.height / Double(job.pixelHeight))
    let picture = job.picture(scale: scale)
    (width, height) = (picture.width, picture.height)
    let seconds = prepared.plan.seconds(ofFrame: job.frameCount)
    count = max(1, min(job.frameCount, Self.maxCount, Int(seconds * Self.rate)))
    pixels = Array(repeating: 0, count: Self.columns * width * ((count + Self.columns - 1) / Self.columns) * height * 4)
  }

  private var gamut = ColorGamut.sRGB

  /// True once all pictures are drawn.
  var isDrawn: Bool { drawn == count }

  /// Draws the next pictures. Throws `StageFailure`.
  mutating func drawNext(_ drawers: FrameDrawers, atMost limit: Int = 4) throws(StageFailure) {
    let plan = prepared.plan
    let drawer = drawers.drawer(.init(job: key, scale: scale, isClear: false, isDraft: true), prepared)
    for index in drawn..<min(count, drawn + limit) {
      let image = try drawer.image(at: plan.seconds(ofFrame: index * plan.job.frameCount / count))
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
      let source = image.pixels
      gamut = image.gamut
      for y in 0..<height {
        let start = ((row * height + y) * Self.columns + column) * width * 4
        pixels.replaceSubrange(start..<start + width * 4, with: source[y * width * 4..<(y + 1) * width * 4])
      }
      drawn = index + 1
    }
  }

  /// The strip once all pictures are drawn. Throws `MediaError`.
  func encoded() throws(MediaError) -> Encoded {
    let (columns, plan) = (Self.columns, prepared.plan)
    let rows = pixels.count / (columns * width * 4)
    guard let image = Image(width: columns * width, height: rows, premultiplied: pixels, gamut: gamut) else {
      throw MediaError("show a film", reason: "it has no pictures")
    }
    let seconds = plan.seconds(ofFrame: plan.job.frameCount)
    return Encoded(png: try encodePNG(image), count: count, columns: columns, rate: Double(count) / seconds)
  }
}
