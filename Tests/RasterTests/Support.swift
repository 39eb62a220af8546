import Foundation
import Geometry
import Graphics
import Raster

/// A frame of points, one pixel each unless `scale` says otherwise.
func draw(
  _ width: Int, _ height: Int, scale: Double = 1, background: Color = .black, stripHeight: Int = 16,
  _ build: (inout DisplayList) -> Void
) -> Image {
  let renderer = FrameRenderer(
    width: width, height: height, scale: scale, background: background, cache: ResourceCache(),
    stripHeight: stripHeight)
  let list = DisplayList(build)
  let frame = renderer.render(list)
  if let folder = ProcessInfo.processInfo.environment["RASTER_DUMP"] { dump(frame, list.digest, folder) }
  return frame
}

/// Writes a frame over black as PPM, to be looked at.
func dump(_ frame: Image, _ name: some CustomStringConvertible, _ folder: String) {
  var data = Data("P6 \(frame.width) \(frame.height) 255\n".utf8)
  for i in 0..<frame.width * frame.height { data.append(contentsOf: frame.pixels[4 * i..<4 * i + 3]) }
  try? data.write(to: URL(fileURLWithPath: "\(folder)/\(name).ppm"))
}

extension Image {
  /// Red, green, blue, alpha.
  subscript(x: Int, y: Int) -> [Int] { (0..<4).map { Int(pixels[(y * width + x) * 4 + $0]) } }

  func red(_ x: Int, _ y: Int) -> Int { Int(pixels[(y * width + x) * 4]) }

  /// The sum of red over all pixels, in pixels of full red.
  var redArea: Double {
    stride(from: 0, to: pixels.count, by: 4).reduce(0.0) { $0 + Double(pixels[$1]) } / 255
  }
}

func polygon(_ points: [Point]) -> Path {
  Path { path in
    for (i, p) in points.enumerated() { i == 0 ? path.move(to: p) : path.line(to: p) }
    path.close()
  }
}

func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
  polygon(Rect(x: x, y: y, width: width, height: height).corners)
}

/// Four cubic curves, off by less than 0.03 % of the radius.
func circle(_ center: Point, _ radius: Double) -> Path {
  let k = 0.552_284_749_83 * radius
  return Path { path in
    var from = Point(radius, 0)
    path.move(to: center + from)
    for _ in 0..<4 {
      let to = from.perpendicular
      path.cubic(
        center + from + to * (k / radius), center + to + from * (k / radius), to: center + to)
      from = to
    }
    path.close()
  }
}
