import Reporting

extension JobFailure {
  /// The lines that users read.
  public var lines: [String] {
    switch self {
    case .badJob(let diagnostics): diagnostics.map(\.description)
    case .render(let message): [message.truncatedForDisplay]
    case .temporary(let message): [message.truncatedForDisplay]
    case .incomplete(let missing): missing.map(\.description)
    case .cancelled: ["cancelled"]
    }
  }
}

extension MissingSegments {
  /// `segments 1, 3 to 5 (frames 30..59, 90..179) are missing: share 1/4 has not begun`.
  public var description: String {
    let isOne = stretches.count == 1 && stretches[0].segments.count == 1
    let segments = stretches.map(\.segments).map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }.joined(separator: ", ")
    let frames = stretches.map { stretch in
      let owner = stretch.file.map { " of \($0.escapingControlCharacters)" } ?? ""
      return "\(stretch.frames.lowerBound)..\(stretch.frames.upperBound - 1)\(owner)"
    }.joined(separator: ", ")
    return "segment\(isOne ? "" : "s") \(segments) (frames \(frames)) \(isOne ? "is" : "are") missing: "
      + reason.displayText
  }
}
