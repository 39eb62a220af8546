import Raster
import StageKit

/// The curves that jobs may name, each as a graph of its value over time.
public struct CurveSheet: Sendable {
  /// The scale of the graphs, whose sides are 184 × 128 pixels at 1.
  public var scale: Double
  /// Graphs in a row.
  public var columns: Int

  private static let size = Size(184, 128)
  /// The area in which a graph's time and value go from 0 to 1; curves leave it above and below.
  private static let graph = Rect(x: 18, y: 34, width: 148, height: 60)
  private static let paper = Color(hex: 0x262932)
  private static let line = Color(hex: 0x4A4F5C)
  private static let colors: [Easing.Origin: Color] = [
    .css: Color(hex: 0xF2F4F8), .perlin: Color(hex: 0x5AD1FF), .penner: Color(hex: 0xFF9F5A),
    .material: Color(hex: 0xA98BFF),
    .apple: Color(hex: 0x5AC8FA),
  ]

  public init(scale: Double = 1, columns: Int = 6) {
    self.scale = max(0.1, scale)
    self.columns = max(1, columns)
  }

  /// All named curves, those of each origin in rows of their own, opaque. Throws `StageError` where no label can be set.
  public func image() throws -> Image {
    var sheet = PictureSheet()
    let cache = ResourceCache()
    for origin in Easing.Origin.allCases {
      for (index, named) in Easing.named.filter({ $0.origin == origin }).enumerated() {
        if index > 0, index % columns == 0 { sheet.endRow() }
        let renderer = FrameRenderer(
          width: Int((Self.size.width * scale).rounded()), height: Int((Self.size.height * scale).rounded()),
          scale: scale, background: Self.paper, cache: cache)
        try sheet.add(renderer.render(Self.drawing(of: named)), label: named.name)
      }
      sheet.endRow()
    }
    return sheet.image
  }

  private static func drawing(of named: Easing.Named) -> DisplayList {
    func point(_ time: Double, _ value: Double) -> Point {
      Point(graph.x + graph.width * time, graph.maxY - graph.height * value)
    }
    let frame = Path { path in
      for value in [0.0, 1] { path.polyline([point(0, value), point(1, value)], closed: false) }
    }
    let steps = 480
    let curve = Path { path in
      path.polyline(
        [point(0, 0)]
          + (0...steps).map { step in
            let time = Double(step) / Double(steps)
            return point(time, named.curve.value(at: time))
          }, closed: false)
    }
    return DisplayList {
      $0.stroke(frame, line, StrokeStyle(width: 1))
      $0.stroke(curve, colors[named.origin] ?? .white, StrokeStyle(width: 2.5, cap: .round, join: .round))
    }
  }
}
