import StageKit

extension TextContent {
  /// Draws each document once; for texts without animators.
  mutating func draw() {
    for index in documents.indices { documents[index].drawing = Self.drawing(of: documents[index]) }
  }

  /// The drawing at a frame.
  func drawing(at frame: Double) -> DisplayList {
    guard let document = document(at: frame) else { return DisplayList() }
    return animators.isEmpty && path == nil ? document.drawing : TextRun(self, document, at: frame).drawing()
  }

  private static func drawing(of document: TextDocument) -> DisplayList {
    var colored = DisplayList()
    let outline = Path { builder in
      for line in document.lines {
        for letter in line.letters {
          let place = Transform.translation(line.origin.x + letter.x, line.origin.y)
          builder.append(letter.outline.transformed(by: place))
          if !letter.colored.isEmpty { colored.group(Group(letter.colored, transform: place)) }
        }
      }
    }
    var list = DisplayList()
    list.draw(outline, fill: document.fill, stroke: document.stroke, document)
    list.append(colored)
    return list
  }
}

extension DisplayList {
  /// Draws letters in the style of a document.
  fileprivate mutating func draw(
    _ outline: Path, fill: Color?, stroke: Color?, width: Double? = nil, _ document: TextDocument,
    transform: Transform = .identity
  ) {
    let width = width ?? document.strokeWidth
    let line = stroke.flatMap { width > 0 ? $0 : nil }
    if let line, !document.strokeIsOver { self.stroke(outline, line, width: width, transform: transform) }
    if let fill { self.fill(outline, fill, transform: transform) }
    if let line, document.strokeIsOver { self.stroke(outline, line, width: width, transform: transform) }
  }
}

/// The letters of a text with animators, or along a path, at one instant.
struct TextRun {
  private let content: TextContent
  private let document: TextDocument
  private let frame: Double
  private let letters: [TextLetter]
  /// For each animator the weight of each letter.
  private let weights: [[Double]]
  private let path: TextPathRun?

  init(_ content: TextContent, _ document: TextDocument, at frame: Double) {
    self.content = content
    self.document = document
    self.frame = frame
    letters = document.lines.flatMap(\.letters)
    let letters = letters
    weights = content.animators.map { $0.selector.weights(of: letters, at: frame) }
    path = content.path.flatMap { TextPathRun($0, at: frame) }
  }

  /// The drawing of all letters.
  func drawing() -> DisplayList {
    var list = DisplayList()
    var first = 0
    for line in document.lines {
      let spread = line.letters.indices.map { spacing(first + $0) }
      var moved = [-spread.reduce(0, +) * line.alignment]
      for space in spread { moved.append(moved[moved.count - 1] + space) }
      let pivots = line.letters.map { pivot(of: $0, in: line) }
      var places = line.letters.indices.map { index in
        Transform.translation(line.origin.x + line.letters[index].x + moved[index], line.origin.y)
          * .translation(pivots[index])
      }
      if let path {
        let lengths = line.letters.indices.map { line.letters[$0].x + pivots[$0].x }
        for (index, length) in path.distances(lengths, in: line).enumerated() {
          // Moves along the line are moves along the path.
          let distance = length + moved[index] + shift(first + index)
          guard let place = path.transform(at: distance) else { continue }
          places[index] = place * .translation(0, line.drop + pivots[index].y)
        }
      }
      for (index, letter) in line.letters.enumerated() {
        draw(letter, first + index, at: places[index], about: pivots[index], onto: &list)
      }
      first += line.letters.count
    }
    return list
  }

  /// The tracking that animators add after a letter.
  private func spacing(_ index: Int) -> Double {
    var result = 0.0
    for (animator, weights) in zip(content.animators, weights) {
      if let tracking = animator.tracking { result += tracking.value(at: frame) * weights[index] }
    }
    return result
  }

  /// The way that animators move a letter along a path.
  private func shift(_ index: Int) -> Double {
    var result = 0.0
    for (animator, weights) in zip(content.animators, weights) where weights[index] != 0 {
      result +=
        ((animator.position?.value(at: frame).x ?? 0) + (animator.anchor?.value(at: frame).x ?? 0)) * weights[index]
    }
    return result
  }

  /// Draws a letter whose pivot, as far from its origin as `pivot` says, has its place by a map.
  private func draw(
    _ letter: TextLetter, _ index: Int, at place: Transform, about pivot: Point, onto list: inout DisplayList
  ) {
    var (opacity, width) = (1.0, document.strokeWidth)
    var (fill, stroke) = (document.fill, document.stroke)
    var own = Transform.identity
    for (animator, weights) in zip(content.animators, weights) where weights[index] != 0 {
      let weight = weights[index]
      own = animator.transform(weight, at: frame, movesAlong: path == nil) * own
      if let value = animator.opacity { opacity *= 1 + (value.value(at: frame) / 100 - 1) * weight }
      if let value = animator.strokeWidth { width += (value.value(at: frame) - width) * weight }
      if let value = animator.fill, let old = fill { fill = old.mixed(with: value.value(at: frame), weight) }
      if let value = animator.stroke, let old = stroke { stroke = old.mixed(with: value.value(at: frame), weight) }
    }
    guard opacity > 0, own.isFinite else { return }
    let place = place * own * .translation(-pivot)
    opacity = min(opacity, 1)
    list.draw(
      letter.outline, fill: fill?.opacity(opacity), stroke: stroke?.opacity(opacity), width: width, document,
      transform: place)
    if !letter.colored.isEmpty { list.group(Group(letter.colored, transform: place, opacity: opacity)) }
  }

  /// The point about which a letter is turned, from its origin.
  private func pivot(of letter: TextLetter, in line: TextLine) -> Point {
    let alignment = content.pivot.alignment.value(at: frame)
    var (from, to) = (letter.x, letter.x + letter.width)
    switch content.pivot.grouping {
    case .character: break
    case .word:
      for other in line.letters where other.word == letter.word && !other.isSpace {
        (from, to) = (min(from, other.x), max(to, other.x + other.width))
      }
    case .line, .all: (from, to) = (0, line.width)
    }
    return Point((from + to) / 2 - letter.x + alignment.x / 100 * (to - from) / 2, alignment.y / 100)
  }
}

extension TextAnimator {
  /// The map of a letter of a weight; without `movesAlong` it moves across its line alone.
  fileprivate func transform(_ weight: Double, at frame: Double, movesAlong: Bool) -> Transform {
    var result = Transform.identity
    if let anchor {
      let value = anchor.value(at: frame) * weight
      result = .translation(-value.x, -value.y)
    }
    if let scale {
      let value = scale.value(at: frame) / 100
      result = .scale(1 + (value.x - 1) * weight, 1 + (value.y - 1) * weight) * result
    }
    if let skew {
      var part = TransformProperties()
      part.skew = Property(skew.value(at: frame) * weight)
      part.skewAxis = Property((skewAxis?.value(at: frame) ?? 0) * weight)
      result = part.transform(at: 0) * result
    }
    if let rotation { result = .rotation(degrees: rotation.value(at: frame) * weight) * result }
    if let position {
      let value = position.value(at: frame) * weight
      result = .translation(movesAlong ? value.x : 0, value.y) * result
    }
    return result
  }
}

extension Color {
  /// A mix with a color of the file, component by component.
  fileprivate func mixed(with other: Vector, _ share: Double) -> Color {
    Color(Vector(red, green, blue, 1) + (other - Vector(red, green, blue, 1)) * share, alpha: alpha)
  }
}
