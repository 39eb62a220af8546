import Documents
import StageKit

/// A sound that a layer of an animation plays.
public struct LottieSound: Sendable {
  /// The layer's name.
  public let layer: String
  /// The file, as it lies or as bytes.
  public let source: LottieResources.File
  /// The seconds of the animation at which the file begins, whether it is heard or not.
  public let start: Double
  /// The seconds of the animation in which it is heard.
  public let range: Range<Double>
  /// The factor of its samples by seconds of the animation, in ascending order and linear between them; a single one holds
  /// always.
  public let levels: [Level]

  /// The factor of samples at an instant.
  public struct Level: Hashable, Sendable {
    public let seconds: Double
    public let factor: Double
  }
}

/// The sounds of an animation on its own timeline.
public struct LottieSounds: Sendable {
  /// Those of all compositions, in the order of the layers.
  public let sounds: [LottieSound]
  /// The sounds that are not heard as the file has them, a phrase each.
  public let omissions: [String]
  public let header: LottieHeader

  /// The greatest number of sounds.
  static let maxCount = 1000

  /// Reads a file as `LottieAnimation` does, but for its sounds alone.
  public init(_ bytes: [UInt8], name: String, animation: String? = nil) throws {
    let reader = try DocumentReader(bytes, name: name, animation: animation)
    header = try LottieHeader(reader)
    try reader.readAssets()
    var run = SoundRun(reader, header)
    try run.add(
      reader.root, offset: 0, shown: header.firstFrame..<header.firstFrame + header.frameCount, isExact: true)
    sounds = run.sounds
    omissions = reader.omissions
  }
}
