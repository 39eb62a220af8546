import CLibAV
import Formats

extension HDRMetadata {
  /// Adds it to a stream for containers, which store it beside the color tags; false where memory runs out.
  func add(to stream: UnsafeMutablePointer<AVStream>) -> Bool {
    func ratio(_ value: Double, _ scale: Double) -> AVRational {
      AVRational(num: Int32((value * scale).rounded()), den: Int32(scale))
    }
    func point(_ index: Int) -> (AVRational, AVRational) {
      (ratio(Self.chromaticities[index], 50_000), ratio(Self.chromaticities[index + 1], 50_000))
    }
    var display = AVMasteringDisplayMetadata()
    display.display_primaries = (point(0), point(2), point(4))
    display.white_point = point(6)
    display.max_luminance = ratio(Self.luminance.greatest, 10_000)
    display.min_luminance = ratio(Self.luminance.least, 10_000)
    (display.has_primaries, display.has_luminance) = (1, 1)
    let light = AVContentLightMetadata(MaxCLL: UInt32(greatest), MaxFALL: UInt32(greatest))
    return Self.add(display, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, to: stream)
      && Self.add(light, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, to: stream)
  }

  private static func add<Value: BitwiseCopyable>(
    _ value: Value, _ kind: AVPacketSideDataType, to stream: UnsafeMutablePointer<AVStream>
  ) -> Bool {
    guard let data = clibav_new_stream_side_data(stream, kind, MemoryLayout<Value>.size) else { return false }
    UnsafeMutableRawPointer(data).storeBytes(of: value, as: Value.self)
    return true
  }
}
