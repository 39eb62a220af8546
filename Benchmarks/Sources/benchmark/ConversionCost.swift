import CScaler
import Formats
import Graphics
import Raster
import StageKit

/// What converting a 1080p frame costs, in milliseconds of processor time on one thread; the least of many times.
struct ConversionCost: Codable {
  var own = Double.infinity
  /// By libswscale with the flags that come closest to an exact conversion, and with the fastest.
  var exactScaler = Double.infinity
  var fastScaler = Double.infinity

  /// Of a picture of noise, so that no shortcut helps.
  static func measure() throws -> ConversionCost {
    let (width, height) = (1920, 1080)
    var state: UInt32 = 1
    let pixels = (0..<width * height * 4).map { index -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return index % 4 == 3 ? 255 : UInt8(state >> 24)
    }
    guard let image = Image(width: width, height: height, premultiplied: pixels),
      let exact = scaler_make(Int32(width), Int32(height), 1), let fast = scaler_make(Int32(width), Int32(height), 0)
    else { throw BenchmarkError("the conversion cannot be measured") }
    defer {
      scaler_free(exact)
      scaler_free(fast)
    }
    var list = DisplayList()
    list.image(image, in: Rect(x: 0, y: 0, width: 1920, height: 1080))
    let renderer = FrameRenderer(width: width, height: height, background: .black, cache: ResourceCache())
    var sink = TimedSink(width: width, height: height)
    var bytes = [UInt8](repeating: 0, count: width * height * 3 / 2)
    var cost = ConversionCost()
    bytes.withUnsafeMutableBufferPointer { bytes in
      guard let y = bytes.baseAddress else { return }
      let (u, v) = (y + width * height, y + width * height * 5 / 4)
      for _ in 0..<30 {
        sink.seconds = 0
        sink.drawing = nil
        renderer.render(list, into: &sink)
        cost.own = min(cost.own, sink.seconds * 1e3)
        let times = [exact, fast].map { scaler in
          let began = Clock.thread
          scaler_convert(scaler, Int32(width), Int32(height), pixels, y, u, v)
          return (Clock.thread - began) * 1e3
        }
        cost.exactScaler = min(cost.exactScaler, times[0])
        cost.fastScaler = min(cost.fastScaler, times[1])
      }
    }
    return cost
  }
}

/// Measures what a sink takes for a frame's strips.
private struct TimedSink: FrameSink {
  private var sink: PlaneSink
  var seconds = 0.0

  init(width: Int, height: Int) { sink = PlaneSink(.yuv420p8, width: width, height: height) }

  var drawing: DrawingID? {
    get { sink.drawing }
    set { sink.drawing = newValue }
  }

  mutating func take(_ strip: DrawnStrip) {
    let began = Clock.thread
    sink.take(strip)
    seconds += Clock.thread - began
  }
}
