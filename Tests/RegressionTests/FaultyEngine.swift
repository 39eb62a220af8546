import Formats
import Foundation
import JobFile
import Raster
import Regression
import Rendering
import StageKit
import Synchronization
import Video

/// The program's renderer and encoder with a fault in between: in drawing, or in what is delivered.
struct FaultyEngine: RegressionEngine {
  /// Changes the pixels of everything that is drawn, in rows of `width`.
  var pixels: (@Sendable (_ pixels: inout [UInt8], _ width: Int) -> Void)?
  /// Changes a file after it was delivered.
  var file: (@Sendable (_ path: String, _ format: OutputFormat) throws -> Void)?

  func drawer(_ settings: PictureSettings) -> any PictureDrawing {
    Drawer(base: StandardEngine().drawer(settings), pixels: pixels)
  }

  func deliver(
    _ jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    StandardEngine().deliver(jobs, registry: registry, settings: settings) { event in
      if let file, case .finished(let index, let summary) = event {
        let job = jobs[index]
        for (output, delivered) in zip(job.outputs, summary.files) {
          do {
            try file(
              delivered.path,
              job.format(of: output))
          } catch {
            return observe(.failed(job: index, .render("the fault could not be made: \(error)")))
          }
        }
      }
      observe(event)
    }
  }

  private struct Drawer: PictureDrawing {
    let base: any PictureDrawing
    let pixels: (@Sendable (inout [UInt8], Int) -> Void)?

    func image(of list: DisplayList) -> Image {
      let image = base.image(of: list)
      var changed = image.pixels
      pixels?(&changed, image.width)
      return Image(width: image.width, height: image.height, premultiplied: changed) ?? image
    }
  }
}

/// Delivers other jobs than those that are recorded.
struct OtherJobs: RegressionEngine {
  let change: @Sendable (inout Job) -> Void

  func drawer(_ settings: PictureSettings) -> any PictureDrawing { StandardEngine().drawer(settings) }

  func deliver(
    _ jobs: [Job], registry: StageRegistry, settings: RenderSettings,
    observe: @escaping @Sendable (RenderEvent) -> Void
  ) {
    let others = jobs.map { job in
      var job = job
      change(&job)
      return job
    }
    StandardEngine().deliver(others, registry: registry, settings: settings, observe: observe)
  }
}

/// Encodes with another preset, as another version of an encoder would decide otherwise.
func otherEncoder(preset: String) -> OtherJobs {
  OtherJobs { job in
    for index in job.outputs.indices {
      let options = job.outputs[index].options.entries.filter { $0.name != "preset" }.map { ($0.name, $0.value) }
      job.outputs[index].options = ParameterValues(options + [("preset", .text(preset))])
    }
  }
}

/// Ways to spoil a delivered file.
enum Doctor {
  /// Encodes the file's frames anew after a change, in segments of a second at most, as they were.
  static func reencode(
    _ path: String, _ settings: OutputFormat, as other: OutputFormat? = nil, segment: Int = 12,
    _ change: ([FramePlanes]) -> [FramePlanes]
  ) throws {
    let reader = try MovieReader(path: path)
    var pictures: [FramePlanes] = []
    while let frame = try reader.next() { pictures.append(frame.picture) }
    pictures = change(pictures)
    let settings = other ?? settings
    let writer = try MovieWriter(path: path, format: settings)
    for first in stride(from: 0, to: pictures.count, by: segment) {
      let encoder = try SegmentEncoder(settings)
      for picture in pictures[first..<min(pictures.count, first + segment)] { try encoder.encode(picture) }
      try writer.append(try encoder.finish())
    }
    try writer.finish()
  }

  /// A picture of four planes whose alpha lies some columns farther right.
  static func alphaMoved(_ picture: FramePlanes, by columns: Int) -> FramePlanes {
    let alpha = Array(picture.plane(3))
    let bytes = alpha.count / picture.height
    let step = columns * bytes / picture.width
    let moved = alpha.indices.map { $0 % bytes < step ? 0 : alpha[$0 - step] }
    let rest = (0..<3).flatMap { Array(picture.plane($0)) }
    return FramePlanes(picture.format, width: picture.width, height: picture.height, bytes: rest + moved) ?? picture
  }

  /// Every value of every plane through a function of luma and both chroma values.
  static func mapped(_ picture: FramePlanes, _ body: (Double, Double, Double) -> (Double, Double, Double))
    -> FramePlanes
  {
    func byte(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    var (y, u, v) = (Array(picture.plane(0)), Array(picture.plane(1)), Array(picture.plane(2)))
    let old = (y, u, v)
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let (place, chroma) = (row * picture.width + column, row / 2 * (picture.width / 2) + column / 2)
        let result = body(Double(old.0[place]), Double(old.1[chroma]), Double(old.2[chroma]))
        y[place] = byte(result.0)
        u[chroma] = byte(result.1)
        v[chroma] = byte(result.2)
      }
    }
    return FramePlanes(.yuv420p8, width: picture.width, height: picture.height, bytes: y + u + v) ?? picture
  }

  /// Replaces bytes of the file after the first place where others stand.
  static func patch(_ path: String, after mark: [UInt8], offset: Int, _ bytes: [UInt8]) throws {
    var content = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    let found = content.indices.first { content[$0...].starts(with: mark) }
    guard let found else { throw Unreadable(text: "nothing to patch") }
    for (index, byte) in bytes.enumerated() { content[found + mark.count + offset + index] = byte }
    try Data(content).write(to: URL(fileURLWithPath: path))
  }
}
