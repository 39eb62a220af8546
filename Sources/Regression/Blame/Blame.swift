/// The cause of a difference.
public struct Blame: Codable, Hashable, Sendable {
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Size, frame rate, duration or background of the video.
    case video
    /// A stage came, went, or is of another definition.
    case stages
    /// A parameter of a stage was edited, or a file that it names.
    case parameters
    /// The inputs of a stage, or its start and end.
    case connections
    /// Stages lie in another order.
    case order
    /// A text is drawn with another font, or with one whose file changed.
    case fonts
    /// A stage publishes other values for equal parameters and inputs.
    case values
    /// A stage draws something else from equal values.
    case drawing
    /// Equal drawings give other pixels.
    case rasterizer
    /// A sound came, went, begins at another time or has other samples.
    case sound
    /// Subtitles that are delivered came, went, or have other texts, times or another language.
    case subtitles
    /// An output's settings were edited.
    case encoding
    /// Equal pixels under equal settings give another file.
    case encoder
    /// Drawn once more, it is something else again.
    case nondeterminism
    /// The delivered file is not what was drawn, or its metadata is wrong.
    case file
  }

  public var kind: Kind
  /// The first frame that differs; nil where it is not about frames.
  public var frame: Int?
  public var seconds: Double?
  /// The stage's id and its definition's name; nil where it is not about a stage.
  public var stage: String?
  public var definition: String?
  /// The change, in words and figures.
  public var detail: String
  /// Stages whose drawing changed because of it, in dependency order.
  public var followers: [String] = []
  /// The published numbers that changed, for curves.
  public var values: [String] = []
  /// The names of the outputs, moments and cues that changed, sorted.
  public var changed: [String] = []
}

extension Blame: CustomStringConvertible {
  /// `frame 74 (1.233 s): stage 'booklet' (passport-flip): pageAngle 91.2° → 90.8°; drawing of 'booklet' follows`.
  public var description: String {
    var parts: [String] = []
    if let frame { parts.append("frame \(frame)" + (seconds.map { " (\(Figures.seconds($0)))" } ?? "")) }
    if let stage { parts.append("stage '\(stage)'" + (definition.map { " (\($0))" } ?? "")) }
    var text = (parts + [detail]).joined(separator: ": ")
    if !followers.isEmpty {
      let shown = followers.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
      let more = followers.count > 6 ? " and \(followers.count - 6) more" : ""
      text += "; drawing of \(shown)\(more) follow\(followers.count == 1 ? "s" : "")"
    }
    return text
  }
}
