import CScaler
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
    let renderer = FrameRenderer(width: width, height: height, background: .black, cache: PreparationCache())
    var y = [UInt8](repeating: 0, count: width * height)
    var u = [UInt8](repeating: 0, count: width * height / 4)
    var v = u
    var cost = ConversionCost()
    y.withUnsafeMutableBufferPointer { y in
      u.withUnsafeMutableBufferPointer { u in
        v.withUnsafeMutableBufferPointer { v in
          guard let y = y.baseAddress, let u = u.baseAddress, let v = v.baseAddress else { return }
          let planes = YUVPlanes(y: y, u: u, v: v, yStride: width, uStride: width / 2, vStride: width / 2)
          for _ in 0..<30 {
            var own = 0.0
            renderer.render(list) { strip in
              let began = Clock.thread
              YUVConverter.convert(strip, into: planes)
              own += Clock.thread - began
            }
            cost.own = min(cost.own, own * 1e3)
            let times = [exact, fast].map { scaler in
              let began = Clock.thread
              scaler_convert(scaler, Int32(width), Int32(height), pixels, y, u, v)
              return (Clock.thread - began) * 1e3
            }
            cost.exactScaler = min(cost.exactScaler, times[0])
            cost.fastScaler = min(cost.fastScaler, times[1])
          }
        }
      }
    }
    return cost
  }
}
