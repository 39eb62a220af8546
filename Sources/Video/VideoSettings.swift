import StageKit

/// How a movie is encoded; segments join into one movie only if their settings are equal.
public struct VideoSettings: Hashable, Sendable, Digestible {
  public enum Codec: String, Hashable, Sendable, CaseIterable {
    case h264
  }

  /// Where a chroma sample lies among the four luma samples it belongs to.
  public enum ChromaLocation: String, Hashable, Sendable, CaseIterable {
    /// Between the two on the left: what players assume where nothing is said.
    case left
    /// In the middle of the four: what averaging 2 × 2 pixels gives.
    case center
  }

  /// The encoder's presets, fastest first.
  public static let presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  /// Pixels; even, because a chroma sample covers 2 × 2 of them.
  public let width: Int
  /// Pixels; even.
  public let height: Int
  /// At least 1/1000: a frame's length has 31 bits in a movie.
  public let frameRate: FrameRate
  public let codec: Codec
  /// One of `presets`.
  public let preset: String
  /// Constant rate factor from 0 to 51, lower is better. 0 is lossless, in a profile (High 4:4:4 Predictive) that few
  /// players play; any other value gives the High profile or a simpler one.
  public let crf: Double
  /// Frames from one key frame of a segment to the next: exactly its frames 0, gop, 2 × gop … are key frames.
  public let gop: Int
  public let chromaLocation: ChromaLocation

  /// Throws an error that names every fault: sides that are odd or outside 2…16384, an unknown preset, a `crf`
  /// outside 0…51, a `gop` outside 1…1,000,000.
  public init(
    width: Int, height: Int, frameRate: FrameRate, codec: Codec = .h264, preset: String = "medium", crf: Double = 18,
    gop: Int = 250, chromaLocation: ChromaLocation = .center
  ) throws(VideoError) {
    var faults: [String] = []
    for (name, side) in [("width", width), ("height", height)] {
      if !(2...16384).contains(side) {
        faults.append("\(name) \(side) is outside 2…16384")
      } else if side % 2 != 0 {
        faults.append("\(name) \(side) is odd; use \(side == 16383 ? 16382 : side + 1)")
      }
    }
    if !Self.presets.contains(preset) {
      let suggestion = spellingSuggestion(for: preset, among: Self.presets).map { "Did you mean '\($0)'?" }
      faults.append("unknown preset '\(preset)'. " + (suggestion ?? "Presets: \(Self.presets.joined(separator: ", "))"))
    }
    if !(0...51).contains(crf) { faults.append("crf \(crf) is outside 0…51") }
    if !(1...1_000_000).contains(gop) { faults.append("gop \(gop) is outside 1…1000000") }
    if !faults.isEmpty { throw VideoError("use these video settings", reason: faults.joined(separator: "; ")) }
    self.width = width
    self.height = height
    self.frameRate = frameRate
    self.codec = codec
    self.preset = preset
    self.crf = crf
    self.gop = gop
    self.chromaLocation = chromaLocation
  }

  public func digest(into hasher: inout DigestHasher) {
    hasher.combine(width)
    hasher.combine(height)
    hasher.combine(frameRate)
    hasher.combine(codec.rawValue)
    hasher.combine(preset)
    hasher.combine(crf)
    hasher.combine(gop)
    hasher.combine(chromaLocation.rawValue)
  }
}
