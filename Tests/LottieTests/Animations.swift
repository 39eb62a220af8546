import StageKit

@testable import LottieFiles

/// Makes animations of 100 × 100 pixels, 10 frames a second, for tests.
enum Animations {
  /// Resources without a host: letters are squares, combined outlines are both, and nothing is packed.
  static func resources(
    combine: @escaping @Sendable (Path, Path, PathOperation, Double) throws -> Path = { first, second, _, _ in
      Path { builder in
        builder.append(first)
        builder.append(second)
      }
    }
  ) -> LottieResources {
    LottieResources(
      image: { picture in
        guard case .embedded = picture, let image = Image(width: 1, height: 1, premultiplied: [255, 0, 0, 255]) else {
          throw StageError("there is no picture")
        }
        return image
      },
      layout: { $0.squares }, combine: combine)
  }

  /// An animation of layers, with more members of the document.
  static func make(
    _ layers: String, _ more: String = "", settings: String = "{}", _ resources: LottieResources = resources()
  ) throws -> LottieAnimation {
    let text = """
      { "v": "5.9.0", "w": 100, "h": 100, "fr": 10, "ip": 0, "op": 20\(more.isEmpty ? "" : ", " + more),
        "layers": [\(layers)] }
      """
    return try LottieAnimation(
      Array(text.utf8), name: "a.json", settings: LottieSetting.settings(settings), resources)
  }

  /// A shape layer, with more of its members.
  static func layer(_ shapes: String, _ more: String = "") -> String {
    """
    { "ty": 4, "nm": "shapes", "ip": 0, "op": 20, "ks": {}\(more.isEmpty ? "" : ", " + more), "shapes": [\(shapes)] }
    """
  }

  /// The commands of a shape layer at a frame, without the groups around them.
  static func commands(
    _ shapes: String, frame: Double = 0, _ resources: LottieResources = resources()
  ) throws -> [DrawCommand] {
    try flattened(make(layer(shapes), "", resources).drawing(at: frame / 10))
  }

  /// The paths of a shape layer's fills and strokes at a frame.
  static func paths(
    _ shapes: String, frame: Double = 0, _ resources: LottieResources = resources()
  ) throws -> [Path] {
    try commands(shapes, frame: frame, resources).compactMap { command in
      switch command {
      case .fill(let path, _, _, _), .stroke(let path, _, _, _): path
      default: nil
      }
    }
  }

  /// Commands without the groups around them.
  static func flattened(_ list: DisplayList) -> [DrawCommand] {
    list.commands.flatMap { command -> [DrawCommand] in
      if case .group(let group) = command { flattened(group.content) } else { [command] }
    }
  }

  /// The groups of a drawing, outer ones first.
  static func groups(_ list: DisplayList) -> [Group] {
    list.commands.flatMap { command -> [Group] in
      if case .group(let group) = command { [group] + groups(group.content) } else { [] }
    }
  }

  static let red = #"{ "ty": "fl", "nm": "Red", "c": { "k": [1, 0, 0, 1] }, "o": { "k": 100 } }"#
  static let blue = #"{ "ty": "fl", "nm": "Blue", "c": { "k": [0, 0, 1, 1] }, "o": { "k": 100 } }"#
  static let line = #"{ "ty": "st", "nm": "Line", "c": { "k": [0, 0, 0, 1] }, "o": { "k": 100 }, "w": { "k": 2 } }"#

  /// A square with its least corner at a point.
  static func square(_ x: Double, _ y: Double, _ side: Double) -> String {
    """
    { "ty": "rc", "p": { "k": [\(x + side / 2), \(y + side / 2)] }, "s": { "k": [\(side), \(side)] }, "r": { "k": 0 } }
    """
  }
}

extension TextRequest {
  /// Letters half as wide as they are high.
  var squares: TextLayout {
    let side = style.size / 2
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { row, line in
      var word = 0
      let clusters = line.enumerated().map { place, character in
        if character == " " { word += 1 }
        let x = Double(place) * (side + style.letterSpacing)
        let box = Rect(x: x, y: Double(row) * style.size, width: side, height: style.size)
        return TextLayout.Cluster(
          text: String(character), outline: character == " " ? .empty : .rect(box), x: x, width: side, word: word)
      }
      return TextLayout.Line(
        outline: .empty, baseline: Double(row + 1) * style.size, x: 0,
        width: Double(line.count) * (side + style.letterSpacing), clusters: clusters)
    }
    return TextLayout(
      lines: lines, size: Size(0, 0), fontSize: style.size, missing: [], fonts: style.families, substitutions: [])
  }
}

extension Path {
  /// The length of all of it.
  var length: Double { PathMeasure(self).length }
}
