import Documents
import StageKit

/// An animation in the format Lottie, ready to be drawn at any time.
public struct LottieAnimation: Sendable {
  /// A named part of an animation.
  public struct Marker: Hashable, Sendable {
    public let name: String
    /// In seconds from the animation's start.
    public let start: Double
    /// In seconds; 0 for an instant.
    public let duration: Double
  }

  /// In pixels, which are the units of its drawings.
  public let size: Size
  public let framesPerSecond: Double
  /// The number of frames, which need not be whole.
  public let frameCount: Double
  public let markers: [Marker]
  /// The parts of the file that are not drawn, a phrase each.
  public let omissions: [String]

  private let firstFrame: Double
  private let painter: LayerPainter

  /// Reads a file: JSON, JSON packed by gzip, or a dotLottie archive; errors name `name`.
  ///
  /// - `animation`: The id of one of an archive's animations; nil for its first one.
  /// - `settings`: Values that take the place of the file's, by key paths; see `LottieSetting`.
  public init(
    _ bytes: [UInt8], name: String, animation: String? = nil, settings: [LottieSetting] = [],
    _ resources: LottieResources
  ) throws {
    let container = try LottieContainer(bytes, name: name, animation: animation)
    var root = try JSONNode.read(container.json, name: name)
    do {
      for setting in settings { root = try setting.applied(to: root, name: name) }
    } catch let error as StageError {
      throw StageError(error.message, parameter: "set", hint: error.hint)
    }
    let reader = DocumentReader(root, name: name, container: container, resources)
    let header = try DocumentHeader(reader)
    size = header.size
    framesPerSecond = header.framesPerSecond
    firstFrame = header.firstFrame
    frameCount = header.frameCount
    markers = header.markers
    for asset in try reader.objects("assets", of: root) {
      if let id = asset["id"]?.text, reader.assets[id] == nil { reader.assets[id] = asset }
    }
    reader.script = ScriptDocument(
      root: root, assets: reader.assets, name: name, container: container, resources: resources,
      framesPerSecond: framesPerSecond, first: firstFrame, last: firstFrame + frameCount)
    try reader.readFonts()
    let main = try reader.addComposition(try reader.objects("layers", of: root), size: size)
    reader.layerName = nil
    let memory = CombinationMemory(resources.combine)
    painter = LayerPainter(
      compositions: reader.compositions, main: main, framesPerSecond: framesPerSecond, combine: memory.combined)
    omissions = reader.omissions
  }

  /// Its length in seconds.
  public var duration: Double { frameCount / framesPerSecond }

  /// Its drawing at a number of seconds from its start, in pixels from its top left, not cut to its size.
  ///
  /// Throws `StageError` where paths cannot be combined.
  public func drawing(at seconds: Double) throws -> DisplayList {
    let frame = seconds * framesPerSecond
    let whole = frame.rounded()
    // Seconds lose the frames that they come from; those decide what is shown.
    return try painter.drawing(at: firstFrame + (abs(frame - whole) < 1e-7 * framesPerSecond ? whole : frame))
  }

  /// The marker of a name, in any case; nil for none.
  public func marker(_ name: String) -> Marker? { markers.named(name) }
}

extension [LottieAnimation.Marker] {
  /// The marker of a name, in any case; nil for none.
  public func named(_ name: String) -> LottieAnimation.Marker? {
    first { $0.name == name } ?? first { $0.name.lowercased() == name.lowercased() }
  }
}
