import StageKit

/// The size and the time of an animation, and its markers.
struct DocumentHeader {
  let size: Size
  let framesPerSecond: Double
  let firstFrame: Double
  /// The number of frames, which need not be whole.
  let frameCount: Double
  let markers: [LottieAnimation.Marker]

  /// The greatest width and height in pixels.
  private static let maxSide = 1e5

  /// Throws `StageError` where the document is no animation.
  init(_ reader: DocumentReader) throws {
    let root = reader.root
    guard root.isObject, root["layers"] != nil else {
      throw reader.fault("has no 'layers': it is no Lottie animation", at: root)
    }
    size = Size(try reader.number("w", of: root), try reader.number("h", of: root))
    guard size.width > 0, size.height > 0, size.width <= Self.maxSide, size.height <= Self.maxSide else {
      throw reader.fault("its width and height are not within 0…\(Int(Self.maxSide))", at: root)
    }
    let rate = try reader.number("fr", of: root)
    guard rate > 0, rate <= 10_000 else {
      throw reader.fault("its frame rate 'fr' is not within 0…10000", at: root["fr"] ?? root)
    }
    let first = root["ip"] == nil ? 0 : try reader.number("ip", of: root)
    framesPerSecond = rate
    firstFrame = first
    frameCount = try reader.number("op", of: root) - first
    guard frameCount > 0 else { throw reader.fault("its end 'op' is not after its start 'ip'", at: root["op"] ?? root) }
    markers = try reader.objects("markers", of: root).compactMap { marker in
      // Exporters of other formats write JSON into the comment.
      guard let name = marker["cm"]?.text ?? marker["nm"]?.text, let time = marker["tm"]?.number else { return nil }
      return LottieAnimation.Marker(
        name: name, start: (DocumentReader.bounded(time) - first) / rate,
        duration: max(DocumentReader.bounded(marker["dr"]?.number ?? 0), 0) / rate)
    }
  }
}
