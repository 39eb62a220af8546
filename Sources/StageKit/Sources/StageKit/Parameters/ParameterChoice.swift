import Geography
import Graphics
import Timing

/// One of several values, each of which a job writes as a word.
///
/// An enumeration of strings only says that it conforms; its cases are the words.
public protocol ParameterChoice: ParameterType, Hashable {
  /// The words with their values, in the order in which help shows them; at least one.
  static var words: [(word: String, value: Self)] { get }
}

extension ParameterChoice {
  public static var schema: ParameterSchema { .choice(words.map(\.word)) }
  public static func read(_ value: ParameterValue) -> Self? { words.first { $0.word == value.text }?.value }
  public var parameterValue: ParameterValue? { Self.words.first { $0.value == self }.map { .text($0.word) } }
  public static var placeholder: Self { words[0].value }
}

extension ParameterChoice where Self: RawRepresentable & CaseIterable, RawValue == String {
  public static var words: [(word: String, value: Self)] { allCases.map { ($0.rawValue, $0) } }
  public static func read(_ value: ParameterValue) -> Self? { value.text.flatMap { Self(rawValue: $0) } }
  public var parameterValue: ParameterValue? { .text(rawValue) }
}

extension BlendMode: ParameterChoice {
  public static var words: [(word: String, value: BlendMode)] {
    [
      ("normal", .normal), ("multiply", .multiply), ("screen", .screen), ("overlay", .overlay), ("darken", .darken),
      ("lighten", .lighten), ("color-dodge", .colorDodge), ("color-burn", .colorBurn), ("hard-light", .hardLight),
      ("soft-light", .softLight), ("difference", .difference), ("exclusion", .exclusion), ("hue", .hue),
      ("saturation", .saturation), ("color", .color), ("luminosity", .luminosity), ("plus", .plus),
    ]
  }
}

extension LineCap: ParameterChoice {
  public static var words: [(word: String, value: LineCap)] {
    [("butt", .butt), ("round", .round), ("square", .square)]
  }
}

extension LineJoin: ParameterChoice {
  public static var words: [(word: String, value: LineJoin)] {
    [("miter", .miter), ("round", .round), ("bevel", .bevel)]
  }
}

extension FillRule: ParameterChoice {
  public static var words: [(word: String, value: FillRule)] { [("nonzero", .nonzero), ("even-odd", .evenOdd)] }
}

extension Spread: ParameterChoice {
  public static var words: [(word: String, value: Spread)] {
    [("pad", .pad), ("repeat", .repeat), ("mirror", .mirror), ("clear", .clear)]
  }
}

extension Parameter where Value == BlendMode {
  /// The parameter `blend` of everything that is drawn as one layer.
  public init(wrappedValue: BlendMode) {
    self.init(wrappedValue: wrappedValue, "The blending of its colors with those below it.")
  }
}

extension MaskChannel: ParameterChoice {
  public static var words: [(word: String, value: MaskChannel)] { [("alpha", .alpha), ("luminance", .luminance)] }
}

extension ColorGamut: ParameterChoice {}
extension PictureFit: ParameterChoice {}
extension KeyframeMode: ParameterChoice {}
extension HeightEncoding: ParameterChoice {}
