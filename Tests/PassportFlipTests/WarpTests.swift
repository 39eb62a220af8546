import Foundation
import Raster
import StageKit
import Testing

@testable import PassportFlip

/// The stage's frames against flat ones that an independent tool has warped.
@Suite struct WarpTests {
  private static let size = (width: 640, height: 720)
  private static let tool = "/usr/bin/ffmpeg"
  /// The factor by which the tool works finer, so that it need not filter what it makes smaller.
  private static let fineness = 3
  private static let page = Size(352, 396)

  /// A leaf on a hinge at the left for fronts, at the right for backs.
  private static func place(_ angle: Double) -> BookletPlacement {
    let x = angle < 90 ? 70.0 : 570
    return BookletPlacement(
      hinge: Point(x, 360), page: page, radius: 30, spineRadius: 4,
      eye: Eye(vanishingPoint: Point(x, 360), distance: 500 * page.height / Journey.openHeight), shadowScale: 1)
  }

  private static func picture(_ stage: PassportFlip, _ angle: Double, at place: BookletPlacement, scale: Int) -> Image {
    var list = DisplayList()
    stage.booklet.draw(stage.pose(cover: angle), at: place, onto: &list)
    return FrameRenderer(
      width: size.width * scale, height: size.height * scale, scale: Double(scale), background: .black,
      cache: ResourceCache()
    ).render(list)
  }

  @Test(
    "A flat page warped by another tool to the formula's corners looks like the stage's frame",
    .enabled(if: FileManager.default.isExecutableFile(atPath: tool)), arguments: [[0.0, 20, 45, 65], [180, 115, 150]])
  func agreesWithIndependentWarp(angles: [Double]) throws {
    let stage = try passport(
      #"{ "name": "Marisol Vega", "about": "Host since 2016", "shading": 0, "thickness": 0 }"#)
    let place = Self.place(angles[0])
    let flat = Self.picture(stage, angles[0], at: place, scale: Self.fineness)
    let toLeaf = try #require(place.transform(angle: angles[0]).inverse)
    let fine = Double(Self.fineness)
    let corners = Rect(x: 0, y: 0, width: Double(flat.width), height: Double(flat.height)).corners
    for angle in angles.dropFirst() {
      let warp = Transform.scale(fine) * place.transform(angle: angle) * toLeaf * .scale(1 / fine)
      // The tool counts from the middle of the first pixel.
      let half = Point(0.5, 0.5)
      let warped = try Self.warped(flat, to: corners.map { warp.apply($0 + half) - half })
      let own = Self.picture(stage, angle, at: place, scale: 1)
      let similarity = structuralSimilarity(
        luma(own.pixels), luma(warped), width: Self.size.width, height: Self.size.height,
        where: Self.interior(of: place, angle: angle))
      #expect(similarity > 0.98, "at \(angle) degrees")
    }
  }

  /// True if a pixel's surroundings lie wholly on the leaf.
  private static func interior(of place: BookletPlacement, angle: Double) -> (Int, Int) -> Bool {
    let toLeaf = place.transform(angle: angle).inverse ?? .identity
    let (width, height) = (page.width, page.height)
    return { x, y in
      let p = toLeaf.apply(Point(Double(x), Double(y)))
      return (0...width).contains(p.x) && (0...height).contains(p.y)
    }
  }

  /// The frame with its corners moved, clockwise from the upper left, and then made small again.
  private static func warped(_ frame: Image, to corners: [Point]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("warp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (input, output) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
    try Data(frame.pixels).write(to: input)
    // In the tool's order: upper left, upper right, lower left, lower right.
    let order = [corners[0], corners[1], corners[3], corners[2]]
    let points = order.enumerated().map { "x\($0)=\($1.x):y\($0)=\($1.y)" }.joined(separator: ":")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = [
      "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(frame.width)x\(frame.height)", "-i", input.path,
      "-vf",
      "format=gbrp,perspective=\(points):interpolation=cubic:sense=destination,"
        + "scale=\(size.width):\(size.height):flags=area",
      "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", output.path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let bytes = try [UInt8](Data(contentsOf: output))
    try #require(bytes.count == size.width * size.height * 4)
    return bytes
  }
}

/// Rec. 709 luma of RGBA pixels.
private func luma(_ pixels: [UInt8]) -> [Double] {
  stride(from: 0, to: pixels.count, by: 4).map { (index: Int) -> Double in
    let (red, green, blue) = (Double(pixels[index]), Double(pixels[index + 1]), Double(pixels[index + 2]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}

/// The mean over all windows of 8 × 8 pixels, every second one each way, whose corners are all inside. Source: Wang and
/// others, Image Quality Assessment: From Error Visibility to Structural Similarity (2004), with a uniform window.
private func structuralSimilarity(
  _ a: [Double], _ b: [Double], width: Int, height: Int, where isInside: (Int, Int) -> Bool
) -> Double {
  let side = 8
  var sum = 0.0
  var count = 0.0
  for y in stride(from: 0, through: height - side, by: 2) {
    for x in stride(from: 0, through: width - side, by: 2) {
      let corners = [(x - 1, y - 1), (x + side + 1, y - 1), (x - 1, y + side + 1), (x + side + 1, y + side + 1)]
      guard corners.allSatisfy({ isInside($0.0, $0.1) }) else { continue }
      var (sa, sb, saa, sbb, sab) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for row in y..<(y + side) {
        for column in x..<(x + side) {
          let (p, q) = (a[row * width + column], b[row * width + column])
          sa += p
          sb += q
          saa += p * p
          sbb += q * q
          sab += p * q
        }
      }
      let n = Double(side * side)
      let (ma, mb) = (sa / n, sb / n)
      let (va, vb, cov) = (saa / n - ma * ma, sbb / n - mb * mb, sab / n - ma * mb)
      let (c1, c2) = (6.5025, 58.5225)
      sum += (2 * ma * mb + c1) * (2 * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
      count += 1
    }
  }
  return count > 0 ? sum / count : 0
}
