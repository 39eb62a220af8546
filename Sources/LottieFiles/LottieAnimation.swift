import Documents
import StageKit

/// An animation in the format Lottie, ready to be drawn at any time.
public struct LottieAnimation: Sendable {
  public let header: LottieHeader
  /// The parts of the file that are not drawn, a phrase each.
  public let omissions: [String]

  private let painter: LayerPainter

  /// Reads a file: JSON, JSON packed by gzip, or a dotLottie archive; errors name `name`.
  ///
  /// - `animation`: The id of one of an archive's animations; nil for its first one.
  /// - `settings`: Values that take the place of the file's, by key paths; see `LottieSetting`.
  public init(
    _ bytes: [UInt8], name: String, animation: String? = nil, settings: [LottieSetting] = [],
    _ resources: LottieResources
  ) throws {
    let reader = try DocumentReader(bytes, name: name, animation: animation, settings: settings, resources)
    header = try LottieHeader(reader)
    try reader.readAssets()
    reader.script = ScriptDocument(reader, header)
    try reader.readFonts()
    let main = try reader.addComposition(try reader.objects("layers", of: reader.root), size: header.size)
    reader.layerName = nil
    let memory = CombinationMemory(resources.combine)
    painter = LayerPainter(
      compositions: reader.compositions, main: main, framesPerSecond: header.framesPerSecond, combine: memory.combined)
    omissions = reader.omissions
  }

  /// Its drawing at a number of seconds from its start, in pixels from its top left, not cut to its size.
  ///
  /// Throws `StageError` where paths cannot be combined.
  public func drawing(at seconds: Double) throws -> DisplayList {
    let frame = seconds * header.framesPerSecond
    let whole = frame.rounded()
    // Seconds lose the frames that they come from; those decide what is shown.
    return try painter.drawing(
      at: header.firstFrame + (abs(frame - whole) < 1e-7 * header.framesPerSecond ? whole : frame))
  }
}
