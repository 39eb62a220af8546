import StageKit

/// The size and the time of an animation, and its markers.
public struct LottieHeader: Sendable {
  /// A named part of an animation.
  public struct Marker: Hashable, Sendable {
    public let name: String
    /// In seconds from the animation's start.
    public let start: Double
    /// In seconds; 0 for an instant.
    public let duration: Double
  }

  /// In pixels, which are the units of the animation's drawings.
  public let size: Size
  public let framesPerSecond: Double
  /// The number of frames, which need not be whole.
  public let frameCount: Double
  public let markers: [Marker]
  let firstFrame: Double

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
      return Marker(
        name: name, start: (DocumentReader.bounded(time) - first) / rate,
        duration: max(DocumentReader.bounded(marker["dr"]?.number ?? 0), 0) / rate)
    }
  }

  /// The length in seconds.
  public var duration: Double { frameCount / framesPerSecond }

  /// The marker of a name, in any case; nil for none.
  public func marker(_ name: String) -> Marker? {
    markers.first { $0.name == name } ?? markers.first { $0.name.lowercased() == name.lowercased() }
  }
}
