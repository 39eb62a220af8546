import StageKit

/// Letters without shadows, glows and other effects, as they lie on the canvas.
struct Letters {
  let drawing: DisplayList
  let bounds: Rect

  /// Nil where nothing is drawn.
  init?(_ picture: DisplayList) {
    drawing = picture.withoutEffects
    guard let bounds = drawing.bounds else { return nil }
    self.bounds = bounds
  }
}

/// A text of a stage in a sample.
struct LayoutText {
  let stage: Int
  let sample: Int
  let seconds: Double
  /// The time of the last sample in which it is there.
  let end: Double
  let letters: Letters
  let rests: Bool
}

/// The letters of all stages in a sample.
struct LettersAtInstant {
  /// By stage.
  let letters: [Int: Letters]
  let all: BoundsIndex
  /// Those of stages whose texts are checked in other samples.
  let withoutTexts: BoundsIndex

  /// `texts` are the stages whose texts are checked here.
  init(_ letters: [Int: Letters], texts: Set<Int>) {
    self.letters = letters
    all = BoundsIndex(letters.mapValues(\.bounds))
    withoutTexts = BoundsIndex(letters.filter { !texts.contains($0.key) }.mapValues(\.bounds))
  }
}

extension DisplayList {
  /// The same without shadows, glows and other effects.
  fileprivate var withoutEffects: DisplayList {
    DisplayList(
      commands.map { command in
        guard case .group(var group) = command else { return command }
        group.content = group.content.withoutEffects
        group.effects = []
        return .group(group)
      })
  }
}
