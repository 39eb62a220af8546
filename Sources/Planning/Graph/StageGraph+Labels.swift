extension StageGraph.Edge {
  /// The value that it carries, for a graph's picture: `camera`, `landed → start`, `after landed`, `matte`.
  public var label: String {
    switch reason {
    case .value(let output, let input): output == input ? output : "\(output) → \(input)"
    case .follow(let output, let parameter): "\(output) → \(parameter)"
    case .moment(let moment): "after \(moment)"
    case .sound(let sound): "sound \(sound)"
    case .matte: "matte"
    case .place: "place"
    case .content: "in"
    case .parent: "moves with"
    case .space: "out of"
    }
  }
}
