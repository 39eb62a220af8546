import Graphics

extension ParameterKey where Value: Equatable {
  /// One of several values, each by its word; the default is one of them.
  public static func choice(
    _ name: String, _ summary: String, default value: Value, among words: KeyValuePairs<String, Value>
  ) -> Self {
    let choices = words.map { (word: $0.key, value: $0.value) }
    let word = choices.first { $0.value == value }?.word
    return Self(
      name, summary, .choice(choices.map(\.word)), default: word.map { .text($0) }, placeholder: value
    ) { written in choices.first { $0.word == written.text }?.value }
  }
}

extension ParameterKey where Value == BlendMode {
  /// The parameter `blend` of everything that is drawn as one layer.
  public static let blend: ParameterKey<BlendMode> = .blend(default: .normal)

  /// The parameter `blend` of what is not just laid onto others by default, such as light.
  public static func blend(default value: BlendMode) -> Self {
    choice(
      "blend", "How its colors meet those below it.", default: value,
      among: [
        "normal": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken,
        "lighten": .lighten, "color-dodge": .colorDodge, "color-burn": .colorBurn, "hard-light": .hardLight,
        "soft-light": .softLight, "difference": .difference, "exclusion": .exclusion, "hue": .hue,
        "saturation": .saturation, "color": .color, "luminosity": .luminosity, "plus": .plus,
      ])
  }
}
